import type { ControllerKind } from './controller-kind.ts'

export interface LinkAddress {
  mqttHost: string
  mqttPort: number
  isMqttTls: boolean
  /** Where MQTT goes through WebSocket, for networks that let only https out; null where it does not. */
  webSocketUrl: string | null
  /** Base address of the HTTP twin without a slash at the end. */
  httpUrl: string
}

export interface ConnectionSettings {
  mqtt: {
    host: string
    port: number
    tls: boolean
    web_socket_url: string | null
    client_id: string
    user: string
    password: string
    publish: string[]
    subscribe: string[]
  }
  http: { data_url: string; p1_url: string; dsmr_reader_url: string; token: string }
  /** Ready to paste into a shell: one reading over MQTT, one over HTTP, one P1 telegram from a file. */
  examples: { mosquitto_pub: string; curl: string; p1: string }
}

/** Everything a person types into a device to connect it. It contains secrets, so it is shown once and never stored. */
export function buildConnectionSettings(
  address: LinkAddress,
  controller: { serial: string; kind: ControllerKind; mqttPassword: string; httpToken: string },
): ConnectionSettings {
  const { serial, mqttPassword, httpToken } = controller
  const topic = (kind: string) => `ems/v1/${serial}/${kind}`
  const dataUrl = `${address.httpUrl}/link/v1/${serial}/data`
  const p1Url = `${address.httpUrl}/link/v1/${serial}/p1`
  const message = '{"v":1,"samples":[{"values":{"grid/power":1500}}]}'
  const tls = address.isMqttTls ? ' --capath /etc/ssl/certs' : ''
  const authorization = `-H 'Authorization: Bearer ${httpToken}'`
  return {
    mqtt: {
      host: address.mqttHost,
      port: address.mqttPort,
      tls: address.isMqttTls,
      web_socket_url: address.webSocketUrl,
      client_id: serial,
      user: serial,
      password: mqttPassword,
      publish: ['status', 'info', 'inventory', 'data', 'history', 'event', 'reply'].map(topic),
      subscribe: ['cmd', 'ack', 'plan'].map(topic),
    },
    http: {
      data_url: dataUrl,
      p1_url: p1Url,
      dsmr_reader_url: `${address.httpUrl}/api/v1/datalogger/dsmrreading`,
      token: httpToken,
    },
    examples: {
      mosquitto_pub: `mosquitto_pub -h ${address.mqttHost} -p ${address.mqttPort}${tls} -u ${serial} -P ${mqttPassword} -q 1 -t ${topic('data')} -m '${message}'`,
      curl: `curl ${authorization} -H 'Content-Type: application/json' -d '${message}' ${dataUrl}`,
      p1: `curl ${authorization} -H 'Content-Type: text/plain' --data-binary @telegram.txt ${p1Url}`,
    },
  }
}

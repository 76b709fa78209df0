import type { AdapterAddress } from './adapter.ts'

/** The bridge of a mosquitto in the house to us, for its configuration; `topics` are its directives of that name. */
export function buildSiteBridge(address: AdapterAddress, topics: readonly string[]): string[] {
  const { serial, mqttHost, mqttPort, mqttPassword, isMqttTls } = address
  return [
    'connection ohmstead',
    `address ${mqttHost}:${mqttPort}`,
    `remote_username ${serial}`,
    `remote_password ${mqttPassword}`,
    `remote_clientid ${serial}`,
    ...topics.map((topic) => `topic ${topic}`),
    `notification_topic ems/v1/${serial}/ext/bridge/state`,
    'try_private false',
    ...(isMqttTls ? ['bridge_capath /etc/ssl/certs'] : []),
    '',
  ]
}

import mqtt, { type MqttClient } from 'mqtt'
import type { BrokerAccess } from './broker-stream.ts'
import { processTopic } from './slot-filters.ts'

/** The connection that a process speaks by. It tries each address in turn, and its will tells the others that it is gone. */
export function connectSpeaker(options: {
  urls: readonly string[]
  access: BrokerAccess
  clientId: string
  processId: string
}): MqttClient {
  const { username, password, tls } = options.access
  const servers = options.urls.map(toServer)
  const speaker = mqtt.connect({
    servers,
    protocol: servers[0]!.protocol,
    ...(username !== null && { username }),
    ...(password !== null && { password }),
    ...(tls?.ca && { ca: tls.ca }),
    ...(tls?.cert && tls.key && { cert: tls.cert, key: tls.key }),
    connectTimeout: 10_000,
    clientId: options.clientId,
    protocolVersion: 4,
    keepalive: 10,
    reconnectPeriod: 1000,
    // A refusal may be transient too: a broker that starts before its users exist.
    reconnectOnConnackError: true,
    queueQoSZero: false,
    will: { topic: processTopic, payload: Buffer.from(options.processId), qos: 1, retain: false },
  })
  // The library writes the first address's name there and keeps it: certificates of the others would not fit.
  speaker.on('reconnect', () => Object.assign(speaker.options, { servername: undefined }))
  // QoS 0: with 1, the queue of a node that is lost keeps RabbitMQ's other nodes from letting the same client subscribe.
  speaker.on('connect', () => void speaker.subscribe(processTopic, { qos: 0 }))
  return speaker
}

function toServer(url: string) {
  const { protocol, hostname, port, pathname } = new URL(url)
  const name = protocol.slice(0, -1) as 'mqtt' | 'mqtts' | 'ws' | 'wss'
  const usualPort = { mqtt: 1883, mqtts: 8883, ws: 80, wss: 443 }[name]
  return {
    protocol: name,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || usualPort),
    path: pathname,
  }
}

import { connect as connectTcp, isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { createWebSocketStream, WebSocket } from 'ws'

export interface BrokerAccess {
  username: string | null
  password: string | null
  /** In PEM; holds for every address. */
  tls: { ca: string | null; cert: string | null; key: string | null } | null
}

const usualPorts: Record<string, number> = { 'mqtt:': 1883, 'mqtts:': 8883, 'ws:': 80, 'wss:': 443 }

/** Where a broker's address (mqtt, mqtts, ws, wss) leads. */
export function placeOfBroker(address: string): { protocol: string; host: string; port: number } {
  const { protocol, hostname, port } = new URL(address)
  return { protocol, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || usualPorts[protocol]) }
}

/** A stream to a broker's address; connection errors are its `error` event. */
export function openBrokerStream(address: string, tls: BrokerAccess['tls']): Duplex {
  const { protocol, host, port } = placeOfBroker(address)
  const certificates = {
    ...(tls?.ca && { ca: tls.ca }),
    ...(tls?.cert && tls.key && { cert: tls.cert, key: tls.key }),
  }
  // An acknowledgement is small and must not wait for the next one.
  switch (protocol) {
    case 'mqtt:':
      return connectTcp({ host, port, noDelay: true })
    case 'mqtts:': {
      const socket = connectTls({
        ...certificates,
        host,
        port,
        ...(isIP(host) === 0 && { servername: host }),
      })
      return socket.setNoDelay(true)
    }
    default:
      return createWebSocketStream(new WebSocket(address, ['mqtt'], certificates))
  }
}

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

/** A stream to a broker's address (mqtt, mqtts, ws, wss); connection errors are its `error` event. */
export function openBrokerStream(address: string, tls: BrokerAccess['tls']): Duplex {
  const { protocol, hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const certificates = {
    ...(tls?.ca && { ca: tls.ca }),
    ...(tls?.cert && tls.key && { cert: tls.cert, key: tls.key }),
  }
  // An acknowledgement is small and must not wait for the next one.
  switch (protocol) {
    case 'mqtt:':
      return connectTcp({ host, port: Number(port || 1883), noDelay: true })
    case 'mqtts:': {
      const socket = connectTls({
        ...certificates,
        host,
        port: Number(port || 8883),
        ...(isIP(host) === 0 && { servername: host }),
      })
      return socket.setNoDelay(true)
    }
    default:
      return createWebSocketStream(new WebSocket(address, ['mqtt'], certificates))
  }
}

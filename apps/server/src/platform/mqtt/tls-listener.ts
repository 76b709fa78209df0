import type { EventEmitter } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import type { Logger } from 'pino'
import { isLoopback } from '../is-loopback.ts'
import { type CertificateFiles, readCertificate, watchCertificate } from './certificate-files.ts'
import type { MqttSender } from './link-transport.ts'

export interface TlsListenerOptions extends CertificateFiles {
  host: string
  port: number
  /** Whether a controller must present a certificate of the CA in `clientCaFile`; one that is presented must be of it. */
  clientCertificates: 'optional' | 'required'
}

interface Door {
  admit(connection: EventEmitter, address: string | undefined): boolean
  accept(conn: TLSSocket, sender: MqttSender): void
  log: Logger
}

// A stalled handshake holds a place of its network for this long.
const handshakeMs = 10_000
const leastVersion = { minVersion: 'TLSv1.2' } as const

/** The embedded broker's own TLS. A renewed certificate serves the next connections, and open ones stay. */
export async function startTlsListener(options: TlsListenerOptions, { admit, accept, log }: Door) {
  const wantsCertificate = options.clientCaFile !== null
  const isRequired = wantsCertificate && options.clientCertificates === 'required'
  // By where they come from: a TLS socket does not say which connection it is on.
  const arrived = new Map<string, Socket>()
  const loaded = readCertificate(options)

  const secure = createTlsServer(
    {
      ...loaded,
      ...leastVersion,
      handshakeTimeout: handshakeMs,
      requestCert: wantsCertificate,
      rejectUnauthorized: isRequired,
    },
    (socket) => {
      const counted = arrived.get(placeOf(socket))
      const certificate = nameIn(socket)
      if (!counted || certificate === 'unknown') return socket.destroy()
      accept(socket, { address: counted.remoteAddress ?? 'unknown', certificate: certificate.name, counted })
    },
  )
  secure.on('tlsClientError', (error: Error, socket: TLSSocket) => {
    log.debug({ reason: error.message }, 'no TLS')
    socket.destroy()
  })
  const server = createServer((socket) => {
    // Before the handshake, which is work.
    if (!admit(socket, socket.remoteAddress)) return socket.destroy()
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 60_000)
    const place = placeOf(socket)
    arrived.set(place, socket)
    socket.once('close', () => arrived.delete(place))
    secure.emit('connection', socket)
  })
  server.maxConnections = 20_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, options.host, resolve)
  })
  const watch = watchCertificate({
    files: options,
    loaded,
    use: (renewed) => secure.setSecureContext({ ...renewed, ...leastVersion }),
    log,
  })

  return {
    port: (server.address() as AddressInfo).port,
    checkCertificate: watch.check,
    close: () => {
      watch.close()
      server.close()
      // Those that have not finished their handshake; sessions are ended by the broker.
      for (const socket of arrived.values()) socket.destroy()
    },
  }
}

/** Its certificate, where it has one, names the controller; it is needed where it is required, but for this machine's proxies. */
export function isCertified(
  username: string,
  { address, certificate }: MqttSender,
  options: Pick<TlsListenerOptions, 'clientCertificates'> | null,
): boolean {
  if (certificate !== null) return certificate === username
  return options?.clientCertificates !== 'required' || isLoopback(address)
}

const placeOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

/** The name in the certificate that was presented, null without one; `unknown` for one that our CA has not signed. */
function nameIn(socket: TLSSocket): { name: string | null } | 'unknown' {
  const { subject } = socket.getPeerCertificate()
  if (!subject) return { name: null }
  return socket.authorized ? { name: String(subject.CN) } : 'unknown'
}

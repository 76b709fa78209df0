import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '@ohmstead/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { AppError } from '../app-error.ts'
import { createSocketCounts } from './socket-counts.ts'
import { watchPeers } from './watch-peers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    webSockets: WebSockets
  }
}

/**
 * A path on the server's own port where devices open a WebSocket, and so on the way through the same proxy as the pages:
 *
 *     app.webSockets.register({
 *       path: '/ocpp/:serial',
 *       protocols: ['ocpp2.0.1', 'ocpp1.6'],
 *       maximumBytes: linkLimits.maximumBytes,
 *       authenticate: async (request) => identify(request),      // throws an AppError to refuse: 401, 404, 429 …
 *       handle: (socket, station, request) => { socket.on('message', (data, isBinary) => …) },
 *     })
 *
 * An upgrade is an ordinary request until it is accepted: hooks, `request.ip` behind proxies, `request.params`, errors as
 * JSON and their log are those of every route. Never authenticate by a cookie here: any page may open a WebSocket.
 * Sockets are pinged, dead ones ended, and all are closed with 1001 when the server stops. What a peer does not read
 * collects in `socket.bufferedAmount`: look at it before sending to one that may be slow.
 */
export interface WebSocketPlace<Peer> {
  /** As of a route: `:name` is one segment. */
  path: string
  /** Sub-protocols by preference; a client that offers none of them is refused. Without, the client's are ignored. */
  protocols?: readonly string[]
  /** Of a message; a longer one closes the connection with 1009. */
  maximumBytes: number
  /** Whether messages may be compressed (permessage-deflate), for peers that gain from it: costs memory for each. */
  compresses?: boolean
  /** Identifies who asks, before the upgrade; what it throws is the answer. */
  authenticate(request: FastifyRequest): Promise<Peer>
  /** Has the socket; listeners have to be added in this turn. */
  handle(socket: WebSocket, peer: Peer, request: FastifyRequest): void
}

export interface WebSockets {
  /** Before the server listens. */
  register<Peer>(place: WebSocketPlace<Peer>): void
  /** Open sockets. */
  count(): number
  /** Refuses further ones, and ends all; resolves when they are gone. */
  close(): Promise<void>
}

/** The stream and its first bytes after the head of a request that asks for an upgrade. */
const upgrades = new WeakMap<IncomingMessage, { socket: Socket; head: Buffer }>()
const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:[a-z]+/gi, '[^/]+')}/?$`)

/** What decides whether a request that asks for an upgrade gets one; anything else is answered as if it had not asked. */
export function createUpgradeFilter() {
  const patterns: RegExp[] = []
  return {
    add: (path: string) => void patterns.push(patternOf(path)),
    shouldUpgrade: ({ method, url, headers }: IncomingMessage) => {
      const path = (url ?? '').split('?')[0]!
      return (
        method === 'GET' &&
        headers.upgrade?.toLowerCase() === 'websocket' &&
        patterns.some((pattern) => pattern.test(path))
      )
    },
  }
}

export function prepareWebSockets(
  app: FastifyInstance,
  filter: ReturnType<typeof createUpgradeFilter>,
): void {
  const servers: WebSocketServer[] = []
  const counts = createSocketCounts()
  const peers = watchPeers()
  let isClosing = false

  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    upgrades.set(request, { socket, head })
    // The parser has let go of it, and with it of its errors.
    socket.on('error', () => socket.destroy())
    const answer = new ServerResponse(request)
    answer.shouldKeepAlive = false
    answer.assignSocket(socket)
    answer.once('finish', () => {
      if (upgrades.has(request)) socket.end()
    })
    app.routing(request, answer)
  })

  function register<Peer>(place: WebSocketPlace<Peer>): void {
    const { path, protocols, maximumBytes, compresses = false } = place
    const accepted = new WeakMap<FastifyRequest, Peer>()
    const server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload: maximumBytes,
      perMessageDeflate: compresses && { serverNoContextTakeover: true, clientNoContextTakeover: true },
      handleProtocols: (offered) => protocols?.find((one) => offered.has(one)) ?? false,
    })
    servers.push(server)
    filter.add(path)

    async function admit(request: FastifyRequest, reply: FastifyReply) {
      const upgrade = upgrades.get(request.raw)
      if (!upgrade) {
        const body: ErrorBody = { error: { code: 'invalid_request' } }
        return reply.code(426).headers({ upgrade: 'websocket', 'cache-control': 'no-store' }).send(body)
      }
      if (isClosing || counts.isFull()) throw new AppError('unavailable', { retryAfterSeconds: 5 })
      if (!counts.mayHaveMore(request.ip)) throw new AppError('too_many_requests', { retryAfterSeconds: 60 })
      const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((one) => one.trim())
      if (protocols && !protocols.some((one) => offered.includes(one))) throw new AppError('invalid_request')
      // Counts from now, so that many that are still asked who they are cannot slip past the limit together.
      const letGo = counts.add(request.ip)
      upgrade.socket.once('close', letGo)
      if (upgrade.socket.destroyed) letGo()
      accepted.set(request, await place.authenticate(request))
    }

    app.get(path, { onRequest: admit }, (request, reply) => {
      const { socket, head } = upgrades.get(request.raw)!
      const answer = reply.raw
      reply.hijack()
      upgrades.delete(request.raw)
      answer.detachSocket(socket)
      if (isClosing) return void socket.destroy()
      server.handleUpgrade(request.raw, socket, head, (webSocket) => {
        webSocket.on('error', (error) => request.log.debug({ reason: error.message }, 'a WebSocket failed'))
        peers.add(webSocket)
        place.handle(webSocket, accepted.get(request)!, request)
      })
      // For what measures requests this one is over; the connection is none any more.
      answer.statusCode = 101
      answer.emit('finish')
      answer.emit('close')
    })
  }

  async function close(): Promise<void> {
    isClosing = true
    await peers.close()
    for (const server of servers) server.close()
  }

  app.addHook('preClose', close)
  app.decorate('webSockets', { register, count: peers.count, close })
}

import type { Adapter, ForeignRequest, HttpEntrance, Outgoing } from '@ohmstead/adapters/adapter'
import { adapters } from '@ohmstead/adapters/all-adapters'
import { linkLimits } from '@ohmstead/contract/controller-messages'
import { parseSerial } from '@ohmstead/domain/fleet/serial'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/app-error.ts'
import { answerOutcome } from '../answer-sender.ts'
import { identifyByToken, identifySender, isPlausibleToken, type SenderTurns } from '../http-sender.ts'
import { LinkRequestError, toSocketRefusal } from '../link-request-error.ts'
import { receive } from '../receive-over-http.ts'
import { findSocketCredentials } from './socket-credentials.ts'
import { createSocketFlow } from './socket-flow.ts'
import { createSocketShares, type SocketShares } from './socket-shares.ts'

/** The addresses that foreign devices know or can be told, as their adapters describe them. */
export function registerForeignRoutes(scope: FastifyInstance, deps: Deps, turns: SenderTurns): void {
  const shares = createSocketShares(deps.link)
  for (const adapter of adapters) {
    for (const entrance of adapter.http ?? []) registerHttp(scope, deps, turns, adapter, entrance)
    registerWebSocket(scope, { deps, turns, shares }, adapter)
  }
}

function registerHttp(
  scope: FastifyInstance,
  deps: Deps,
  turns: SenderTurns,
  { kind }: Adapter,
  entrance: HttpEntrance,
): void {
  const { method, path, findToken, toMessage, answer } = entrance
  scope.route({
    method,
    url: path,
    handler: async (request, reply) => {
      const foreign = toForeignRequest(request)
      const token = findToken(foreign)
      const isPlausible = token !== null && isPlausibleToken(token)
      const serial = await identifyByToken(deps, turns, request, isPlausible ? token : null)
      const message = toMessage(foreign)
      if (!message) {
        deps.link.refuse(serial, 'malformed', `a request to ${path} without values`)
        throw new LinkRequestError(
          400,
          'malformed',
          'Nothing was stored: there are no values in the request.',
        )
      }
      const payload = Buffer.from(message.text)
      const outcome = await receive(deps, { serial, kind: `ext/${kind}/${message.path}`, payload })
      if (outcome.state !== 'stored') return answerOutcome(reply, outcome, 200)
      return reply.code(answer.status).type(answer.type).send(answer.text)
    },
  })
}

function toForeignRequest({ headers, query, body }: FastifyRequest): ForeignRequest {
  const given = Object.entries(query as Record<string, unknown>)
  return {
    headers,
    query: Object.fromEntries(
      given.map(([name, value]) => [name, String(Array.isArray(value) ? value[0] : value)]),
    ),
    body: Buffer.isBuffer(body) ? body.toString() : '',
  }
}

function registerWebSocket(
  scope: FastifyInstance,
  { deps, turns, shares }: { deps: Deps; turns: SenderTurns; shares: SocketShares },
  adapter: Adapter,
): void {
  const { webSocket: place } = adapter
  if (!place) return
  /** Of adapters with only one for each controller. */
  const newest = new Map<string, WebSocket>()
  scope.webSockets.register<string>({
    path: place.path,
    ...(place.protocols && { protocols: place.protocols }),
    maximumBytes: place.maximumBytes ?? linkLimits.maximumBytes,
    compresses: place.compresses === true,
    authenticate: async (request) => {
      const { serial, token } = findSocketCredentials(place.secret, request)
      try {
        if (serial === null) return shares.admit(await identifyByToken(deps, turns, request, token))
        const parsed = parseSerial(serial)
        if (!parsed) throw new AppError('not_found')
        return shares.admit(await identifySender(deps, turns, request, { serial: parsed.serial, token }))
      } catch (error) {
        throw toSocketRefusal(error)
      }
    },
    handle: (socket, serial) => {
      if (place.isExclusive === true) {
        newest.get(serial)?.close(1000, 'another connection of this device')
        newest.set(serial, socket)
        socket.once('close', () => void (newest.get(serial) === socket && newest.delete(serial)))
      }
      shares.add(serial, socket)
      speakWith(socket, { serial, adapter, pace: shares.pace }, deps)
    },
  })
}

function speakWith(
  socket: WebSocket,
  { serial, adapter, pace }: { serial: string; adapter: Adapter; pace: SocketShares['pace'] },
  deps: Deps,
): void {
  const send = (outgoing: readonly Outgoing[]) => {
    for (const { text } of outgoing) {
      if (socket.readyState !== socket.OPEN) return
      // Who does not read what it is sent must not cost memory.
      if (socket.bufferedAmount > linkLimits.maximumBytes) return socket.close(1008, 'answers are not read')
      socket.send(text)
    }
  }
  const speaker = { adapter, subProtocol: socket.protocol || null, send }
  const connection = deps.link.openForeign(serial, speaker, () => endNow(socket))
  const flow = createSocketFlow(socket, (cost) => pace(serial, cost))
  let inOrder: Promise<unknown> = Promise.resolve()
  socket.on('message', (data: RawData) => {
    // One that is being ended may have sent more by then.
    if (socket.readyState !== socket.OPEN) return
    const payload = toBuffer(data)
    flow.begin(payload.length)
    // Its own order counts: an answer after what it answers.
    inOrder = inOrder
      .then(() => connection.receive(payload))
      .catch((error) => deps.log.error({ err: error, serial }, 'a frame of a device could not be handled'))
      .finally(flow.end)
  })
  socket.once('close', () => {
    void inOrder
      .then(() => connection.close())
      .catch((error) => deps.log.warn({ err: error, serial }, 'the end of a WebSocket could not be written'))
  })
}

// Whoever has lost its right has this long to say goodbye.
const farewellMs = 2000

function endNow(socket: WebSocket): void {
  // A paused one would not read the answer.
  if (socket.isPaused) socket.resume()
  socket.close(1008, 'the credentials have changed')
  setTimeout(() => socket.terminate(), farewellMs).unref()
}

function toBuffer(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data)
}

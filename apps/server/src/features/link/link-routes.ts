import { linkLimits } from '@ohmstead/contract/controller-messages'
import { parseSerial } from '@ohmstead/domain/fleet/serial'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { createPacketPace } from '../../platform/mqtt/packet-pace.ts'
import { createTurns } from '../../platform/turns.ts'
import { answerOutcome, createErrorAnswer } from './answer-sender.ts'
import { enrolController, readEnrolment } from './enrol-controller.ts'
import { registerForeignRoutes } from './foreign/foreign-routes.ts'
import { httpPace, identifyByToken, identifySender, readToken } from './http-sender.ts'
import { LinkRequestError } from './link-request-error.ts'
import { createLinkTurns } from './link-turns.ts'
import type { Outcome } from './outcome.ts'
import { receive } from './receive-over-http.ts'

/**
 * The HTTP twin of the link, for devices that cannot hold an MQTT session and for curl. An answer means committed.
 * Outside the API and its sessions: each controller sends its own token.
 */
export async function registerLinkRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const answerError = createErrorAnswer(deps.clock)
  const takeTurn = createLinkTurns(deps.db)
  const turns = {
    ofAll: takeTurn,
    ofRefused: createTurns(1),
    pace: createPacketPace(undefined, httpPace),
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: linkLimits.maximumBytes },
      (_, body, done) => done(null, body),
    )
    scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      noteUnreadBody(deps, error, request)
      noteRefusal(error, request)
      return answerError(error, request, reply)
    })

    scope.post('/link/v1/enroll', async (request) =>
      enrolController(deps, readEnrolment(bodyOf(request)), request.ip),
    )

    for (const kind of ['data', 'history'] as const) {
      scope.post<Addressed>(`/link/v1/:serial/${kind}`, { onRequest: byAddress }, async (request, reply) =>
        answerOutcome(
          reply,
          await receive(deps, { serial: senderOf(request), kind, payload: bodyOf(request) }),
          200,
        ),
      )
    }
    scope.post<Addressed>('/link/v1/:serial/p1', { onRequest: byAddress }, async (request, reply) =>
      answerOutcome(reply, await receiveTelegrams(deps, senderOf(request), bodyOf(request)), 200),
    )
    scope.post<Addressed & { Params: { '*': string } }>(
      '/link/v1/:serial/ext/*',
      { onRequest: byAddress },
      async (request, reply) => {
        const sent = {
          serial: senderOf(request),
          kind: `ext/${request.params['*']}`,
          payload: bodyOf(request),
        }
        return answerOutcome(reply, await receive(deps, sent), 200)
      },
    )
    // The format of DSMR-reader's remote datalogger, which many meter dongles support too.
    scope.post('/api/v1/datalogger/dsmrreading', { onRequest: byToken }, async (request, reply) => {
      const telegram = readTelegramField(deps, request)
      return answerOutcome(reply, await receiveTelegrams(deps, senderOf(request), Buffer.from(telegram)), 201)
    })
    registerForeignRoutes(scope, deps, turns)
  })

  // The sender is identified before the body is read, so that a refused body is counted for its controller.
  async function byAddress(request: FastifyRequest<Addressed>): Promise<void> {
    const claimed = { serial: readSerial(request.params.serial), token: readToken(request, 'bearer') }
    noteSender(request, await identifySender(deps, turns, request, claimed))
  }
  async function byToken(request: FastifyRequest): Promise<void> {
    noteSender(request, await identifyByToken(deps, turns, request, readToken(request, 'token')))
  }
  function noteSender(request: FastifyRequest, serial: string): void {
    senders.set(request, serial)
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity')
      refuseRequest(
        deps,
        serial,
        415,
        `a body in ${encoding.slice(0, 40)} is not understood, send it as it is`,
      )
  }
}

interface Addressed {
  Params: { serial: string }
}

const senders = new WeakMap<FastifyRequest, string>()
const senderOf = (request: object): string => senders.get(request as FastifyRequest)!

function refuseRequest(deps: Deps, serial: string, status: number, detail: string): never {
  deps.link.refuse(serial, 'malformed', detail)
  throw new LinkRequestError(status, 'malformed', `Nothing was stored: ${detail}.`)
}

function bodyOf(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

function readSerial(text: string): string {
  const parsed = parseSerial(text)
  if (!parsed)
    throw new LinkRequestError(404, 'not_found', 'The address must hold a serial like ABCD-EFGH-JKMN-PQRS.')
  return parsed.serial
}

/** Telegrams are read by the adapter of `ext/p1`, whichever way they come. */
const receiveTelegrams = (deps: Deps, serial: string, payload: Buffer): Promise<Outcome> =>
  receive(deps, { serial, kind: 'ext/p1', payload })

function readTelegramField(deps: Deps, request: FastifyRequest): string {
  const body = bodyOf(request).toString('latin1')
  const telegram = new URLSearchParams(body).get('telegram')
  if (telegram === null) refuseRequest(deps, senderOf(request), 400, 'the form field "telegram" is missing')
  return telegram
}

/** One log line, as for refusals of the API; the serial only if it is plausible. */
function noteRefusal(error: Error, request: FastifyRequest): void {
  const { serial } = (request.params ?? {}) as { serial?: string }
  const who = { serial: parseSerial(serial ?? '')?.serial }
  if (error instanceof AppError && error.code === 'too_many_attempts')
    request.server.refusalLog.write(request, error.code, who)
  else if (error instanceof LinkRequestError && error.status === 401)
    request.server.refusalLog.write(request, 'bad_credentials', who)
}

/** The body is unreadable: too long, or not as its headers declare. */
function noteUnreadBody(deps: Deps, error: Error & { statusCode?: number }, request: FastifyRequest): void {
  const serial = senders.get(request)
  if (serial === undefined || error instanceof LinkRequestError || error instanceof AppError) return
  const isTooLong = error.statusCode === 413
  const length = request.headers['content-length'] ?? `more than ${linkLimits.maximumBytes}`
  const detail = isTooLong
    ? `${length} bytes over HTTP`
    : `a body that did not arrive: ${error.message.slice(0, 100)}`
  deps.link.refuse(serial, isTooLong ? 'oversized' : 'malformed', detail)
}

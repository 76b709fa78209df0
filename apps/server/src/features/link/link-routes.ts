import { linkLimits } from '@ohmstead/contract/controller-messages'
import { parseSerial } from '@ohmstead/domain/fleet/serial'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/app-error.ts'
import { enrolController, readEnrolment } from './enrol-controller.ts'
import { identifyDsmrReader, identifySender } from './http-sender.ts'
import type { Outcome } from './ingest-queue.ts'
import { LinkRequestError } from './link-request-error.ts'
import { readTelegram } from './read-telegram.ts'

interface LinkError {
  code: string
  message: string
}

/**
 * The HTTP twin of the link, for devices that cannot hold an MQTT session and for curl. An answer means committed.
 * Outside the API and its sessions: each controller shows its own token.
 */
export async function registerLinkRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: linkLimits.maximumBytes },
      (_, body, done) => done(null, body),
    )
    scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) =>
      answerError(error, request, reply),
    )

    scope.post('/link/v1/enroll', async (request) =>
      enrolController(deps, readEnrolment(bodyOf(request)), request.ip),
    )

    for (const kind of ['data', 'history'] as const) {
      scope.post<{ Params: { serial: string } }>(`/link/v1/:serial/${kind}`, async (request, reply) => {
        const serial = await identifySender(deps, request, readSerial(request.params.serial))
        return answerOutcome(reply, await receive(deps, serial, kind, bodyOf(request)), 200)
      })
    }
    scope.post<{ Params: { serial: string } }>('/link/v1/:serial/p1', async (request, reply) => {
      const serial = await identifySender(deps, request, readSerial(request.params.serial))
      return answerOutcome(reply, await receiveTelegram(deps, serial, bodyOf(request)), 200)
    })
    // The form of DSMR-reader's remote datalogger, which many meter dongles speak too.
    scope.post('/api/v1/datalogger/dsmrreading', async (request, reply) => {
      const serial = await identifyDsmrReader(deps, request)
      const telegram = readTelegramField(request)
      return answerOutcome(reply, await receiveTelegram(deps, serial, Buffer.from(telegram)), 201)
    })
  })
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

function receive(deps: Deps, serial: string, kind: 'data' | 'history', payload: Buffer): Promise<Outcome> {
  return deps.link.handle({
    serial,
    topic: `ems/v1/${serial}/${kind}`,
    payload,
    arrivedAt: deps.clock.now(),
    isRetained: false,
    isWill: false,
    wantsAck: false,
    isAbandoned: () => false,
  })
}

async function receiveTelegram(deps: Deps, serial: string, body: Buffer): Promise<Outcome> {
  const read = await readTelegram(deps, serial, body)
  if (!read.ok) {
    deps.link.refuse(serial, 'malformed', `P1 telegram: ${read.detail}`)
    throw new LinkRequestError(400, 'malformed', `The telegram was not understood: ${read.detail}.`)
  }
  return receive(deps, serial, 'data', Buffer.from(JSON.stringify(read.message)))
}

function readTelegramField(request: FastifyRequest): string {
  const body = bodyOf(request).toString('latin1')
  const telegram = new URLSearchParams(body).get('telegram')
  if (telegram === null) throw new LinkRequestError(400, 'malformed', 'The form field "telegram" is missing.')
  return telegram
}

function answerOutcome(reply: FastifyReply, outcome: Outcome, status: number) {
  const { state, seq, storedSamples, rejectedSamples, refused, reason, detail } = outcome
  if (state === 'abandoned') throw new AppError('unavailable')
  if (state === 'refused') {
    const code = reason === 'oversized' ? 413 : reason === 'failed' ? 500 : 400
    throw new LinkRequestError(code, reason ?? 'malformed', `Nothing was stored: ${detail}.`)
  }
  if (state === 'unlinked') {
    // Received, but there is no place to keep it until somebody links the controller to a location.
    return reply.code(202).send({ v: 1, linked: false, stored: 0 })
  }
  const answer = {
    v: 1,
    linked: true,
    ...(seq !== null && { seq }),
    stored: storedSamples,
    rejected: rejectedSamples,
    refused,
  }
  return reply.code(status).send(answer)
}

function answerError(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, retryAfterSeconds } = describeError(error)
  if (status === 500) request.log.error({ err: error, url: request.routeOptions.url }, 'link request failed')
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
  return reply.code(status).send({ error: body })
}

function describeError(error: Error & { statusCode?: number }): {
  status: number
  body: LinkError
  retryAfterSeconds?: number
} {
  if (error instanceof LinkRequestError)
    return { status: error.status, body: { code: error.code, message: error.message } }
  if (error instanceof AppError && error.code === 'too_many_attempts') {
    const retryAfterSeconds = error.retryAfterSeconds ?? 60
    const message = `Too many wrong attempts. Try again in ${retryAfterSeconds} seconds.`
    return { status: 429, body: { code: error.code, message }, retryAfterSeconds }
  }
  if (error.statusCode === 413) {
    return {
      status: 413,
      body: { code: 'oversized', message: `A message has at most ${linkLimits.maximumBytes} bytes.` },
    }
  }
  if (error.statusCode && error.statusCode < 500) {
    return {
      status: error.statusCode,
      body: { code: 'malformed', message: 'The request is not well formed.' },
    }
  }
  if (error instanceof AppError)
    return {
      status: 503,
      body: { code: 'unavailable', message: 'Not stored. Try again.' },
      retryAfterSeconds: 5,
    }
  return { status: 500, body: { code: 'failed', message: 'Not stored: an error on our side.' } }
}

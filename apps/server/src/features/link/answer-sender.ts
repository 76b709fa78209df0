import { linkLimits } from '@ohmstead/contract/controller-messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error.ts'
import { isOutage } from '../../platform/http/as-app-error.ts'
import { LinkRequestError } from './link-request-error.ts'
import type { Outcome } from './outcome.ts'

interface LinkError {
  code: string
  message: string
}

/** The outcome of a message, reported to its sender. */
export function answerOutcome(reply: FastifyReply, outcome: Outcome, status: number) {
  const { state, seq, storedSamples, rejectedSamples, refused, reason, detail } = outcome
  if (state === 'abandoned') throw new AppError('unavailable')
  if (state === 'refused') {
    const code = reason === 'oversized' ? 413 : reason === 'failed' ? 500 : 400
    throw new LinkRequestError(code, reason ?? 'malformed', `Nothing was stored: ${detail}.`)
  }
  if (state === 'unlinked') {
    const message = detail ?? 'Nothing is stored: nobody has linked this controller.'
    return reply.code(202).send({ v: 1, linked: false, stored: 0, message })
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

/**
 * One form for every failed request. Server errors are logged with their cause, at most once a second:
 * thousands of meters must not fill the disk by repeating a failure.
 */
export function createErrorAnswer(clock: { now(): number }) {
  let loggedAt = Number.NEGATIVE_INFINITY
  let unlogged = 0
  return (error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
    if (isOutage(error)) request.server.outageLog.note(error, request.routeOptions.url)
    const { status, body, retryAfterSeconds } = describeError(error)
    if (status === 500 && clock.now() - loggedAt < 1000) unlogged++
    else if (status === 500) {
      request.log.error({ err: error, url: request.routeOptions.url, unlogged }, 'link request failed')
      loggedAt = clock.now()
      unlogged = 0
    }
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
    return reply.code(status).send({ error: body })
  }
}

function describeError(error: Error & { statusCode?: number }): {
  status: number
  body: LinkError
  retryAfterSeconds?: number
} {
  if (error instanceof LinkRequestError) {
    const { status, code, message, retryAfterSeconds } = error
    return { status, body: { code, message }, ...(retryAfterSeconds && { retryAfterSeconds }) }
  }
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
  if (error instanceof AppError || isOutage(error))
    return {
      status: 503,
      body: { code: 'unavailable', message: 'Not stored. Try again.' },
      retryAfterSeconds: 5,
    }
  return { status: 500, body: { code: 'failed', message: 'Not stored: an error on our side.' } }
}

import type { ErrorCode } from '@ohmstead/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once that is known. */
    actorId: number | null
  }
  interface FastifyInstance {
    refusalLog: RefusalLog
  }
}

/** Answers that say no to somebody. A page asks who is signed in before anybody is, so that alone is no event. */
const refusals = new Set<RefusalCode>([
  'bad_credentials',
  'cross_site_request',
  'invite_other_address',
  'not_allowed',
  'not_in_person',
  'not_found',
  'not_signed_in',
  'sign_in_again',
  'too_many_attempts',
  'too_many_requests',
])
const quietRoutes = new Set(['/api/auth/user'])

const windowMs = 60_000
const linesPerCaller = 20
const maxCallers = 10_000

/** Of the API, or what the controllers' HTTP link says of a wrong token or secret. */
type RefusalCode = ErrorCode | 'bad_credentials'

export interface RefusalLog {
  /** `more` is what identifies the asker beside the address. */
  write(request: FastifyRequest, code: RefusalCode, more?: { serial: string | undefined }): void
}

/**
 * One line for each refused authorisation: who, from where, what, why. A caller who is refused all the time gets a
 * bounded number of lines a minute and then their number, so that nobody fills a disk.
 */
export function createRefusalLog(app: FastifyInstance, clock: { now(): number }): RefusalLog {
  app.decorateRequest('actorId', null)
  let since = clock.now()
  let counts = new Map<string, number>()

  function startNextWindow(now: number): void {
    for (const [caller, count] of counts)
      if (count > linesPerCaller)
        app.log.warn({ event: 'refused', caller, unlogged: count - linesPerCaller }, 'more refusals')
    counts = new Map()
    since = now
  }

  return {
    write: (request, code, more) => {
      const route = request.routeOptions.url
      if (!refusals.has(code) || route === undefined || (code === 'not_signed_in' && quietRoutes.has(route)))
        return
      const now = clock.now()
      if (now - since >= windowMs || counts.size >= maxCallers) startNextWindow(now)
      const caller = request.actorId === null ? request.ip : `person ${request.actorId}`
      const count = (counts.get(caller) ?? 0) + 1
      counts.set(caller, count)
      if (count > linesPerCaller) return
      request.log.warn(
        {
          event: 'refused',
          code,
          method: request.method,
          route,
          // Ids only: what a path of ours names is a number, or is not worth keeping.
          ids: keepIds(request.params),
          actorId: request.actorId,
          address: request.ip,
          ...more,
        },
        'refused',
      )
    },
  }
}

function keepIds(params: unknown): Record<string, number> {
  return Object.fromEntries(
    Object.entries((params ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      name.endsWith('Id') && /^\d{1,10}$/.test(String(value)) ? [[name, Number(value)]] : [],
    ),
  )
}

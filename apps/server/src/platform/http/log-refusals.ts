import { type ErrorCode, errorStatus } from '@ohmstead/contract/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '../network-of.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user, once known. */
    actorId: number | null
  }
  interface FastifyInstance {
    refusalLog: RefusalLog
  }
}

/** The password was right and the code comes next: a step of signing in. */
const noRefusals = new Set<ErrorCode>(['second_factor_required'])
/** Answers with another status that are denials all the same. */
const otherRefusals = new Set<ErrorCode>(['not_found', 'too_many_attempts', 'too_many_requests'])
/** A page asks who is signed in before anybody is, so that alone is no event. */
const quietRoutes = new Set(['/api/auth/user'])

const windowMs = 60_000
const linesPerCaller = 20
/** For all strangers, and for all users: flooding the log from many networks does not hide what users try. */
const linesPerKind = 1000
const maxCallers = 2000
const summarised = 20

/** Of the API, or the controllers' HTTP link for a wrong token or secret. */
type RefusalCode = ErrorCode | 'bad_credentials'

export interface RefusalLog {
  /** `more` identifies the caller besides the address. */
  write(request: FastifyRequest, code: RefusalCode, more?: { serial: string | undefined }): void
}

/** Whether an answer with this code is a refused authorisation, or a rate limit. */
export function isRefusal(code: RefusalCode): boolean {
  if (code === 'bad_credentials') return true
  const status = errorStatus[code]
  return ((status === 401 || status === 403) && !noRefusals.has(code)) || otherRefusals.has(code)
}

/**
 * One line for each refused authorisation: user, address, resource, reason. Lines per minute are bounded for each
 * caller, and for all strangers and all users together; the rest is only counted, so that nobody can fill a disk.
 */
export function createRefusalLog(app: FastifyInstance, clock: { now(): number }): RefusalLog {
  app.decorateRequest('actorId', null)
  const kinds = [createCounts(app, 'strangers'), createCounts(app, 'people')] as const
  let since = clock.now()

  return {
    write: (request, code, more) => {
      const route = request.routeOptions.url
      if (!isRefusal(code) || route === undefined || (code === 'not_signed_in' && quietRoutes.has(route)))
        return
      const now = clock.now()
      if (now - since >= windowMs) {
        for (const kind of kinds) kind.startAgain()
        since = now
      }
      const { actorId } = request
      const mayWrite =
        actorId === null ? kinds[0].take(networkOf(request.ip)) : kinds[1].take(`person ${actorId}`)
      if (!mayWrite) return
      request.log.warn(
        {
          event: 'refused',
          code,
          method: request.method,
          route,
          // Ids only: other path values are not worth keeping.
          ids: keepIds(request.params),
          actorId,
          address: request.ip,
          ...more,
        },
        'refused',
      )
    },
  }
}

/** Refusals of a caller in this window, and how many lines they produced. */
function createCounts(app: FastifyInstance, kind: string) {
  let counts = new Map<string, { refused: number; unlogged: number }>()
  let lines = 0

  function logSummary(caller: string, unlogged: number): void {
    app.log.warn({ event: 'refused', caller, unlogged }, 'more refusals')
  }

  return {
    /** Counts one refusal and returns whether it may be logged. */
    take(caller: string): boolean {
      // Further callers are counted together.
      const key = counts.has(caller) || counts.size < maxCallers ? caller : `other ${kind}`
      const count = counts.get(key) ?? { refused: 0, unlogged: 0 }
      counts.set(key, count)
      count.refused++
      if (count.refused <= linesPerCaller && lines < linesPerKind) {
        lines++
        return true
      }
      count.unlogged++
      return false
    },
    startAgain(): void {
      const worst = [...counts].filter(([, { unlogged }]) => unlogged > 0)
      worst.sort(([, a], [, b]) => b.unlogged - a.unlogged)
      for (const [caller, { unlogged }] of worst.slice(0, summarised)) logSummary(caller, unlogged)
      const rest = worst.slice(summarised)
      if (rest.length > 0)
        logSummary(
          `${rest.length} more ${kind}`,
          rest.reduce((sum, [, { unlogged }]) => sum + unlogged, 0),
        )
      counts = new Map()
      lines = 0
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

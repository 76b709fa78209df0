import type { FastifyBaseLogger } from 'fastify'
import type { DbError } from '../db/db-error.ts'

declare module 'fastify' {
  interface FastifyInstance {
    outageLog: OutageLog
  }
}

export interface OutageLog {
  note(error: DbError, route: string | undefined): void
}

const everyMs = 1_000

/** At most one line a second for requests that failed because the database is away: thousands say no more than one. */
export function createOutageLog(
  log: Pick<FastifyBaseLogger, 'warn'>,
  now = () => performance.now(),
): OutageLog {
  let loggedAt = Number.NEGATIVE_INFINITY
  let unlogged = 0
  return {
    note: (error, route) => {
      if (now() - loggedAt < everyMs) {
        unlogged += 1
        return
      }
      log.warn(
        { reason: error.message, code: error.code, route, unlogged },
        'requests fail without the database',
      )
      loggedAt = now()
      unlogged = 0
    },
  }
}

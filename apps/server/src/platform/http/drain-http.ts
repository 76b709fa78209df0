import type { FastifyInstance } from 'fastify'

/** Container runtimes kill after ten seconds. */
const longestMs = 8_000
const sweepMs = 50

/**
 * Accepts no more connections and requests, and closes when running ones are answered, or after a time limit.
 * Endless answers (event streams) must be ended before.
 */
export async function drainHttp(app: FastifyInstance, mostMs = longestMs): Promise<void> {
  const closing = app.close()
  const limit = setTimeout(() => app.server.closeAllConnections(), mostMs)
  // A connection would otherwise be kept alive after its answer.
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
  try {
    await closing
  } finally {
    clearTimeout(limit)
    clearInterval(sweep)
  }
}

import type { FastifyInstance } from 'fastify'

/** Container runtimes kill after ten seconds. */
const longestMs = 8_000
const sweepMs = 50

/**
 * Takes no more connections and requests, and closes when those under way are answered, or when they have had their
 * time. What would never end by itself (event streams) is to be ended before.
 */
export async function drainHttp(app: FastifyInstance, mostMs = longestMs): Promise<void> {
  const closing = app.close()
  const limit = setTimeout(() => app.server.closeAllConnections(), mostMs)
  // A connection that has had its answer would otherwise be kept for the next request.
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
  try {
    await closing
  } finally {
    clearTimeout(limit)
    clearInterval(sweep)
  }
}

import { Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    isDraining: boolean
  }
}

/** Container runtimes kill after ten seconds. */
const longestMs = 8_000
const sweepMs = 50

/** While the server drains, each answer ends its connection. */
export function prepareDraining(app: FastifyInstance): void {
  app.decorate('isDraining', false)
  app.addHook('onSend', async (_, reply) => {
    if (app.isDraining) reply.header('connection', 'close')
  })
}

/**
 * Accepts no more connections, answers what comes on open ones, and closes when they are gone, or after a time limit.
 * Endless answers (event streams) must be ended before.
 *
 * Idle connections of a proxy are left to it: one that is closed here may carry a request at that very moment, and a
 * proxy sends a POST no second time. It closes them itself well before the limit (`keepalive_timeout` in
 * deploy/nginx-web.conf). Browsers repeat such requests by themselves, so theirs are closed at once.
 */
export async function drainHttp(
  app: FastifyInstance,
  { isBehindProxy, mostMs = longestMs }: { isBehindProxy: boolean; mostMs?: number },
): Promise<void> {
  app.isDraining = true
  const limit = setTimeout(() => app.server.closeAllConnections(), mostMs)
  try {
    if (isBehindProxy) await stopListening(app)
    const closing = app.close()
    // A connection would otherwise be kept alive after its answer.
    const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs)
    await closing.finally(() => clearInterval(sweep))
  } finally {
    clearTimeout(limit)
  }
}

/** Resolves when the last connection has ended. The `close` of an HTTP server would end the idle ones at once. */
function stopListening({ server }: FastifyInstance): Promise<void> {
  return new Promise((resolve) => Server.prototype.close.call(server, () => resolve()))
}

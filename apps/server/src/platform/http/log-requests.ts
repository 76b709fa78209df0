import type { FastifyInstance } from 'fastify'
import { bindTrace } from '../tracing/trace.ts'
import { routeOf } from './route-of.ts'

/**
 * One line for each request at its end, which of a stream is when somebody stops watching. It names the route and not
 * the address, and the person by id only.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const startedAt = performance.now()
    const { socket } = request.raw
    const writtenBefore = socket.bytesWritten
    // The end of an answer is a turn of its connection.
    const logEnd = bindTrace(() => {
      request.log.info(
        {
          event: 'request',
          method: request.method,
          route: routeOf(request),
          // One that left before the answer began got none.
          status: reply.raw.headersSent ? reply.raw.statusCode : undefined,
          ms: Math.round(performance.now() - startedAt),
          bytes: socket.bytesWritten - writtenBefore,
          actorId: request.actorId ?? undefined,
          // Its asker did not wait for the end.
          ...(!reply.raw.writableFinished && { isCut: true }),
        },
        'request',
      )
    })
    reply.raw.once('close', logEnd)
  })
}

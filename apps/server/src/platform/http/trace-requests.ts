import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findTracer, type OpenSpan } from '../tracing/trace.ts'
import { routeOf } from './route-of.ts'

/** A span for each request. Only our own proxy may say which trace it belongs to, and so whether it is kept. */
export function traceRequests(app: FastifyInstance, { isBehindProxy }: { isBehindProxy: boolean }): void {
  const tracer = findTracer()
  if (!tracer) return
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request)
    const parent = request.headers.traceparent
    const span = tracer.open(
      {
        name: `${request.method} ${route}`,
        kind: 'server',
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'ohmstead.request_id': request.id,
        },
        isRoot: true,
      },
      isBehindProxy && typeof parent === 'string' ? parent : undefined,
    )
    spans.set(request, span)
    reply.raw.once('close', () => {
      const { headersSent, statusCode } = reply.raw
      if (headersSent) span.set({ 'http.response.status_code': statusCode })
      if (headersSent && statusCode >= 500) span.fail()
      span.end()
    })
    span.enter(done)
  })
  // What comes after the body has been read runs in the connection's turn.
  app.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request)
    if (span) span.enter(done)
    else done()
  })
}

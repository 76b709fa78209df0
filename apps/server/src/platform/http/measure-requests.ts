import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { routeOf } from './route-of.ts'

/** Answer times by route; streams last as long as somebody watches and are excluded. */
export function measureRequests(app: FastifyInstance, metrics: Registry): void {
  const seconds = new Histogram({
    name: 'ohmstead_http_request_seconds',
    help: 'Time from a request to the end of its answer; without streams',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [metrics],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = routeOf(request)
    if (route === '/api/live') return
    const labels = { method: request.method, route, status: `${reply.statusCode}` }
    seconds.observe(labels, reply.elapsedTime / 1000)
  })
}

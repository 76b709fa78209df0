import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { buildManifest } from './build-manifest.ts'
import { getSiteInfo } from './site-info.ts'

/** Not part of the API: a browser fetches it by itself, without the person's cookies. */
export function serveManifest(app: FastifyInstance, deps: Deps): void {
  app.get<{ Querystring: { identifier?: unknown } }>('/manifest.webmanifest', async (request, reply) => {
    const { identifier } = request.query
    const site = await getSiteInfo(deps.db.at('page'), {
      host: request.hostname,
      ...(typeof identifier === 'string' && { identifier: identifier.slice(0, 200) }),
    })
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(JSON.stringify(buildManifest(site)))
  })
}

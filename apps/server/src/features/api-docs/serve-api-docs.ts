import type { FastifyInstance } from 'fastify'
import { buildOpenApi } from './build-openapi.ts'
import { renderDocs } from './render-docs.ts'

/** The API's own description, for programs at `/api/openapi.json` and for people at `/api/docs`. */
export function serveApiDocs(app: FastifyInstance, version: string): void {
  let built: { json: string; html: string } | undefined
  const build = () => {
    const api = buildOpenApi(version)
    built ??= { json: JSON.stringify(api), html: renderDocs(api) }
    return built
  }
  app.get('/api/openapi.json', (_, reply) => {
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(build().json)
  })
  app.get('/api/docs', (_, reply) => {
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(build().html)
  })
}

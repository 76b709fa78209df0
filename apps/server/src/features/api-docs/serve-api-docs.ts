import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildOpenApi } from './build-openapi.ts'
import { renderDocs, renderPage } from './render-docs.ts'
import { renderMarkdown, runbooks } from './render-markdown.ts'

const runbookFile = (name: string) =>
  fileURLToPath(new URL(`../../../../../docs/runbooks/${name}.md`, import.meta.url))

/**
 * The API's own description, for programs at `/api/openapi.json` and for people at `/api/docs`; and how to run it all,
 * which the first steps lead to.
 */
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
  for (const name of runbooks)
    app.get(`/api/docs/${name}`, (_, reply) => {
      const { title, html } = renderMarkdown(readFileSync(runbookFile(name), 'utf8'))
      reply
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(renderPage(title, `<main>${html}</main>`))
    })
}

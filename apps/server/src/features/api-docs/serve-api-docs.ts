import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { type FileAnswer, sendFile } from '../../platform/http/send-file.ts'
import { loadReferenceScript } from './load-reference-script.ts'
import { documentPages, renderMarkdown } from './render-markdown.ts'
import { referencePage, renderPage, startReference } from './render-page.ts'

const readDocument = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../../../docs/${file}`, import.meta.url)), 'utf8')

/**
 * The API's own description, for programs at `/api/openapi.json` and for people at `/api/docs`; and the documents that
 * our pages link to.
 */
export function serveApiDocs(app: FastifyInstance): void {
  const serve = (path: string, answer: () => FileAnswer | Promise<FileAnswer>) =>
    app.get(path, async (request, reply) => {
      sendFile({ request, reply }, { cacheControl: 'no-cache', ...(await answer()) })
      return reply
    })

  // The committed file, which a test compares with the contract: generating it would block the server for half a second.
  const json = once(() => JSON.stringify(JSON.parse(readDocument('openapi.json'))))
  const script = once(loadReferenceScript)
  serve('/api/openapi.json', () => ({ type: 'application/json; charset=utf-8', content: json() }))
  serve('/api/docs', () => ({ type: 'text/html; charset=utf-8', content: referencePage }))
  serve('/api/docs/reference.js', script)
  serve('/api/docs/start-reference.js', () => ({
    type: 'text/javascript; charset=utf-8',
    content: startReference,
  }))
  for (const [name, file] of Object.entries(documentPages))
    serve(`/api/docs/${name}`, () => {
      const { title, html } = renderMarkdown(readDocument(file))
      const content = renderPage(title, `<main>${html}</main>`)
      return { type: 'text/html; charset=utf-8', content }
    })
}

function once<Value>(work: () => Value): () => Value {
  let done: { value: Value } | undefined
  return () => {
    done ??= { value: work() }
    return done.value
  }
}

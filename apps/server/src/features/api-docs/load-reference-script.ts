import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Fastify from 'fastify'
import type { FileAnswer } from '../../platform/http/send-file.ts'

/**
 * Scalar's reference as one script. Its package ships it inside its plugin for Fastify, whose page we cannot use:
 * it starts by an inline script. A few megabytes, so it is loaded when somebody opens the page.
 */
export async function loadReferenceScript(): Promise<FileAnswer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/', configuration: { url: '/' } })
  const { body: content, statusCode } = await app.inject('/js/scalar.js')
  await app.close()
  if (statusCode !== 200) throw new Error(`the script of the API reference is not there: ${statusCode}`)
  return {
    type: 'text/javascript; charset=utf-8',
    content,
    gzipped: await promisify(gzip)(content, { level: 9 }),
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    cacheControl: 'no-cache',
  }
}

import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer outside the envelope: a document, a picture, an archive, or JSON text. */
export interface FileAnswer {
  /** Its media type. */
  type: string
  content: string | Uint8Array | Readable
  /** Offered as a download under this name instead of being shown; any letters. */
  saveAs?: string
  /** In bytes, for a stream of known length. */
  length?: number
  /** Quoted. A client that sends it already has the file, and gets 304. */
  etag?: string
  /** The same content compressed, for clients that accept it. */
  gzipped?: Uint8Array
  /** `no-store` by default. */
  cacheControl?: string
  headers?: Readonly<Record<string, string>>
}

export function sendFile(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { type, content, saveAs, length, etag, gzipped, cacheControl = 'no-store', headers = {} }: FileAnswer,
): void {
  reply.type(type).headers({ ...headers, 'cache-control': cacheControl })
  if (saveAs !== undefined) reply.header('content-disposition', describeAttachment(saveAs))
  if (length !== undefined) reply.header('content-length', length)
  if (etag !== undefined) reply.header('etag', etag)
  if (gzipped) reply.header('vary', 'accept-encoding')
  if (isKnown(request, etag)) reply.code(304).send()
  else if (gzipped && /\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
    reply.header('content-encoding', 'gzip').send(asBuffer(gzipped))
  else reply.send(content instanceof Uint8Array ? asBuffer(content) : content)
}

/** Only a cacheable file is revalidated by its tag. */
function isKnown({ method, headers }: FastifyRequest, etag: string | undefined): boolean {
  return etag !== undefined && headers['if-none-match'] === etag && (method === 'GET' || method === 'HEAD')
}

const asBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * The header that saves a file under a name (RFC 6266): letters beyond ASCII in the extended form, with a plain name
 * for programs that do not know the form.
 */
export function describeAttachment(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .,()+-]/g, '_')
  const header = `attachment; filename="${plain}"`
  return plain === name ? header : `${header}; filename*=UTF-8''${encodeExtended(name)}`
}

/** RFC 8187 allows fewer characters unescaped than `encodeURIComponent` does. */
function encodeExtended(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

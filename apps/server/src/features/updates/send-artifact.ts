import { Readable } from 'node:stream'
import { softwarePieceBytes } from '@ohmstead/contract/updates'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../../platform/db/db.ts'
import type { Turns } from '../../platform/turns.ts'
import { findPiece } from './image-queries.ts'

interface Artifact {
  image_id: number
  size: number
  sha256: string
}

/** From the first byte to the last; null if the whole file is wanted, `none` if there is nothing there. */
export function readRange(header: string | undefined, size: number): [number, number] | null | 'none' {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!found || (found[1] === '' && found[2] === '')) return null
  const [, from = '', to = ''] = found
  if (from === '') return Number(to) === 0 ? 'none' : [Math.max(0, size - Number(to)), size - 1]
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first >= size || first > last ? 'none' : [first, last]
}

const etagOf = ({ sha256 }: Artifact) => `"${sha256}"`

/** What of a file is asked for, as `readRange` has it. */
export function findRange({ headers }: FastifyRequest, artifact: Artifact): ReturnType<typeof readRange> {
  const condition = headers['if-range']
  const isSame = condition === undefined || condition === etagOf(artifact)
  return isSame ? readRange(headers.range, artifact.size) : null
}

/** Sends a file, or the part of it that is still missing after a broken download; `onPiece` may throw to end it. */
export function sendArtifact(
  db: Queryable,
  takeTurn: Turns,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  artifact: Artifact,
  onPiece: (bytes: number) => Promise<void>,
): FastifyReply {
  const { size } = artifact
  reply.headers({ 'accept-ranges': 'bytes', etag: etagOf(artifact), 'cache-control': 'no-store' })
  const range = findRange(request, artifact)
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const [first, last] = range ?? [0, size - 1]
  reply.type('application/octet-stream').header('content-length', last - first + 1)
  if (range) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`)
  // Without a body the framework would say that there are 0 bytes.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  return reply.send(
    Readable.from(countBytes(readBytes(db, takeTurn, artifact.image_id, first, last), onPiece), {
      objectMode: false,
    }),
  )
}

/** One piece in memory at a time, read when the one before is sent. */
async function* readBytes(
  db: Queryable,
  takeTurn: Turns,
  imageId: number,
  first: number,
  last: number,
): AsyncGenerator<Uint8Array> {
  for (let position = Math.floor(first / softwarePieceBytes); ; position++) {
    const begin = position * softwarePieceBytes
    if (begin > last) return
    const piece = await takeTurn(() => findPiece(db, imageId, position))
    if (!piece) throw new Error('a piece of an image is missing')
    yield piece.subarray(Math.max(0, first - begin), last - begin + 1)
  }
}

async function* countBytes(
  pieces: AsyncIterable<Uint8Array>,
  onPiece: (bytes: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    await onPiece(piece.length)
    yield piece
  }
}

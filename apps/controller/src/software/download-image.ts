import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import type { DdiClient } from './ddi-client.ts'

/** So long nothing may arrive. */
const silenceMs = 60_000

/**
 * Fetches a file, or what is missing of it since the last time. Throws when the connection breaks: the next call goes on
 * where this one was.
 */
export async function downloadImage(
  client: DdiClient,
  href: string,
  {
    file,
    size,
    signal,
    onProgress,
  }: { file: string; size: number; signal: AbortSignal; onProgress(bytes: number): void },
): Promise<void> {
  let have = existsSync(file) ? statSync(file).size : 0
  if (have > size) {
    rmSync(file)
    have = 0
  }
  if (have === size) return
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  const answer = await client
    .ask(href, {
      signal: AbortSignal.any([signal, silence.signal]),
      ...(have > 0 && { headers: { range: `bytes=${have}-` } }),
    })
    .catch((error) => {
      clearTimeout(timer)
      throw error
    })
  const goesOn = answer.status === 206 && answer.headers.get('content-range')?.startsWith(`bytes ${have}-`)
  if (!goesOn) have = 0
  const output = openSync(file, goesOn ? 'a' : 'w', 0o600)
  try {
    for await (const chunk of answer.body!) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      have += chunk.length
      if (have > size) throw new Error('more arrived than was announced')
      for (let at = 0; at < chunk.length; ) at += writeSync(output, chunk, at)
      onProgress(have)
    }
    fsyncSync(output)
  } finally {
    clearTimeout(timer)
    closeSync(output)
  }
  if (have < size) throw new Error('the download broke off')
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

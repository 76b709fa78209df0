import { askTraced } from '../../../platform/tracing/ask-traced.ts'
import { SpotFailure } from './spot-source.ts'

export interface SourceReply {
  status: number
  headers: Headers
  text: string
}

export interface AskOptions {
  accept: string
  timeoutMs: number
  mostBytes: number
  signal: AbortSignal
}

/** One bounded request. Every status is a reply; only an answer that does not come, or breaks off, is a failure. */
export async function askSource(
  url: string,
  { accept, timeoutMs, mostBytes, signal }: AskOptions,
): Promise<SourceReply> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const response = await askTraced('spot-market', url, () =>
      fetch(url, {
        headers: { accept },
        // A token is for its source alone: no redirect target gets it.
        redirect: 'error',
        signal: AbortSignal.any([limit, signal]),
      }),
    )
    const { status, headers } = response
    return { status, headers, text: await readText(response, mostBytes) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof SpotFailure) throw error
    throw new SpotFailure('spot_unavailable', limit.aborted ? 'no answer in time' : 'the connection failed')
  }
}

async function readText(response: Response, mostBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > mostBytes) throw new SpotFailure('spot_malformed', 'the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Seconds or a date, as HTTP allows; null if it says nothing usable. */
export function readRetryAfter(headers: Headers, nowMs: number): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  const waitMs = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), 86_400_000)
}

/** A byte order mark and blank space before an answer are no part of it; parsers refuse them. */
export const withoutMark = (text: string) => text.trimStart()

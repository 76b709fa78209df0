import { takeAnswerAhead } from './answers-ahead.ts'
import { ApiError } from './api-error.ts'
import { noteAnswer, noteNoAnswer } from './reachability.ts'
import { trackCall } from './slow-calls.ts'

/** No page waits longer, whatever the network does. A file may take its time, as on the server. */
const longestMs = { read: 30_000, change: 60_000, file: 300_000 }
export type CallKind = keyof typeof longestMs

/** Fetches, until the answer begins, the timeout, or cancellation by the person. */
export async function send(url: string, init: RequestInit, kind: CallKind): Promise<Response> {
  const ending = new AbortController()
  const end = (code: 'timeout' | 'stopped') =>
    ending.abort(new ApiError(init.method === 'GET' ? code : 'unanswered'))
  const limit = setTimeout(() => end('timeout'), longestMs[kind])
  const settle = kind === 'file' ? () => {} : trackCall(() => end('stopped'))
  const given = init.signal
  const pass = () => ending.abort(given?.reason)
  if (given?.aborted) pass()
  // Not removed: the caller may still abort the reading of the body.
  given?.addEventListener('abort', pass, { once: true })
  try {
    const asked = init.method === 'GET' ? takeAnswerAhead(url) : undefined
    const answer = await (asked
      ? orEnd(asked, ending.signal)
      : fetch(url, { ...init, signal: ending.signal }))
    noteAnswer()
    return answer
  } catch (cause) {
    if (given?.aborted) throw cause
    if (ending.signal.aborted) throw ending.signal.reason
    noteNoAnswer()
    throw new ApiError('offline')
  } finally {
    clearTimeout(limit)
    settle()
  }
}

/** For what was asked for without the signal. */
function orEnd(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    answer.then(resolve, reject)
  })
}

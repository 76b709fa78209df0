import type { ServerResponse } from 'node:http'

/** How much may wait for a slow reader before events are left out. */
const mostBufferedBytes = 64 * 1024

export interface EventStream {
  /** False where the reader is too slow: the event is left out, and `onReady` is called once it has caught up. */
  send(event: string, json: string): boolean
  /** A sign of life where no event has been one since the last: a browser hears at once that it no longer hears. */
  beat(): void
  close(): void
}

/**
 * Server-sent events over a response that is no longer the framework's. Memory per reader is bounded: what does not
 * fit is dropped, and the reader is told afterwards to fetch afresh.
 */
export function openEventStream(
  response: ServerResponse,
  { onReady, onClose }: { onReady: () => void; onClose: () => void },
): EventStream {
  let isBehind = false
  let isClosed = false
  let hasSpoken = false
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  response.socket?.setNoDelay(true)
  response.socket?.setTimeout(0)
  response.write('retry: 2000\n\n')
  response.on('drain', () => {
    if (!isBehind || isClosed) return
    isBehind = false
    onReady()
  })
  response.on('close', () => {
    isClosed = true
    onClose()
  })
  response.on('error', () => response.destroy())

  return {
    send: (event, json) => {
      if (isClosed) return true
      if (isBehind || response.writableLength > mostBufferedBytes) {
        isBehind = true
        return false
      }
      response.write(`event: ${event}\ndata: ${json}\n\n`)
      hasSpoken = true
      return true
    },
    beat: () => {
      if (!isClosed && !isBehind && !hasSpoken) response.write('event: beat\ndata: 0\n\n')
      hasSpoken = false
    },
    close: () => {
      if (!isClosed) response.end()
    },
  }
}

import type { ServerResponse } from 'node:http'

/** How much may be buffered for a slow reader before events are dropped. */
const mostBufferedBytes = 64 * 1024

export interface EventStream {
  /** False if the reader is too slow: the event is dropped, and `onReady` is called once it has caught up. */
  send(event: string, json: string): boolean
  /** A heartbeat if no event came since the last: a browser notices at once when it stops. */
  beat(): void
  close(): void
}

/**
 * Server-sent events over a response taken over from the framework. Memory per reader is bounded: what does not
 * fit is dropped, and the reader is then told to fetch again.
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

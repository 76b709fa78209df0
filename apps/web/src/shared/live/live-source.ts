import type { LiveEvents } from '@ohmstead/contract/live-events'

export const liveEventNames = ['latest', 'alarms', 'controller', 'job', 'resync'] as const
export type LiveEventName = (typeof liveEventNames)[number]
export type LiveMessage = { [N in LiveEventName]: { name: N; data: LiveEvents[N] } }[LiveEventName]

/** Silent is open, but without a heartbeat for longer than the server is ever silent. */
export type LiveConnection = 'connecting' | 'open' | 'silent' | 'lost'

/** In place of a location: the alarms of all that the person sees. */
export const wholeFleet = 0

export interface LiveSource {
  /** Watches exactly these locations; a new set opens a new stream, because the stream's address contains them. */
  watch(locations: readonly number[]): void
  close(): void
}

/** The part of EventSource that is used, so that tests can replace it. */
export interface EventStream {
  addEventListener(type: string, listener: (event: { data?: string }) => void): void
  close(): void
}

export interface LiveSourceOptions {
  /** Opens a path of the API. */
  open: (path: string) => EventStream
  onMessage: (message: LiveMessage) => void
  onConnection: (connection: LiveConnection) => void
  /** With every event, and at least once a second while connected. */
  onSign: () => void
  setTimer: (run: () => void, delayMs: number) => unknown
  clearTimer: (timer: unknown) => void
  random: () => number
}

const firstDelayMs = 500
const longestDelayMs = 30_000
/**
 * One self-reconnecting stream of server-sent events: after an error it waits with growing delays (with jitter,
 * so that a thousand browsers do not return at once) and reconnects. The first events after every opening are complete.
 */
export function createLiveSource(options: LiveSourceOptions): LiveSource {
  let stream: EventStream | null = null
  let watched = ''
  let failures = 0
  let timer: unknown = null
  let closed = false

  function stop() {
    if (timer !== null) options.clearTimer(timer)
    timer = null
    stream?.close()
    stream = null
  }

  function start() {
    stop()
    if (closed || watched === '') return
    if (failures === 0) options.onConnection('connecting')
    const opened = options.open(`/live?${watched}`)
    stream = opened
    opened.addEventListener('open', () => {
      if (stream !== opened) return
      failures = 0
      options.onConnection('open')
      options.onSign()
    })
    opened.addEventListener('beat', () => {
      if (stream === opened) options.onSign()
    })
    opened.addEventListener('error', () => {
      if (stream !== opened) return
      stop()
      failures++
      options.onConnection('lost')
      const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - 1))
      timer = options.setTimer(start, delayMs * (0.5 + options.random() / 2))
    })
    for (const name of liveEventNames) {
      opened.addEventListener(name, (event) => {
        if (stream !== opened || event.data === undefined) return
        options.onSign()
        options.onMessage({ name, data: JSON.parse(event.data) } as LiveMessage)
      })
    }
  }

  return {
    watch(locations) {
      const all = new Set(locations)
      const named = [...all].filter((id) => id !== wholeFleet).sort((a, b) => a - b)
      const more = all.has(wholeFleet) ? '&alarms=all' : ''
      const next = all.size === 0 ? '' : `locations=${named.join(',')}${more}`
      if (next === watched) return
      watched = next
      failures = 0
      if (next === '') stop()
      else start()
    },
    close() {
      closed = true
      stop()
    },
  }
}

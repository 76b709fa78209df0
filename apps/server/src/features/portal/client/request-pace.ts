export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export interface RequestPace {
  /** Resolves when the next request may be sent; rejects if the signal ends the wait. */
  take(signal: AbortSignal): Promise<void>
  /** Nothing is sent for this many milliseconds: the portal asked for it. */
  pause(ms: number): void
}

/**
 * Sends requests one after the other, evenly, at most `perSecond`. The portal counts by the second (five, by its
 * headers), and a burst at the end of one second followed by another would be too many.
 */
export function createRequestPace(perSecond: number, now: () => number, wait: Wait): RequestPace {
  let nextAt = Number.NEGATIVE_INFINITY
  let line: Promise<unknown> = Promise.resolve()
  return {
    take: (signal) => {
      const turn = line.then(async () => {
        signal.throwIfAborted()
        // A pause may begin while somebody waits: the clock is checked again.
        for (let ms = nextAt - now(); ms > 0; ms = nextAt - now()) await wait(ms, signal)
        nextAt = now() + 1000 / perSecond
      })
      line = turn.catch(() => {})
      return turn
    },
    pause: (ms) => {
      nextAt = Math.max(nextAt, now() + ms)
    },
  }
}

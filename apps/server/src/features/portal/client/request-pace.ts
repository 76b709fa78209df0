export type Wait = (ms: number, signal: AbortSignal) => Promise<void>

export interface RequestPace {
  /** Resolves when the next request may leave; rejects where the signal ends the wait. */
  take(signal: AbortSignal): Promise<void>
  /** Nobody goes before so many milliseconds are over: the portal said so. */
  pause(ms: number): void
}

/**
 * Lets requests leave one after the other, evenly `perSecond` at most. The portal counts by the second (five, by its
 * headers), and a burst at a second's end with another at the next one's beginning would be too many.
 */
export function createRequestPace(perSecond: number, now: () => number, wait: Wait): RequestPace {
  let nextAt = Number.NEGATIVE_INFINITY
  let line: Promise<unknown> = Promise.resolve()
  return {
    take: (signal) => {
      const turn = line.then(async () => {
        signal.throwIfAborted()
        // A pause may come while somebody waits: the look at the clock is repeated.
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

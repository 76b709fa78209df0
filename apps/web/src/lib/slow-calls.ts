// Calls that take longer than anybody likes to wait without notice.

const slowMs = 5000

const slow = new Map<object, () => void>()
const listeners = new Set<(isSlow: boolean) => void>()

/** Counts a call as slow once it takes too long; `stop` cancels it. The answer ends the count. */
export function trackCall(stop: () => void): () => void {
  const call = {}
  const timer = setTimeout(() => {
    slow.set(call, stop)
    tell()
  }, slowMs)
  return () => {
    clearTimeout(timer)
    if (slow.delete(call)) tell()
  }
}

/** Cancels every currently slow call. */
export function stopSlowCalls(): void {
  for (const stop of [...slow.values()]) stop()
}

export function subscribeToSlowCalls(listener: (isSlow: boolean) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener(slow.size > 0)
}

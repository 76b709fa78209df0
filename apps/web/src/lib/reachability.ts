// Whether the cloud is reachable, as far as this page knows: the browser reports a lost network, and an
// unanswered call is checked at once. While unreachable it is polled every few seconds.

const probeEveryMs = 3000

let isReachable = globalThis.navigator?.onLine ?? true
let isProbing = false
let probeNow = () => {}
let probe: () => Promise<boolean> = async () => true
const listeners = new Set<(isReachable: boolean) => void>()

export const isCloudReachable = (): boolean => isReachable

/** Pings the cloud; set by code that knows its address. */
export function setProbe(ask: () => Promise<boolean>): void {
  probe = ask
}

/** The cloud has answered. */
export function noteAnswer(): void {
  set(true)
}

/** A call had no answer: that may be a coincidence, so the cloud is pinged before anything is reported. */
export function noteNoAnswer(): void {
  if (globalThis.navigator?.onLine === false) set(false)
  void keepProbing()
}

export function subscribeToReachability(listener: (isReachable: boolean) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** From now on the browser's own reports count too. */
export function watchNetwork(): void {
  window.addEventListener('offline', noteNoAnswer)
  window.addEventListener('online', () => void keepProbing())
}

function set(next: boolean): void {
  if (next === isReachable) return
  isReachable = next
  for (const listener of listeners) listener(next)
}

async function keepProbing(): Promise<void> {
  if (isProbing) return probeNow()
  isProbing = true
  while (!(await probe())) {
    set(false)
    await new Promise<void>((resolve) => {
      probeNow = resolve
      setTimeout(resolve, probeEveryMs)
    })
  }
  isProbing = false
  set(true)
}

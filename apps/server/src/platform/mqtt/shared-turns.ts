import { createPacketPace } from './packet-pace.ts'

/** What one controller may send without a thought for others; several times what a busy one does. */
export const ownShare = { most: 100, perSecond: 20 }
/** What all together may send beyond that: a quarter of what one processor takes, and more than the database stores. */
export const sharedPerSecond = 10_000
// What was not used a moment ago may still be.
const creditMs = 10

interface Waiting {
  packets: number
  /** Takes its turn, and says whether it still had use for it. */
  go: () => boolean
}

/**
 * Turns of those who send more than their share, so that many of them together keep nobody else waiting. Says whether so
 * many packets of a sender may go on at once; else `go` is called when it is their turn, in the order in which they came.
 */
export function createSharedTurns(
  now: () => number = () => performance.now(),
): (sender: string, packets: number, go: () => boolean) => boolean {
  const takeShare = createPacketPace(now, ownShare)
  const waiting: Waiting[] = []
  let freeAt = 0
  let isPlanned = false

  function charge(packets: number): void {
    freeAt = Math.max(freeAt, now() - creditMs) + (packets / sharedPerSecond) * 1000
  }
  function takeTurns(): void {
    isPlanned = false
    while (waiting.length > 0 && freeAt <= now()) {
      const { packets, go } = waiting.shift()!
      if (go()) charge(packets)
    }
    plan()
  }
  function plan(): void {
    if (isPlanned || waiting.length === 0) return
    isPlanned = true
    setTimeout(takeTurns, Math.max(1, freeAt - now())).unref()
  }

  return (sender, packets, go) => {
    if (takeShare(sender, packets) === 0) return true
    if (waiting.length === 0 && freeAt <= now()) {
      charge(packets)
      return true
    }
    waiting.push({ packets, go })
    plan()
    return false
  }
}

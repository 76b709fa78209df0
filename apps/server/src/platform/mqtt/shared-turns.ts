import { createPacketPace } from './packet-pace.ts'

/** What one controller may send without waiting; several times what a busy one does. */
export const ownShare = { most: 100, perSecond: 20 }
/** What all together may send beyond that: a quarter of what one processor handles, and more than the database stores. */
export const sharedPerSecond = 10_000
/** The same for all unauthenticated clients, which have a separate queue. */
export const strangersPerSecond = 1000
// Capacity unused a moment ago may still be used.
const creditMs = 10

interface Waiting {
  packets: number
  /** Its place in the queue: what its sender will have had by then, in packets. */
  place: number
  /** Takes its turn, and returns whether it still had use for it. */
  go: () => boolean
}

/**
 * Turns of senders beyond their share, so that many of them together block nobody else. Returns whether that
 * many packets of a sender may proceed at once; else `go` is called at their turn. Each sender gets an equal share of
 * the capacity, in however many connections and pieces, so a light sender waits little.
 */
export function createSharedTurns(
  now: () => number = () => performance.now(),
  perSecond = sharedPerSecond,
): (sender: string, packets: number, go: () => boolean) => boolean {
  const takeShare = createPacketPace(now, ownShare)
  // By their places.
  const waiting: Waiting[] = []
  const lastPlaces = new Map<string, number>()
  let reached = 0
  let freeAt = 0
  let isPlanned = false

  function charge(packets: number): void {
    freeAt = Math.max(freeAt, now() - creditMs) + (packets / perSecond) * 1000
  }
  function standInLine(sender: string, packets: number, go: () => boolean): void {
    const place = Math.max(reached, lastPlaces.get(sender) ?? 0) + packets
    lastPlaces.set(sender, place)
    let [from, to] = [0, waiting.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (waiting[middle]!.place <= place) from = middle + 1
      else to = middle
    }
    waiting.splice(from, 0, { packets, place, go })
  }
  function takeTurns(): void {
    isPlanned = false
    while (waiting.length > 0 && freeAt <= now()) {
      const { packets, place, go } = waiting.shift()!
      if (!go()) continue
      charge(packets)
      // Not its place: others of the same round still wait, and a newcomer waits for none of them.
      reached = Math.max(reached, place - packets)
    }
    if (waiting.length === 0) lastPlaces.clear()
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
    standInLine(sender, packets, go)
    plan()
    return false
  }
}

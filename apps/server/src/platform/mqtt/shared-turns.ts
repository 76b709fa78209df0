import { createPacketPace } from './packet-pace.ts'

/** What one controller may send without a thought for others; several times what a busy one does. */
export const ownShare = { most: 100, perSecond: 20 }
/** What all together may send beyond that: a quarter of what one processor takes, and more than the database stores. */
export const sharedPerSecond = 10_000
/** The same of all who have not said who they are; they stand in a line of their own. */
export const strangersPerSecond = 1000
// What was not used a moment ago may still be.
const creditMs = 10

interface Waiting {
  packets: number
  /** Its place in line: what its sender will have had by then, in packets. */
  place: number
  /** Takes its turn, and says whether it still had use for it. */
  go: () => boolean
}

/**
 * Turns of those who send more than their share, so that many of them together keep nobody else waiting. Says whether so
 * many packets of a sender may go on at once; else `go` is called when it is their turn. Each sender gets the same of what
 * there is, in however many connections and pieces it comes, so whoever sends little waits for little.
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
      // Not its place: others of the same round still wait, and who comes now waits for none of them.
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

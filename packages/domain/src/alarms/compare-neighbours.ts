/** A stretch of time, epoch ms; `to` is null while it lasts. */
export interface Stretch {
  from: number
  to: number | null
}

/** Whether others got the same trouble at the same time. */
export type Extent = 'only_here' | 'some' | 'many' | 'unknown'

/** What a neighbour had when the trouble began: the same trouble, none, or the same one already before. */
export type NeighbourState = 'alike' | 'fine' | 'before'

/** Two starts closer than this are taken for one event: connections end up to some minutes apart, by their keep-alive. */
export const sameTimeMs = 15 * 60_000
/** With fewer neighbours nothing is said: one of two may be chance. */
const leastCompared = 3
/** Of people who may not see them: what is said must not tell of one home. */
const leastComparedOfStrangers = 5

/**
 * What a neighbour had around `at` (epoch ms), from the stretches in which it had the trouble. One that begins within a
 * quarter of an hour of it is the same event; one that began earlier and lasted says nothing about it.
 */
export function judgeNeighbour(stretches: readonly Stretch[], at: number): NeighbourState {
  if (stretches.some(({ from }) => Math.abs(from - at) <= sameTimeMs)) return 'alike'
  const lastedUntilThen = ({ from, to }: Stretch) => from < at && (to === null || to > at - sameTimeMs)
  return stretches.some(lastedUntilThen) ? 'before' : 'fine'
}

/** How far the trouble reached, by its neighbours; those that had it before are not compared. */
export function judgeExtent(
  states: readonly NeighbourState[],
  { areStrangers }: { areStrangers: boolean },
): { extent: Extent; compared: number; alike: number } {
  const compared = states.filter((state) => state !== 'before').length
  const alike = states.filter((state) => state === 'alike').length
  const least = areStrangers ? leastComparedOfStrangers : leastCompared
  if (compared < least) return { extent: 'unknown', compared: 0, alike: 0 }
  if (alike === 0) return { extent: 'only_here', compared, alike }
  return { extent: alike >= leastCompared && alike * 2 >= compared ? 'many' : 'some', compared, alike }
}

/** Stretches without connection from its changes in order of time; `wasOnline` before the first, null if unknown. */
export function listOutages(
  wasOnline: boolean | null,
  changes: readonly { at: number; online: boolean }[],
  since: number,
): Stretch[] {
  const outages: Stretch[] = []
  let start = wasOnline === false ? since : null
  for (const { at, online } of changes) {
    if (!online) start ??= at
    else if (start !== null) {
      outages.push({ from: start, to: at })
      start = null
    }
  }
  if (start !== null) outages.push({ from: start, to: null })
  return outages
}

/** The distance of two places on the earth, in km. */
export function distanceKm(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (angle: number) => Math.sin(radians(angle) / 2) ** 2
  const h =
    half(b.latitude - a.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(b.longitude - a.longitude)
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(h)))
}

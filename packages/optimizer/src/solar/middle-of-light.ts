import { type Place, sunPosition } from './sun-position.ts'

const halvings = 20

/**
 * The position of the sun in a step, as a share of its length: the middle of the part in which its centre is
 * above the horizon. The mean of an hour with a sunset comes from the time before it, and from that height.
 */
export function middleOfLight(startMs: number, endMs: number, place: Place): number {
  const isUp = (share: number) => sunPosition(startMs + share * (endMs - startMs), place).elevation > 0
  const startsUp = isUp(0)
  if (startsUp === isUp(1)) return 0.5
  let [from, to] = [0, 1]
  for (let round = 0; round < halvings; round++) {
    const between = (from + to) / 2
    if (isUp(between) === startsUp) from = between
    else to = between
  }
  return startsUp ? from / 2 : (from + 1) / 2
}

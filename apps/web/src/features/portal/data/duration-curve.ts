/** The powers of a block (0: of all) from the highest to the lowest, reduced to the resolution of a picture. */
export interface DurationCurve {
  block: number
  /** Quarter-hours with a reading. */
  count: number
  /** The rank of each point among the sorted quarter-hours, from 0. */
  places: Float64Array
  powersW: Float64Array
}

const points = 500

/** The few highest quarter-hours determine the bill, so points are densest there: all of the first, then fewer. */
export function buildDurationCurve(block: number, powersW: Float64Array): DurationCurve {
  const sorted = powersW
    .filter((power) => !Number.isNaN(power))
    .sort()
    .reverse()
  const last = sorted.length - 1
  const places = new Set<number>()
  for (let i = 0; i <= points && last >= 0; i++) places.add(Math.round((i / points) ** 2 * last))
  const ordered = Float64Array.from(places)
  return { block, count: sorted.length, places: ordered, powersW: ordered.map((place) => sorted[place]!) }
}

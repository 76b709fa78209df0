/** The powers of a block (0: of all) from the highest to the lowest, thinned to what a picture can show. */
export interface DurationCurve {
  block: number
  /** Quarter-hours with a reading. */
  count: number
  /** Which of the sorted quarter-hours each point is, from 0. */
  places: Float64Array
  powersW: Float64Array
}

const points = 500

/** The few highest quarter-hours decide what is paid, so points stand densest there: every one of the first, then rarer. */
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

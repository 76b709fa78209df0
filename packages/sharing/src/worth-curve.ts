/** A quarter-hour of a receiver: what there is to share, what it needs of it, and what that is worth. */
export interface WorthPoint {
  pool: number
  need: number
  perMilliWh: number
}

/**
 * What a share is worth to a receiver over all quarter-hours: Σ worth × min(need, share × pool), concave and made of
 * straight pieces. Quarter-hours of negative worth are left out, so that it never understates.
 */
export interface WorthCurve {
  /** Shares at which a quarter-hour's need is covered, ascending. */
  breaks: Float64Array
  /** The slope beyond each break; the first is that before all of them, so there is one more. */
  slopes: Float64Array
  /** The worth at each break. */
  values: Float64Array
}

/** Sorts by break through one row of whole numbers: ten times as fast as comparing pairs. */
export function buildWorthCurve(points: readonly WorthPoint[]): WorthCurve {
  const own = points.filter(({ perMilliWh }) => perMilliWh > 0)
  const places = 2 ** Math.ceil(Math.log2(own.length + 1))
  const breakOf = ({ need, pool }: WorthPoint) => Math.min(1, need / pool)
  const order = Float64Array.from(
    own,
    (point, place) => Math.round(breakOf(point) * 1e8) * places + place,
  ).sort()
  const breaks = new Float64Array(own.length)
  const slopes = new Float64Array(own.length + 1)
  const values = new Float64Array(own.length)
  slopes[0] = own.reduce((sum, { perMilliWh, pool }) => sum + perMilliWh * pool, 0)
  let [at, value] = [0, 0]
  order.forEach((key, place) => {
    const point = own[key % places]!
    // Breaks closer than a hundred-millionth are not sorted among themselves.
    const next = Math.max(at, breakOf(point))
    value += slopes[place]! * (next - at)
    at = next
    breaks[place] = next
    values[place] = value
    slopes[place + 1] = place + 1 === own.length ? 0 : slopes[place]! - point.perMilliWh * point.pool
  })
  return { breaks, slopes, values }
}

/** The worth of a share, all quarter-hours included. */
export function worthOfShare(points: readonly WorthPoint[], share: number): number {
  return points.reduce(
    (sum, { pool, need, perMilliWh }) => sum + perMilliWh * Math.min(need, share * pool),
    0,
  )
}

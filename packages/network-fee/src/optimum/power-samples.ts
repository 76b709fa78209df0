/**
 * The quarter-hour powers of one block in one month, kept so that everything above a power is found fast: the highest
 * first, with running sums of how far each lies below the highest and of its square.
 *
 * Sums of distances from the highest, not of the powers: the values above P have a sum of squares of at least the
 * square of (highest − P), so the differences below lose no more than the last digits.
 */
export interface PowerSamples {
  /** kW, the highest first. */
  kw: Float64Array
  /** Sums over the first i powers, at index i. */
  belowHighest: Float64Array
  belowHighestSquared: Float64Array
}

/** The excess over a power: `sum` of the distances, `norm` the root of the sum of their squares. */
export interface Above {
  count: number
  sum: number
  norm: number
}

const directSumLimit = 64

/** Takes powers sorted the highest first; those at or below `floorKw` can never exceed and are omitted. */
export function buildPowerSamples(sortedKw: Float64Array, floorKw: number): PowerSamples {
  const count = countAbove(sortedKw, floorKw)
  const kw = sortedKw.subarray(0, count)
  const belowHighest = new Float64Array(count + 1)
  const belowHighestSquared = new Float64Array(count + 1)
  for (let i = 0; i < count; i++) {
    const distance = kw[0]! - kw[i]!
    belowHighest[i + 1] = belowHighest[i]! + distance
    belowHighestSquared[i + 1] = belowHighestSquared[i]! + distance * distance
  }
  return { kw, belowHighest, belowHighestSquared }
}

/** How many powers, sorted the highest first, are above a limit. */
export function countAbove(sortedKw: Float64Array, limitKw: number): number {
  let low = 0
  let high = sortedKw.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sortedKw[middle]! > limitKw) low = middle + 1
    else high = middle
  }
  return low
}

export function measureAbove(samples: PowerSamples, limitKw: number): Above {
  const { kw, belowHighest, belowHighestSquared } = samples
  const count = countAbove(kw, limitKw)
  if (count === 0) return { count, sum: 0, norm: 0 }
  if (count >= directSumLimit) {
    const distance = kw[0]! - limitKw
    const sum = count * distance - belowHighest[count]!
    const squares =
      count * distance * distance - 2 * distance * belowHighest[count]! + belowHighestSquared[count]!
    return { count, sum, norm: Math.sqrt(Math.max(squares, distance * distance)) }
  }
  return sumAbove(kw, limitKw, count)
}

/** The same by adding up every power above: a check that does not trust the running sums. */
export function sumAbove(kw: Float64Array, limitKw: number, count = countAbove(kw, limitKw)): Above {
  let sum = 0
  let squares = 0
  for (let i = 0; i < count; i++) {
    const distance = kw[i]! - limitKw
    sum += distance
    squares += distance * distance
  }
  return { count, sum, norm: Math.sqrt(squares) }
}

/** How often the highest power occurs. */
export function countHighest({ kw }: PowerSamples): number {
  let count = 0
  while (count < kw.length && kw[count] === kw[0]) count += 1
  return count
}

import type { BlockLoad } from '../load-profile.ts'

export interface ExcessPower {
  /** √Σ(P − agreed)², kW, to six decimals. */
  kw: number
  /** Quarter-hours above the agreed power; their number does not affect the price. */
  occurrences: number
  /** The same without estimated readings, to show what they add. */
  measuredKw: number
  measuredOccurrences: number
}

/**
 * Excess power of a block in a month (act annex 2, ch. 5): the root of the sum of squares of the excess of each
 * quarter-hour's average power over the agreed power. Null if the block has no reading.
 */
export function calculateExcessPower(load: BlockLoad, agreedKw: number): ExcessPower | null {
  if (load.present === 0) return null
  const measured = sumSquares(load.measuredKw, agreedKw)
  const estimated = sumSquares(load.estimatedKw, agreedKw)
  return {
    kw: rootToMicro(measured.squares + estimated.squares),
    occurrences: measured.count + estimated.count,
    measuredKw: rootToMicro(measured.squares),
    measuredOccurrences: measured.count,
  }
}

function sumSquares(powersKw: Float64Array, agreedKw: number) {
  let squares = 0
  let count = 0
  // Readings are whole milliwatt-hours, so a real excess is above 4e-6 kW; less is the last bit of the division.
  while (count < powersKw.length && powersKw[count]! - agreedKw > 1e-9) {
    squares += (powersKw[count]! - agreedKw) ** 2
    count += 1
  }
  return { squares, count }
}

/** Six decimals, so that browser and server price the same number and the formula can print it in full. */
function rootToMicro(squares: number): number {
  return Math.round(Math.sqrt(squares) * 1e6) / 1e6
}

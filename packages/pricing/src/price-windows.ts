import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'

/** A stretch of whole quarter-hours with the mean of its prices. */
export interface PriceWindow {
  fromMs: number
  toMs: number
  mean: number
}

/** Prices by the quarter-hour; NaN where unknown. */
export interface PriceRow {
  firstStartMs: number
  prices: ArrayLike<number>
}

const quartersPerHour = 4

/**
 * The cheapest and the dearest window of so many hours; of equal ones the earliest. Hours are those that pass, so a clock
 * change makes none shorter or longer, and no window spans a gap. Null if no stretch of known prices is long enough.
 */
export function findPriceWindows(
  row: PriceRow,
  hours: number,
): { cheapest: PriceWindow; dearest: PriceWindow } | null {
  const length = Math.round(hours * quartersPerHour)
  if (!(length >= 1)) return null
  let cheapest: { end: number; sum: number } | null = null
  let dearest: { end: number; sum: number } | null = null
  for (const { end, sum } of slideWindows(row.prices, length)) {
    if (cheapest === null || sum < cheapest.sum) cheapest = { end, sum }
    if (dearest === null || sum > dearest.sum) dearest = { end, sum }
  }
  const windowOf = ({ end, sum }: { end: number; sum: number }): PriceWindow => ({
    fromMs: row.firstStartMs + (end - length) * quarterHourMs,
    toMs: row.firstStartMs + end * quarterHourMs,
    mean: sum / length / scale,
  })
  return cheapest && dearest && { cheapest: windowOf(cheapest), dearest: windowOf(dearest) }
}

// Whole numbers: a sum that rolls along would drift otherwise, and equal windows would no longer be equal.
const scale = 1e8

/** The sum of each window without a gap, in whole numbers, with the place after its last quarter-hour. */
function* slideWindows(prices: ArrayLike<number>, length: number): Generator<{ end: number; sum: number }> {
  const whole = Float64Array.from(prices, (price) => Math.round(price * scale))
  let sum = 0
  let known = 0
  for (let end = 1; end <= whole.length; end++) {
    const price = whole[end - 1]!
    if (!Number.isFinite(price)) {
      sum = 0
      known = 0
      continue
    }
    sum += price
    known += 1
    if (known > length) {
      sum -= whole[end - 1 - length]!
      known = length
    }
    if (known === length) yield { end, sum }
  }
}

import { quarterMs } from './build-spot-chart.ts'

export interface DayFigures {
  mean: number
  lowest: { price: number; atMs: number }
  highest: { price: number; atMs: number }
  /** How long the price is below zero. */
  belowZeroMs: number
}

/** What the prices from one instant to another come to; null without any. */
export function findDayFigures(
  { from, prices }: { from: number; prices: readonly (number | null)[] },
  fromMs: number,
  toMs: number,
): DayFigures | null {
  const known = prices.flatMap((price, at) => {
    const atMs = from + at * quarterMs
    return price === null || atMs < fromMs || atMs >= toMs ? [] : [{ price, atMs }]
  })
  if (known.length === 0) return null
  return {
    mean: known.reduce((sum, { price }) => sum + price, 0) / known.length,
    lowest: known.reduce((least, one) => (one.price < least.price ? one : least)),
    highest: known.reduce((most, one) => (one.price > most.price ? one : most)),
    belowZeroMs: known.filter(({ price }) => price < 0).length * quarterMs,
  }
}

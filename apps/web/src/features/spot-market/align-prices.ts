import { quarterMs } from './build-spot-chart.ts'

/** The own prices on the grid of those of the exchange; null if none of them is known there. */
export function alignPrices(
  { from, importPrices }: { from: number; importPrices: readonly (number | null)[] },
  startMs: number,
  count: number,
): (number | null)[] | null {
  const shift = Math.round((startMs - from) / quarterMs)
  const aligned = Array.from({ length: count }, (_, at) => importPrices[at + shift] ?? null)
  return aligned.some((price) => price !== null) ? aligned : null
}

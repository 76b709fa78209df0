import type { PastDay } from './past-days.ts'

/** What a drawn month has of everything, against the past days that it is made up of. */
export interface Levels {
  import: number
  export: number
  price: number
}

/** How far the level of a month may lie from that of the weeks before it, as standard deviations of its logarithm. */
export type LevelSpread = Levels

/** Heating, sun and markets change from one month to the next even where the weeks before were all alike. */
const least: LevelSpread = { import: 0.07, export: 0.12, price: 0.1 }
/** Twice and half: what moved more than that was a change of the home, which tells nothing of the next one. */
const most = Math.LN2
/** Half-months differ by chance as well, which drawing days tells already. */
const goesOn = 0.75

/**
 * How much the weeks before differ among themselves: what has moved from their first half to their second may move on, or
 * back. Draws from past days alone take the future to be what the past was, and are too sure of it. A month differs from
 * others no more than days do.
 */
export function measureSpread(past: readonly PastDay[]): LevelSpread {
  const recent = past.filter(({ isLastYear }) => !isLastYear)
  const of = (lowest: number, rowOf: (day: PastDay) => Float64Array | null | undefined) => {
    const sums = recent.map((day) => rowOf(day)?.reduce((total, one) => total + one, 0) ?? 0)
    const half = sums.length >> 1
    const change = Math.abs(Math.log(meanOf(sums.slice(-half)) / meanOf(sums.slice(0, half))))
    const moved = Number.isNaN(change) ? 0 : goesOn * Math.min(change, most)
    return Math.min(Math.hypot(lowest, moved), deviationOf(sums))
  }
  return {
    import: of(least.import, ({ importMilliWh }) => importMilliWh),
    export: of(least.export, ({ exportMilliWh }) => exportMilliWh),
    price: of(least.price, ({ prices }) => prices[0]),
  }
}

const meanOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

/** As a share of the mean; 0 if there is nothing. */
function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return mean > 0 ? Math.sqrt(meanOf(values.map((one) => (one / mean - 1) ** 2))) : 0
}

/** The levels of one drawn month. */
export function drawLevels(spread: LevelSpread, random: () => number): Levels {
  const level = (deviation: number) => Math.exp(deviation * normal(random))
  return { import: level(spread.import), export: level(spread.export), price: level(spread.price) }
}

/** Of mean 0 and deviation 1, by the sum of twelve even ones. */
function normal(random: () => number): number {
  let sum = -6
  for (let i = 0; i < 12; i++) sum += random()
  return sum
}

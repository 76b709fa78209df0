import { type Exact, exactOf, multiplyExact } from '@ohmstead/domain/money/exact'
import type { MonthLoad } from '@ohmstead/network-fee/load-profile'
import { billMonthMaximum } from '@ohmstead/network-fee/powers/billed-power'
import { milliWhPerKw } from '@ohmstead/network-fee/quarter-hour-series'
import type { FeeLine } from '@ohmstead/network-fee/systems/fee-line'
import { supportLevyBlock } from '@ohmstead/network-fee/systems/levies'
import type { MonthPowers } from '@ohmstead/network-fee/systems/new-system'
import { kwhOf } from './ledger-model.ts'

const blocks = [0, 1, 2, 3, 4]

/** What has happened in the blocks of the month so far. */
export interface BlockState {
  milliWh: Float64Array
  /** Of it what a community shared at a reduced rate. */
  sharedMilliWh: Float64Array
  highestMilliWh: Float64Array
  /** Σ (P − agreed)² above the agreed power. */
  squares: Float64Array
}

export const emptyState = (): BlockState => ({
  milliWh: new Float64Array(5),
  sharedMilliWh: new Float64Array(5),
  highestMilliWh: new Float64Array(5).fill(-1),
  squares: new Float64Array(5),
})

export function follow(state: BlockState, block: number, energy: number, powers: MonthPowers | null): void {
  state.milliWh[block]! += energy
  if (energy > state.highestMilliWh[block]!) state.highestMilliWh[block] = energy
  const above = powers ? energy / milliWhPerKw - powers.blocksKw[block]! : 0
  if (above > 1e-9) state.squares[block]! += above ** 2
}

export function grownToEnd(line: FeeLine): { quantity: Exact; money: Exact } {
  return { quantity: quantityOf(line), money: moneyOf(line) }
}

/** How far a line has grown within the month; null where it grows by the quarter-hour. */
export function grownTo(
  { line, isShared }: { line: FeeLine; isShared: boolean },
  state: BlockState,
  powers: MonthPowers | null,
  load: MonthLoad,
): { quantity: Exact | null; money: Exact | null } {
  const block = Number(line.category.slice(-1)) - 1
  const rest = unitPriceOf(line)
  const of = (quantity: Exact) => ({ quantity, money: multiplyExact(quantity, rest) })
  if (line.factors[0]!.unit === 'kWh') {
    const { milliWh, sharedMilliWh } = state
    if (isShared) return of(kwhOf(sharedMilliWh[block]!))
    if (line.category.startsWith('block')) return of(kwhOf(milliWh[block]! - sharedMilliWh[block]!))
    return of(kwhOf(milliWh.reduce((sum, one) => sum + one, 0)))
  }
  if (line.part === 'excessPower') return of(exactOf(Math.sqrt(state.squares[block]!), 6))
  if (powers?.origin === 'monthMaximum') {
    const own = line.category === 'support' ? supportLevyBlock(load.month.isHighSeason) - 1 : block
    return of(exactOf(maximumSoFar(load, state)[own] ?? 0, 1))
  }
  return { quantity: null, money: null }
}

/** The month as it stands: only the highest quarter-hour of each block matters to the billed power. */
export function maximumSoFar(load: MonthLoad, { highestMilliWh }: BlockState): readonly number[] {
  const soFar = {
    ...load,
    blocks: blocks.map((place) => {
      const highest = highestMilliWh[place]!
      const isKnown = highest >= 0
      const measuredKw = isKnown ? Float64Array.of(highest / milliWhPerKw) : new Float64Array(0)
      return {
        ...load.blocks[place]!,
        measuredKw,
        estimatedKw: new Float64Array(0),
        present: Number(isKnown),
        missing: 0,
      }
    }),
  }
  return billMonthMaximum(soFar) ?? [0]
}

/** What the line says unrounded. */
export const moneyOf = (line: FeeLine): Exact => multiplyExact(quantityOf(line), unitPriceOf(line))

/** The energy or power of a line; a price of excess has its factor before it. */
export function quantityOf({ factors }: FeeLine): Exact {
  return exactOf(factors[factors.length - 2]!.value, 6)
}

/** What a unit of the quantity costs: the rate, times the factor of excess. */
export function unitPriceOf({ factors }: FeeLine): Exact {
  const [first, ...others] = factors.filter((_, place) => place !== factors.length - 2)
  return others.reduce((all, { value }) => multiplyExact(all, exactOf(value, 6)), exactOf(first!.value, 6))
}

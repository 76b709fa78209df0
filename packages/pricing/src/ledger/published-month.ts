import { type Exact, exactOf, multiplyExact, subtractExact, zero } from '@ohmstead/domain/money/exact'
import type { LoadProfile, MonthLoad } from '@ohmstead/network-fee/load-profile'
import { billMonthMaximum } from '@ohmstead/network-fee/powers/billed-power'
import { findMonthPowers } from '@ohmstead/network-fee/powers/month-powers'
import { milliWhPerKw } from '@ohmstead/network-fee/quarter-hour-series'
import type { FeeContext } from '@ohmstead/network-fee/systems/fee-context'
import type { FeeLine } from '@ohmstead/network-fee/systems/fee-line'
import { energyLevyLines, newSystemSupportLevy, supportLevyBlock } from '@ohmstead/network-fee/systems/levies'
import { calculateNewSystemMonth, type MonthPowers } from '@ohmstead/network-fee/systems/new-system'
import type { SystemMonth } from '@ohmstead/network-fee/systems/system-month'
import type { GridMonth } from '../local-grid.ts'
import type { MissingPrice } from '../price-component.ts'
import { kwhOf, shareOf } from './ledger-model.ts'
import { powersBeforePeak } from './powers-before-peak.ts'

/** A line of the network fee and how far it has grown in the month. */
export interface PublishedLine {
  line: FeeLine
  part: 'networkEnergy' | 'networkPower' | 'excessPower' | 'levies'
  grown: Grown
}

export interface Grown {
  quantity: Exact
  money: Exact
}

/** The month's lines of packages/network-fee; at the end of the month each has grown to exactly its amount. */
export interface PublishedMonth {
  fee: SystemMonth
  lines: PublishedLine[]
  /** Why the levies are unknown; null if they are known, or where nothing was read. */
  leviesMissing: MissingPrice | null
  /** Highest agreed power, for taxes by the kW; null if unknown. */
  powerKw: number | null
  /** The highest billed power so far where none is agreed and the month's own highest are billed; else null. */
  peakKw: Exact | null
  /** Follows the energy through a bucket and says what each line grew by. */
  advance: (from: number, to: number) => Grown[]
}

const blocks = [0, 1, 2, 3, 4]

/** The lines of a month's network fee and levies, whose growth is asked for bucket by bucket, in the order of time. */
export function openPublishedMonth(
  profile: LoadProfile,
  load: MonthLoad,
  context: FeeContext,
  month: GridMonth,
): PublishedMonth {
  const powers = findMonthPowers(load, context) ?? powersBeforePeak(profile, load, context, month)
  const fee = calculateNewSystemMonth(load, powers, context)
  const excess = fee.excessivePowerBlocks
  const charged = excess?.isCharged
    ? [excess.block1, excess.block2, excess.block3, excess.block4, excess.block5]
    : []
  const levies = fee.levies?.lines ?? leviesAlone(load, powers, context)
  const lines: PublishedLine[] = [
    ...(fee.networkEnergy?.lines ?? []),
    ...(fee.networkPower?.lines ?? []),
    ...charged.flatMap((block) => block?.line ?? []),
    ...(levies ?? []),
  ].map((line) => ({
    line,
    part: line.part as PublishedLine['part'],
    grown: { quantity: zero, money: zero },
  }))
  const state = emptyState()
  const { importMilliWh } = profile.series
  const whole = month.to - month.from
  const powerKw = powers && Math.max(...powers.blocksKw)
  const isMeasured = powers?.origin === 'monthMaximum'
  const published: PublishedMonth = {
    fee,
    lines,
    leviesMissing: levies ? null : whyNoLevies(load, powers),
    powerKw,
    peakKw: null,
    advance: (from, to) => {
      for (let i = from; i < to; i++) {
        const energy = importMilliWh[i]!
        if (Number.isNaN(energy)) continue
        follow(state, profile.calendar.block[i]! - 1, energy, powers)
      }
      const count = to - month.from
      if (isMeasured)
        published.peakKw = exactOf(count === whole ? powerKw! : Math.max(...maximumSoFar(load, state)), 1)
      return lines.map((own) => {
        const next = count === whole ? grownToEnd(own.line) : grownTo(own.line, state, powers, load)
        const money = next.money ?? shareOf(moneyOf(own.line), count, whole)
        const quantity = next.quantity ?? shareOf(quantityOf(own.line), count, whole)
        const growth = {
          quantity: subtractExact(quantity, own.grown.quantity),
          money: subtractExact(money, own.grown.money),
        }
        own.grown = { quantity, money }
        return growth
      })
    },
  }
  return published
}

/** Levies do not rest on the network's rates: they are known where these are missing. */
function leviesAlone(load: MonthLoad, powers: MonthPowers | null, context: FeeContext): FeeLine[] | null {
  if (powers === null || load.quality.present === 0) return null
  const milliWh = load.blocks.reduce((sum, { importMilliWh }) => sum + importMilliWh, 0)
  const { firstDay } = load.month
  const onEnergy = energyLevyLines(milliWh / 1e6, firstDay, context)
  const onPower = newSystemSupportLevy(load.month, powers.blocksKw, firstDay, context)
  return 'missing' in onEnergy || 'missing' in onPower ? null : [...onEnergy.lines, ...onPower.lines]
}

function whyNoLevies({ quality }: MonthLoad, powers: MonthPowers | null): MissingPrice | null {
  if (quality.present === 0) return null
  return powers === null ? { kind: 'noAgreedPower' } : { kind: 'noTariff', networkTariffId: null }
}

/** What has happened in the blocks of the month so far. */
interface BlockState {
  milliWh: Float64Array
  highestMilliWh: Float64Array
  /** Σ (P − agreed)² above the agreed power. */
  squares: Float64Array
}

const emptyState = (): BlockState => ({
  milliWh: new Float64Array(5),
  highestMilliWh: new Float64Array(5).fill(-1),
  squares: new Float64Array(5),
})

function follow(state: BlockState, block: number, energy: number, powers: MonthPowers | null): void {
  state.milliWh[block]! += energy
  if (energy > state.highestMilliWh[block]!) state.highestMilliWh[block] = energy
  const above = powers ? energy / milliWhPerKw - powers.blocksKw[block]! : 0
  if (above > 1e-9) state.squares[block]! += above ** 2
}

function grownToEnd(line: FeeLine): { quantity: Exact; money: Exact } {
  return { quantity: quantityOf(line), money: moneyOf(line) }
}

/** How far a line has grown within the month; null where it grows by the quarter-hour. */
function grownTo(
  line: FeeLine,
  state: BlockState,
  powers: MonthPowers | null,
  load: MonthLoad,
): { quantity: Exact | null; money: Exact | null } {
  const block = Number(line.category.slice(-1)) - 1
  const rest = unitPriceOf(line)
  const of = (quantity: Exact) => ({ quantity, money: multiplyExact(quantity, rest) })
  if (line.factors[0]!.unit === 'kWh') {
    const isOfBlock = line.category.startsWith('block')
    return of(kwhOf(isOfBlock ? state.milliWh[block]! : state.milliWh.reduce((sum, one) => sum + one, 0)))
  }
  if (line.part === 'excessPower') return of(exactOf(Math.sqrt(state.squares[block]!), 6))
  if (powers?.origin === 'monthMaximum') {
    const own = line.category === 'support' ? supportLevyBlock(load.month.isHighSeason) - 1 : block
    return of(exactOf(maximumSoFar(load, state)[own] ?? 0, 1))
  }
  return { quantity: null, money: null }
}

/** The month as it stands: only the highest quarter-hour of each block matters to the billed power. */
function maximumSoFar(load: MonthLoad, { highestMilliWh }: BlockState): readonly number[] {
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
const moneyOf = (line: FeeLine): Exact => multiplyExact(quantityOf(line), unitPriceOf(line))

/** The energy or power of a line; a price of excess has its factor before it. */
export function quantityOf({ factors }: FeeLine): Exact {
  return exactOf(factors[factors.length - 2]!.value, 6)
}

/** What a unit of the quantity costs: the rate, times the factor of excess. */
export function unitPriceOf({ factors }: FeeLine): Exact {
  const [first, ...others] = factors.filter((_, place) => place !== factors.length - 2)
  return others.reduce((all, { value }) => multiplyExact(all, exactOf(value, 6)), exactOf(first!.value, 6))
}

import { type Confidence, lessSure } from '@ohmstead/domain/rates/confidence'
import type { CalendarMonth } from '../calendar/interval-calendar.ts'
import { chargedBlocks } from '../calendar/time-block.ts'
import type { BlockLoad, LoadProfile } from '../load-profile.ts'
import { findRate } from '../rates/rate-book.ts'
import type { FeeContext } from '../systems/fee-context.ts'
import { findNewSupportLevy, supportLevyBlock } from '../systems/levies.ts'
import { findNewSystemTariff, isExcessCharged } from '../systems/new-system-rates.ts'
import type { BlockCost } from './block-cost.ts'
import { buildPowerSamples, measureAbove, type PowerSamples } from './power-samples.ts'

/**
 * A month for the choice of agreed powers: prices and the powers that may exceed, blocks 1 to 5 at indexes 0 to 4. The
 * prices are those of its own time, or of the coming month whose rules its profile was sorted by.
 */
export interface PowerMonth {
  month: CalendarMonth
  isComplete: boolean
  blocks: PowerMonthBlock[]
  confidence: Confidence | null
}

export interface PowerMonthBlock {
  /** EUR per kW of agreed power in this month; 0 where the block is not charged. */
  ratePerKw: number
  /** EUR per kW of excess power for users who chose their powers; 0 if it is not charged at all. */
  excessPerKw: number
  samples: PowerSamples
}

export interface PowerMonthOptions {
  /** Powers at or below this never exceed an agreed power. */
  floorKw: number
  /** Adds the levy on agreed power to its price. */
  includesSupportLevy: boolean
  /** Estimated readings set no agreed power unless requested. */
  includesEstimated: boolean
  /** Adds value-added tax to every price. */
  includesVat: boolean
}

export interface PowerMonths {
  months: PowerMonth[]
  /** Omitted months, by key. */
  withoutTariff: string[]
  withoutReadings: string[]
}

export function buildPowerMonths(
  profile: LoadProfile,
  context: FeeContext,
  options: PowerMonthOptions,
): PowerMonths {
  const found: PowerMonths = { months: [], withoutTariff: [], withoutReadings: [] }
  for (const { month, blocks, quality } of profile.months) {
    const { rates, factor, charge, day } = findNewSystemTariff(month, context)
    const power = rates?.powerEurPerKw
    const levy = options.includesSupportLevy ? findNewSupportLevy(context.point, day, context.book) : null
    const isLevyMissing = options.includesSupportLevy && levy === null
    if (quality.present === 0) found.withoutReadings.push(month.key)
    else if (!rates || !power || !factor || isLevyMissing) found.withoutTariff.push(month.key)
    else {
      const charged = chargedBlocks(month.isHighSeason)
      const excessFactor = isExcessCharged(charge, 'user', context.point) ? factor.value : 0
      const tax = options.includesVat ? 1 + (findRate(context.book.vat, day)?.rate ?? 0) : 1
      found.months.push({
        month,
        isComplete: quality.isComplete,
        confidence: lessSure(rates.confidence, factor.confidence),
        blocks: blocks.map((load, place) => {
          const block = charged.find((one) => one === place + 1)
          const rate = block ? power[place]! : 0
          const onLevy = levy && block === supportLevyBlock(month.isHighSeason) ? levy.eurPerKw : 0
          return {
            ratePerKw: (rate + onLevy) * tax,
            excessPerKw: rate * excessFactor * tax,
            samples: buildPowerSamples(sortedPowers(load, options.includesEstimated), options.floorKw),
          }
        }),
      })
    }
  }
  return found
}

function sortedPowers({ measuredKw, estimatedKw }: BlockLoad, includesEstimated: boolean): Float64Array {
  if (!includesEstimated || estimatedKw.length === 0) return measuredKw
  const all = new Float64Array(measuredKw.length + estimatedKw.length)
  all.set(measuredKw)
  all.set(estimatedKw, measuredKw.length)
  return all.sort().reverse()
}

/** The cost functions of the five blocks over some months; a month passed twice counts twice. */
export function sumBlocks(months: PowerMonth[]): BlockCost[] {
  return Array.from({ length: 5 }, (_, place) => ({
    ratePerKw: months.reduce((sum, { blocks }) => sum + blocks[place]!.ratePerKw, 0),
    months: months.map(({ blocks }) => blocks[place]!).filter(({ samples }) => samples.kw.length > 0),
  }))
}

/** What a month costs with given powers, EUR unrounded; with a load of `level` times what was read, where that is asked. */
export function costOfMonth(
  { blocks }: PowerMonth,
  powersKw: readonly number[],
  level = 1,
): { agreedEur: number; excessEur: number } {
  let agreedEur = 0
  let excessEur = 0
  blocks.forEach(({ ratePerKw, excessPerKw, samples }, place) => {
    agreedEur += ratePerKw * powersKw[place]!
    if (excessPerKw > 0)
      excessEur += excessPerKw * level * measureAbove(samples, powersKw[place]! / level).norm
  })
  return { agreedEur, excessEur }
}

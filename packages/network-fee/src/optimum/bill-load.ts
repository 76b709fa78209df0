import type { LoadProfile, MonthLoad } from '../load-profile.ts'
import type { BlockPowers } from '../powers/agreed-power.ts'
import { classifyConsumerSize } from '../powers/consumer-size.ts'
import { findMonthPowers } from '../powers/month-powers.ts'
import { findRate } from '../rates/rate-book.ts'
import type { FeeContext } from '../systems/fee-context.ts'
import { energyLevyLines } from '../systems/levies.ts'
import { findNewSystemTariff } from '../systems/new-system-rates.ts'
import { chooseStepPowers, type PowerLimits } from './optimise-agreed-power.ts'
import { buildPowerMonths, costOfMonth, type PowerMonth, sumBlocks } from './power-month.ts'
import { buildPowerSamples } from './power-samples.ts'

/** What a load costs in a month, EUR with the requested levies and tax, unrounded. */
export interface LoadBillMonth {
  key: string
  energyEur: number
  powerEur: number
}

export interface LoadBill {
  totalEur: number
  months: LoadBillMonth[]
  /** The agreed powers that suit this load best; null if the operator's are kept or none can be chosen. */
  powersKw: BlockPowers | null
}

/** Prices other loads with the bill of a metering point: what a battery or panels leave of its readings. */
export interface LoadBiller {
  /** The cost of one more kilowatt-hour from the grid in each interval, EUR. */
  importEurPerKwh: Float64Array
  /** The load with the best powers, which may be the operator's own without charged excess. */
  billOf: (importKwh: Float64Array) => LoadBill
  /** The load with the current powers; null if they are unknown. */
  currentBillOf: (importKwh: Float64Array) => LoadBill | null
  /** Months whose network fee is unknown: only the supplier's energy and levies count in them. */
  monthsWithoutTariff: string[]
  /** False if the power part is unknown because both limits and register are missing. */
  hasPowerPart: boolean
}

const intervalsPerHour = 4
const blocksPerMonth = 5

/**
 * Prepares the bill once, so that many loads over the same intervals can be priced: each takes one pass over the
 * intervals and one choice of the powers. The result is that of `calculateChosen` except for rounding to cents.
 * `limits` null uses the current powers. Estimated and missing readings of the profile set no power here either.
 */
export function createLoadBiller(
  profile: LoadProfile,
  asked: FeeContext,
  limits: PowerLimits | null,
): LoadBiller {
  const context = classifyConsumerSize(asked, profile)
  const prices = priceIntervals(profile, context)
  const current = profile.months.map((load) => findMonthPowers(load, context))
  const inUse = current.flatMap((powers) => powers?.blocksKw.filter((kw) => kw > 0) ?? [])
  const options = {
    floorKw: Math.min(limits?.minimumPowerKw ?? Number.POSITIVE_INFINITY, ...inUse),
    includesSupportLevy: context.options.levies,
    includesEstimated: false,
    // The tax of each month is added to its sum below.
    includesVat: false,
  }
  const { months: priced, withoutTariff } = buildPowerMonths(profile, context, options)
  const places = new Map(profile.months.map((load, place) => [load.month.key, place]))
  const sampler = createSampler(profile, options.floorKw)
  const taxOf = profile.months.map((load) => taxFactor(load, context))
  const isKept = isFreeToKeep(profile, current)

  const bill = (importKwh: Float64Array, powerOf: (months: PowerMonth[]) => ChosenPowers) => {
    const energy = sumEnergy(profile, prices, importKwh)
    const samples = sampler(importKwh)
    const months = priced.map((month) => {
      const first = places.get(month.month.key)! * blocksPerMonth
      const blocks = month.blocks.map((block, at) => ({ ...block, samples: samples[first + at]! }))
      return { ...month, blocks }
    })
    const { powersKw, eurOf } = powerOf(months)
    const power = new Float64Array(profile.months.length)
    months.forEach((month, at) => {
      const place = places.get(month.month.key)!
      power[place] = eurOf(month, place, at) * taxOf[place]!
    })
    const lines = profile.months.map(({ month }, place) => ({
      key: month.key,
      energyEur: energy[place]!,
      powerEur: power[place]!,
    }))
    const totalEur = lines.reduce((sum, { energyEur, powerEur }) => sum + energyEur + powerEur, 0)
    return { totalEur, months: lines, powersKw }
  }
  const inUseEur = (month: PowerMonth, place: number) => {
    const powers = current[place]
    if (!powers) return 0
    const { agreedEur, excessEur } = costOfMonth(month, powers.blocksKw)
    return agreedEur + (powers.isExcessCharged ? excessEur : 0)
  }
  const chosen = (months: PowerMonth[]): ChosenPowers => {
    if (limits === null || months.length === 0) return { powersKw: null, eurOf: inUseEur }
    const powersKw = chooseStepPowers(sumBlocks(months), limits)
    const own = months.map((month) => costOfMonth(month, powersKw))
    const ownEur = own.reduce((sum, { agreedEur, excessEur }) => sum + agreedEur + excessEur, 0)
    const keptEur = months.reduce((sum, month) => sum + inUseEur(month, places.get(month.month.key)!), 0)
    if (isKept && keptEur <= ownEur) return { powersKw: null, eurOf: inUseEur }
    return { powersKw, eurOf: (_, __, at) => own[at]!.agreedEur + own[at]!.excessEur }
  }
  const isCurrentKnown = current.every((powers) => powers !== null)
  return {
    importEurPerKwh: prices,
    billOf: (importKwh) => bill(importKwh, chosen),
    currentBillOf: (importKwh) =>
      isCurrentKnown ? bill(importKwh, () => ({ powersKw: null, eurOf: inUseEur })) : null,
    monthsWithoutTariff: withoutTariff,
    hasPowerPart: limits !== null || isCurrentKnown,
  }
}

interface ChosenPowers {
  powersKw: BlockPowers | null
  eurOf: (month: PowerMonth, place: number, at: number) => number
}

/** A user with the operator's own powers, uncharged in every month, may keep them whatever the load becomes. */
function isFreeToKeep(profile: LoadProfile, current: ReturnType<typeof findMonthPowers>[]): boolean {
  return (
    profile.months.length > 0 &&
    current.every((powers) => powers?.origin === 'operator' && !powers.isExcessCharged)
  )
}

/** Energy, network energy and levies of each interval with tax, EUR/kWh. */
function priceIntervals({ months, calendar }: LoadProfile, context: FeeContext): Float64Array {
  const { monthOf, block, isHighTariff } = calendar
  const { prices, point } = context
  const byTariff =
    point.tariffsCount === 1 ? [prices?.et ?? 0, prices?.et ?? 0] : [prices?.mt ?? 0, prices?.vt ?? 0]
  const perMonth = months.map((load) => {
    const { rates, day } = findNewSystemTariff(load.month, context)
    const network = rates?.energyEurPerKwh ?? [0, 0, 0, 0, 0]
    const levy = context.options.levies ? levyEurPerKwh(day, context) : 0
    const tax = taxFactor(load, context)
    return byTariff.map((energy) => network.map((rate) => (energy + rate + levy) * tax))
  })
  return Float64Array.from(monthOf, (month, i) => perMonth[month]![isHighTariff[i]!]![block[i]! - 1]!)
}

function levyEurPerKwh(day: string, context: FeeContext): number {
  const found = energyLevyLines(1, day, context)
  if ('missing' in found) return 0
  return found.lines.reduce((sum, { factors }) => sum + factors.reduce((all, { value }) => all * value, 1), 0)
}

function taxFactor({ month }: MonthLoad, { options, book }: FeeContext): number {
  return options.vat ? 1 + (findRate(book.vat, month.rulesDay ?? month.firstDay)?.rate ?? 0) : 1
}

function sumEnergy({ months, calendar }: LoadProfile, prices: Float64Array, importKwh: Float64Array) {
  const sums = new Float64Array(months.length)
  const { monthOf } = calendar
  for (let i = 0; i < importKwh.length; i++) sums[monthOf[i]!]! += prices[i]! * importKwh[i]!
  return sums
}

/** Sorts only values above the lowest power that may be chosen: usually a small part. */
function createSampler({ months, calendar, series }: LoadProfile, floorKw: number) {
  const { monthOf, block } = calendar
  const { importMilliWh, isEstimated } = series
  const groups = months.length * blocksPerMonth
  return (importKwh: Float64Array) => {
    const above: number[][] = Array.from({ length: groups }, () => [])
    const floorKwh = floorKw / intervalsPerHour
    for (let i = 0; i < importKwh.length; i++) {
      const kwh = importKwh[i]!
      if (kwh <= floorKwh || isEstimated[i] || Number.isNaN(importMilliWh[i]!)) continue
      above[monthOf[i]! * blocksPerMonth + block[i]! - 1]!.push(kwh * intervalsPerHour)
    }
    return above.map((kw) => buildPowerSamples(Float64Array.from(kw).sort().reverse(), floorKw))
  }
}

import { buildFeeContext } from '@ohmstead/network-fee/calculate-network-fee'
import { buildLoadProfile, type LoadProfile } from '@ohmstead/network-fee/load-profile'
import type { MeteringPoint } from '@ohmstead/network-fee/metering-point'
import type { PowerAdvice } from '@ohmstead/network-fee/optimum/advise-agreed-power'
import { type AgreedPowerResult, advisePoint } from '@ohmstead/network-fee/optimum/advise-point'
import { createLoadBiller, type LoadBill, type LoadBiller } from '@ohmstead/network-fee/optimum/bill-load'
import { areLimitsInConflict, type PowerLimits } from '@ohmstead/network-fee/optimum/optimise-agreed-power'
import { buildPeriodProfile } from '@ohmstead/network-fee/period-profile'
import { classifyConsumerSize } from '@ohmstead/network-fee/powers/consumer-size'
import { findPowerLimits } from '@ohmstead/network-fee/powers/power-limits'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { EnergyPrices, FeeContext } from '@ohmstead/network-fee/systems/fee-context'
import type { KnownTime } from '../portal/find-shown-so-far.ts'
import { fillGaps } from './fill-gaps.ts'
import type { MonthSaving } from './resample-years.ts'

/** The input of every what-if besides the readings. */
export interface CaseQuestion {
  point: MeteringPoint
  prices: EnergyPrices
  levies: boolean
  vat: boolean
  feedInEurPerKwh: number
  /** The first of the twelve months to come: their rates, seasons and blocks are applied to the readings. */
  adviceFrom: string
}

/** The readings of a selection ready for changes: complete, with their bill prepared. */
export interface LoadCase {
  series: QuarterHourSeries
  profile: LoadProfile
  context: FeeContext
  biller: LoadBiller
  /** The advice on agreed power without any change of the load, as in the calculations; null without the data. */
  advice: PowerAdvice | null
  /** Why there is no advice; null where there is. */
  adviceUnavailable: AgreedPowerResult['unavailable']
  /** Import and feed-in of each quarter-hour, gaps filled, kWh. */
  importKwh: Float64Array
  exportKwh: Float64Array
  /** Import less feed-in. */
  netKwh: Float64Array
  hasExport: boolean
  feedInEurPerKwh: number
  quality: CaseQuality
}

export interface CaseQuality {
  /** From the first reading to the end of the last one. */
  known: KnownTime
  intervals: number
  /** Filled quarter-hours without a reading. */
  filled: number
  estimated: number
  months: number
  monthsWithoutTariff: string[]
  hasPowerPart: boolean
}

/** Null without a single reading. */
export function buildLoadCase(whole: QuarterHourSeries, question: CaseQuestion): LoadCase | null {
  const series = trimSeries(whole)
  if (series === null) return null
  const options = { levies: question.levies, vat: question.vat }
  const context = buildFeeContext({ point: question.point, energyPrices: question.prices, options })
  const profile = buildLoadProfile(series, context.book, question.adviceFrom)
  const biller = createLoadBiller(profile, context, findLimits(question.adviceFrom, context))
  const imports = fillGaps(series.importMilliWh)
  const exports = series.exportMilliWh && fillGaps(series.exportMilliWh).filled
  const { advice, unavailable } = findAdvice(series, context, question.adviceFrom)
  const importKwh = imports.filled.map((milliWh) => milliWh / 1e6)
  const exportKwh = exports?.map((milliWh) => milliWh / 1e6) ?? new Float64Array(importKwh.length)
  return {
    series,
    profile,
    context,
    biller,
    advice,
    adviceUnavailable: unavailable,
    importKwh,
    exportKwh,
    netKwh: importKwh.map((kwh, i) => kwh - exportKwh[i]!),
    hasExport: exportKwh.some((kwh) => kwh > 0),
    feedInEurPerKwh: question.feedInEurPerKwh,
    quality: {
      known: { fromMs: series.firstStartMs, toMs: series.firstStartMs + importKwh.length * 900_000 },
      intervals: importKwh.length,
      filled: imports.count,
      estimated: series.isEstimated.reduce((sum, one) => sum + one, 0),
      months: profile.months.length,
      monthsWithoutTariff: biller.monthsWithoutTariff,
      hasPowerPart: biller.hasPowerPart,
    },
  }
}

function findAdvice(series: QuarterHourSeries, asked: FeeContext, adviceFrom: string): AgreedPowerResult {
  const profile = buildPeriodProfile(series, asked.book)
  return advisePoint(profile, classifyConsumerSize(asked, profile), { adviceFrom })
}

/** From the first to the last reading: anything outside was never read and is not invented. */
function trimSeries({ firstStartMs, importMilliWh, exportMilliWh, isEstimated }: QuarterHourSeries) {
  const isThere = (value: number) => !Number.isNaN(value)
  const from = importMilliWh.findIndex(isThere)
  const to = importMilliWh.findLastIndex(isThere) + 1
  if (from < 0) return null
  return {
    firstStartMs: firstStartMs + from * 900_000,
    importMilliWh: importMilliWh.subarray(from, to),
    exportMilliWh: exportMilliWh?.subarray(from, to) ?? null,
    isEstimated: isEstimated.subarray(from, to),
  }
}

function findLimits(adviceFrom: string, context: FeeContext): PowerLimits | null {
  const found = findPowerLimits(adviceFrom, context)
  const { minimumPowerKw, connectionPowerKw } = found
  if (minimumPowerKw === null || connectionPowerKw === null) return null
  const limits = { minimumPowerKw, connectionPowerKw }
  return areLimitsInConflict(limits) ? null : limits
}

/** The months of a bill less the revenue from feed-in. */
export interface BilledMonths {
  bill: LoadBill
  energyEur: Float64Array
  powerEur: Float64Array
}

export function billMonths(
  { profile, feedInEurPerKwh }: LoadCase,
  bill: LoadBill,
  exportKwh: Float64Array,
): BilledMonths {
  const energyEur = Float64Array.from(bill.months, (month) => month.energyEur)
  const { monthOf } = profile.calendar
  for (let i = 0; i < exportKwh.length; i++) energyEur[monthOf[i]!]! -= exportKwh[i]! * feedInEurPerKwh
  return { bill, energyEur, powerEur: Float64Array.from(bill.months, ({ powerEur }) => powerEur) }
}

/** The saving of the second bill against the first, month by month. */
export function compareMonths(
  { profile }: LoadCase,
  before: BilledMonths,
  after: BilledMonths,
): MonthSaving[] {
  return profile.months.map(({ month }, place) => ({
    month: month.month,
    isHighSeason: month.isHighSeason,
    share: month.intervals / month.wholeMonthIntervals,
    energyEur: before.energyEur[place]! - after.energyEur[place]!,
    powerEur: before.powerEur[place]! - after.powerEur[place]!,
  }))
}

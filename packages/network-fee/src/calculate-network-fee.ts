import { buildLoadProfile, type LoadProfile } from './load-profile.ts'
import type { MeteringPoint } from './metering-point.ts'
import { type AdviceQuestion, type AgreedPowerResult, advisePoint } from './optimum/advise-point.ts'
import type { AgreedPowerAssessment } from './optimum/assess-agreed-power.ts'
import type { BlockPowers } from './powers/agreed-power.ts'
import { classifyConsumerSize } from './powers/consumer-size.ts'
import { findMonthPowers } from './powers/month-powers.ts'
import type { QuarterHourSeries } from './quarter-hour-series.ts'
import { publishedRates } from './rates/published-rates.ts'
import type { RateBook } from './rates/rate-book.ts'
import { type RateReference, referToRates } from './rates/rate-reference.ts'
import { checkEnergyPrices } from './systems/energy-part.ts'
import {
  defaultFeeOptions,
  type EnergyPrices,
  type FeeContext,
  type FeeOptions,
} from './systems/fee-context.ts'
import { calculateNewSystemMonth } from './systems/new-system.ts'
import { findNewSystemTariff, isExcessCharged } from './systems/new-system-rates.ts'
import { calculateOldSystem } from './systems/old-system.ts'
import { sumSystem } from './systems/sum-system.ts'
import type { SystemMonth, SystemMonths, SystemTotal } from './systems/system-month.ts'

export interface NetworkFeeQuestion extends AdviceQuestion {
  /** Readings, or the result of `buildLoadProfile`: repeated what-ifs on the same readings start from there. */
  readings: QuarterHourSeries | LoadProfile
  point: MeteringPoint
  /** Null omits the supplier's part. */
  energyPrices: EnergyPrices | null
  options?: Partial<FeeOptions>
  /** What the meter's register counted in a month, milliwatt-hours, by month key. */
  registerImportMilliWh?: Record<string, number>
  /** Dated rates; an administrator's own come after the published ones. */
  rates?: RateBook
}

export interface NetworkFeeResult {
  newSystem: SystemMonths
  oldSystem: SystemMonths
  /** Null if no optimum can be found; `agreedPower.unavailable` says why. */
  optimizedSystem: SystemMonths | null
  /** Null without custom powers. */
  customSystem: SystemMonths | null
  totals: {
    newSystem: SystemTotal
    oldSystem: SystemTotal
    optimizedSystem: SystemTotal | null
    customSystem: SystemTotal | null
  }
  agreedPower: AgreedPowerResult
  /** How certain the cheapest agreed powers are; null without them. */
  assessment: AgreedPowerAssessment | null
  /** Every rate used in a line, with its source. */
  rates: Record<string, RateReference>
}

/**
 * What grid and energy cost month by month under the new system, the old one, with the cheapest agreed powers and with
 * custom powers, and which powers to agree for the coming year. EUR without VAT except for the requested lines; each line
 * is rounded to cents as on the bill and carries its formula. Sums cover whole months, since power is billed by the
 * month. Throws `NetworkFeeError` for a required price that is missing or invalid.
 */
export function calculateNetworkFee(question: NetworkFeeQuestion): NetworkFeeResult {
  const { point, readings, customPowersKw = null } = question
  checkEnergyPrices(question.energyPrices, point.tariffsCount)
  const book = question.rates ?? publishedRates
  const profile = 'months' in readings ? readings : buildLoadProfile(readings, book)
  const context = classifyConsumerSize(buildFeeContext(question), profile)
  const { assessment, ...agreedPower } = advisePoint(profile, context, question)
  const optimisedKw = agreedPower.answer?.powersKw ?? null
  const systems = {
    newSystem: profile.months.map((load) =>
      calculateNewSystemMonth(load, findMonthPowers(load, context), context),
    ),
    oldSystem: calculateOldSystem(profile, context),
    optimizedSystem: optimisedKw && calculateChosen(profile, optimisedKw, 'optimised', context),
    customSystem: customPowersKw && calculateChosen(profile, customPowersKw, 'custom', context),
  }
  const { newSystem, oldSystem, optimizedSystem, customSystem } = systems
  return {
    newSystem: byKey(newSystem),
    oldSystem: byKey(oldSystem),
    optimizedSystem: optimizedSystem && byKey(optimizedSystem),
    customSystem: customSystem && byKey(customSystem),
    totals: {
      newSystem: sumSystem(newSystem, context.options),
      oldSystem: sumSystem(oldSystem, context.options),
      optimizedSystem: optimizedSystem && sumSystem(optimizedSystem, context.options),
      customSystem: customSystem && sumSystem(customSystem, context.options),
    },
    agreedPower,
    assessment,
    rates: referToRates(
      Object.values(systems).flatMap((months) => months ?? []),
      book,
    ),
  }
}

/** The parts of a question besides its readings, with the defaults filled in. */
export function buildFeeContext(question: Omit<NetworkFeeQuestion, 'readings'>): FeeContext {
  return {
    point: question.point,
    prices: question.energyPrices,
    options: { ...defaultFeeOptions, ...question.options },
    book: question.rates ?? publishedRates,
    registerImportMilliWh: question.registerImportMilliWh ?? {},
  }
}

/** The new system with fixed powers chosen by the user, so that excess is charged; on its own, for a what-if. */
export function calculateChosen(
  profile: LoadProfile,
  blocksKw: BlockPowers,
  origin: 'optimised' | 'custom',
  context: FeeContext,
): SystemMonth[] {
  return profile.months.map((load) => {
    const { charge } = findNewSystemTariff(load.month, context)
    const powers = { blocksKw, origin, isExcessCharged: isExcessCharged(charge, 'user', context.point) }
    return calculateNewSystemMonth(load, powers, context)
  })
}

function byKey(months: SystemMonth[]): SystemMonths {
  return Object.fromEntries(months.map((month) => [month.month, month]))
}

import { buildLoadProfile, type LoadProfile } from './load-profile.ts'
import type { MeteringPoint } from './metering-point.ts'
import { compareAgreedPowers, type PowerComparison } from './optimum/compare-agreed-powers.ts'
import {
  type AgreedPowerAnswer,
  areLimitsInConflict,
  optimiseAgreedPower,
} from './optimum/optimise-agreed-power.ts'
import { type BlockPowers, findPowerProblems, type PowerProblem } from './powers/agreed-power.ts'
import { classifyConsumerSize } from './powers/consumer-size.ts'
import { findMonthPowers } from './powers/month-powers.ts'
import { type FoundLimits, findPowerLimits } from './powers/power-limits.ts'
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

export interface NetworkFeeQuestion {
  /** Readings, or what `buildLoadProfile` made of them: a what-if repeated on the same readings starts from there. */
  readings: QuarterHourSeries | LoadProfile
  point: MeteringPoint
  /** Null leaves the supplier's part out. */
  energyPrices: EnergyPrices | null
  customPowersKw?: BlockPowers | null
  options?: Partial<FeeOptions>
  /** What the meter's register counted in a month, milliwatt-hours, by month key. */
  registerImportMilliWh?: Record<string, number>
  /** Dated rates; an administrator's own follow the published ones. */
  rates?: RateBook
}

export interface NetworkFeeResult {
  newSystem: SystemMonths
  oldSystem: SystemMonths
  /** Null where no optimum can be found; `agreedPower.unavailable` says why. */
  optimizedSystem: SystemMonths | null
  /** Null without powers of one's own. */
  customSystem: SystemMonths | null
  totals: {
    newSystem: SystemTotal
    oldSystem: SystemTotal
    optimizedSystem: SystemTotal | null
    customSystem: SystemTotal | null
  }
  agreedPower: {
    limits: FoundLimits
    answer: AgreedPowerAnswer | null
    comparison: PowerComparison | null
    unavailable: 'limitsUnknown' | 'limitsConflict' | 'noTariff' | null
    /** Why the operator would refuse the powers of one's own. */
    customProblems: PowerProblem[]
  }
  /** Every rate that a line names, with its source. */
  rates: Record<string, RateReference>
}

/**
 * What the grid and the energy cost month by month under the new system, the old one, with the cheapest agreed powers
 * and with powers of one's own. EUR without VAT but for the lines asked for; each line is rounded to cents as on the
 * bill and carries its formula. Throws `NetworkFeeError` for a required price that is missing or no price at all.
 */
export function calculateNetworkFee(question: NetworkFeeQuestion): NetworkFeeResult {
  const { point, readings, customPowersKw = null } = question
  checkEnergyPrices(question.energyPrices, point.tariffsCount)
  const book = question.rates ?? publishedRates
  const profile = 'months' in readings ? readings : buildLoadProfile(readings, book)
  const context = classifyConsumerSize(buildFeeContext(question), profile)
  const limits = findPowerLimits(profile.months.at(-1)?.month.firstDay ?? '', context)
  const customProblems = customPowersKw ? findPowerProblems(customPowersKw, limits) : []
  const agreedPower = { ...findOptimum(profile, context, limits, customPowersKw), limits, customProblems }
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
    rates: referToRates(
      Object.values(systems).flatMap((months) => months ?? []),
      book,
    ),
  }
}

/** What a question says beside its readings, with what it leaves out filled in. */
export function buildFeeContext(question: Omit<NetworkFeeQuestion, 'readings'>): FeeContext {
  return {
    point: question.point,
    prices: question.energyPrices,
    options: { ...defaultFeeOptions, ...question.options },
    book: question.rates ?? publishedRates,
    registerImportMilliWh: question.registerImportMilliWh ?? {},
  }
}

/** The new system with fixed powers that the user chose, so that excess is charged; for a what-if, on its own. */
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

function findOptimum(
  profile: LoadProfile,
  context: FeeContext,
  { minimumPowerKw, connectionPowerKw }: FoundLimits,
  customKw: BlockPowers | null,
): Pick<NetworkFeeResult['agreedPower'], 'answer' | 'comparison' | 'unavailable'> {
  if (minimumPowerKw === null || connectionPowerKw === null) {
    return { answer: null, comparison: null, unavailable: 'limitsUnknown' }
  }
  const limits = { minimumPowerKw, connectionPowerKw }
  // What was paid is calculated all the same.
  if (areLimitsInConflict(limits)) return { answer: null, comparison: null, unavailable: 'limitsConflict' }
  const options = { includesSupportLevy: context.options.levies }
  const answer = optimiseAgreedPower(profile, context, limits, options)
  if (answer === null) return { answer, comparison: null, unavailable: 'noTariff' }
  const choices = { optimisedKw: answer.powersKw, customKw }
  return {
    answer,
    comparison: compareAgreedPowers(profile, context, limits, choices, options),
    unavailable: null,
  }
}

function byKey(months: SystemMonth[]): SystemMonths {
  return Object.fromEntries(months.map((month) => [month.month, month]))
}

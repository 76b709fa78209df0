import type { LoadProfile } from '../load-profile.ts'
import { type BlockPowers, findPowerProblems, type PowerProblem } from '../powers/agreed-power.ts'
import { type FoundLimits, findPowerLimits } from '../powers/power-limits.ts'
import type { FeeContext } from '../systems/fee-context.ts'
import { adviseAgreedPower, type PowerAdvice } from './advise-agreed-power.ts'
import type { AgreedPowerAssessment } from './assess-agreed-power.ts'
import {
  type AdviceData,
  buildComingYear,
  type ComingYear,
  findAssumedDay,
  findFollowingMonth,
  isYearPriced,
} from './coming-year.ts'
import type { PowerComparison } from './compare-agreed-powers.ts'
import { type AgreedPowerAnswer, areLimitsInConflict } from './optimise-agreed-power.ts'

export interface AdviceQuestion {
  customPowersKw?: BlockPowers | null
  /**
   * The first of the month from which the advice applies, 'YYYY-MM-01', usually the next one. If absent, the month
   * after the last reading.
   */
  adviceFrom?: string
  /** Resampled years behind the range of a saving; fewer if nobody reads the range. */
  resamples?: number
}

/** The powers to agree for twelve months from `fromDay`. Money is EUR of that year, with what the options include. */
export interface AgreedPowerResult {
  fromDay: string
  limits: FoundLimits
  data: AdviceData
  /** From this day on rates are not published yet and the last ones are used; null if all are known. */
  assumedFrom: string | null
  /** All null if there is no advice; `unavailable` says why. */
  answer: AgreedPowerAnswer | null
  comparison: PowerComparison | null
  advice: PowerAdvice | null
  unavailable: 'limitsUnknown' | 'limitsConflict' | 'noTariff' | 'notEnoughData' | null
  /** Why the operator would refuse the custom powers. */
  customProblems: PowerProblem[]
}

/**
 * The advice for a metering point from its readings of a period: which powers to agree for the twelve months from the
 * given day. Without sufficient data, limits or a tariff it says what is missing and gives no advice.
 */
export function advisePoint(
  profile: LoadProfile,
  context: FeeContext,
  { adviceFrom, ...question }: AdviceQuestion,
): ReturnType<typeof adviseForYear> {
  const fromDay = adviceFrom ?? findFollowingMonth(profile.series)
  return adviseForYear(buildComingYear(profile, context.book, fromDay), context, question)
}

/** The same from prepared readings: several registers may be examined with one load. */
export function adviseForYear(
  year: ComingYear,
  context: FeeContext,
  { customPowersKw = null, resamples }: Omit<AdviceQuestion, 'adviceFrom'>,
): AgreedPowerResult & { assessment: AgreedPowerAssessment | null } {
  const { fromDay } = year
  const limits = findPowerLimits(fromDay, context)
  const assumedFrom = findAssumedDay(fromDay, context)
  const customProblems = customPowersKw ? findPowerProblems(customPowersKw, limits) : []
  const without = (unavailable: AgreedPowerResult['unavailable']) => ({
    ...{ fromDay, limits, data: year.data, assumedFrom, customProblems, unavailable },
    ...{ answer: null, comparison: null, assessment: null, advice: null },
  })
  const { minimumPowerKw, connectionPowerKw } = limits
  if (minimumPowerKw === null || connectionPowerKw === null) return without('limitsUnknown')
  const permitted = { minimumPowerKw, connectionPowerKw }
  // What was paid is calculated regardless.
  if (areLimitsInConflict(permitted)) return without('limitsConflict')
  if (!isYearPriced(year, context)) return without('noTariff')
  if (!year.data.isEnough) return without('notEnoughData')
  const { levies, vat } = context.options
  const options = { includesSupportLevy: levies, includesVat: vat, customKw: customPowersKw, resamples }
  const advised = adviseAgreedPower(year, context, permitted, options)
  if (advised === null) return without('noTariff')
  return { fromDay, limits, data: year.data, assumedFrom, customProblems, unavailable: null, ...advised }
}

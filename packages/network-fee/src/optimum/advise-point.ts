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
   * The first of the month from which advice is to hold, 'YYYY-MM-01': the next one as a rule. Left out, it is the month
   * after the last reading.
   */
  adviceFrom?: string
  /** Drawn years behind the range of a saving; fewer where nobody reads the range. */
  resamples?: number
}

/** The powers to have from `fromDay` on for twelve months. Money is EUR of that year, with what the options ask for. */
export interface AgreedPowerResult {
  fromDay: string
  limits: FoundLimits
  data: AdviceData
  /** From here on rates are not published yet, and the last ones are taken; null where all are known. */
  assumedFrom: string | null
  /** All null where there is no advice; `unavailable` says why. */
  answer: AgreedPowerAnswer | null
  comparison: PowerComparison | null
  advice: PowerAdvice | null
  unavailable: 'limitsUnknown' | 'limitsConflict' | 'noTariff' | 'notEnoughData' | null
  /** Why the operator would refuse the powers of one's own. */
  customProblems: PowerProblem[]
}

/**
 * The advice for a metering point from its readings of a period: which powers to have in the twelve months from the day
 * asked for. Without the data for it, or without limits or a tariff, it says what is missing and advises nothing.
 */
export function advisePoint(
  profile: LoadProfile,
  context: FeeContext,
  { adviceFrom, ...question }: AdviceQuestion,
): ReturnType<typeof adviseForYear> {
  const fromDay = adviceFrom ?? findFollowingMonth(profile.series)
  return adviseForYear(buildComingYear(profile, context.book, fromDay), context, question)
}

/** The same from readings that are prepared: several registers may be asked about on one load. */
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
  // What was paid is calculated all the same.
  if (areLimitsInConflict(permitted)) return without('limitsConflict')
  if (!isYearPriced(year, context)) return without('noTariff')
  if (!year.data.isEnough) return without('notEnoughData')
  const { levies, vat } = context.options
  const options = { includesSupportLevy: levies, includesVat: vat, customKw: customPowersKw, resamples }
  const advised = adviseAgreedPower(year, context, permitted, options)
  if (advised === null) return without('noTariff')
  return { fromDay, limits, data: year.data, assumedFrom, customProblems, unavailable: null, ...advised }
}

import type { LoadProfile } from '../load-profile.ts'
import type { BlockPowers } from '../powers/agreed-power.ts'
import type { FeeContext } from '../systems/fee-context.ts'
import { chooseStepPowers, type OptimisationOptions, type PowerLimits } from './optimise-agreed-power.ts'
import { buildPowerMonths, costOfMonth, type PowerMonth, sumBlocks } from './power-month.ts'
import { randomSequence } from './random-sequence.ts'

/** One year chosen for by the others: what it really cost, and what it would have cost with its own optimum. */
export interface YearLeftOut {
  months: string[]
  powersKw: BlockPowers
  costEur: number
  hindsightCostEur: number
}

export interface Range {
  p10: number
  p50: number
  p90: number
}

/** How sure a choice of agreed powers is beyond the months it was made from. */
export interface AgreedPowerAssessment {
  /** Null with less than two years of twelve months each. */
  leaveOneYearOut: YearLeftOut[] | null
  bootstrap: {
    seed: number
    resamples: number
    /** The cost of the assessed powers over as many months as were read, EUR. */
    costEur: Range
    /** What they save against the powers compared with; null without any. */
    savingEur: Range | null
    /** The share of resampled periods in which they save; null without powers compared with. */
    savesIn: number | null
    /** The best powers of the resampled periods, blocks 1 to 5. */
    powersKw: Range[]
  }
}

export interface AssessmentQuestion {
  powersKw: BlockPowers
  /** The powers in use, and whether their excess is charged. */
  compareWith: { powersKw: BlockPowers; isExcessCharged: boolean } | null
  seed?: number
  resamples?: number
}

const monthsPerYear = 12

/**
 * Makes hindsight visible: each year's powers are chosen without that year, and the whole period is drawn anew from its
 * months many times (high-season months from high-season months). Deterministic for a seed. Null without usable months.
 */
export function assessAgreedPower(
  profile: LoadProfile,
  context: FeeContext,
  limits: PowerLimits,
  question: AssessmentQuestion,
  { includesSupportLevy = false, rateYearFrom = null }: OptimisationOptions = {},
): AgreedPowerAssessment | null {
  const { compareWith } = question
  // Powers in use may lie below the limits of a new choice; what lies above them must then be known too.
  const floorKw = Math.min(limits.minimumPowerKw, ...question.powersKw, ...(compareWith?.powersKw ?? []))
  const { months } = buildPowerMonths(profile, context, {
    floorKw,
    includesSupportLevy,
    rateYearFrom,
    includesEstimated: false,
  })
  if (months.length === 0) return null
  return {
    leaveOneYearOut: leaveOneYearOut(months, limits),
    bootstrap: bootstrap(months, limits, question),
  }
}

function leaveOneYearOut(months: PowerMonth[], limits: PowerLimits): YearLeftOut[] | null {
  const years = Math.floor(months.length / monthsPerYear)
  if (years < 2) return null
  const recent = months.slice(-years * monthsPerYear)
  return Array.from({ length: years }, (_, year) => {
    const own = recent.slice(year * monthsPerYear, (year + 1) * monthsPerYear)
    const others = recent.filter((month) => !own.includes(month))
    const powersKw = chooseStepPowers(sumBlocks(others), limits)
    const best = chooseStepPowers(sumBlocks(own), limits)
    return {
      months: own.map(({ month }) => month.key),
      powersKw,
      costEur: costOf(own, powersKw, true),
      hindsightCostEur: costOf(own, best, true),
    }
  })
}

function costOf(months: PowerMonth[], powersKw: BlockPowers, isExcessCharged: boolean): number {
  return months.reduce((sum, month) => {
    const { agreedEur, excessEur } = costOfMonth(month, powersKw)
    return sum + agreedEur + (isExcessCharged ? excessEur : 0)
  }, 0)
}

function bootstrap(months: PowerMonth[], limits: PowerLimits, question: AssessmentQuestion) {
  const { powersKw, compareWith, seed = 1, resamples = 200 } = question
  const random = randomSequence(seed)
  const high = months.filter(({ month }) => month.isHighSeason)
  const low = months.filter(({ month }) => !month.isHighSeason)
  const draw = (from: PowerMonth[]) => from.map(() => from[Math.floor(random() * from.length)]!)
  const costs: number[] = []
  const savings: number[] = []
  const best: BlockPowers[] = []
  for (let i = 0; i < resamples; i++) {
    const drawn = [...draw(high), ...draw(low)]
    const cost = costOf(drawn, powersKw, true)
    costs.push(cost)
    if (compareWith) savings.push(costOf(drawn, compareWith.powersKw, compareWith.isExcessCharged) - cost)
    best.push(chooseStepPowers(sumBlocks(drawn), limits))
  }
  return {
    seed,
    resamples,
    costEur: rangeOf(costs),
    savingEur: compareWith ? rangeOf(savings) : null,
    savesIn: compareWith ? savings.filter((saving) => saving > 0).length / resamples : null,
    powersKw: powersKw.map((_, place) => rangeOf(best.map((powers) => powers[place]!))),
  }
}

/** Order statistics: always values that occurred. */
function rangeOf(values: number[]): Range {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9) }
}

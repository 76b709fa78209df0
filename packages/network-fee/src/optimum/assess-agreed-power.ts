import type { BlockPowers } from '../powers/agreed-power.ts'
import { highSeasonLength, monthsPerYear } from './coming-year.ts'
import { chooseStepPowers, type PowerLimits } from './optimise-agreed-power.ts'
import { costOfMonth, type PowerMonth, sumBlocks } from './power-month.ts'
import { randomSequence } from './random-sequence.ts'

/** One year, with powers chosen from the other years: its real cost, and its cost with its own optimum. */
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

/** How certain a choice of agreed powers is beyond the months it was derived from. */
export interface AgreedPowerAssessment {
  /** Null with less than two years of twelve months each. */
  leaveOneYearOut: YearLeftOut[] | null
  /** Null with less than twelve months. */
  bootstrap: Bootstrap | null
}

export interface Bootstrap {
  seed: number
  resamples: number
  /** The cost of the assessed powers in a year, EUR. */
  costEur: Range
  /** What they save against the current powers; null if those are unknown. */
  savingEur: Range | null
  /** The share of resampled years in which they save; null if the current powers are unknown. */
  savesIn: number | null
  /** The best powers of the resampled years, blocks 1 to 5. */
  powersKw: Range[]
}

export interface AssessmentQuestion {
  powersKw: BlockPowers
  /** What the current powers cost in each of the months, EUR; null if unknown. */
  keptEur: readonly number[] | null
  limits: PowerLimits
  seed?: number
  resamples?: number
}

/**
 * Makes hindsight visible: each year's powers are chosen without that year, and years are resampled from the
 * measured months (high-season months from high-season months). Deterministic for a seed.
 */
export function assessAgreedPower(months: PowerMonth[], question: AssessmentQuestion): AgreedPowerAssessment {
  return {
    leaveOneYearOut: leaveOneYearOut(months, question.limits),
    bootstrap: months.length < monthsPerYear ? null : bootstrap(months, question),
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
      costEur: costOf(own, powersKw),
      hindsightCostEur: costOf(own, best),
    }
  })
}

const costOf = (months: PowerMonth[], powersKw: BlockPowers) =>
  months.reduce((sum, month) => sum + costIn(month, powersKw), 0)

function costIn(month: PowerMonth, powersKw: BlockPowers): number {
  const { agreedEur, excessEur } = costOfMonth(month, powersKw)
  return agreedEur + excessEur
}

function bootstrap(months: PowerMonth[], question: AssessmentQuestion): Bootstrap {
  const { powersKw, limits, seed = 1, resamples = 200 } = question
  const costs: number[] = []
  const savings: number[] = []
  const best: BlockPowers[] = []
  drawYears(months, { ...question, seed, resamples }, (year) => {
    costs.push(year.costEur)
    if (year.savingEur !== null) savings.push(year.savingEur)
    best.push(chooseStepPowers(sumBlocks(year.months), limits))
  })
  return {
    seed,
    resamples,
    costEur: rangeOf(costs),
    savingEur: question.keptEur ? rangeOf(savings) : null,
    savesIn: question.keptEur ? savings.filter((saving) => saving > 0).length / resamples : null,
    powersKw: powersKw.map((_, place) => rangeOf(best.map((powers) => powers[place]!))),
  }
}

interface DrawnYear {
  months: PowerMonth[]
  costEur: number
  savingEur: number | null
}

/**
 * A month for each of a year, from the same calendar month or one beside it in the season: a winter without its coldest
 * weeks may come, an irrigation without its summer does not.
 */
function drawYears(
  months: PowerMonth[],
  { powersKw, keptEur, seed, resamples }: AssessmentQuestion & { seed: number; resamples: number },
  use: (year: DrawnYear) => void,
): void {
  const random = randomSequence(seed)
  const year = arrangeYear(months)
  const ownEur = months.map((month) => costIn(month, powersKw))
  const draw = (from: number[]) => from[Math.floor(random() * from.length)]!
  const sum = (amounts: readonly number[], drawn: number[]) =>
    drawn.reduce((total, place) => total + amounts[place]!, 0)
  for (let i = 0; i < resamples; i++) {
    // Of four draws two are of the month itself.
    const drawn = year.map(({ own, before, after }) =>
      draw([before, own, own, after][Math.floor(random() * 4)]!),
    )
    const costEur = sum(ownEur, drawn)
    use({
      months: drawn.map((place) => months[place]!),
      costEur,
      savingEur: keptEur && sum(keptEur, drawn) - costEur,
    })
  }
}

interface MonthOfYear {
  own: number[]
  before: number[]
  after: number[]
}

/** The places of the months that may stand for each of a year; the edge of a season stands for what is beyond it. */
function arrangeYear(months: PowerMonth[]): MonthOfYear[] {
  return [true, false].flatMap((isHighSeason) => {
    const ofSeason = months.flatMap(({ month }, place) =>
      month.isHighSeason === isHighSeason ? [place] : [],
    )
    const byMonth = Map.groupBy(ofSeason, (place) => months[place]!.month.month)
    // Counted from March each season is one row.
    const inOrder = [...byMonth].sort(([a], [b]) => ((a + 9) % monthsPerYear) - ((b + 9) % monthsPerYear))
    if (ofSeason.length === 0) return []
    const places = inOrder.map(([, own]) => own)
    const length = isHighSeason ? highSeasonLength : monthsPerYear - highSeasonLength
    const known = places.map((own, at) => ({
      own,
      before: places[at - 1] ?? own,
      after: places[at + 1] ?? own,
    }))
    // A month that could not be read is any of its season.
    const any = { own: ofSeason, before: ofSeason, after: ofSeason }
    return [...known, ...Array.from({ length: Math.max(length - known.length, 0) }, () => any)]
  })
}

/**
 * The share of resampled years in which the choice saves more than `leastEur` against the current powers. A decision may
 * also rest on fewer than twelve months; a range from so few would promise more than is known.
 */
export function shareThatSaves(
  months: PowerMonth[],
  question: AssessmentQuestion & { keptEur: readonly number[] },
  leastEur: number,
): number {
  const resamples = question.resamples ?? 200
  let saves = 0
  drawYears(months, { ...question, seed: question.seed ?? 1, resamples }, ({ savingEur }) => {
    if (savingEur! > leastEur) saves += 1
  })
  return saves / resamples
}

/** Order statistics: always values that occurred. */
function rangeOf(values: number[]): Range {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9) }
}

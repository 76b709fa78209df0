import { sameMonthFrom } from '../calendar/month-key.ts'
import type { LoadProfile } from '../load-profile.ts'
import { type BlockPowers, findAgreedPower } from '../powers/agreed-power.ts'
import { findMonthPowers } from '../powers/month-powers.ts'
import { calculateOperatorDefault } from '../powers/operator-default.ts'
import type { FeeContext } from '../systems/fee-context.ts'
import { type AgreedPowerAssessment, assessAgreedPower, shareThatSaves } from './assess-agreed-power.ts'
import { type ComingYear, monthsPerYear, weighToYear } from './coming-year.ts'
import {
  compareAgreedPowers,
  costOfKept,
  findKeptPowers,
  type KeptPowers,
  type PowerChoice,
  type PowerComparison,
} from './compare-agreed-powers.ts'
import {
  type AgreedPowerAnswer,
  optimiseAgreedPower,
  type PowerLimits,
  type PriceOptions,
} from './optimise-agreed-power.ts'
import { buildPowerMonths, costOfMonth, type PowerMonth } from './power-month.ts'

/** What to do about the agreed powers from the first of a month, and what it is worth in the following twelve months. */
export interface PowerAdvice {
  kind: 'change' | 'keep' | 'inUseUnknown'
  /**
   * Why the current powers stay: nothing is cheaper, what is cheaper may be chance, or the operator will set powers for
   * the next year that are cheaper still.
   */
  reason: 'cheapest' | 'uncertain' | 'operatorResets' | null
  /** The powers to agree: new ones for a change, the current ones if they stay the same all year, else null. */
  powersKw: BlockPowers | null
  /** What a change saves in the twelve months compared with the current powers, EUR to the cent; null without a change. */
  savingEur: number | null
  /** What the operator does not charge users who keep its powers, EUR in the twelve months; null if it charges. */
  unchargedEur: number | null
  /**
   * The cost of the powers the operator is expected to set next, EUR a year, if the current ones are its own and
   * the register does not cover all twelve months; else null.
   */
  nextOperatorEur: number | null
}

export interface AdvisedPowers {
  answer: AgreedPowerAnswer
  comparison: PowerComparison
  assessment: AgreedPowerAssessment
  advice: PowerAdvice
}

export interface AdviceOptions extends PriceOptions {
  customKw: BlockPowers | null
  resamples?: number
}

/** Nobody writes to the operator for less than this, EUR a year. */
export const worthEurPerYear = 1
/** A change is advised only if it saves in at least this many of a hundred resampled years. */
export const sureShare = 0.95

/**
 * No two years are alike: a change also has to pay off on average over years in which the load is multiplied by these. A
 * flat load that grows by a twentieth exceeds its powers for months, and loads grow rather than shrink.
 */
const otherLevels = [0.95, 1, 1.05, 1.1]

/**
 * The only advice on agreed powers: what is cheapest in the coming year by that year's rates, blocks, factor and charging
 * rule, and whether that is certain enough to act on. Costs are EUR, with the requested levy and tax. Null if no month has
 * a tariff.
 */
export function adviseAgreedPower(
  year: ComingYear,
  context: FeeContext,
  limits: PowerLimits,
  options: AdviceOptions,
): AdvisedPowers | null {
  const { profile } = year
  const { customKw, resamples, ...prices } = options
  const answer = optimiseAgreedPower(profile, context, limits, prices)
  if (answer === null) return null
  const kept = findKeptPowers(profile, (load) => findMonthPowers(load, context))
  const operatorKw = findOperatorPowers(year, context, limits)
  const all = [answer.powersKw, customKw, operatorKw, ...(kept ? [...kept.values()].map(chargedKw) : [])]
  const lowestKw = Math.min(limits.minimumPowerKw, ...all.flatMap((powers) => powers ?? []))
  const floorKw = lowestKw / Math.max(...otherLevels)
  const { months } = buildPowerMonths(profile, context, { ...prices, floorKw, includesEstimated: false })
  const weighed = weighToYear(months)
  const choices = compareAgreedPowers(weighed, kept, { optimisedKw: answer.powersKw, operatorKw, customKw })
  const costOf = (name: PowerChoice['name']) =>
    choices.find((choice) => choice.name === name)?.costEur ?? null
  const isRegisterKnown = reachesThrough(year, context)
  const keptEur = kept && months.map((month) => keptCost(month, kept))
  const question = { powersKw: answer.powersKw, keptEur, limits, resamples }
  return {
    answer,
    comparison: { choices, isOperatorDefaultInUse: isOperatorInUse(kept) },
    assessment: assessAgreedPower(months, question),
    advice: {
      ...decide(choices, kept, { months, weighed, isRegisterKnown }, question),
      nextOperatorEur: isOperatorInUse(kept) && !isRegisterKnown ? costOf('operatorDefault') : null,
    },
  }
}

interface Months {
  months: PowerMonth[]
  /** The same, together one year. */
  weighed: PowerMonth[]
  isRegisterKnown: boolean
}

type Question = Parameters<typeof assessAgreedPower>[1]

function decide(
  choices: PowerChoice[],
  kept: KeptPowers | null,
  { months, weighed, isRegisterKnown }: Months,
  question: Question,
): Omit<PowerAdvice, 'nextOperatorEur'> {
  const find = (name: PowerChoice['name']) => choices.find((choice) => choice.name === name)
  const [current, optimum, operator] = [find('current'), find('optimised')!, find('operatorDefault')]
  const nothing = { reason: null, powersKw: null, savingEur: null, unchargedEur: null }
  if (!current || !question.keptEur) return { ...nothing, kind: 'inUseUnknown' }
  const unchargedEur = isOperatorInUse(kept) && !current.isExcessCharged ? current.excessEur : null
  const keep = (reason: PowerAdvice['reason']): ReturnType<typeof decide> => ({
    ...nothing,
    kind: 'keep',
    reason,
    powersKw: current.powersKw,
    unchargedEur,
  })
  if (current.costEur - optimum.costEur < worthEurPerYear) return keep('cheapest')
  // Where the register ends, the operator sets its powers again: a change has to pay off against those as well.
  const isReset = isOperatorInUse(kept) && !isRegisterKnown
  if (isReset && operator && operator.costEur - optimum.costEur < worthEurPerYear)
    return keep('operatorResets')
  const share = shareThatSaves(months, { ...question, keptEur: question.keptEur }, 0)
  if (share < sureShare || saveAtOtherLevels(weighed, kept!, optimum.powersKw!) < worthEurPerYear)
    return keep('uncertain')
  const savingEur = Math.round((current.costEur - optimum.costEur) * 100) / 100
  return { ...nothing, kind: 'change', powersKw: optimum.powersKw, savingEur, unchargedEur }
}

function keptCost(month: PowerMonth, kept: KeptPowers, level = 1): number {
  const { agreedEur, chargedEur } = costOfKept(month, kept.get(month.month.key)!, level)
  return agreedEur + chargedEur
}

/** What powers save against the current ones on average over years with other loads, EUR. */
function saveAtOtherLevels(weighed: PowerMonth[], kept: KeptPowers, powersKw: BlockPowers): number {
  let savedEur = 0
  for (const level of otherLevels)
    for (const month of weighed) {
      const { agreedEur, excessEur } = costOfMonth(month, powersKw, level)
      savedEur += keptCost(month, kept, level) - agreedEur - excessEur
    }
  return savedEur / otherLevels.length
}

/** Blocks that are not charged are 0 and set no lower bound. */
const chargedKw = ({ blocksKw }: { blocksKw: BlockPowers }) => blocksKw.filter((kw) => kw > 0)

function isOperatorInUse(kept: KeptPowers | null): boolean {
  return kept !== null && kept.size > 0 && [...kept.values()].every(({ origin }) => origin === 'operator')
}

/** The register already covers the last of the twelve months. */
function reachesThrough({ fromDay }: ComingYear, { point }: FeeContext): boolean {
  const lastMonth = Number(fromDay.slice(5, 7)) - 1 || monthsPerYear
  return findAgreedPower(point.agreedPowers ?? [], sameMonthFrom(fromDay, lastMonth)) !== null
}

/**
 * What the operator would set for the next calendar year from the readings; if they begin within a winter, from the
 * months of two winters.
 */
function findOperatorPowers(
  { fromDay, profile }: { fromDay: string; profile: LoadProfile },
  { book }: FeeContext,
  limits: PowerLimits,
): BlockPowers | null {
  const day = `${Number(fromDay.slice(0, 4)) + 1}-01-01`
  const winter = [11, 12, 1, 2].flatMap(
    (number) => profile.months.findLast(({ month }) => month.month === number) ?? [],
  )
  return (
    calculateOperatorDefault(profile, day, limits, book) ??
    calculateOperatorDefault({ ...profile, months: winter }, day, limits, book)
  )
}

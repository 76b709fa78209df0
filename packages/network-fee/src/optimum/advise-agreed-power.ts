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
import { buildPowerMonths, type PowerMonth } from './power-month.ts'

/** What to do about the agreed powers from the first of a month on, and what that is worth in the twelve months then. */
export interface PowerAdvice {
  kind: 'change' | 'keep' | 'inUseUnknown'
  /**
   * Why the powers in use stay: nothing is cheaper, what is may as well be chance, or the operator will set powers for the
   * next year that are cheaper still.
   */
  reason: 'cheapest' | 'uncertain' | 'operatorResets' | null
  /** The powers to have: new ones for a change, those in use where they stay the same all year, else null. */
  powersKw: BlockPowers | null
  /** What a change saves in the twelve months against the powers in use, EUR to the cent; null without a change. */
  savingEur: number | null
  /** What the operator does not charge who keeps its powers, EUR in the twelve months; null where it charges. */
  unchargedEur: number | null
  /**
   * What the powers would cost in a year that the operator is expected to set next, EUR, where those in use are its own and
   * the register does not reach through the twelve months; else null.
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

/** Nobody writes to the operator for less, EUR a year. */
export const worthEurPerYear = 1
/** A change is advised only where it saves in so many of a hundred drawn years. */
export const sureShare = 0.95

/**
 * The one advice on agreed powers: what is cheapest in the coming year by its own rates, blocks, factor and charging
 * rule, and whether that is sure enough to act on. Costs are EUR, with the levy and the tax that are asked for. Null
 * where no month has a tariff.
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
  const floorKw = Math.min(limits.minimumPowerKw, ...all.flatMap((powers) => powers ?? []))
  const { months } = buildPowerMonths(profile, context, { ...prices, floorKw, includesEstimated: false })
  const weighed = weighToYear(months)
  const choices = compareAgreedPowers(weighed, kept, { optimisedKw: answer.powersKw, operatorKw, customKw })
  const costOf = (name: PowerChoice['name']) =>
    choices.find((choice) => choice.name === name)?.costEur ?? null
  const keptEur = kept && months.map((month) => keptCost(month, kept))
  const question = { powersKw: answer.powersKw, keptEur, limits, resamples }
  return {
    answer,
    comparison: { choices, isOperatorDefaultInUse: isOperatorInUse(kept) },
    assessment: assessAgreedPower(months, question),
    advice: {
      ...decide(choices, kept, months, question),
      nextOperatorEur:
        isOperatorInUse(kept) && !isRegisterKnown(year, context) ? costOf('operatorDefault') : null,
    },
  }
}

type Question = Parameters<typeof assessAgreedPower>[1]

function decide(
  choices: PowerChoice[],
  kept: KeptPowers | null,
  months: PowerMonth[],
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
  // The operator sets its powers again each year: a change has to be worth it against those too.
  if (isOperatorInUse(kept) && operator && operator.costEur - optimum.costEur < worthEurPerYear)
    return keep('operatorResets')
  const share = shareThatSaves(months, { ...question, keptEur: question.keptEur }, 0)
  if (share < sureShare) return keep('uncertain')
  const savingEur = Math.round((current.costEur - optimum.costEur) * 100) / 100
  return { ...nothing, kind: 'change', powersKw: optimum.powersKw, savingEur, unchargedEur }
}

function keptCost(month: PowerMonth, kept: KeptPowers): number {
  const { agreedEur, chargedEur } = costOfKept(month, kept.get(month.month.key)!)
  return agreedEur + chargedEur
}

/** Blocks that are not charged stand as 0 and set no floor. */
const chargedKw = ({ blocksKw }: { blocksKw: BlockPowers }) => blocksKw.filter((kw) => kw > 0)

function isOperatorInUse(kept: KeptPowers | null): boolean {
  return kept !== null && kept.size > 0 && [...kept.values()].every(({ origin }) => origin === 'operator')
}

/** The register says already what holds in the last of the twelve months. */
function isRegisterKnown({ fromDay }: ComingYear, { point }: FeeContext): boolean {
  const lastMonth = Number(fromDay.slice(5, 7)) - 1 || monthsPerYear
  return findAgreedPower(point.agreedPowers ?? [], sameMonthFrom(fromDay, lastMonth)) !== null
}

/** What the operator would set for the next calendar year from the readings. */
function findOperatorPowers(
  { fromDay, profile }: { fromDay: string; profile: LoadProfile },
  { book }: FeeContext,
  limits: PowerLimits,
): BlockPowers | null {
  return calculateOperatorDefault(profile, `${Number(fromDay.slice(0, 4)) + 1}-01-01`, limits, book)
}

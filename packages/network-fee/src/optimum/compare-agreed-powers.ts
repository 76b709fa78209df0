import type { LoadProfile } from '../load-profile.ts'
import type { BlockPowers } from '../powers/agreed-power.ts'
import { findMonthPowers } from '../powers/month-powers.ts'
import { calculateOperatorDefault } from '../powers/operator-default.ts'
import type { FeeContext } from '../systems/fee-context.ts'
import type { MonthPowers } from '../systems/new-system.ts'
import type { OptimisationOptions, PowerLimits } from './optimise-agreed-power.ts'
import { buildPowerMonths, costOfMonth, type PowerMonth } from './power-month.ts'

/** A choice of agreed powers and what it costs over the same months, EUR unrounded, without VAT. */
export interface PowerChoice {
  name: 'current' | 'operatorDefault' | 'optimised' | 'custom'
  /** Null where they change from month to month. */
  powersKw: BlockPowers | null
  agreedEur: number
  /** What its excess costs or would cost. */
  excessEur: number
  /** Months in which the excess is charged. */
  monthsCharged: number
  /** Agreed power and the excess that is charged. */
  costEur: number
}

export interface PowerComparison {
  choices: PowerChoice[]
  cheapest: PowerChoice['name']
  /** What the cheapest saves against the powers in use; null where these are unknown. */
  savingEur: number | null
  /**
   * Whether the operator's own powers are in use now. Who keeps them pays no excess; who once changed them can have
   * them again only as the operator sets them for another year, so that choice is then an estimate.
   */
  isOperatorDefaultInUse: boolean
}

/**
 * Holds the optimum against the powers in use, against what the operator would set, whose excess is told and not
 * charged, and against powers of one's own. Null without usable months.
 */
export function compareAgreedPowers(
  profile: LoadProfile,
  context: FeeContext,
  limits: PowerLimits,
  choices: { optimisedKw: BlockPowers; customKw: BlockPowers | null },
  { includesSupportLevy = false, rateYearFrom = null }: OptimisationOptions = {},
): PowerComparison | null {
  const current = profile.months.map((load) => findMonthPowers(load, context))
  const operatorKw = findOperatorPowers(profile, context, limits)
  const powers = [
    choices.optimisedKw,
    choices.customKw,
    operatorKw,
    ...current.map((one) => one?.blocksKw.filter((kw) => kw > 0)),
  ]
  const floorKw = Math.min(...powers.flatMap((one) => one ?? []))
  const options = { floorKw, includesSupportLevy, rateYearFrom, includesEstimated: false }
  const { months } = buildPowerMonths(profile, context, options)
  if (months.length === 0) return null
  const found = [
    currentChoice(profile, months, current),
    operatorKw && fixedChoice('operatorDefault', months, operatorKw, false),
    fixedChoice('optimised', months, choices.optimisedKw, true),
    choices.customKw && fixedChoice('custom', months, choices.customKw, true),
  ].filter((choice) => choice !== null)
  const cheapest = found.reduce((best, choice) => (choice.costEur < best.costEur ? choice : best))
  const inUse = found.find(({ name }) => name === 'current')
  return {
    choices: found,
    cheapest: cheapest.name,
    savingEur: inUse ? inUse.costEur - cheapest.costEur : null,
    isOperatorDefaultInUse: current.at(-1)?.origin === 'operator',
  }
}

function fixedChoice(
  name: PowerChoice['name'],
  months: PowerMonth[],
  powersKw: BlockPowers,
  isCharged: boolean,
): PowerChoice {
  return sumChoice(
    name,
    powersKw,
    months.map((month) => ({ ...costOfMonth(month, powersKw), isCharged })),
  )
}

function currentChoice(
  profile: LoadProfile,
  months: PowerMonth[],
  current: (MonthPowers | null)[],
): PowerChoice | null {
  const parts: MonthCost[] = []
  let common: BlockPowers | null | undefined
  for (const month of months) {
    const powers = current[profile.months.findIndex((one) => one.month.key === month.month.key)]
    if (!powers) return null
    parts.push({ ...costOfMonth(month, powers.blocksKw), isCharged: powers.isExcessCharged })
    if (common === undefined) common = powers.blocksKw
    else if (common?.some((kw, place) => kw !== powers.blocksKw[place])) common = null
  }
  return sumChoice('current', common ?? null, parts)
}

/** For the calendar year after the last month read. */
function findOperatorPowers(
  profile: LoadProfile,
  context: FeeContext,
  limits: PowerLimits,
): BlockPowers | null {
  const last = profile.months.at(-1)
  return last ? calculateOperatorDefault(profile, `${last.month.year + 1}-01-01`, limits, context.book) : null
}

interface MonthCost {
  agreedEur: number
  excessEur: number
  isCharged: boolean
}

function sumChoice(name: PowerChoice['name'], powersKw: BlockPowers | null, parts: MonthCost[]): PowerChoice {
  const sum = (part: (month: MonthCost) => number) => parts.reduce((total, month) => total + part(month), 0)
  const agreedEur = sum((month) => month.agreedEur)
  const excessEur = sum((month) => month.excessEur)
  return {
    name,
    powersKw,
    agreedEur,
    excessEur,
    monthsCharged: sum(({ isCharged }) => Number(isCharged)),
    costEur: agreedEur + sum((month) => (month.isCharged ? month.excessEur : 0)),
  }
}

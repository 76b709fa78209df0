import { compareExact, type DecimalText, multiplyExact, parseExact } from '../money/exact.ts'

/** Where the month stands against its budget. */
export const budgetStates = ['within', 'likely', 'exceeded', 'unknown'] as const
export type BudgetState = (typeof budgetStates)[number]

export interface MonthAgainstBudget {
  /** Of the bill so far; null if unknown. */
  payable: DecimalText | null
  /** So little was read that feed-in may be missing: what is to pay could still be less. */
  isProvisional: boolean
  /** What was to pay in each month that the forecast drew; empty without a forecast. */
  payables: readonly DecimalText[]
}

export type BudgetAlarm = 'BUDGET_EXCEEDED' | 'BUDGET_LIKELY'

/** Raised at three chances in four, cleared below an even chance: a forecast that wavers between them changes nothing. */
const raiseAt = 0.75
const clearBelow = 0.5
/** Feed-in and corrections lower a bill: it has to be clearly below the budget again. */
const clearlyBelow = parseExact('0.95')

/** The share of drawn months that cost more than an amount; null without a forecast. */
export function chanceAbove(payables: readonly DecimalText[], amount: DecimalText): number | null {
  if (payables.length === 0) return null
  const limit = parseExact(amount)
  return payables.filter((one) => compareExact(parseExact(one), limit) > 0).length / payables.length
}

/** What pages say: exceeded is certain, likely three chances in four, within an even chance or better; else it is open. */
export function stateOfBudget(amount: DecimalText, month: MonthAgainstBudget): BudgetState {
  if (isExceeded(amount, month)) return 'exceeded'
  const chance = chanceAbove(month.payables, amount)
  if (chance === null) return 'unknown'
  if (chance >= raiseAt) return 'likely'
  return chance < clearBelow ? 'within' : 'unknown'
}

/** Which alarms of a month to raise and which to clear; what is in neither list stays as it is. */
export function judgeBudget(
  amount: DecimalText,
  month: MonthAgainstBudget,
): { raise: BudgetAlarm[]; clear: BudgetAlarm[] } {
  // What is certain replaces what was likely.
  if (isExceeded(amount, month)) return { raise: ['BUDGET_EXCEEDED'], clear: ['BUDGET_LIKELY'] }
  const chance = chanceAbove(month.payables, amount)
  const isFarBelow = month.payable !== null && !month.isProvisional && isBelow(amount, month.payable)
  return {
    raise: chance !== null && chance >= raiseAt ? ['BUDGET_LIKELY'] : [],
    clear: [
      ...(isFarBelow ? (['BUDGET_EXCEEDED'] as const) : []),
      ...(chance !== null && chance < clearBelow ? (['BUDGET_LIKELY'] as const) : []),
    ],
  }
}

function isExceeded(amount: DecimalText, { payable, isProvisional }: MonthAgainstBudget): boolean {
  return payable !== null && !isProvisional && compareExact(parseExact(payable), parseExact(amount)) > 0
}

const isBelow = (amount: DecimalText, payable: DecimalText) =>
  compareExact(parseExact(payable), multiplyExact(parseExact(amount), clearlyBelow)) < 0

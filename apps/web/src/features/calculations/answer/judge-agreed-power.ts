import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import { type Block, blocks, type Calculation, monthsOf, type System } from '../calculation-data.ts'
import { sumPowerCost } from '../powers/power-cost.ts'

type Choice = NonNullable<Calculation['agreedPower']['comparison']>['choices'][number]

export interface PowerChange {
  block: Block
  fromKw: number
  toKw: number
}

/**
 * The one sentence of the page. Money in EUR without VAT over `months`; `perYearEur` is the mean of the last whole years
 * of them, and null with less than one.
 */
export type Verdict =
  | { kind: 'unavailable'; reason: 'limitsUnknown' | 'noTariff' }
  /** The minimum lies above the connection power, so that nothing is permitted. */
  | { kind: 'limitsConflict'; minimumKw: number; connectionKw: number }
  /** What is in use is not known, so that nothing can be saved against it. */
  | { kind: 'inUseUnknown'; toKw: BlockPowers; months: number }
  /** The powers in use are right, to a euro a year. */
  | { kind: 'right'; months: number; restEur: number }
  /** The operator's powers are in use and their excess is only told: the optimum would cost `dearerEur` more. */
  | { kind: 'keepOperator'; months: number; dearerEur: number }
  /** The operator's own would be cheapest, but are not in use. */
  | {
      kind: 'operatorCheaper'
      months: number
      savingEur: number
      perYearEur: number | null
      optimumSavingEur: number
    }
  | {
      kind: 'change'
      months: number
      savingEur: number
      perYearEur: number | null
      /** Blocks that differ; empty where the powers in use change from month to month. */
      changes: PowerChange[]
      toKw: BlockPowers
    }

/** Below this nobody would write to the operator. */
const worthEurPerYear = 1

/** What to tell of the agreed powers. Powers of one's own, legal or not, never enter the advice. */
export function judgeAgreedPower(calculation: Calculation): Verdict {
  const { answer, comparison, unavailable, limits } = calculation.agreedPower
  if (unavailable === 'limitsConflict')
    return {
      kind: 'limitsConflict',
      minimumKw: limits.minimumPowerKw!,
      connectionKw: limits.connectionPowerKw!,
    }
  if (answer === null || comparison === null)
    return { kind: 'unavailable', reason: unavailable ?? 'noTariff' }
  const find = (name: Choice['name']) => comparison.choices.find((choice) => choice.name === name)
  const [current, optimum, operator] = [find('current'), find('optimised')!, find('operatorDefault')]
  const months = answer.months.length
  const toKw = answer.powersKw
  if (!current) return { kind: 'inUseUnknown', toKw, months }
  const savingEur = current.costEur - optimum.costEur
  const limitEur = (worthEurPerYear * months) / 12
  if (comparison.isOperatorDefaultInUse && savingEur < limitEur)
    return { kind: 'keepOperator', months, dearerEur: Math.max(-savingEur, 0) }
  const operatorSavingEur = operator ? current.costEur - operator.costEur : 0
  if (!comparison.isOperatorDefaultInUse && operatorSavingEur > savingEur + limitEur)
    return {
      kind: 'operatorCheaper',
      months,
      savingEur: operatorSavingEur,
      perYearEur: months % 12 === 0 ? (operatorSavingEur * 12) / months : null,
      optimumSavingEur: Math.max(savingEur, 0),
    }
  if (savingEur < limitEur) return { kind: 'right', months, restEur: Math.max(savingEur, 0) }
  return {
    kind: 'change',
    months,
    savingEur,
    perYearEur: findYearlySaving(calculation, answer.months),
    changes: findChanges(current.powersKw, toKw),
    toKw,
  }
}

/**
 * A range from today a year back touches thirteen months; a month counted twice would lean to its season. So whole years
 * are taken from the end.
 */
function findYearlySaving(calculation: Calculation, months: readonly string[]): number | null {
  const years = Math.floor(months.length / 12)
  if (years === 0) return null
  const last = months.slice(-12 * years)
  const costOf = (system: System) => sumPowerCost(monthsOf(calculation, system) ?? [], last).totalEur
  return (costOf('newSystem') - costOf('optimizedSystem')) / years
}

export function findChanges(from: BlockPowers | null, to: BlockPowers): PowerChange[] {
  if (!from) return []
  return blocks.flatMap((block) => {
    const [fromKw, toKw] = [from[block - 1]!, to[block - 1]!]
    return fromKw === toKw ? [] : { block, fromKw, toKw }
  })
}

import type { PowerChoice } from '@ohmstead/network-fee/optimum/compare-agreed-powers'
import { nameAdvised } from '@ohmstead/network-fee/optimum/name-advised'
import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import { type Calculation, monthsOf } from '../calculation-data.ts'
import type { PowerChoiceRow } from './choices-table.tsx'

/** The current powers; null if none are agreed or they change from month to month. */
export function findStartPowers(calculation: Calculation): BlockPowers | null {
  const choices = calculation.agreedPower.comparison?.choices
  if (choices) return choices.find(({ name }) => name === 'current')?.powersKw ?? null
  const last = monthsOf(calculation, 'newSystem')!.findLast(({ powersKw }) => powersKw !== null)
  return last?.powerOrigin === 'monthMaximum' ? null : (last?.powersKw ?? null)
}

/** Current, the operator's and the optimum, as the advice compares them. Custom powers follow the pointer instead. */
export function buildGivenRows({ agreedPower }: Pick<Calculation, 'agreedPower'>): PowerChoiceRow[] {
  const { comparison, advice } = agreedPower
  const advised = nameAdvised(advice?.kind)
  return (comparison?.choices ?? [])
    .filter(({ name }) => name !== 'custom')
    .map((choice) => ({ ...buildRow(choice), isAdvised: choice.name === advised }))
}

/** A choice as a row of the table: uncharged excess is beside the sum, not in it. */
export function buildRow({
  name,
  powersKw,
  agreedEur,
  excessEur,
  isExcessCharged,
  costEur,
}: PowerChoice): PowerChoiceRow {
  return {
    name,
    powersKw,
    agreedEur,
    excessEur: isExcessCharged ? excessEur : 0,
    totalEur: costEur,
    unchargedEur: isExcessCharged || excessEur === 0 ? null : excessEur,
    isAdvised: false,
  }
}

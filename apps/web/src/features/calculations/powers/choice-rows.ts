import type { BlockPowers } from '@ohmstead/network-fee/powers/agreed-power'
import { type Calculation, type FeeMonth, monthsOf } from '../calculation-data.ts'
import type { PowerChoiceRow } from './choices-table.tsx'
import { sumPowerCost } from './power-cost.ts'

/** The powers in use in the last month; null where none are agreed. */
export function findStartPowers(calculation: Calculation): BlockPowers | null {
  const last = monthsOf(calculation, 'newSystem')!.findLast(({ powersKw }) => powersKw !== null)
  return last?.powerOrigin === 'monthMaximum' ? null : (last?.powersKw ?? null)
}

/** The months that every choice is compared over. */
export function findComparedMonths(calculation: Calculation): string[] {
  const { answer } = calculation.agreedPower
  if (answer) return answer.months
  return monthsOf(calculation, 'newSystem')!.flatMap(({ month, totalCost }) => (totalCost ? [month] : []))
}

/** In use, the operator's and the optimum: rounded lines as on the bill, but for the operator's estimate. */
export function buildGivenRows(calculation: Calculation): PowerChoiceRow[] {
  const keys = findComparedMonths(calculation)
  // Without a priced month nothing can be compared, and no choice costs nothing.
  if (keys.length === 0) return []
  const choices = calculation.agreedPower.comparison?.choices ?? []
  const find = (name: PowerChoiceRow['name']) => choices.find((choice) => choice.name === name)
  const rows: PowerChoiceRow[] = []
  const current = find('current')
  if (current) {
    const inUse = monthsOf(calculation, 'newSystem')!
    const { unchargedEur } = sumPowerCost(inUse, keys)
    const isUncharged = current.monthsCharged === 0 && unchargedEur > 0
    rows.push({
      ...buildRow('current', inUse, keys, current.powersKw),
      unchargedEur: isUncharged ? unchargedEur : null,
    })
  }
  const operator = find('operatorDefault')
  if (operator) {
    const { powersKw, agreedEur, costEur, excessEur } = operator
    rows.push({
      name: 'operatorDefault',
      powersKw,
      agreedEur,
      excessEur: 0,
      totalEur: costEur,
      unchargedEur: excessEur,
    })
  }
  const optimum = monthsOf(calculation, 'optimizedSystem')
  if (optimum)
    rows.push(buildRow('optimised', optimum, keys, calculation.agreedPower.answer?.powersKw ?? null))
  return rows
}

/** Powers of one's own over the same months; null where none are compared. */
export function buildOwnRow(
  keys: readonly string[],
  customMonths: FeeMonth[] | null,
  customKw: BlockPowers | null,
): PowerChoiceRow | null {
  return keys.length > 0 && customMonths && customKw ? buildRow('custom', customMonths, keys, customKw) : null
}

function buildRow(
  name: PowerChoiceRow['name'],
  months: FeeMonth[],
  keys: readonly string[],
  powersKw: BlockPowers | null,
): PowerChoiceRow {
  const { agreedEur, excessEur, totalEur } = sumPowerCost(months, keys)
  return { name, powersKw, agreedEur, excessEur, totalEur, unchargedEur: null }
}

import { type Confidence, lessSure } from '@ohmstead/domain/rates/confidence'
import { money, sumMoney } from '../exact-amount.ts'
import type { FeeOptions } from './fee-context.ts'
import { isPartOfMonth } from './finish-month.ts'
import type { SystemMonth, SystemTotal } from './system-month.ts'

/** Sums the whole months of one system: all of them, or a chosen subset. */
export function sumSystem(all: SystemMonth[], options: Pick<FeeOptions, 'levies' | 'vat'>): SystemTotal {
  const months = all.filter((month) => !isPartOfMonth(month))
  const sum = (part: (month: SystemMonth) => SystemMonth['totalCost']) =>
    months.length === 0 ? null : sumMoney(months.map(part))
  return {
    months: months.length,
    partsOfMonths: all.filter(isPartOfMonth).map(({ month }) => month),
    monthsWithoutResult: months.filter(({ totalCost }) => totalCost === null).map(({ month }) => month),
    energy: sum(({ energy }) => energy),
    networkEnergy: sum(({ networkEnergy }) => networkEnergy),
    networkPower: sum(({ networkPower }) => networkPower),
    chargedExcess: sum(({ excessivePowerBlocks: excess }) =>
      excess?.isCharged ? excess.total.totalCost : money(0),
    ),
    totalCost: sum(({ totalCost }) => totalCost),
    levies: options.levies ? sum(({ levies }) => levies) : null,
    vat: options.vat ? sum(({ vat }) => vat) : null,
    grandTotal: sum(({ grandTotal }) => grandTotal),
    confidence: months.reduce<Confidence | null>(
      (least, { confidence }) => lessSure(least, confidence),
      null,
    ),
  }
}

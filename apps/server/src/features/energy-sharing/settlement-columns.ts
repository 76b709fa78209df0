import { columnLetter } from '../calculations/documents/workbook-sheet.ts'
import type { SettledMember } from './statement-file-task.ts'
import { togetherOf } from './statement-sums.ts'
import { amountOf } from './statement-words.ts'

// The columns of the sheet with a row for each member, and what stands in them.

export const energyColumns = [
  ['energy_sharing.figure.import', 'importMilliWh'],
  ['energy_sharing.figure.received', 'receivedMilliWh'],
  ['energy_sharing.figure.supplied', 'suppliedMilliWh'],
  ['energy_sharing.figure.feed_in', 'feedInMilliWh'],
  ['energy_sharing.document.pooled', 'pooledMilliWh'],
  ['energy_sharing.document.returned', 'returnedMilliWh'],
  ['energy_sharing.figure.given', 'givenMilliWh'],
  ['energy_sharing.figure.sold', 'soldMilliWh'],
  ['energy_sharing.document.allotted', 'allottedMilliWh'],
  ['energy_sharing.figure.unused', 'unusedMilliWh'],
] as const
export type EnergyName = (typeof energyColumns)[number][1]

const firstEnergy = 6
export const letterOf = (name: EnergyName) =>
  columnLetter(firstEnergy + energyColumns.findIndex(([, one]) => one === name))
const firstMoney = firstEnergy + energyColumns.length
export const moneyNames = [
  'alone',
  'shared',
  'paid',
  'earned',
  'net',
  'vat',
  'fees',
  'together',
  'benefit',
] as const
export const moneyLetter = (name: (typeof moneyNames)[number]) =>
  columnLetter(firstMoney + moneyNames.indexOf(name))

export function moneyOf({ statement }: SettledMember, name: (typeof moneyNames)[number]): string | null {
  const { money } = statement
  if (name === 'net' || name === 'vat') return money.fees[name]
  if (name === 'fees') return money.fees.gross
  return name === 'together' ? togetherOf(money) : money[name]
}

/** In whole cents, so that the sum is exact; null as soon as one amount is unknown. */
export function sumCents(
  members: readonly SettledMember[],
  name: (typeof moneyNames)[number],
): number | null {
  let cents = 0
  for (const member of members) {
    const amount = amountOf(moneyOf(member, name))
    if (amount === null) return null
    cents += Math.round(amount * 100)
  }
  return cents / 100
}

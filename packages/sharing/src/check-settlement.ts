import { addExact, type Exact, formatExact, parseExact, zero } from '@ohmstead/domain/money/exact'
import { currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import type { SharingScheme } from '@ohmstead/domain/sharing/sharing-terms'
import type { SharedMonth } from './share-month.ts'
import type { MemberEnergies, MemberStatement, SettlementCheck } from './sharing-model.ts'

/** Adds all statements up by other ways than they were made: from the readings, and from the payments. */
export function checkSettlement(
  statements: readonly MemberStatement[],
  { month, payments, currency }: SharedMonth,
  scheme: SharingScheme,
): SettlementCheck[] {
  const sum = (kind: keyof MemberEnergies) =>
    statements.reduce((total, { energies }) => total + energies[kind], 0)
  const read = (row: 'importMilliWh' | 'feedInMilliWh') =>
    month.rows.reduce((total, { [row]: energies, from, to }) => total + sumKnown(energies, from, to), 0)
  const energies = (kind: SettlementCheck['kind'], left: number, right: number): SettlementCheck => ({
    ...{ kind, left: kwhText(left), right: kwhText(right) },
    holds: left === right,
  })
  const decimals = currencyDecimals[currency]
  const money = (amounts: readonly Exact[]) => formatExact(amounts.reduce(addExact, zero), decimals)
  const stated = (kind: 'paid' | 'earned', rounded: readonly Exact[]) =>
    money(
      statements.map((one, place) =>
        one.money[kind] === null ? rounded[place]! : parseExact(one.money[kind]),
      ),
    )
  const [paid, earned] = [stated('paid', payments.paidRounded), stated('earned', payments.earnedRounded)]
  return [
    energies(
      'importIsReceivedAndSupplied',
      read('importMilliWh'),
      sum('receivedMilliWh') + sum('suppliedMilliWh'),
    ),
    energies('feedInIsGivenAndSold', read('feedInMilliWh'), sum('givenMilliWh') + sum('soldMilliWh')),
    energies(
      'allottedIsReceivedAndUnused',
      sum('allottedMilliWh'),
      sum('receivedMilliWh') + sum('unusedMilliWh'),
    ),
    energies('pooledIsGivenAndReturned', sum('pooledMilliWh'), sum('givenMilliWh') + sum('returnedMilliWh')),
    energies(
      'givenIsShared',
      sum('givenMilliWh'),
      sum(scheme === 'selfSupply' ? 'receivedMilliWh' : 'allottedMilliWh'),
    ),
    { kind: 'paidIsEarned', left: paid, right: earned, holds: paid === earned },
  ]
}

function sumKnown(row: Float64Array | null, from: number, to: number): number {
  return row?.subarray(from, to).reduce((sum, energy) => (energy > 0 ? sum + energy : sum), 0) ?? 0
}

const kwhText = (milliWh: number) => formatExact({ digits: BigInt(milliWh), scale: 6 })

import {
  addExact,
  divideExact,
  type Exact,
  formatExact,
  parseExact,
  subtractExact,
} from '@ohmstead/domain/money/exact'
import { currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import { type SharingGroupTerms, sharePriceDecimals } from '@ohmstead/domain/sharing/sharing-terms'
import { formatDay } from '@ohmstead/network-fee/calendar/local-time'
import { bill } from '@ohmstead/pricing/bill'
import type { Bill } from '@ohmstead/pricing/bill-model'
import type { SharedEnergies } from '@ohmstead/pricing/shared-energies'
import { assessMember } from './assess-member.ts'
import { memberEnergies } from './member-energies.ts'
import { organiserFees } from './organiser-fees.ts'
import type { SharedMonth } from './share-month.ts'
import type { MemberMoney, MemberStatement } from './sharing-model.ts'

/** The statement of one member, by its place in the rows of the month. */
export function buildStatement(
  group: SharingGroupTerms,
  shared: SharedMonth,
  place: number,
): MemberStatement {
  const { month, currency, alone, payments } = shared
  const row = month.rows[place]!
  const energies = memberEnergies(shared, place)
  const aloneBill = alone[place]!
  const isTouched = energies.receivedMilliWh > 0 || energies.givenMilliWh > 0
  const sharedBill = isTouched ? billShared(group, shared, place) : aloneBill
  const assessed = assessMember(shared, place, energies, sharedBill)
  const meanOf = (money: Exact, milliWh: number, unknown: number) =>
    milliWh === 0 || unknown > 0
      ? null
      : formatExact(divideExact(money, { digits: BigInt(milliWh), scale: 6 }, sharePriceDecimals))
  return {
    memberId: row.member.id,
    month: month.month,
    from: formatDay(month.grid.day[row.from]!),
    to: formatDay(month.grid.day[row.to - 1]!),
    currency,
    energies,
    money: moneyOf(group, shared, place, sharedBill),
    aloneBill,
    sharedBill,
    meanPaidPerKwh: meanOf(
      payments.paid[place]!,
      energies.receivedMilliWh,
      payments.unknownPaidMilliWh[place]!,
    ),
    meanEarnedPerKwh: meanOf(
      payments.earned[place]!,
      energies.givenMilliWh,
      payments.unknownEarnedMilliWh[place]!,
    ),
    ...assessed,
  }
}

function billShared(
  { scheme, communityCase }: SharingGroupTerms,
  { month, allocated, currency, grounds, untilMs, sharedBills }: SharedMonth,
  place: number,
): Bill {
  const { member } = month.rows[place]!
  const key = `${member.id} ${month.month}`
  const known = sharedBills?.get(key)
  if (known) return known
  const shared: SharedEnergies = {
    firstStartMs: month.grid.firstStartMs,
    receivedMilliWh: allocated.receivedMilliWh[place]!,
    givenMilliWh: allocated.givenMilliWh[place]!,
    network: scheme === 'selfSupply' ? { kind: 'reduced', case: communityCase } : { kind: 'full' },
  }
  const until = untilMs === undefined ? {} : { untilMs }
  const period = { from: month.firstDay, to: month.lastDay, currency, ...until, shared }
  const own = bill(member.world, member.energies, period, grounds[place])
  sharedBills?.set(key, own)
  return own
}

function moneyOf(
  { organiser }: SharingGroupTerms,
  { month, alone, currency, payments }: SharedMonth,
  place: number,
  sharedBill: Bill,
): MemberMoney {
  const decimals = currencyDecimals[currency]
  const { member } = month.rows[place]!
  const fees = organiserFees(organiser, member, month.firstDay, decimals)
  const before = alone[place]!.totals.payable
  const after = sharedBill.totals.payable
  const paid = payments.unknownPaidMilliWh[place]! > 0 ? null : payments.paidRounded[place]!
  const earned = payments.unknownEarnedMilliWh[place]! > 0 ? null : payments.earnedRounded[place]!
  const isKnown = before !== null && after !== null && paid !== null && earned !== null
  const text = (amount: Exact) => formatExact(amount, decimals)
  const net = (one: Exact, other: Exact) => addExact(subtractExact(one, other), fees.gross)
  return {
    alone: before,
    shared: after,
    paid: paid && text(paid),
    earned: earned && text(earned),
    fees: { net: text(fees.net), vat: text(fees.vat), gross: text(fees.gross) },
    // What is sent leaves a yearly balance, which no bill of a month has.
    benefit:
      isKnown && member.netting !== 'yearly'
        ? text(subtractExact(parseExact(before), addExact(parseExact(after), net(paid, earned))))
        : null,
  }
}

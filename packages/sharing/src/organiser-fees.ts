import {
  addExact,
  type Exact,
  exactOf,
  multiplyExact,
  parseExact,
  roundExact,
  zero,
} from '@ohmstead/domain/money/exact'
import {
  isReceiving,
  isSending,
  type OrganiserTerms,
  type SharingMemberTerms,
} from '@ohmstead/domain/sharing/sharing-terms'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import { findRate } from '@ohmstead/network-fee/rates/rate-book'
import { SharingError } from './sharing-error.ts'

export interface OrganiserFees {
  net: Exact
  vat: Exact
  gross: Exact
}

/** A whole month's fees, also of a part of one; who sends and receives pays both. VAT is that of the month's first day. */
export function organiserFees(
  { senderFeePerMonth, receiverFeePerMonth }: OrganiserTerms,
  member: Pick<SharingMemberTerms, 'role'>,
  firstDay: string,
  decimals: number,
): OrganiserFees {
  const tax = findRate(publishedRates.vat, firstDay)
  if (tax === null) throw new SharingError('month_invalid', { month: firstDay.slice(0, 7) })
  const fees = [
    ...(isSending(member) ? [parseExact(senderFeePerMonth)] : []),
    ...(isReceiving(member) ? [parseExact(receiverFeePerMonth)] : []),
  ]
  const net = roundExact(fees.reduce(addExact, zero), decimals)
  const vat = roundExact(multiplyExact(net, exactOf(tax.rate, 6)), decimals)
  return { net, vat, gross: addExact(net, vat) }
}

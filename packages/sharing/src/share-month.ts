import { currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import { type AllocatedMonth, allocateIntervals } from './allocate-intervals.ts'
import { type MemberPayments, payMembers } from './member-payments.ts'
import type { PreparedMonth } from './prepared-month.ts'
import { type SharePriceAt, sharePrices } from './share-prices.ts'
import type { SharingQuestion } from './sharing-model.ts'

/** A month shared: who got what in each quarter-hour, at which price, and what members owe one another. */
export interface SharedMonth extends PreparedMonth {
  allocated: AllocatedMonth
  priceAt: SharePriceAt
  payments: MemberPayments
}

/** Shares a prepared month by the keys and the price of a question. */
export function shareMonth({ group, keys, market }: SharingQuestion, prepared: PreparedMonth): SharedMonth {
  const { month, suppliers } = prepared
  const needsWorth = keys.some(({ key }) => key.kind === 'optimal')
  const allocated = allocateIntervals(month, {
    scheme: group.scheme,
    keys,
    ...(needsWorth ? { worth: suppliers().map(({ saved }) => saved) } : {}),
  })
  const priceAt = sharePrices(group.priceTerms, month, allocated, suppliers, market ?? null)
  const payments = payMembers(allocated, priceAt, currencyDecimals[prepared.currency])
  return { ...prepared, allocated, priceAt, payments }
}

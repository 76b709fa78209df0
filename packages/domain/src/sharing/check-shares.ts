import { compareExact, type DecimalText, parseExact, zero } from '../money/exact.ts'
import type { MemberRole, OrganiserTerms, SharePrice } from './sharing-terms.ts'
import { shareDecimals, sharePriceDecimals } from './sharing-terms.ts'

/** A broken rule of the shared form rules, or null. */
type Broken = 'required' | 'double' | 'min_value' | 'max_value' | 'regex' | null

const one = parseExact('1')

/** A share is between 0 and 1, with at most six decimals. */
export function checkShare(share: DecimalText): Broken {
  const value = parseExact(share)
  if (value.scale > shareDecimals) return 'double'
  if (compareExact(value, zero) < 0) return 'min_value'
  return compareExact(value, one) > 0 ? 'max_value' : null
}

/** What a member may give: a producer all, a receiver nothing, others a part above nothing. */
export function checkSharedShare(role: MemberRole, share: DecimalText): Broken {
  const broken = checkShare(share)
  if (broken) return broken
  const value = parseExact(share)
  if (role === 'receiver') return compareExact(value, zero) === 0 ? null : 'max_value'
  if (role === 'producer') return compareExact(value, one) === 0 ? null : 'min_value'
  return compareExact(value, zero) > 0 ? null : 'min_value'
}

const mostPerKwh = parseExact('10')
const mostPerMonth = parseExact('1000')

export function checkSharePrice(price: SharePrice): Broken {
  if (!('perKwh' in price)) return null
  const value = parseExact(price.perKwh)
  if (value.scale > sharePriceDecimals) return 'double'
  if (compareExact(value, zero) < 0) return 'min_value'
  return compareExact(value, mostPerKwh) > 0 ? 'max_value' : null
}

export function checkFee(fee: OrganiserTerms['senderFeePerMonth']): Broken {
  const value = parseExact(fee)
  if (value.scale > 4) return 'double'
  if (compareExact(value, zero) < 0) return 'min_value'
  return compareExact(value, mostPerMonth) > 0 ? 'max_value' : null
}

import { type Exact, parseExact } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { MissingPrice } from './price-component.ts'
import type { ExchangeRate, PricingWorld } from './pricing-world.ts'

/** Of a currency in itself. */
export const one: Exact = { digits: 1n, scale: 0 }

/** What a unit of one currency is worth in another, or why that is unknown: nothing is converted without a dated rate. */
export type Exchange =
  | { rate: Exact; used: ExchangeRate | null; missing: null }
  | { rate: null; used: null; missing: MissingPrice }

/** The last rate of a day or before it. */
export function findExchange(
  { exchangeRates }: Pick<PricingWorld, 'exchangeRates'>,
  from: CurrencyCode,
  to: CurrencyCode,
  day: string,
): Exchange {
  if (from === to) return { rate: one, used: null, missing: null }
  let used: ExchangeRate | null = null
  for (const rate of exchangeRates) {
    if (rate.from !== from || rate.to !== to || rate.day > day) continue
    if (used === null || rate.day >= used.day) used = rate
  }
  if (used === null) return { rate: null, used: null, missing: { kind: 'noExchangeRate', from, to } }
  return { rate: parseExact(used.rate), used, missing: null }
}

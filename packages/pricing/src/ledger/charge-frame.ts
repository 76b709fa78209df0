import { type Exact, multiplyExact, parseExact } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { type Exchange, findExchange } from '../exchange.ts'
import type { MissingPrice, PriceSource } from '../price-component.ts'
import { shareCharge } from './fixed-charges.ts'
import { type Charge, type LineKind, type LinePart, lineKind, ownerOf } from './ledger-model.ts'
import type { MonthState } from './month-state.ts'
import type { DayTerms } from './segments.ts'

/** The days that charges are built for: what holds, and from which day. */
export interface ChargeFrame {
  state: MonthState
  terms: DayTerms
  day: string
}

/** An amount of a list or tariff that becomes a line. */
export interface Amount {
  part: LinePart
  name: string
  price: string | Exact
  source: PriceSource
  currency: CurrencyCode
}

/** Reports a reason wherever energy or time would have been charged. */
export const missCharge =
  (reason: MissingPrice): Charge =>
  (_, { miss }) =>
    miss(reason)

/** Builds with the exchange rate of the segment's first day, or reports that there is none. */
export function withExchange(
  { state, day }: ChargeFrame,
  from: CurrencyCode,
  build: (rate: Exact) => Charge,
): Charge {
  const { rate, missing } = exchangeOn(state, from, state.currency, day)
  return rate ? build(rate) : missCharge(missing)
}

/** What a unit of a currency is worth in another; the buckets of the segment name what was used. */
export function exchangeOn(state: MonthState, from: CurrencyCode, to: CurrencyCode, day: string): Exchange {
  const found = findExchange(state.lookup.world, from, to, day)
  if (found.used) state.exchanges.push(found.used)
  return found
}

/** The line of an amount, in the bill's currency. */
export function lineOf(frame: ChargeFrame, amount: Amount, unit: LineKind['unit'], rate: Exact): LineKind {
  const { part, name, price, source } = amount
  const own = typeof price === 'string' ? parseExact(price) : price
  const vat = part === 'feedIn' ? null : frame.terms.vat
  const owner = ownerOf(source)
  return lineKind({
    owner,
    part,
    name,
    unit,
    unitPrice: multiplyExact(own, rate),
    source,
    confidence: null,
    vat,
  })
}

/** An amount for every calendar month. */
export function perMonth(frame: ChargeFrame, amount: Amount): Charge {
  return withExchange(frame, amount.currency, (rate) =>
    shareCharge(lineOf(frame, amount, 'month', rate), { digits: 1n, scale: 0 }, frame.state.month),
  )
}

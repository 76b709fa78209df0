import { type Exact, formatExact, multiplyExact, parseExact } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { findExchange } from '../exchange.ts'
import type { DayTerms } from '../ledger/segments.ts'
import type { MissingPrice, PriceComponent } from '../price-component.ts'
import type { TieredPart } from '../tiers-used.ts'
import type { WorldLookup } from '../world-lookup.ts'

/** The instant that is asked about, and what holds on its day. */
export interface PriceFrame {
  lookup: WorldLookup
  terms: DayTerms
  /** Start of the quarter-hour. */
  startMs: number
  /** 'YYYY-MM-DD', in days since 1970-01-01, and minute of the day. */
  day: string
  days: number
  minute: number
  /** What the class of the quarter-hour had used before it in the month, milliwatt-hours, for tiers. */
  used: Readonly<Record<TieredPart, number>>
}

/** A component while it is exact; null if it is unknown. */
export interface OpenComponent extends Omit<PriceComponent, 'rate'> {
  rate: Exact | null
}

/** A rate in the list's currency. */
export function openComponent(
  { lookup, terms, day }: PriceFrame,
  component: Omit<OpenComponent, 'rate' | 'missing'>,
  rate: Exact | string,
  currency: CurrencyCode,
): OpenComponent {
  const own = typeof rate === 'string' ? parseExact(rate) : rate
  const exchange = findExchange(lookup.world, currency, terms.list.terms.currency, day)
  if (exchange.missing) return { ...component, rate: null, missing: exchange.missing }
  const rated = { ...component, rate: multiplyExact(own, exchange.rate) }
  return exchange.used ? { ...rated, exchange: exchange.used } : rated
}

/** A component without a rate, and why. */
export function unknownComponent(
  { part, name, unit }: Pick<OpenComponent, 'part' | 'name' | 'unit'>,
  missing: MissingPrice,
): OpenComponent {
  return {
    ...{ part, name, unit, rate: null, missing },
    ...{ source: null, validFrom: null, validTo: null, confidence: null },
  }
}

/** The rate as a decimal text. */
export function closeComponent({ rate, ...component }: OpenComponent): PriceComponent {
  const { part, name, unit, ...rest } = component
  return { part, name, rate: rate && formatExact(rate), unit, ...rest }
}

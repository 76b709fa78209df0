import type { DecimalText } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { Confidence } from '@ohmstead/domain/rates/confidence'
import type { MissingPrice, PricePart, PriceSource } from './price-component.ts'
import type { ExchangeRate } from './pricing-world.ts'

/** A line: quantity × unit price. Feed-in is negative money at the price that is paid for it. */
export interface BillLine {
  part: PricePart | 'feedIn'
  name: string
  quantity: { amount: DecimalText; unit: 'kWh' | 'kW' | 'month' | 'currency' } | null
  /** The weighted mean where the price changes by the quarter-hour; null if there is no quantity. */
  unitPrice: DecimalText | null
  isMean: boolean
  /** The unrounded product; in a part of a month what it grew by. */
  exact: DecimalText
  /** Rounded to the currency's minor unit. */
  amount: DecimalText
  source: PriceSource | null
  confidence: Confidence | null
}

/** How much of the energy was measured, in quarter-hours. */
export interface BillQuality {
  intervals: number
  measured: number
  estimated: number
  missing: number
  /** Less than 95 % is measured or estimated; of a bill in any of its months. */
  isProvisional: boolean
}

export interface BillTotals {
  /** Lines without VAT and feed-in. */
  net: DecimalText | null
  vat: DecimalText | null
  /** What the supplier pays for feed-in, positive; carries no VAT and is deducted after it. */
  feedIn: DecimalText | null
  /** net + vat − feedIn; of a part of a month rounded by itself, so that it may differ from theirs by a cent. */
  payable: DecimalText | null
}

/** A calendar month, or the part of it within the period. */
export interface BillMonth {
  /** 'YYYY-MM' */
  month: string
  /** Inclusive days. */
  from: string
  to: string
  /** A part is what the month's bill grew by in these days; only whole months are rounded like an invoice. */
  isPart: boolean
  lines: BillLine[]
  /** Rounded: of a whole month the sum of its lines. Null with a reason in `missing`. */
  totals: BillTotals
  /** Unrounded: what adds up however a period is cut. */
  exact: BillTotals
  quality: BillQuality
  missing: MissingPrice[]
}

export interface Bill {
  currency: CurrencyCode
  /** Inclusive days. */
  from: string
  to: string
  months: BillMonth[]
  totals: BillTotals
  exact: BillTotals
  quality: BillQuality
  /** What amounts of other currencies were converted at, in the order of days. */
  exchanges: ExchangeRate[]
  /** Every line half away from zero to the minor unit, VAT on the sum of a month's rounded lines. */
  rounding: 'lineToMinorUnit'
}

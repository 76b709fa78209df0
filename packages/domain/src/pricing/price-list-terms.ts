import type { DecimalText } from '../money/exact.ts'
import type { CurrencyCode } from './currencies.ts'
import type { PriceTier } from './time-plan.ts'

/** How the supplier prices a kilowatt-hour taken from the grid. */
export const priceListTypes = ['fixed', 'spot_market', 'time_of_use'] as const
export type PriceListType = (typeof priceListTypes)[number]

/**
 * What a price list says, without tax unless a row is a tax. Amounts are decimal texts in `currency`; prices are per kWh.
 * The type of the list is `buy.kind`.
 */
export interface PriceListTerms {
  currency: CurrencyCode
  /** Two tariffs (T1 high, T2 low) in place of one (T0). */
  isMultiTariff: boolean
  /** When T1 holds. */
  highTariff: HighTariffHours
  /** What is fed in has a price of its own (`sell`); without it nothing is paid for it. */
  hasExportPrice: boolean
  buy: EnergyPrice
  sell: EnergyPrice | null
  /** What the supplier adds per kWh taken, and deducts per kWh fed in. */
  buyFeePerKwh: DecimalText
  sellFeePerKwh: DecimalText
  /** Per calendar month; with tax like any other line. */
  monthlyFees: MonthlyFee[]
  network: NetworkTerms
  taxes: TaxTerms
}

export interface HighTariffHours {
  /** Minutes of the local day, half-open. */
  fromMinute: number
  toMinute: number
  /** Saturdays, Sundays and public holidays are low tariff all day. */
  onWorkdaysOnly: boolean
}

export interface MonthlyFee {
  name: string
  amount: DecimalText
}

export type EnergyPrice = FixedPrice | SpotMarketPrice | TimeOfUsePrice

/** T0 (ET) with one tariff, T1 (VT) and T2 (MT) with two; the others are null. For `sell` T0 alone may stand with two. */
export interface FixedPrice {
  kind: 'fixed'
  t0: DecimalText | null
  t1: DecimalText | null
  t2: DecimalText | null
}

/**
 * price × factor + markup, in this order: the hourly mean of the market price is capped (`hourlyCap`), the month's weighted
 * mean is capped (`monthlyCap`), factor and markup follow, and the result is never below `floor`.
 */
export interface SpotMarketPrice {
  kind: 'spot_market'
  /** Code of a bidding zone. */
  region: string
  factor: DecimalText
  markup: DecimalText
  floor: DecimalText | null
  hourlyCap: DecimalText | null
  monthlyCap: DecimalText | null
  /** Price of energy that was not measured by the quarter-hour, only noted: no bill knows any. Null if the contract has none. */
  substitute: DecimalText | null
}

/** A price for every PRICING_ENERGY block of a time-of-use plan. */
export interface TimeOfUsePrice {
  kind: 'time_of_use'
  timePlanId: number
  prices: BlockPrice[]
  substitute: DecimalText | null
}

export interface BlockPrice {
  blockId: number
  price: DecimalText
  /** In place of the block's own tiers. */
  tiers: PriceTier[]
}

export type NetworkTerms =
  /** The list is about the supplier only. */
  | { kind: 'none' }
  /** The project's dated rates of the location's country: Slovenia's network fee, by the location's metering point. */
  | { kind: 'published' }
  /** Dated rates that an administrator keeps. */
  | { kind: 'tariff'; networkTariffId: number }
  | ({ kind: 'entered' } & NetworkPrices)

/** What the distributor charges. */
export interface NetworkPrices {
  energy: FixedPrice | TimeOfUsePrice | null
  power: NetworkPowerPrice | null
  monthlyFee: DecimalText | null
}

export interface NetworkPowerPrice {
  /** `agreed`: kW of the contract. `monthly_peak`: the mean of the month's `peaks` highest quarter-hours. */
  basis: 'agreed' | 'monthly_peak'
  perKwMonth: DecimalText
  agreedKw: DecimalText | null
  peaks: number
}

export interface TaxTerms {
  /** Adds the levies and the VAT that the project knows for the location's country (Slovenia), by day. */
  published: boolean
  rows: TaxRow[]
}

/** A dated tax or levy. Days are inclusive; `vat` is a percentage, the others amounts. */
export interface TaxRow {
  name: string
  kind: 'per_kwh' | 'per_kw_month' | 'per_month' | 'vat'
  rate: DecimalText
  validFrom: string
  validTo: string | null
}

/** A network tariff kept by an administrator: its dated prices with their source. */
export interface NetworkTariff {
  id: number
  name: string
  countryCode: string
  /** The distributor. */
  operator: string
  currency: CurrencyCode
  periods: NetworkTariffPeriod[]
}

export interface NetworkTariffPeriod {
  validFrom: string
  /** Inclusive; null until further notice. */
  validTo: string | null
  prices: NetworkPrices
  source: string
}

/** A price list as the engine and the pages need it. Days are inclusive. */
export interface PriceList {
  id: number
  /** Counts up with every change; a write names the version it started from. */
  version: number
  name: string
  /** The supplier. */
  utility: string
  countryCode: string
  validFrom: string
  validTo: string | null
  terms: PriceListTerms
}

/** One list of a utility rate plan, and when it applies. Days are inclusive; entries never overlap. */
export interface RatePlanEntry {
  priceListId: number
  validFrom: string
  validTo: string | null
}

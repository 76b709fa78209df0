import { divideExact, type Exact, formatExact, multiplyExact } from '@ohmstead/domain/money/exact'
import type { Confidence } from '@ohmstead/domain/rates/confidence'
import type { BillQuality } from '../bill-model.ts'
import type { MissingPrice, PricePart, PriceSource } from '../price-component.ts'
import type { ExchangeRate } from '../pricing-world.ts'

export type LinePart = Exclude<PricePart, 'vat'> | 'feedIn'

/** What the amounts of one line have in common, in the bill's currency. */
export interface LineKind {
  /** Equal for amounts that belong to one line of a month. */
  key: string
  /** Whose price it is: lines of two lists stay apart, a distributor's run on. */
  owner: string
  part: LinePart
  name: string
  unit: 'kWh' | 'kW' | 'month'
  /** Null where it changes by the quarter-hour. */
  unitPrice: Exact | null
  source: PriceSource | null
  confidence: Confidence | null
  vat: Vat | null
}

/** The value-added tax that a line carries. `rate` is a share, 0.22. */
export interface Vat {
  rate: Exact
  name: string
  source: PriceSource | null
  confidence: Confidence | null
  validFrom: string | null
  validTo: string | null
}

/** What a line grew by in a bucket; feed-in is negative money. */
export interface Posting {
  line: LineKind
  quantity: Exact
  money: Exact
}

/** A stretch of a month in which the terms do not change, and what the bill grew by in it. */
export interface Bucket {
  fromMs: number
  toMs: number
  postings: Posting[]
  missing: MissingPrice[]
  /** What something in it was converted at. */
  exchanges: readonly ExchangeRate[]
  quality: Omit<BillQuality, 'isProvisional'>
}

export interface LedgerMonth {
  key: string
  firstDay: string
  buckets: Bucket[]
}

/** Where charges write to. */
export interface Sink {
  post: (line: LineKind, quantity: Exact, money: Exact) => void
  miss: (reason: MissingPrice) => void
}

/** Quarter-hours of the grid, half-open, with the energy known in them, milliwatt-hours. */
export interface Span {
  from: number
  to: number
  importMilliWh: number
  /** Of both what the supplier bills and pays for. */
  suppliedMilliWh: number
  soldMilliWh: number
}

/** Asked bucket by bucket in the order of time: what a charge depends on may have grown since the month began. */
export type Charge = (span: Span, sink: Sink) => void

const energyScale = 6
const shareDecimals = 12

/** A line with its key: amounts of one part, name, unit, price, owner and tax are one line of a month. */
export function lineKind(line: Omit<LineKind, 'key'>): LineKind {
  const price = line.unitPrice ? formatExact(line.unitPrice) : 'mean'
  const vat = line.vat ? formatExact(line.vat.rate) : 'none'
  return { ...line, key: [line.part, line.name, line.unit, price, line.owner, vat].join('/') }
}

/** Whose price a source is: a list's or a tariff's, in all its versions; '' of what is published or of the market. */
export function ownerOf(source: PriceSource): string {
  if (source.kind === 'priceList') return `list ${source.priceListId}`
  return source.kind === 'networkTariff' ? `tariff ${source.networkTariffId}` : ''
}

/** Milliwatt-hours as kilowatt-hours. */
export function kwhOf(milliWh: number): Exact {
  return { digits: BigInt(milliWh), scale: energyScale }
}

/** The part of an amount that belongs to `count` of `whole` quarter-hours; all of them are the amount itself. */
export function shareOf(amount: Exact, count: number, whole: number): Exact {
  if (count === whole) return amount
  const product = multiplyExact(amount, { digits: BigInt(count), scale: 0 })
  return divideExact(product, { digits: BigInt(whole), scale: 0 }, Math.max(shareDecimals, amount.scale))
}

import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import { formatDay, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import { currencyOf } from './ledger/ledger-currency.ts'
import { splitMonth } from './ledger/segments.ts'
import { layOutMonths } from './local-grid.ts'
import { pricerOf, type SegmentPricer } from './price/segment-pricer.ts'
import { priceIn } from './price-at.ts'
import type { PriceAt } from './price-component.ts'
import type { PricingWorld } from './pricing-world.ts'
import { findTiersUsed, usedIn } from './tiers-used.ts'
import { prepareWorld, type WorldLookup } from './world-lookup.ts'

/** All-in prices of a row of quarter-hours, for drawing and comparing. */
export interface PriceSeries {
  currency: CurrencyCode
  firstStartMs: number
  /** With VAT; NaN where unknown. */
  importPrice: Float64Array
  /** What a kilowatt-hour fed in earns; NaN where unknown, 0 where nothing is paid. */
  exportPrice: Float64Array
  /** A quarter-hour exactly, part by part. */
  at: (place: number) => PriceAt
}

/**
 * The prices from one instant to another, with `energies` of the tiers reached by then. What does not change from
 * quarter-hour to quarter-hour is worked out once.
 */
export function priceSeries(
  world: PricingWorld,
  fromMs: number,
  toMs: number,
  energies: QuarterHourSeries | null = null,
): PriceSeries {
  const lookup = prepareWorld(world)
  const row = walkPrices(lookup, fromMs, toMs, energies, ['import', 'export'])
  const { currency, firstStartMs, rows, used, shift } = row
  return {
    ...{ currency, firstStartMs, importPrice: rows.import, exportPrice: rows.export },
    at: (place) => priceIn(lookup, firstStartMs + place * quarterHourMs, usedIn(used, place + shift)),
  }
}

/** What a supplier charges and pays by the quarter-hour, apart from network, levies and monthly amounts. */
export interface SupplierPrices {
  currency: CurrencyCode
  firstStartMs: number
  /** Of a kilowatt-hour, without tax and fees; NaN where unknown. */
  energy: Float64Array
  /** What a kilowatt-hour saves that the supplier does not bill: price and fee with tax; NaN where unknown. */
  saved: Float64Array
  /** What a kilowatt-hour fed in earns; NaN where unknown, 0 where nothing is paid. */
  feedIn: Float64Array
}

/** The supplier's part of the prices from one instant to another: what shared energy is measured against. */
export function supplierPrices(
  world: PricingWorld,
  fromMs: number,
  toMs: number,
  energies: QuarterHourSeries | null = null,
): SupplierPrices {
  const walked = walkPrices(prepareWorld(world), fromMs, toMs, energies, ['energy', 'saved', 'export'])
  const { currency, firstStartMs, rows } = walked
  return { currency, firstStartMs, energy: rows.energy, saved: rows.saved, feedIn: rows.export }
}

/** Asks the prices of each segment for every quarter-hour; NaN where there are none. */
function walkPrices<Kind extends keyof SegmentPricer>(
  lookup: WorldLookup,
  fromMs: number,
  toMs: number,
  energies: QuarterHourSeries | null,
  kinds: readonly Kind[],
) {
  const firstStartMs = Math.floor(fromMs / quarterHourMs) * quarterHourMs
  const count = Math.max(0, Math.ceil((toMs - firstStartMs) / quarterHourMs))
  const empty = kinds.map((kind) => [kind, new Float64Array(count).fill(Number.NaN)] as const)
  const rows = Object.fromEntries(empty) as Record<Kind, Float64Array>
  const laidOut = layOutMonths(firstStartMs, firstStartMs + count * quarterHourMs, lookup.zone)
  const { grid, months } = laidOut
  const used = findTiersUsed(lookup, laidOut, energies)
  const dayAt = (place: number) => formatDay(grid.day[Math.max(0, Math.min(place, grid.count - 1))]!)
  const shift = Math.round((firstStartMs - grid.firstStartMs) / quarterHourMs)
  const currency = currencyOf(lookup, dayAt(shift), dayAt(shift + count - 1))
  for (const month of months) {
    for (const segment of splitMonth(lookup, grid, month, currency)) {
      const from = Math.max(segment.from, shift)
      const to = Math.min(segment.to, shift + count)
      if (segment.list === null || from >= to) continue
      const pricer = pricerOf(lookup, grid, segment, currency, used)
      for (const kind of kinds) {
        const price = pricer[kind]
        const row = rows[kind]
        for (let i = from; i < to; i++) row[i - shift] = price(i)
      }
    }
  }
  return { currency, firstStartMs, rows, used, shift }
}

import { type Exact, exactOf, parseExact } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { NetworkPrices, PriceList, TaxRow } from '@ohmstead/domain/pricing/price-list-terms'
import { holdsOn } from '@ohmstead/domain/pricing/rate-plan'
import {
  formatDay,
  localMidnightMs,
  parseDay,
  quarterHourMs,
} from '@ohmstead/network-fee/calendar/local-time'
import { findRate } from '@ohmstead/network-fee/rates/rate-book'
import type { GridMonth, LocalGrid } from '../local-grid.ts'
import type { MissingPrice, PriceSource } from '../price-component.ts'
import { listOn, networkPricesOn, usesPublished, type WorldLookup } from '../world-lookup.ts'
import type { Vat } from './ledger-model.ts'

/** Days of a month on which the same terms hold; quarter-hours of the grid, half-open. */
export interface Segment {
  from: number
  to: number
  day: string
  list: PriceList | null
}

/** What holds on a day under a list, besides the supplier's price. */
export interface DayTerms {
  list: PriceList
  listSource: PriceSource
  /** Null if the list has no network prices of its own or of a tariff. */
  network: {
    prices: NetworkPrices | null
    source: PriceSource
    currency: PriceList['terms']['currency']
    tariffId: number | null
    validFrom: string
    validTo: string | null
  } | null
  rows: TaxRow[]
  /** Null without tax. */
  vat: Vat | null
  vatMissing: MissingPrice | null
}

/** Splits a month where the list, a tax, a network tariff or an exchange rate changes. */
export function splitMonth(
  lookup: WorldLookup,
  grid: LocalGrid,
  month: GridMonth,
  currency: CurrencyCode,
): Segment[] {
  const next = (day: string) => formatDay(parseDay(day) + 1)
  const lastDay = formatDay(grid.day[month.to - 1]!)
  const starts = new Set([month.firstDay])
  for (const day of [...changeDays(lookup, next), ...exchangeDays(lookup, currency)])
    if (day > month.firstDay && day <= lastDay) starts.add(day)
  const days = [...starts].sort()
  const places = days.map((day) =>
    Math.round((localMidnightMs(day, grid.zone) - grid.firstStartMs) / quarterHourMs),
  )
  return days.map((day, place) => ({
    from: places[place]!,
    to: places[place + 1] ?? month.to,
    day,
    list: listOn(lookup, day),
  }))
}

function changeDays({ world }: WorldLookup, next: (day: string) => string): string[] {
  const lists = world.entries.flatMap(({ priceListId }) => world.priceLists[priceListId] ?? [])
  const tariffs = Object.values(world.networkTariffs).flatMap(({ periods }) => periods)
  const spans = [...world.entries, ...lists, ...lists.flatMap(({ terms }) => terms.taxes.rows), ...tariffs]
  return spans.flatMap(({ validFrom, validTo }) => (validTo ? [validFrom, next(validTo)] : [validFrom]))
}

/** Days on which a rate changes that something is converted at: most worlds have one currency. */
function exchangeDays({ world }: WorldLookup, currency: CurrencyCode): string[] {
  const lists = world.entries.flatMap(({ priceListId }) => world.priceLists[priceListId] ?? [])
  const targets = new Set([currency, ...lists.map(({ terms }) => terms.currency)])
  const priced = [...Object.values(world.spot), ...Object.values(world.networkTariffs)]
  const sources = new Set([...targets, ...priced.map((one) => one.currency)])
  if (lists.some(({ terms }) => usesPublished(terms))) sources.add('EUR')
  return world.exchangeRates.flatMap(({ from, to, day }) =>
    sources.has(from) && targets.has(to) && from !== to ? [day] : [],
  )
}

/** What a list charges on a day, and the network prices, taxes and VAT that hold then. */
export function termsOn(lookup: WorldLookup, list: PriceList, day: string): DayTerms {
  const { id, version, name, terms, validFrom, validTo } = list
  const listSource: PriceSource = { kind: 'priceList', priceListId: id, version, name }
  const found = networkPricesOn(lookup, list, day)
  const rows = terms.taxes.rows.filter((row) => holdsOn(row, day))
  const network = found && {
    prices: found.prices,
    currency: found.tariff?.currency ?? terms.currency,
    tariffId: terms.network.kind === 'tariff' ? terms.network.networkTariffId : null,
    source: found.tariff
      ? {
          kind: 'networkTariff' as const,
          networkTariffId: found.tariff.id,
          name: found.tariff.name,
          source: found.period?.source ?? '',
        }
      : listSource,
    validFrom: found.period?.validFrom ?? validFrom,
    validTo: found.period ? found.period.validTo : validTo,
  }
  return { list, listSource, network, rows, ...vatOn(lookup, list, rows, day, listSource) }
}

/** A row of the list goes before the published rate of the country, which is that of the month's first day. */
function vatOn(
  { book, world }: WorldLookup,
  { terms }: PriceList,
  rows: TaxRow[],
  day: string,
  source: PriceSource,
): Pick<DayTerms, 'vat' | 'vatMissing'> {
  const row = rows.find(({ kind }) => kind === 'vat')
  if (row) {
    const { name, validFrom, validTo } = row
    return {
      vat: { rate: percent(row.rate), name, source, confidence: null, validFrom, validTo },
      vatMissing: null,
    }
  }
  if (!terms.taxes.published) return { vat: null, vatMissing: null }
  const rate = world.countryCode === 'SI' ? findRate(book.vat, `${day.slice(0, 7)}-01`) : null
  if (rate === null) return { vat: null, vatMissing: { kind: 'noTariff', networkTariffId: null } }
  return {
    vat: {
      rate: exactOf(rate.rate, 6),
      name: 'vat',
      source: { kind: 'published', rateId: rate.id },
      confidence: rate.confidence,
      validFrom: rate.from,
      validTo: rate.to,
    },
    vatMissing: null,
  }
}

function percent(rate: string): Exact {
  const { digits, scale } = parseExact(rate)
  return { digits, scale: scale + 2 }
}

import type { PriceListPreview } from '@ohmstead/contract/price-lists-preview'
import type { Actor } from '@ohmstead/domain/access/permission'
import { timeZonesOf } from '@ohmstead/domain/places/time-zones'
import { type NamedInTerms, namedInTerms } from '@ohmstead/domain/pricing/named-in-terms'
import type { PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { dayAfter } from '@ohmstead/domain/time/days'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { priceParts, uniqueReasons } from '@ohmstead/pricing/price-component'
import { priceSeries } from '@ohmstead/pricing/price-series'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import { draftList, worldUnder } from '@ohmstead/pricing/world-under'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'
import { addWorlds, buildPricingWorld } from '../location-pricing/build-pricing-world.ts'
import { compareMonths, lastMonthOf, lastMonthPricedBy } from '../location-pricing/compare-months.ts'
import type { PriceContext } from '../location-pricing/get-bill.ts'

export interface PreviewQuestion {
  countryCode: string
  terms: PriceListTerms
  day: string
  locationId: number | null
  replaces: number | null
}

const quarterMs = 900_000

/** A day's prices under a list that is not stored, and what a location would have paid under it last month. */
export async function previewPriceList(
  context: PriceContext,
  question: PreviewQuestion,
): Promise<PriceListPreview> {
  const { db, actor } = context
  const { locationId, day } = question
  const zone =
    locationId === null ? zoneOf(question.countryCode) : await zoneOfLocation(db, actor, locationId)
  const span = { fromMs: localMidnightMs(day, zone), toMs: localMidnightMs(dayAfter(day), zone) }
  const also = namedInTerms([question.terms])
  const { world } =
    locationId === null
      ? await placeless(db, question.countryCode, zone, span, also)
      : await buildPricingWorld(db, locationId, span, also)
  const prices = priceSeries(worldUnder(world, question.terms, question.countryCode), span.fromMs, span.toMs)
  const places = Array.from(prices.importPrice, (_, place) => place)
  const components = places.map((place) => prices.at(place))
  const perKwh = components.map(({ import: { components: all } }) =>
    all.filter(({ unit }) => unit === '/kWh'),
  )
  const used = priceParts.filter((part) => perKwh.some((all) => all.some((one) => one.part === part)))
  return {
    currency: prices.currency,
    timeZone: zone,
    day,
    starts: places.map((place) => prices.firstStartMs + place * quarterMs),
    importPrice: Array.from(prices.importPrice, known),
    exportPrice: Array.from(prices.exportPrice, known),
    parts: used.map((part) => ({
      part,
      rates: perKwh.map((all) => sumOf(all.filter((one) => one.part === part).map(({ rate }) => rate))),
    })),
    missing: uniqueReasons(
      components.flatMap((price) =>
        [...price.import.components, ...price.export.components].flatMap(({ missing }) => missing ?? []),
      ),
    ),
    lastMonth:
      locationId === null
        ? null
        : await billLastMonth(context, { locationId, zone, entries: world.entries }, question),
  }
}

async function billLastMonth(
  context: PriceContext,
  { locationId, zone, entries }: { locationId: number; zone: string; entries: PricingWorld['entries'] },
  question: PreviewQuestion,
): Promise<PriceListPreview['lastMonth']> {
  const changeWorld = (world: PricingWorld) =>
    question.replaces === null
      ? worldUnder(world, question.terms, question.countryCode)
      : replacing(world, question)
  const also = namedInTerms([question.terms])
  const place = { zone, now: context.deps.clock.now() }
  const [month] = await compareMonths(context, locationId, {
    ...{ zone, also, changeWorld },
    months: [
      question.replaces === null ? lastMonthOf(place) : lastMonthPricedBy(question.replaces, entries, place),
    ],
  })
  return month!
}

/** As if one list of the plan were the draft, on its days. */
const replacing = (world: PricingWorld, { replaces, terms, countryCode }: PreviewQuestion): PricingWorld => ({
  ...world,
  priceLists: { ...world.priceLists, [replaces!]: draftList(replaces!, terms, countryCode) },
})

/** What prices follow from where no location is named. */
async function placeless(
  db: Queryable,
  countryCode: string,
  zone: string,
  span: { fromMs: number; toMs: number },
  also: NamedInTerms,
) {
  const nobody = { location_id: 0, company_id: 0, version: 0, plan: null, manual_point: null, device: null }
  const rows = [{ ...nobody, country_code: countryCode, time_zone: zone }]
  const [priced] = await addWorlds(db, rows, [], span, also)
  return priced!
}

/** The time zone of a location that the actor sees. */
export async function zoneOfLocation(db: Queryable, actor: Actor, locationId: number): Promise<string> {
  const row = await db.row<{ zone: string }>(sql`
    select l.time_zone as zone from location l where l.id = ${locationId} and ${visibleLocation(actor)}`)
  if (!row) throw new AppError('not_found')
  return row.zone
}

const zoneOf = (countryCode: string) => timeZonesOf(countryCode)[0] ?? 'Europe/Ljubljana'

const known = (value: number) => (Number.isNaN(value) ? null : value)
const sumOf = (rates: readonly (string | null)[]) =>
  rates.includes(null) ? null : rates.reduce((sum, rate) => sum + Number(rate), 0)

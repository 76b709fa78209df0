import type { PriceListPreview } from '@ohmstead/contract/price-lists-preview'
import type { Actor } from '@ohmstead/domain/access/permission'
import { timeZonesOf } from '@ohmstead/domain/places/time-zones'
import type { EnergyPrice, PriceList, PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { dayAfter } from '@ohmstead/domain/pricing/rate-plan'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { bill } from '@ohmstead/pricing/bill'
import { type MissingPrice, priceParts } from '@ohmstead/pricing/price-component'
import { priceSeries } from '@ohmstead/pricing/price-series'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'
import { type AlsoNeeded, addWorlds, buildPricingWorld } from '../location-pricing/build-pricing-world.ts'
import { readPricedLocation } from '../location-pricing/read-priced-location.ts'
import { todayIn } from './price-list-view.ts'

export interface PreviewQuestion {
  countryCode: string
  terms: PriceListTerms
  day: string
  locationId: number | null
  replaces: number | null
}

const quarterMs = 900_000
/** No list has it. */
const draftId = 0

/** A day's prices under a list that is not stored, and what a location would have paid under it last month. */
export async function previewPriceList(
  db: Queryable,
  actor: Actor,
  question: PreviewQuestion,
  now: number,
): Promise<PriceListPreview> {
  const { locationId, day } = question
  if (locationId !== null) await mustSee(db, actor, locationId)
  const zone = locationId === null ? zoneOf(question.countryCode) : await zoneOfLocation(db, locationId)
  const span = { fromMs: localMidnightMs(day, zone), toMs: localMidnightMs(dayAfter(day), zone) }
  const also = neededBy(question.terms)
  const { world } =
    locationId === null
      ? await placeless(db, question.countryCode, zone, span, also)
      : await buildPricingWorld(db, locationId, span, also)
  const prices = priceSeries(alone(world, question), span.fromMs, span.toMs)
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
    missing: unique(
      components.flatMap((price) =>
        [...price.import.components, ...price.export.components].flatMap(({ missing }) => missing ?? []),
      ),
    ),
    lastMonth: locationId === null ? null : await billLastMonth(db, locationId, question, { zone, now }),
  }
}

async function billLastMonth(
  db: Queryable,
  locationId: number,
  question: PreviewQuestion,
  { zone, now }: { zone: string; now: number },
): Promise<PriceListPreview['lastMonth']> {
  const thisMonth = `${todayIn(zone, now).slice(0, 7)}-01`
  const to = dayAfter(thisMonth, -1)
  const from = `${to.slice(0, 7)}-01`
  const span = { fromMs: localMidnightMs(from, zone), toMs: localMidnightMs(thisMonth, zone) }
  const { world, series } = await readPricedLocation(db, locationId, span, neededBy(question.terms))
  const present = bill(world, series, { from, to })
  const changed = question.replaces === null ? alone(world, question) : replacing(world, question)
  const draft = bill(changed, series, { from, to })
  return {
    month: from.slice(0, 7),
    now: present.totals,
    nowCurrency: present.currency,
    draft: draft.totals,
    draftCurrency: draft.currency,
    isProvisional: draft.quality.isProvisional,
    missing: unique(draft.months.flatMap(({ missing }) => missing)),
  }
}

function draftList({ countryCode, terms }: PreviewQuestion, id: number): PriceList {
  return { id, version: 1, name: '', utility: '', countryCode, validFrom: '1970-01-01', validTo: null, terms }
}

/** As if only the draft held, on all days. */
const alone = (world: PricingWorld, question: PreviewQuestion): PricingWorld => ({
  ...world,
  entries: [{ priceListId: draftId, validFrom: '1970-01-01', validTo: null }],
  priceLists: { [draftId]: draftList(question, draftId) },
})

/** As if one list of the plan were the draft, on its days. */
const replacing = (world: PricingWorld, question: PreviewQuestion): PricingWorld => ({
  ...world,
  priceLists: { ...world.priceLists, [question.replaces!]: draftList(question, question.replaces!) },
})

/** What prices follow from where no location is named. */
async function placeless(
  db: Queryable,
  countryCode: string,
  zone: string,
  span: { fromMs: number; toMs: number },
  also: AlsoNeeded,
) {
  const nobody = { location_id: 0, company_id: 0, version: 0, plan: null, manual_point: null, device: null }
  const rows = [{ ...nobody, country_code: countryCode, time_zone: zone }]
  const [priced] = await addWorlds(db, rows, [], span, also)
  return priced!
}

async function mustSee(db: Queryable, actor: Actor, locationId: number): Promise<void> {
  const seen = await db.row(
    sql`select l.id from location l where l.id = ${locationId} and ${visibleLocation(actor)}`,
  )
  if (!seen) throw new AppError('not_found')
}

async function zoneOfLocation(db: Queryable, locationId: number): Promise<string> {
  return (await db.row<{ zone: string }>(
    sql`select time_zone as zone from location where id = ${locationId}`,
  ))!.zone
}

const zoneOf = (countryCode: string) => timeZonesOf(countryCode)[0] ?? 'Europe/Ljubljana'

export function neededBy({ currency, buy, sell, network }: PriceListTerms): AlsoNeeded {
  const prices: (EnergyPrice | null)[] = [buy, sell, network.kind === 'entered' ? network.energy : null]
  return {
    timePlanIds: prices.flatMap((price) => (price?.kind === 'time_of_use' ? [price.timePlanId] : [])),
    networkTariffIds: network.kind === 'tariff' ? [network.networkTariffId] : [],
    regions: prices.flatMap((price) => (price?.kind === 'spot_market' ? [price.region] : [])),
    currencies: [currency],
  }
}

const known = (value: number) => (Number.isNaN(value) ? null : value)
const sumOf = (rates: readonly (string | null)[]) =>
  rates.includes(null) ? null : rates.reduce((sum, rate) => sum + Number(rate), 0)

function unique(reasons: readonly MissingPrice[]): MissingPrice[] {
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()]
}

import { type NamedInTerms, namedInTerms, timePlanIdsOf } from '@ohmstead/domain/pricing/named-in-terms'
import type { PriceList } from '@ohmstead/domain/pricing/price-list-terms'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import type { Queryable } from '../../platform/db/db.ts'
import { findNetworkTariffs } from '../network-tariffs/network-tariff-queries.ts'
import { getPriceLists } from '../price-lists/price-list-queries.ts'
import { findSpotPrices } from '../spot-market/find-spot-prices.ts'
import { findPublicHolidays } from '../time-of-use/find-public-holidays.ts'
import { findTimePlans } from '../time-of-use/time-plan-queries.ts'
import { getPricedRow } from './get-pricing.ts'
import { findExchangeRates, type PricedLocationRow } from './location-pricing-queries.ts'
import { findPricingPoint } from './pricing-point.ts'

const dayMs = 86_400_000

export interface WorldSpan {
  fromMs: number
  toMs: number
}

const nothingElse: NamedInTerms = { timePlanIds: [], networkTariffIds: [], regions: [], currencies: [] }

/** What of a place its prices follow from; a metering point without a location has no plan of its own. */
export type PricedPlace = Pick<
  PricedLocationRow,
  'country_code' | 'time_zone' | 'plan' | 'manual_point' | 'device'
>

/** A place with everything that its money follows from, besides its energy. */
export interface PricedLocation<Row extends PricedPlace = PricedLocationRow> {
  row: Row
  world: PricingWorld
}

/**
 * Everything that prices of a location in [fromMs, toMs) follow from; `also` is what a draft names that none of its lists
 * does. Throws `not_found` if the location is gone.
 */
export async function buildPricingWorld(
  db: Queryable,
  locationId: number,
  span: WorldSpan,
  also = nothingElse,
): Promise<PricedLocation> {
  const [found] = await buildPricingWorlds(db, [await getPricedRow(db, locationId)], span, also)
  return found!
}

/** The same of locations that have been read, which share what they have in common. */
export async function buildPricingWorlds<Row extends PricedPlace>(
  db: Queryable,
  rows: readonly Row[],
  span: WorldSpan,
  also = nothingElse,
): Promise<PricedLocation<Row>[]> {
  const entries = rows.flatMap(({ plan }) => plan?.entries ?? [])
  const lists = await getPriceLists(db, unique(entries.map(({ priceListId }) => priceListId)))
  return addWorlds(db, rows, lists, span, also)
}

/** The worlds of locations whose lists are known: as stored, or as a preview has them. */
export async function addWorlds<Row extends PricedPlace>(
  db: Queryable,
  rows: readonly Row[],
  lists: readonly PriceList[],
  span: WorldSpan,
  also = nothingElse,
): Promise<PricedLocation<Row>[]> {
  const priceLists = byId(lists)
  // A month's price caps, tiers and fees need all of its days, in every time zone.
  const [fromMs, toMs] = [span.fromMs - 32 * dayMs, span.toMs + 32 * dayMs]
  const own = namedInTerms(lists.map(({ terms }) => terms))
  const regions = unique([...also.regions, ...own.regions])
  const [timePlans, networkTariffs, exchangeRates, spot] = await Promise.all([
    findTimePlans(db, unique([...also.timePlanIds, ...own.timePlanIds])),
    findNetworkTariffs(db, { ids: unique([...also.networkTariffIds, ...own.networkTariffIds]) }),
    findExchangeRates(db, unique([...also.currencies, ...own.currencies]), [dayOf(fromMs), dayOf(toMs)]),
    Promise.all(regions.map(async (code) => [code, await findSpotPrices(db, code, fromMs, toMs)] as const)),
  ])
  const tariffPlans = timePlanIdsOf(
    networkTariffs.flatMap(({ periods }) => periods.map(({ prices }) => prices.energy)),
  ).filter((id) => !timePlans.some((plan) => plan.id === id))
  const allPlans = [...timePlans, ...(await findTimePlans(db, tariffPlans))]
  const countries = unique([
    ...rows.map(({ country_code }) => country_code),
    ...lists.map(({ countryCode }) => countryCode),
    ...allPlans.flatMap(({ countryCode }) => countryCode ?? []),
  ])
  const years = [yearOf(fromMs), yearOf(toMs)] as const
  const shared = {
    timePlans: byId(allPlans),
    networkTariffs: byId(networkTariffs),
    spot: Object.fromEntries(spot.flatMap(([code, prices]) => (prices ? [[code, prices]] : []))),
    holidays: Object.fromEntries(countries.map((code) => [code, findPublicHolidays(code, ...years)])),
    exchangeRates,
  }
  return rows.map((row) => {
    const entries = row.plan?.entries ?? []
    const used = unique(entries.map(({ priceListId }) => priceListId)).filter((id) => priceLists[id])
    return {
      row,
      world: {
        ...shared,
        timeZone: row.time_zone,
        countryCode: row.country_code,
        entries,
        priceLists: Object.fromEntries(used.map((id) => [id, priceLists[id]!])),
        point: findPricingPoint(row)?.point ?? null,
      },
    }
  })
}

const unique = <Value>(values: readonly Value[]) => [...new Set(values)]
const byId = <Item extends { id: number }>(items: readonly Item[]): Record<number, Item> =>
  Object.fromEntries(items.map((item) => [item.id, item]))
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const yearOf = (ms: number) => new Date(ms).getUTCFullYear()

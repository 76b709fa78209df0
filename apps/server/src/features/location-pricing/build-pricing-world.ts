import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { EnergyPrice, PriceList, PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { getPriceLists } from '../price-lists/price-list-queries.ts'
import { findSpotPrices } from '../spot-market/find-spot-prices.ts'
import { findPublicHolidays } from '../time-of-use/find-public-holidays.ts'
import { findTimePlans } from '../time-of-use/time-plan-queries.ts'
import {
  findExchangeRates,
  findNetworkTariffs,
  findPricedLocations,
  type PricedLocationRow,
} from './location-pricing-queries.ts'
import { findPricingPoint } from './pricing-point.ts'

const dayMs = 86_400_000

export interface WorldSpan {
  fromMs: number
  toMs: number
}

/** What a draft refers to that no list of the location has yet. */
export interface AlsoNeeded {
  timePlanIds: readonly number[]
  networkTariffIds: readonly number[]
  regions: readonly string[]
  currencies: readonly CurrencyCode[]
}
const nothingElse: AlsoNeeded = { timePlanIds: [], networkTariffIds: [], regions: [], currencies: [] }

/** A location with everything that its money follows from, besides its energy. */
export interface PricedLocation {
  row: PricedLocationRow
  world: PricingWorld
}

/** Everything that prices of a location in [fromMs, toMs) follow from. Throws `not_found` if it is gone. */
export async function buildPricingWorld(
  db: Queryable,
  locationId: number,
  span: WorldSpan,
  also = nothingElse,
): Promise<PricedLocation> {
  const found = await buildPricingWorlds(db, [locationId], span, also)
  if (!found[0]) throw new AppError('not_found')
  return found[0]
}

/** The same of many locations, which share what they have in common. */
export async function buildPricingWorlds(
  db: Queryable,
  locationIds: readonly number[],
  span: WorldSpan,
  also = nothingElse,
): Promise<PricedLocation[]> {
  const rows = await findPricedLocations(db, locationIds)
  const entries = rows.flatMap(({ plan }) => plan?.entries ?? [])
  const lists = await getPriceLists(db, unique(entries.map(({ priceListId }) => priceListId)))
  return addWorlds(db, rows, lists, span, also)
}

/** The worlds of locations whose lists are known: as stored, or as a preview has them. */
export async function addWorlds(
  db: Queryable,
  rows: readonly PricedLocationRow[],
  lists: readonly PriceList[],
  span: WorldSpan,
  also = nothingElse,
): Promise<PricedLocation[]> {
  const priceLists = byId(lists)
  // A month's price caps, tiers and fees need all of its days, in every time zone.
  const [fromMs, toMs] = [span.fromMs - 32 * dayMs, span.toMs + 32 * dayMs]
  const regions = unique([
    ...also.regions,
    ...lists.flatMap(({ terms }) => [...regionOf(terms.buy), ...regionOf(terms.sell)]),
  ])
  const [timePlans, networkTariffs, exchangeRates, spot] = await Promise.all([
    findTimePlans(db, unique([...also.timePlanIds, ...lists.flatMap(({ terms }) => timePlanIdsOf(terms))])),
    findNetworkTariffs(
      db,
      unique([
        ...also.networkTariffIds,
        ...lists.flatMap(({ terms: { network } }) =>
          network.kind === 'tariff' ? [network.networkTariffId] : [],
        ),
      ]),
    ),
    findExchangeRates(db, unique([...also.currencies, ...lists.map(({ terms }) => terms.currency)]), [
      dayOf(fromMs),
      dayOf(toMs),
    ]),
    Promise.all(regions.map(async (code) => [code, await findSpotPrices(db, code, fromMs, toMs)] as const)),
  ])
  const tariffPlans = unique(
    networkTariffs.flatMap(({ periods }) => periods.flatMap(({ prices }) => timePlanOf(prices.energy))),
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

const timePlanIdsOf = ({ buy, sell, network }: PriceListTerms): number[] => [
  ...timePlanOf(buy),
  ...timePlanOf(sell),
  ...(network.kind === 'entered' ? timePlanOf(network.energy) : []),
]
const timePlanOf = (price: EnergyPrice | null) => (price?.kind === 'time_of_use' ? [price.timePlanId] : [])

const regionOf = (price: EnergyPrice | null) => (price?.kind === 'spot_market' ? [price.region] : [])

const unique = <Value>(values: readonly Value[]) => [...new Set(values)]
const byId = <Item extends { id: number }>(items: readonly Item[]): Record<number, Item> =>
  Object.fromEntries(items.map((item) => [item.id, item]))
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const yearOf = (ms: number) => new Date(ms).getUTCFullYear()

import { mediaTypes } from '@ohmstead/contract/media-types'
import { type SpotPricesView, spotMarketEndpoints } from '@ohmstead/contract/spot-market'
import { chooseLocale } from '@ohmstead/domain/i18n/locales'
import { findBiddingZone } from '@ohmstead/domain/places/bidding-zones'
import { dayAt } from '@ohmstead/domain/time/days'
import { type Context, fileRoute, type Route } from '../../route.ts'
import { findReader } from '../calculations/reader-queries.ts'
import type { ChartFileColumn } from '../charts/chart-file-task.ts'
import { findPrices } from '../location-pricing/get-prices.ts'
import { getSpotPricesView } from './spot-prices-view.ts'

export const spotFileRoutes: Route[] = [
  fileRoute(spotMarketEndpoints.pricesXlsx, async (context) => {
    const { db, query } = context
    return writePrices(context, await getSpotPricesView(db, query.region, query.from, query.to))
  }),

  fileRoute(spotMarketEndpoints.locationPricesXlsx, async (context) => {
    const { db, params, query } = context
    const view = await getSpotPricesView(db, query.region, query.from, query.to)
    const { currency, importPrices } = await findPrices(db, params.locationId, view)
    const values = importPrices.map((price) => price && Math.round(price * 1e8) / 1e5)
    const ownColumn = { name: 'spot_market.all_in', unit: `${currency}/MWh`, values }
    return writePrices(context, view, ownColumn)
  }),
]

async function writePrices(
  { deps, db, actor, query, signal }: Omit<Context<typeof spotMarketEndpoints.pricesXlsx>, 'params'>,
  { region, from, to, prices, currency, sources }: SpotPricesView,
  ...ownColumns: ChartFileColumn[]
) {
  const locale = query.locale ?? chooseLocale([(await findReader(db, actor.userId))?.locale])
  const { timeZone } = findBiddingZone(region)!
  const task = {
    ...{ kind: 'chart' as const, title: region, timeZone, to, locale, estimated: [], incomplete: [] },
    sources,
    ts: prices.map((_, at) => from + at * 900_000),
    columns: [{ name: 'spot_market.price', unit: `${currency}/MWh`, values: prices }, ...ownColumns],
  }
  const content = await deps.calculator.writeDocument(task, { person: actor.userId, signal })
  const [first, last] = [from, to - 1].map((ms) => dayAt(ms, timeZone))
  return { type: mediaTypes.xlsx, content, saveAs: `${region} ${first} ${last}.xlsx` }
}

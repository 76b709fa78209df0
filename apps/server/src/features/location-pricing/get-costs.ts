import type { locationPricingEndpoints } from '@ohmstead/contract/location-pricing'
import type { LocationCostsView } from '@ohmstead/contract/location-pricing-money'
import { addExact, type DecimalText, type Exact, formatExact, zero } from '@ohmstead/domain/money/exact'
import { chooseInterval } from '@ohmstead/domain/time/intervals'
import { passedBy } from '@ohmstead/pricing/bill'
import type { CostBucket, CostSeries } from '@ohmstead/pricing/cost-series'
import { uniqueReasons } from '@ohmstead/pricing/price-component'
import type { Context } from '../../route.ts'
import { type ChartRange, getChartRange, indicesWhere, toRangeView } from '../charts/chart-range.ts'
import { price } from './get-bill.ts'
import { getPricedRow } from './get-pricing.ts'
import { readPricedLocation } from './read-priced-location.ts'

const shortestInterval = 900

/** Money in the buckets of a chart. */
export async function getCosts(
  context: Context<typeof locationPricingEndpoints.costs>,
): Promise<LocationCostsView> {
  const { db, deps, params, query } = context
  const row = await getPricedRow(db, params.locationId)
  const asked = query.interval || chooseInterval((query.to - query.from) / 1000)
  const range = getChartRange({ ...query, interval: Math.max(asked, shortestInterval) }, row.time_zone)
  const span = { fromMs: range.from, toMs: range.to }
  const { world, series } = await readPricedLocation(db, row, span)
  // As the bill of these days: what goes by the month has grown up to the present, not to the end of the day.
  const passedMs = passedBy(range.from, range.to, deps.clock.now())
  const edges = range.edges.map((edge) => Math.min(edge, passedMs))
  const task = { kind: 'costs' as const, world, energies: series, edges }
  return toCostsView(range, await price(context, span, task))
}

export function toCostsView(range: ChartRange, { currency, buckets, totals }: CostSeries): LocationCostsView {
  const importCosts = buckets.map(({ importCost }) => importCost?.text ?? null)
  const exportRevenues = buckets.map(({ exportRevenue }) => exportRevenue?.text ?? null)
  const isAt = (is: (bucket: CostBucket) => boolean) =>
    indicesWhere(buckets.length, (place) => is(buckets[place]!))
  return {
    ...toRangeView(range),
    currency,
    importCosts,
    exportRevenues,
    // Where something is unknown, the sum of the rest is not the bill.
    totals: {
      importCost: totals.importCost ?? addKnown(importCosts),
      exportRevenue: totals.exportRevenue ?? addKnown(exportRevenues),
    },
    estimated: isAt(({ quality }) => quality.estimated > 0),
    incomplete: isAt(({ quality, importCost }) => importCost !== null && quality.missing > 0),
    missing: uniqueReasons(buckets.flatMap(({ missing }) => missing)),
  }
}

/** The exact sum of what is known; null if nothing is. */
function addKnown(amounts: readonly (DecimalText | null)[]): DecimalText | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === 0 ? null : formatExact(known.map(readAmount).reduce(addExact, zero))
}

/** An amount as the engine writes it, with as many decimals as its factors have together. */
function readAmount(text: DecimalText): Exact {
  const [whole = '', decimals = ''] = text.split('.')
  return { digits: BigInt(whole + decimals), scale: decimals.length }
}

import type { SolarView } from '@ohmstead/contract/savings'
import type { Queryable } from '../../platform/db/db.ts'
import { getChartRange, toRangeView } from '../charts/chart-range.ts'
import { getBalance } from '../charts/get-energy.ts'
import { getTimeZone, type RangeQuery } from '../charts/get-place-energy.ts'
import { groupByPlace } from '../telemetry/balance-roles.ts'
import { findSeries } from '../telemetry/energy-series-queries.ts'

/** What panels produced in the buckets of a chart: the figures of the energy balance, with the quality of each. */
export async function getSolar(db: Queryable, locationId: number, query: RangeQuery): Promise<SolarView> {
  const range = getChartRange(query, await getTimeZone(db, locationId))
  const all = groupByPlace(await findSeries(db, [locationId]), [], {})
  const own = (all.get(locationId) ?? []).filter(({ role }) => role === 'production')
  const balance = await getBalance(db, new Map([[locationId, own]]), range, false)
  const [estimated, incomplete] = [new Set(balance.estimated), new Set(balance.incomplete)]
  const qualityOf = (value: number | null, at: number) => {
    if (value === null) return 'missing'
    if (incomplete.has(at)) return 'incomplete'
    return estimated.has(at) ? 'estimated' : 'measured'
  }
  return {
    ...toRangeView(range),
    unit: 'Wh',
    measurements: balance.ts.map((ts, at) => {
      const value = balance.production[at] ?? null
      return { ts, value, quality: qualityOf(value, at) }
    }),
    total: balance.totals.production,
    hasSolar: own.length > 0,
  }
}

import { startCalculator } from '../../apps/server/src/features/calculations/start-calculator.ts'
import { givePlan } from '../../apps/server/src/features/location-pricing/assign-plan.ts'
import { findMonthCosts } from '../../apps/server/src/features/location-pricing/find-month-costs.ts'
import { refreshMonthCosts } from '../../apps/server/src/features/location-pricing/refresh-month-costs.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { createMetrics } from '../../apps/server/src/platform/prometheus-metrics.ts'
import { insertRatePlan } from '../../apps/server/src/testing/insert-price-list.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { type Figure, p95 } from './figure.ts'
import { fillPricedLocations } from './fill-priced-locations.ts'
import { measureBudgets } from './measure-budgets.ts'
import { measureRepricing } from './measure-repricing.ts'

// The month so far of many locations, as the list of a company shows it.

const now = Date.UTC(2026, 10, 21, 12)
const locations = 5000

export async function measureCosts(url: string | null): Promise<Figure[]> {
  const bench = await openBenchDatabase(url, now)
  const calculator = startCalculator(createMetrics())
  try {
    const { userId, companyId, ids } = await fillPricedLocations(bench, { now, locations })
    const { db } = bench
    const refresh = (some: readonly number[]) =>
      refreshMonthCosts({ calculator }, db.at('job'), some, { now, userId, onDone: async () => {} })
    await refresh(ids.slice(0, 100))
    const begin = performance.now()
    await refresh(ids)
    const seconds = (performance.now() - begin) / 1000
    const peerBegin = performance.now()
    await db.row(sql`select count(*), sum(total) from energy_hour`)
    const peer = (performance.now() - peerBegin) / 1000
    const known = await db.row<{ count: number }>(
      sql`select count(*)::int as count from location_cost where import_cost is not null`,
    )
    const listMs = await timeList(db, companyId)
    const budgets = await measureBudgets(bench, { calculator, now, locations })
    const assignSeconds = await timeAssignment(db, { userId, companyId })
    return [
      await measureRepricing(bench, { calculator, userId, locationId: ids[0]!, now }),
      {
        figure: `a page of them with the sums of all, each compared with the prices of now, ${bench.name}, p95`,
        value: Math.round(listMs),
        unit: 'ms',
        limit: '≤ 300',
        peer: `adding up its hours ${peer.toFixed(1)} s`,
        holds: listMs <= 300,
      },
      {
        figure: `month so far of ${locations} locations refreshed, ${bench.name}`,
        value: Math.round(seconds * 10) / 10,
        unit: 's',
        limit: '≤ 30',
        peer: `adding up its hours ${peer.toFixed(1)} s; ${known!.count} known`,
        holds: seconds <= 30 && known!.count === locations,
      },
      budgets,
      {
        figure: `${locations} locations given another plan, ${bench.name}`,
        value: Math.round(assignSeconds * 100) / 100,
        unit: 's',
        limit: '≤ 2',
        peer: `adding up their hours ${peer.toFixed(1)} s`,
        holds: assignSeconds <= 2,
      },
    ]
  } finally {
    await calculator.close()
    await bench.close()
  }
}

/** The longest of three times. */
async function timeAssignment(
  db: BenchDatabase['db'],
  { userId, companyId }: { userId: number; companyId: number },
): Promise<number> {
  const actor = { userId, roles: ['ROLE_AGGREGATOR'], companyIds: [companyId], locations: [] } as const
  const by = { actor, audit: { actor, address: null, at: now } }
  const of = { companyId, locationGroupId: null, locationIds: null, onlyUnpriced: false }
  const times: number[] = []
  for (let run = 0; run < 3; run++) {
    const ratePlanId = await insertRatePlan(db, { companyId }, [])
    const begin = performance.now()
    const assigned = await db.transaction((tx) => givePlan(tx, by, { ...of, ratePlanId }))
    times.push((performance.now() - begin) / 1000)
    if (assigned !== locations) throw new Error('not every location has the plan')
  }
  return Math.max(...times)
}

async function timeList(db: BenchDatabase['db'], companyId: number): Promise<number> {
  const asked = { companyId, search: '', sort: 'importCost', direction: 'desc', page: 1, now } as const
  const times: number[] = []
  for (let run = 0; run < 12; run++) {
    const begin = performance.now()
    const { sums } = await findMonthCosts(db, asked)
    times.push(performance.now() - begin)
    if (sums[0]?.locations !== locations) throw new Error('not every location is in the sum')
  }
  return p95(times.slice(2))
}

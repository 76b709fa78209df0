import { startCalculator } from '../../apps/server/src/features/calculations/start-calculator.ts'
import { refreshMonthCosts } from '../../apps/server/src/features/location-pricing/refresh-month-costs.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { createMetrics } from '../../apps/server/src/platform/prometheus-metrics.ts'
import { openBenchDatabase } from './bench-database.ts'
import type { Figure } from './figure.ts'
import { fillPricedLocations } from './fill-priced-locations.ts'

// The month so far of many locations, as the list of a company shows it.

const now = Date.UTC(2026, 10, 21, 12)
const locations = 5000

export async function measureCosts(url: string | null): Promise<Figure[]> {
  const bench = await openBenchDatabase(url, now)
  const calculator = startCalculator(createMetrics())
  try {
    const { userId, ids } = await fillPricedLocations(bench, { now, locations })
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
    return [
      {
        figure: `month so far of ${locations} locations refreshed, ${bench.name}`,
        value: Math.round(seconds * 10) / 10,
        unit: 's',
        limit: '≤ 30',
        peer: `adding up its hours ${peer.toFixed(1)} s; ${known!.count} known`,
        holds: seconds <= 30 && known!.count === locations,
      },
    ]
  } finally {
    await calculator.close()
    await bench.close()
  }
}

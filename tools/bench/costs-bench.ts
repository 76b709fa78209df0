import { startCalculator } from '../../apps/server/src/features/calculations/start-calculator.ts'
import { refreshMonthCosts } from '../../apps/server/src/features/location-pricing/refresh-month-costs.ts'
import { rawSql, sql } from '../../apps/server/src/platform/db/sql.ts'
import { createMetrics } from '../../apps/server/src/platform/prometheus-metrics.ts'
import { insertPriceList, insertRatePlan } from '../../apps/server/src/testing/insert-price-list.ts'
import { insertCompany, insertUser } from '../../apps/server/src/testing/test-world.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import type { Figure } from './figure.ts'

// The month so far of many locations, as the list of a company shows it: energies by the quarter-hour of both
// directions, two tariffs with the published network fee, levies and VAT.

const now = Date.UTC(2026, 10, 21, 12)
const locations = 5000

export async function measureCosts(url: string | null): Promise<Figure[]> {
  const bench = await openBenchDatabase(url, now)
  const calculator = startCalculator(createMetrics())
  try {
    const { userId, ids } = await fill(bench)
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

async function fill({ db, name }: BenchDatabase): Promise<{ userId: number; ids: number[] }> {
  const userId = await insertUser(db, 'bench@test.si', 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(db, 'Bench')
  const listId = await insertPriceList(
    db,
    { companyId },
    {
      isMultiTariff: true,
      buy: { kind: 'fixed', t0: null, t1: '0.1199', t2: '0.0979' },
      hasExportPrice: true,
      sell: { kind: 'fixed', t0: '0.05', t1: null, t2: null },
      network: { kind: 'published' },
      taxes: { published: true, rows: [] },
    },
  )
  const planId = await insertRatePlan(db, { companyId }, [
    { priceListId: listId, validFrom: '2025-01-01', validTo: null },
  ])
  await db.run(sql`
    insert into location (id, company_id, location_group_id, name, country_code, bidding_zone, time_zone)
    overriding system value
    select id, ${companyId}, ${rootGroupId}, 'Home', 'SI', 'SI', 'Europe/Ljubljana'
    from generate_series(1, ${locations}::int) as id`)
  const point = {
    userGroup: 0,
    consumerType: 'RESIDENTIAL',
    connectionPower: 17,
    agreedPowers: [5, 6, 6, 6, 6],
  }
  await db.run(sql`
    insert into location_pricing (location_id, rate_plan_id, manual_point, updated_at)
    select id, ${planId}::int, ${JSON.stringify(point)}::jsonb, now() from location`)
  await db.run(sql`
    insert into series (location_id, id, controller_id, device_key, metric, source, sign)
    select l.id, s.id, l.id, 'grid', s.metric, 'counter', 1
    from location l, (values (1, 'energy_import'), (2, 'energy_export')) as s (id, metric)`)
  const slots = Array.from({ length: 12 }, (_, slot) => `80000 + id * 1000 + ${slot} * 137`).join(', ')
  for (let day = 31; day >= 0; day--)
    await db.run(sql`
      insert into energy_hour
      select location_id, id, hour, ${rawSql(slots)}, 12 * (80000 + id * 1000) + 66 * 137, 0, 4095
      from generate_series(${new Date(now - day * 86_400_000)}::timestamptz,
          ${new Date(now - (day - 1) * 86_400_000 - 3_600_000)}::timestamptz, '1 hour') as hour,
        generate_series(1, ${locations}::int) as location_id, generate_series(1, 2) as id
      where hour < ${new Date(now)}`)
  await db.script(name === 'postgres' ? 'vacuum analyze' : 'analyze')
  return { userId, ids: Array.from({ length: locations }, (_, place) => place + 1) }
}

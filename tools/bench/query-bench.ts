import { getChartRange } from '../../apps/server/src/features/charts/chart-range.ts'
import { getEnergy } from '../../apps/server/src/features/charts/get-energy.ts'
import { getGlance } from '../../apps/server/src/features/charts/get-glance.ts'
import { getSeries } from '../../apps/server/src/features/charts/get-series.ts'
import { closeDays } from '../../apps/server/src/features/telemetry/close-days.ts'
import { findLatest } from '../../apps/server/src/features/telemetry/latest-queries.ts'
import { maintainPartitions } from '../../apps/server/src/features/telemetry/partitions.ts'
import { rawSql, sql } from '../../apps/server/src/platform/db/sql.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { type Figure, p95 } from './figure.ts'

// The chart queries, as the endpoints run them, over data of realistic density: complete hours of every series.

const now = Date.UTC(2026, 10, 21, 12)
const day = 86_400_000
const timeZone = 'Europe/Ljubljana'
const repeats = 25
/** A home with PV, battery and a car charger: the metrics of its six energy series. */
const series = [
  'grid/energy_import',
  'grid/energy_export',
  'pv/energy_production',
  'bat/energy_charge',
  'bat/energy_discharge',
  'ev/energy_consumption',
]
const locations = 200

export async function measureQueries(url: string | null): Promise<Figure[]> {
  const bench = await openBenchDatabase(url, now)
  try {
    await fill(bench)
    const { db } = bench
    const year = getChartRange({ from: now - 365 * day, to: now, interval: 900 }, timeZone)
    const today = getChartRange({ from: now - day, to: now, interval: 300 }, timeZone)
    const month = getChartRange({ from: now - 30 * day, to: now, interval: 86_400 }, timeZone)
    const devices = Array.from({ length: 1000 }, (_, index) => index + 1)
    const group = Array.from({ length: locations }, (_, index) => index + 1)
    const cases: [figure: string, limitMs: number, ask: () => Promise<unknown>][] = [
      ['year at 15 minutes, 4 series', 100, () => getSeries(db, 1, series.slice(0, 4), year)],
      ['day at 5 minutes, balance of a home', 20, () => getEnergy(db, { locationIds: [1] }, today)],
      ['overview of a home with two years, beside today', 20, () => getGlance(db, 1, timeZone, now)],
      ['latest of 1,000 devices', 20, () => findLatest(db, devices)],
      [
        `balance of ${locations} homes for a month at 1 day`,
        100,
        () => getEnergy(db, { locationIds: group }, month),
      ],
    ]
    const figures: Figure[] = []
    for (const [figure, limitMs, ask] of cases) {
      const limit = url ? limitMs : 2 * limitMs
      const value = p95(await timesOf(ask))
      const peer = p95(await timesOf(() => db.row(sql`select sum(i) from generate_series(1, 100000) as i`)))
      figures.push({
        figure: `${figure}, p95, ${bench.name}`,
        value: Math.round(value * 10) / 10,
        unit: 'ms',
        limit: `≤ ${limit}`,
        peer: `adding 100,000 numbers ${peer.toFixed(1)} ms`,
        holds: value <= limit,
      })
    }
    return figures
  } finally {
    await bench.close()
  }
}

async function timesOf(ask: () => Promise<unknown>): Promise<number[]> {
  for (let warmUp = 0; warmUp < 3; warmUp++) await ask()
  const times: number[] = []
  for (let repeat = 0; repeat < repeats; repeat++) {
    const begin = performance.now()
    await ask()
    times.push(performance.now() - begin)
  }
  return times
}

export async function fill({ db, name }: BenchDatabase): Promise<void> {
  await db.run(sql`insert into company (name, country_id) select 'Bench', min(id) from country`)
  await db.run(sql`insert into location_group (company_id, name) values (1, 'Bench')`)
  const metrics = series.map((key) => key.split('/'))
  await db.run(
    sql`insert into series (location_id, id, controller_id, device_key, metric, source, sign)
        select location_id, id, location_id, device_key, metric, 'counter', 1
        from generate_series(1, ${locations}) as location_id,
          unnest(${metrics.map(([device]) => device)}::text[], ${metrics.map(([, metric]) => metric)}::text[])
            with ordinality as s (device_key, metric, id)`,
  )
  const slots = Array.from({ length: 12 }, (_, slot) => `80000 + id * 1000 + ${slot} * 137`).join(', ')
  const hours = async (from: number, ids: string) =>
    db.run(
      sql`insert into energy_hour select location_id, id, hour, ${rawSql(slots)}, 12 * (80000 + id * 1000) + 66 * 137, 0, 4095
          from generate_series(${new Date(from)}::timestamptz, ${new Date(now)}::timestamptz, '1 hour') as hour,
            ${rawSql(ids)} as location_id, generate_series(1, ${series.length}) as id`,
    )
  await maintainPartitions(db, { now: now - 365 * day, retentionDays: 800 })
  await hours(now - 731 * day, 'generate_series(1, 1)')
  await hours(now - 31 * day, `generate_series(2, ${locations})`)
  await db.run(
    sql`insert into telemetry_state (location_id, controller_id, version, newest, longest_step_seconds, values, energy)
        select id, id, 1, ${new Date(now)}, 0,
          (select json_object_agg('grid/metric_' || n, json_build_array(${now}::bigint, n * 10.5)) from generate_series(1, 8) as n),
          json_build_object('grid/energy_import', json_build_array(1, 0, ${now - 731 * day}::bigint, null))
        from generate_series(1, 1000) as id`,
  )
  await db.run(
    sql`insert into location (id, company_id, location_group_id, name, country_code, time_zone)
        overriding system value select id, 1, 1, 'Home', 'SI', ${timeZone} from generate_series(1, 1000) as id`,
  )
  await closeDays(db, now)
  await db.script(name === 'postgres' ? 'vacuum analyze' : 'analyze')
}

if (import.meta.main) {
  for (const url of [null, process.env.TEST_DATABASE_URL]) {
    if (url !== undefined) console.table(await measureQueries(url))
  }
}

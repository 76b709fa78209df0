import { getGroupLocations } from '../../apps/server/src/features/location-groups/get-group-locations.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import type { Actor } from '../../packages/domain/src/access/permission.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { type Figure, median, p95 } from './figure.ts'

// The first page of an aggregator's home: the locations of a group of 5,000, with 25,000 devices, each with a state of 40
// values, sorted by attention needed.

const now = Date.UTC(2026, 10, 21, 12)
const locations = 5000
const repeats = 25

export async function measureGroupLocations(url: string | null): Promise<Figure[]> {
  const bench = await openBenchDatabase(url, now)
  try {
    await fill(bench)
    const actor: Actor = { userId: 1, roles: ['ROLE_AGGREGATOR'], companyIds: [1], locations: [] }
    const at = { now, collator: new Intl.Collator('sl', { numeric: true }) }
    const ask = (search: string) => getGroupLocations(bench.db, actor, 1, { search, page: 1 }, at)
    const whole = await timesOf(() => ask(''))
    const found = await timesOf(() => ask('dom 49'))
    const limit = url ? 150 : 300
    return [
      {
        figure: `first page of a group of 5,000 locations, p95, ${bench.name}`,
        value: Math.round(p95(whole) * 10) / 10,
        unit: 'ms',
        limit: `≤ ${limit}`,
        peer: `median ${median(whole).toFixed(0)} ms; with words to look for ${median(found).toFixed(0)} ms`,
        holds: p95(whole) <= limit,
      },
    ]
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

async function fill({ db, name, script }: BenchDatabase): Promise<void> {
  await db.run(sql`insert into company (name, country_id) select 'Bench', min(id) from country`)
  await db.run(sql`insert into location_group (company_id, name) values (1, 'Bench')`)
  await db.run(sql`insert into location (id, company_id, location_group_id, name, country_code, time_zone)
    overriding system value
    select id, 1, 1, 'Dom ' || id, 'SI', 'Europe/Ljubljana' from generate_series(1, ${locations}) as id`)
  const seen = new Date(now - 60_000)
  await db.run(sql`insert into controller (id, unit_id, kind, location_id, online, last_seen_at) overriding system value
    select id, 'BENCH-' || id, 'CONTROLLER', id, id % 50 <> 0, ${seen}::timestamptz from generate_series(1, ${locations}) as id`)
  await db.run(sql`insert into device (location_id, controller_id, key, source_key, category, name, newest_at)
    select id, id, key, key, category, key, ${seen}::timestamptz
    from generate_series(1, ${locations}) as id,
      (values ('grid', 'GRID'), ('pv', 'SOLAR_POWER_PLANT'), ('bat', 'BATTERY'), ('ev', 'EV_CHARGER'), ('hp', 'HVAC'))
        as d (key, category)`)
  await db.run(sql`insert into alarm (location_id, controller_id, type, code, first_recurrence_at, last_recurrence_at)
    select id, id, 'ERROR', 'e', ${seen}::timestamptz, ${seen}::timestamptz from generate_series(1, ${locations}, 100) as id`)
  await db.run(sql`insert into telemetry_state (location_id, controller_id, version, newest, longest_step_seconds, values, energy)
    select id, id, 1, ${seen}::timestamptz, 0,
      (select json_object_agg(case n when 1 then 'grid/power' when 2 then 'pv/power' else 'grid/metric_' || n end,
        json_build_array(${seen.getTime()}::bigint, (n * id) % 9000 - 3000)) from generate_series(1, 40) as n), '{}'
    from generate_series(1, ${locations}) as id`)
  await script(name === 'postgres' ? 'vacuum analyze' : 'analyze')
}

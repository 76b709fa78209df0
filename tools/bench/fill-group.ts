import { rawSql, sql } from '../../apps/server/src/platform/db/sql.ts'
import type { BenchDatabase } from './bench-database.ts'

const hour = 3_600_000
const day = 24 * hour
const midnight = Date.UTC(2026, 10, 20, 23)

/** Seen at noon; it has the hours of the two days before and of this one. */
export const group = {
  timeZone: 'Europe/Ljubljana',
  midnight,
  now: midnight + 12 * hour + 40 * 60_000,
  startedAt: performance.now(),
  ids: Array.from({ length: 5000 }, (_, index) => index + 1),
}

/** Homes with a meter, panels, a battery and a car charger. */
const series = [
  ['grid', 'energy_import'],
  ['grid', 'energy_export'],
  ['pv', 'energy_production'],
  ['bat', 'energy_charge'],
  ['bat', 'energy_discharge'],
  ['ev', 'energy_consumption'],
] as const

export async function fillGroup({ db, script }: BenchDatabase): Promise<void> {
  const { ids, now, timeZone } = group
  const since = midnight - 2 * day
  await db.run(sql`insert into company (name, country_id) select 'Bench', min(id) from country`)
  await db.run(sql`insert into location_group (company_id, name) values (1, 'Bench')`)
  await db.run(sql`insert into location (id, company_id, location_group_id, name, country_code, time_zone)
    overriding system value select id, 1, 1, 'Home', 'SI', ${timeZone} from generate_series(1, ${ids.length}) as id`)
  await db.run(sql`insert into controller (id, unit_id, kind, location_id, online, last_seen_at) overriding system value
    select id, 'BENCH-' || id, 'CONTROLLER', id, true, ${new Date(now)} from generate_series(1, ${ids.length}) as id`)
  await db.run(sql`insert into device (location_id, controller_id, key, source_key, category, name)
    select id, id, key, key, category, key from generate_series(1, ${ids.length}) as id,
      (values ('grid', 'GRID'), ('pv', 'SOLAR_POWER_PLANT'), ('bat', 'BATTERY'), ('ev', 'EV_CHARGER')) as d (key, category)`)
  await db.run(sql`insert into series (location_id, id, controller_id, device_key, metric, source, sign)
    select location_id, id, location_id, device_key, metric, 'power', 1
    from generate_series(1, ${ids.length}) as location_id,
      unnest(${series.map(([device]) => device)}::text[], ${series.map(([, metric]) => metric)}::text[])
        with ordinality as s (device_key, metric, id)`)
  const slots = Array.from({ length: 12 }, (_, slot) => `(80000 + id * 1000 + ${slot} * 137)`)
  await db.run(sql`insert into energy_hour
    select location_id, id, hour, ${rawSql(slots.join(', '))}, ${rawSql(slots.join(' + '))}, 0, 4095
    from generate_series(${new Date(since)}::timestamptz, ${new Date(now)}::timestamptz, '1 hour') as hour,
      generate_series(1, ${ids.length}) as location_id, generate_series(1, ${series.length}) as id`)
  // As the writers keep it: where each series stands.
  const tail = [now, 100, null, 900_000, since, now]
  const energy = Object.fromEntries(
    series.map(([device, metric], index) => [
      `${device}/${metric}`,
      [index + 1, index % 2 === 0 ? 1 : -1, since, tail],
    ]),
  )
  await db.run(sql`insert into telemetry_state (location_id, controller_id, version, newest, longest_step_seconds, values, energy)
    select id, id, 1, ${new Date(now)}, 0, '{"grid/power": [0, 1]}', ${JSON.stringify(energy)}::json
    from generate_series(1, ${ids.length}) as id`)
  await script('vacuum analyze')
}

/** The sums of the last whole day as those of as many days before it. */
export async function repeatDays({ db, script }: BenchDatabase, days: number): Promise<void> {
  const { timeZone } = group
  await db.run(sql`
    insert into energy_sum (bundle_id, day_start, day_end, until, fingerprint, slots, quarters, hours, day)
    select bundle_id, ((day_start at time zone ${timeZone}) - back * interval '1 day') at time zone ${timeZone},
      ((day_end at time zone ${timeZone}) - back * interval '1 day') at time zone ${timeZone},
      ((day_end at time zone ${timeZone}) - back * interval '1 day') at time zone ${timeZone},
      fingerprint, case when back < 40 then slots else '' end, case when back < 40 then quarters else '' end, hours, day
    from energy_sum, generate_series(1, ${days}) as back
    where day_start = ${new Date(midnight - day)}
    on conflict do nothing`)
  await script('vacuum analyze energy_sum')
}

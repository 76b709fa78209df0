import { createSession } from '../../apps/server/src/features/auth/session.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import type { BenchDatabase } from './bench-database.ts'

export const fleetHomes = 10_000

/** One group of homes all over a country, each with a controller, three devices and a state of 40 values; some have an alarm. */
export async function fillFleetPage({ script }: BenchDatabase): Promise<void> {
  await script(`
    alter table controller disable trigger user; alter table device disable trigger user;
    insert into company (id, name, country_id) overriding system value
      select 1, 'Bench', id from country where code = 'SI';
    insert into location_group (id, company_id, name) overriding system value values (1, 1, 'Bench'), (2, 1, 'All homes');
    update location_group set parent_id = 1 where id = 2;
    update company set root_group_id = 1;
    insert into location (id, company_id, location_group_id, name, country_code, time_zone, latitude, longitude)
      overriding system value
      select id, 1, 2, 'Home ' || id, 'SI', 'Europe/Ljubljana', 45.5 + id % 100 * 0.012, 13.6 + id / 100 * 0.028
      from generate_series(1, ${fleetHomes}) as id;
    insert into controller (id, unit_id, kind, location_id, online, last_seen_at) overriding system value
      select id, 'BENCH-' || id, 'CONTROLLER', id, id % 50 <> 0, now() from generate_series(1, ${fleetHomes}) as id;
    insert into device (location_id, controller_id, key, source_key, category, name, newest_at)
      select id, id, key, key, category, key, now() from generate_series(1, ${fleetHomes}) as id,
        (values ('grid', 'GRID'), ('pv', 'SOLAR_POWER_PLANT'), ('bat', 'BATTERY')) as d (key, category);
    insert into alarm (location_id, controller_id, type, code, first_recurrence_at, last_recurrence_at)
      select id, id, 'ERROR', 'e', now(), now() from generate_series(1, ${fleetHomes}, 100) as id;
    insert into telemetry_state (location_id, controller_id, version, newest, longest_step_seconds, values, energy)
      select id, id, 1, now(), 0, json_object_agg(case n when 1 then 'grid/power' when 2 then 'pv/power' else 'grid/metric_' || n end,
        json_build_array((extract(epoch from now()) * 1000)::bigint, (n * id) % 9000 - 3000)), '{}'
      from generate_series(1, ${fleetHomes}) as id, generate_series(1, 40) as n group by id;
    insert into app_user (email, first_name, last_name, email_verified_at, locale)
      values ('operator@fleet.test', 'Ana', 'Novak', now(), 'en');
    insert into user_role (user_id, role) select id, 'ROLE_AGGREGATOR' from app_user;
    insert into user_company (user_id, company_id) select id, 1 from app_user;
    alter table controller enable trigger user; alter table device enable trigger user;`)
  await script('vacuum analyze')
}

/** Every home has another power, and a hundred of them another state. */
export async function renewFleet({ db }: Pick<BenchDatabase, 'db'>, turn: number): Promise<void> {
  const watts = (turn * 37) % 900
  await db.run(sql`
    update telemetry_state set version = version + 1, newest = now(),
      values = json_build_object('grid/power', json_build_array((extract(epoch from now()) * 1000)::bigint,
        location_id % 3000 + ${watts}::int))`)
  await db.run(sql`update device set newest_at = now() where key = 'grid'`)
  await db.run(sql`
    update controller set online = location_id % 50 <> ${turn % 50}::int where location_id % 50 in (${turn % 50}::int, ${(turn + 49) % 50}::int)`)
}

export async function openOperatorSession({ db }: Pick<BenchDatabase, 'db'>): Promise<string> {
  const { id: userId } = (await db.row<{ id: number }>(sql`select id from app_user`))!
  const session = { userId, staySignedIn: true, userAgent: null, address: '127.0.0.1', now: Date.now() }
  return createSession(db, session)
}

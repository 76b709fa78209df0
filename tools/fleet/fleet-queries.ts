import type { Queryable } from '../../apps/server/src/platform/db/db.ts'
import { type Sql, sql } from '../../apps/server/src/platform/db/sql.ts'

/** Whether nobody and nothing is there yet. */
export async function isEmpty(db: Queryable): Promise<boolean> {
  const row = await db.row<{ some: boolean }>(
    sql`select exists (select from app_user) or exists (select from company) or exists (select from location) as some`,
  )
  return !row!.some
}

/** The company, its towns and their streets of about fifty homes. Returns the ids of the streets. */
export async function insertFleetPlaces(db: Queryable, homes: number): Promise<number[]> {
  const towns = Math.max(1, Math.ceil(homes / 500))
  const streets = Math.max(1, Math.ceil(homes / 50))
  const { id: companyId } = (await db.row<{ id: number }>(sql`
    insert into company (name, country_id, contact_email)
    select 'Fleet', id, 'info@fleet.test' from country where code = 'SI' returning id`))!
  const group = (await db.row<{ id: number }>(
    sql`insert into location_group (company_id, name) values (${companyId}, 'Fleet') returning id`,
  ))!
  await db.run(sql`update company set root_group_id = ${group.id} where id = ${companyId}`)
  const insertGroups = (count: number, name: string, parents: readonly number[]) =>
    db.rows<{ id: number }>(sql`
      insert into location_group (company_id, parent_id, name)
      select ${companyId}, (${parents}::int[])[1 + (n - 1) % ${parents.length}::int], ${name}::text || ' ' || n
      from generate_series(1, ${count}::int) as n returning id`)
  const townIds = await insertGroups(towns, 'Town', [group.id])
  const streetIds = await insertGroups(
    streets,
    'Street',
    townIds.map(({ id }) => id),
  )
  return streetIds.map(({ id }) => id)
}

/**
 * Everybody with one password: every fourth owns homes, the others were invited to one or two, except for a sixth of
 * them, who are members of the company without a home. Every second owner and invited person has no home company. Then
 * three who run the company, and the super admin.
 */
export async function insertFleetPeople(db: Queryable, people: number, passwordHash: string, now: Date) {
  await db.run(sql`
    insert into app_user (email, first_name, last_name, password_hash, email_verified_at, created_at, company_id)
    select 'person' || n || '@fleet.test',
      (array['Ana', 'Bojan', 'Cilka', 'Darko', 'Eva', 'Franc', 'Gaja', 'Hinko', 'Iva', 'Janez', 'Katja', 'Luka'])[1 + n % 12],
      (array['Novak', 'Horvat', 'Kovač', 'Krajnc', 'Zupan', 'Potočnik', 'Mlakar', 'Kos', 'Vidmar', 'Golob', 'Turk', 'Božič',
        'Kralj'])[1 + n % 13] || ' ' || n,
      ${passwordHash}, ${now}::timestamptz - interval '1 year', ${now}::timestamptz - interval '1 year' + n * interval '20 minutes',
      case when n % 2 = 0 or (n % 4 <> 0 and n % 6 = 1) then (select min(id) from company) end
    from generate_series(1, ${people}::int) as n`)
  const staff = [
    ...[1, 2, 3].map((n) => ({ email: `aggregator${n}@fleet.test`, role: 'ROLE_AGGREGATOR' })),
    { email: 'admin@fleet.test', role: 'ROLE_SUPER_ADMIN' },
  ]
  for (const { email, role } of staff) {
    const { id } = (await db.row<{ id: number }>(sql`
      insert into app_user (email, first_name, last_name, password_hash, email_verified_at)
      values (${email}, 'Gregor', 'Zadružnik', ${passwordHash}, ${now}) returning id`))!
    await db.run(sql`insert into user_role (user_id, role) values (${id}, ${role})`)
    if (role === 'ROLE_AGGREGATOR')
      await db.run(
        sql`insert into user_company (user_id, company_id) select ${id}, id from company order by id limit 1`,
      )
  }
  await db.run(sql`
    insert into user_role (user_id, role)
    select id, case when id % 4 = 0 then 'ROLE_USER_BASIC' else 'ROLE_USER' end from app_user where email like 'person%'`)
  await db.run(sql`
    insert into session (token_hash, user_id, stay_signed_in, user_agent, address, last_seen_at, expires_at)
    select sha256(gen_random_uuid()::text::bytea), id, true, 'Firefox', '198.51.100.7',
      ${now}::timestamptz - id % 1000 * interval '1 hour', ${now}::timestamptz + interval '30 days'
    from app_user where id % 3 = 0`)
  return staff.map(({ email }) => email)
}

/** Homes with their owners, those invited to them, and a controller each, which was seen just now. */
export async function insertFleetHomes(
  db: Queryable,
  { homes, people, now }: { homes: number; people: number; now: Date },
  streetIds: readonly number[],
): Promise<void> {
  const owners = Math.max(1, Math.floor(people / 4))
  await db.run(sql`
    insert into location (company_id, location_group_id, name, kind, country_code, bidding_zone, time_zone, latitude,
      longitude, owner_id, created_at)
    select (select min(id) from company), (${streetIds}::int[])[1 + (n - 1) % ${streetIds.length}::int], 'Home ' || n, 'HOUSE',
      'SI', 'SI', 'Europe/Ljubljana', 45.6 + n % 70 / 100.0, 13.7 + n % 270 / 100.0,
      (select id from app_user where email = 'person' || 4 * (1 + (n - 1) % ${owners}::int) || '@fleet.test'),
      ${now}::timestamptz - interval '1 year'
    from generate_series(1, ${homes}::int) as n`)
  await db.run(sql`
    insert into location_permission (user_id, location_id, can_control)
    select u.id, 1 + (u.id * times * 7) % ${homes}::int, u.id % 5 = 0
    from app_user u, generate_series(1, 2) as times
    where u.email like 'person%' and u.id % 4 <> 0 and u.id % 6 <> 1 and times <= 1 + u.id % 2
    on conflict do nothing`)
  await db.run(sql`
    insert into controller (unit_id, kind, alias, location_id, linked_at, online, online_changed_at, last_seen_at, info)
    select 'FLEET-' || id, 'CONTROLLER', 'Controller', id, created_at, id % 50 <> 0, ${now}::timestamptz, ${now}::timestamptz,
      '{"sw": "1.4.2"}'
    from location order by id`)
}

export async function insertFleetDevices(
  db: Queryable,
  rows: readonly { locationId: number; key: string }[],
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into device (location_id, controller_id, key, source_key, category, name, newest_at)
    select given.location_id, c.id, given.key, given.key,
      case given.key when 'grid' then 'GRID' when 'pv' then 'SOLAR_POWER_PLANT' when 'bat' then 'BATTERY' else 'EV_CHARGER' end,
      case given.key when 'grid' then 'Meter' when 'pv' then 'Panels' when 'bat' then 'Battery' else 'Charger' end,
      ${now}::timestamptz
    from unnest(${rows.map((row) => row.locationId)}::int[], ${rows.map((row) => row.key)}::text[])
      as given (location_id, key) join controller c on c.location_id = given.location_id`)
}

/** A past of each home: alarms of which few are open, commands, jobs, mails. */
export async function insertFleetPast(db: Queryable, now: Date): Promise<void> {
  const past = (what: Sql) => db.run(what)
  await past(sql`
    insert into alarm (location_id, controller_id, type, status, code, first_recurrence_at, last_recurrence_at, cleared_at)
    select location_id, id, 'CONTROLLER_ERROR_CONNECTION', case when online then 'CLEARED' else 'ACTIVE' end, '',
      ${now}::timestamptz - interval '9 days', ${now}::timestamptz - interval '9 days',
      case when online then ${now}::timestamptz - interval '8 days' end
    from controller`)
  await past(sql`
    insert into command (id, controller_id, op, args, state, created_at, expires_at, answered_at)
    select gen_random_uuid(), id, 'set_limit', '{}', 'done', ${now}::timestamptz - n * interval '3 days',
      ${now}::timestamptz - n * interval '3 days' + interval '1 minute', ${now}::timestamptz - n * interval '3 days'
    from controller, generate_series(1, 4) as n`)
  await past(sql`
    insert into job (kind, state, company_id, created_by, created_at, updated_at, finished_at)
    select 'export', 'done', company_id, id, ${now}::timestamptz - interval '5 days', ${now}::timestamptz - interval '5 days',
      ${now}::timestamptz - interval '5 days'
    from app_user where id % 10 = 0`)
  await past(sql`
    insert into mail (message_id, kind, recipient, locale, sender_name, subject, state, created_at, sent_at)
    select gen_random_uuid()::text, 'invitation', email, 'sl', 'Fleet', 'Fleet', 'sent', created_at, created_at
    from app_user`)
}

/** Entries of every kind of person and place, evenly over the days, as people, the server and strangers make them. */
export async function insertFleetAudit(
  db: Queryable,
  { from, to, last, days, now }: { from: number; to: number; last: number; days: number; now: Date },
): Promise<void> {
  await db.run(sql`
    with size as (select (select count(*) from location)::int as homes, (select count(*) from app_user)::int as people),
    entry as (
      insert into audit_log (at, action, actor_id, user_id, company_id, location_id, controller_id, before, after)
      select ${now}::timestamptz - ${days}::int * interval '1 day' * (1 - n / ${last}::float8),
        (array['sign_in', 'sign_in', 'sign_out', 'command_sent', 'location_changed', 'personal_information_changed'])[1 + n % 6],
        1 + (n * 31) % size.people, case when n % 6 in (0, 1, 2, 5) then 1 + (n * 31) % size.people end,
        case when n % 6 in (3, 4) then (select min(id) from company) end,
        case when n % 6 in (3, 4) then 1 + (n * 17) % size.homes end,
        case when n % 6 = 3 then 1 + (n * 17) % size.homes end, null,
        case when n % 6 = 3 then '{"op": "set_limit"}'::jsonb end
      from generate_series(${from}::bigint, ${to}::bigint) as n, size
      returning id, action, actor_id, user_id, location_id),
    fact as (
      insert into audit_fact (entry_id, user_id, location_id, before, after)
      select id, user_id, location_id, '{"name": "Home"}', '{"name": "House"}' from entry where action = 'location_changed')
    insert into audit_address (entry_id, user_id, address) select id, actor_id, '198.51.100.7' from entry`)
}

import { sql } from '../../apps/server/src/platform/db/sql.ts'
import type { BenchDatabase } from './bench-database.ts'

/** Rows of what is searched are filled at the end, as an import does, and their indexes of letters after that. */
export async function fillSearch({ db, script }: Pick<BenchDatabase, 'db' | 'script'>): Promise<void> {
  const grams = await db.rows<{ name: string; definition: string; statistics: string }>(sql`
    select indexname as name, indexdef as definition, (
        select string_agg(format('alter index %s alter column %s set statistics 0', indexname, attnum), '; ')
        from pg_attribute where attrelid = indexname::regclass) as statistics
    from pg_indexes where indexdef like '%text_grams%'`)
  await script(`
    ${grams.map(({ name }) => `drop index ${name}`).join('; ')};
    alter table controller disable trigger user; alter table device disable trigger user;
    insert into company (name, country_id)
      select 'Company ' || n, (select min(id) from country) from generate_series(1, 20) as n;
    insert into location_group (company_id, name) select id, name from company;
    update company set root_group_id = (select id from location_group where company_id = company.id);
    insert into app_user (email, first_name, last_name, email_verified_at)
      select 'person' || n || '@fleet.test',
        (array['Ana', 'Bojan', 'Cilka', 'Darko', 'Eva', 'Franc', 'Gaja', 'Hinko', 'Iva', 'Janez', 'Katja'])[1 + n % 11],
        (array['Novak', 'Horvat', 'Kovač', 'Krajnc', 'Zupan', 'Potočnik', 'Mlakar', 'Kos', 'Vidmar', 'Božič'])[1 + n % 10],
        now()
      from generate_series(1, 100000) as n;
    insert into location (company_id, location_group_id, name, country_code, time_zone, owner_id)
      select c.id, g.id, (array['Dom', 'Hiša', 'Kmetija', 'Delavnica'])[1 + n % 4] || ' ' || u.last_name || ' ' || n, 'SI',
        'Europe/Ljubljana', u.id
      from generate_series(1, 100000) as n
        join lateral (select id from company order by id offset n % 20 limit 1) c on true
        join location_group g on g.company_id = c.id join app_user u on u.email = 'person' || n || '@fleet.test';
    insert into controller (unit_id, kind, alias, location_id, online, info)
      select upper(regexp_replace(substr(md5(id::text), 1, 16), '(....)(....)(....)(....)', '\\1-\\2-\\3-\\4')), 'CONTROLLER',
        'Controller ' || id, id, id % 50 <> 0,
        json_build_object('ethernetIp', '10.' || id / 65536 || '.' || id / 256 % 256 || '.' || id % 256, 'softwareVersion',
          '1.4.' || id % 20, 'hwVersion', 'r' || id % 4, 'osVersion', 'Debian 12.' || id % 10)
      from location order by id;
    insert into device (location_id, controller_id, key, source_key, category, name, model)
      select c.location_id, c.id, k.key, k.key, k.category, k.name || ' ' || c.id % 1000, k.model
      from controller c, (values ('grid', 'GRID', 'Števec', 'Kamstrup Omnipower'),
        ('pv', 'SOLAR_POWER_PLANT', 'Sončna elektrarna', 'Huawei SUN2000-10KTL'),
        ('bat', 'BATTERY', 'Baterija', 'BYD HVS 10.2')) as k (key, category, name, model);
    insert into controller_search select * from controller_searched;
    insert into device_search select * from device_searched;
    set maintenance_work_mem = '512MB';
    ${grams.map(({ definition, statistics }) => `${definition}; ${statistics}`).join('; ')};
    alter table controller enable trigger user; alter table device enable trigger user;
    with staff as (
      insert into app_user (email, first_name, last_name, email_verified_at)
      values ('admin@fleet.test', 'Gregor', 'Zadružnik', now()), ('aggregator@fleet.test', 'Gregor', 'Zadružnik', now())
      returning id, email),
    given as (
      insert into user_role (user_id, role)
      select id, case when email like 'admin%' then 'ROLE_SUPER_ADMIN' else 'ROLE_AGGREGATOR' end from staff)
    insert into user_company (user_id, company_id)
      select id, (select min(id) + 3 from company) from staff where email like 'aggregator%';`)
  await script('vacuum analyze')
}

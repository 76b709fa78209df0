import { createSession } from '../../apps/server/src/features/auth/session.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { findFreePort } from '../test-run/free-port.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { type Figure, median, p95 } from './figure.ts'
import { readCpuSeconds } from './process-cpu.ts'

// Admin search over 100,000 locations with a controller and three devices each, of 20 companies, and 100,000 people, through
// HTTP: as a super admin, and as an aggregator whose company has 5,000 of the locations.

const now = Math.floor(Date.now() / 300_000) * 300_000
const limitMs = 150
const repeats = 5

/** Terms that match nothing, few, many and all; two letters as well as words; several filters at once. */
const questions = {
  users: [
    '',
    'lastName=novak',
    'email=person7777',
    'firstName=qx',
    'lastName=no&firstName=an',
    'email=@',
    'email=qxqx',
  ],
  locations: [
    ...[
      '',
      'locationName=7777',
      'locationName=qx',
      'locationName=no',
      'locationName=dom+novak',
      'locationName=e',
    ],
    ...[
      'companyName=company+3&locationName=zz',
      'email=person7777',
      'lastName=novak',
      'locationName=nothing+here',
    ],
  ],
  controllers: [
    ...['', 'unitId=ab12', 'unitId=qx', 'unitId=ab', 'locationName=novak+77', 'softwareVersion=1.4.7'],
    ...[
      'ethernetIp=10.1.2',
      'osVersion=debian&hwVersion=r2',
      'companyName=company+3&unitId=ff',
      'mobileIp=10',
    ],
  ],
  devices: [
    ...[
      '',
      'deviceName=stevec',
      'deviceName=qx',
      'deviceName=77',
      'deviceType=sun2000',
      'deviceType=kamstrup',
    ],
    ...[
      'categoryName=battery',
      'controllerAlias=controller',
      'controllerUnitId=ab12',
      'deviceName=zz&deviceType=byd',
    ],
  ],
} as const

export async function measureAdminSearch(url: string | null): Promise<Figure[]> {
  if (!url) return []
  const bench = await openBenchDatabase(url, now)
  const port = await findFreePort()
  try {
    await fill(bench)
    const server = await startServerProcess({ DATABASE_URL: bench.url!, PORT: String(port), MQTT_PORT: '0' })
    try {
      const figures: Figure[] = []
      for (const [kind, queries] of Object.entries(questions))
        figures.push(await measureKind(bench, { port, pid: server.pid }, kind, queries))
      return figures
    } finally {
      await server.stop()
    }
  } finally {
    await bench.close()
  }
}

async function measureKind(
  bench: BenchDatabase,
  { port, pid }: { port: number; pid: number },
  kind: string,
  queries: readonly string[],
): Promise<Figure> {
  const peers: string[] = []
  let slowest = 0
  for (const [name, email] of [
    ['super admin', 'admin@fleet.test'],
    ['aggregator', 'aggregator@fleet.test'],
  ] as const) {
    const cookie = await signIn(bench, email)
    const times: number[] = []
    let worst = { query: '', ms: 0 }
    const cpuBefore = readCpuSeconds(pid)
    for (let repeat = -1; repeat < repeats; repeat++)
      for (const query of queries) {
        const begin = performance.now()
        const answer = await fetch(`http://127.0.0.1:${port}/api/search/${kind}?${query}`, {
          headers: { cookie },
        })
        const text = await answer.text()
        if (answer.status !== 200) throw new Error(`${kind} ${query} answered ${answer.status} ${text}`)
        // The first of each warms up.
        if (repeat < 0) continue
        const ms = performance.now() - begin
        times.push(ms)
        if (ms > worst.ms) worst = { query, ms }
      }
    const cpuMs = ((readCpuSeconds(pid) - cpuBefore) * 1000) / times.length
    slowest = Math.max(slowest, p95(times))
    peers.push(
      `${name}: p95 ${p95(times).toFixed(0)} ms, median ${median(times).toFixed(0)} ms, longest ${worst.ms.toFixed(0)} ms (${worst.query || 'no term'}), ${cpuMs.toFixed(0)} ms of the server’s processor`,
    )
  }
  return {
    figure: `admin search of ${kind} among 100,000 locations and 300,000 devices, p95, postgres`,
    value: Math.round(slowest * 10) / 10,
    unit: 'ms',
    limit: `≤ ${limitMs}`,
    peer: peers.join('; '),
    holds: slowest <= limitMs,
  }
}

async function signIn({ db }: BenchDatabase, email: string): Promise<string> {
  const { id } = (await db.row<{ id: number }>(sql`select id from app_user where email = ${email}`))!
  const session = { userId: id, staySignedIn: true, userAgent: null, address: '127.0.0.1', now: Date.now() }
  return `ohmstead=${await createSession(db, session)}`
}

/** Rows of what is searched are filled at the end, as an import does. */
async function fill({ script }: BenchDatabase): Promise<void> {
  await script(`
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

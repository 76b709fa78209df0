import { readyRules } from '@ohmstead/domain/alarms/alarm-rule'
import { createRuleEvaluation } from '../../apps/server/src/features/alarm-rules/evaluate-rules.ts'
import { storeReadings } from '../../apps/server/src/features/telemetry/store-readings.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { insertCompany } from '../../apps/server/src/testing/test-world.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { type Figure, median } from './figure.ts'

// The five ready rules for 10,000 homes with three devices: as rules of their group, and as five of each home's own. What
// ingest loses to them is what it loses while rules are evaluated, times the share of each minute that this takes.

const start = Date.UTC(2026, 10, 21, 12, 1)
const locations = 10_000
const minuteMs = 60_000
const quarterMs = 15 * minuteMs
const usualMinutes = 4
const turns = 4
const devices = {
  grid: { key: 'grid', category: 'GRID' as const, metrics: ['power', 'energy_import', 'energy_export'] },
  pv: { key: 'pv', category: 'SOLAR_POWER_PLANT' as const, metrics: ['power', 'energy_production'] },
  bat: { key: 'bat', category: 'BATTERY' as const, metrics: ['power', 'soc'] },
}

export async function measureAlarmRules(url: string | null): Promise<Figure[]> {
  if (!url) return []
  const bench = await openBenchDatabase(url, start)
  try {
    const { companyId, groupId } = await fill(bench)
    const figures: Figure[] = []
    await insertRules(bench, { companyId, groupId })
    figures.push(await measureMinutes(bench, 'of their group', start))
    figures.push(await measureIngest(bench, start + 2 * quarterMs))
    await bench.script('delete from alarm; delete from alarm_rule')
    await insertRules(bench, { companyId, groupId: null })
    figures.push(await measureMinutes(bench, 'five of their own', start + 4 * quarterMs))
    return figures
  } finally {
    await bench.close()
  }
}

/** Readings of every home before each minute, as it is with a fleet that sends; then a minute in which a quarter-hour ends. */
async function measureMinutes(bench: BenchDatabase, name: string, from: number): Promise<Figure> {
  const { evaluate } = createRuleEvaluation()
  const timed = async (now: number) => {
    await storeAll(bench, now)
    const begin = performance.now()
    await evaluate(bench.db.at('job'), now)
    return performance.now() - begin
  }
  const first = await timed(from)
  const usual: number[] = []
  for (let minute = 1; minute <= usualMinutes; minute++) usual.push(await timed(from + minute * minuteMs))
  const quarter = await timed(from + quarterMs + 3 * minuteMs)
  const open = (await bench.db.row<{ count: number }>(
    sql`select count(*)::int as count from alarm where status <> 'CLEARED'`,
  ))!.count
  const value = median(usual)
  return {
    figure: `evaluating rules of ${locations} homes, ${name}, a usual minute, postgres`,
    value: Math.round(value),
    unit: 'ms',
    limit: '≤ 3000',
    peer: `the first ${Math.round(first)} ms, a minute with a new quarter-hour ${Math.round(quarter)} ms; ${open} alarms open`,
    holds: value <= 3000,
  }
}

async function measureIngest(bench: BenchDatabase, from: number): Promise<Figure> {
  const { evaluate } = createRuleEvaluation()
  await storeAll(bench, from)
  await evaluate(bench.db.at('job'), from)
  const shares: number[] = []
  const seconds: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const now = from + turn * minuteMs
    const before = await store(bench, now, untilCount(3000))
    const begin = performance.now()
    const evaluating = evaluate(bench.db.at('job'), now + 30_000)
    const beside = await store(bench, now, evaluating)
    seconds.push((performance.now() - begin) / 1000)
    const after = await store(bench, now, untilCount(3000))
    shares.push((2 * beside) / (before + after))
  }
  const [share, taken] = [median(shares), median(seconds)]
  const kept = 100 - (1 - Math.min(1, share)) * (taken / 60) * 100
  return {
    figure: `readings stored with rules of ${locations} homes evaluated each minute, postgres`,
    value: Math.round(kept * 10) / 10,
    unit: '% of without',
    limit: '≥ 95',
    peer: `while it is evaluated ${Math.round(share * 100)} %, for ${taken.toFixed(1)} s of a minute`,
    holds: kept >= 95,
  }
}

type IsOver = (messages: number) => boolean

const untilCount =
  (count: number): IsOver =>
  (messages) =>
    messages >= count

/** Messages per second, stored as fast as can be. */
async function store({ db }: BenchDatabase, now: number, until: IsOver | Promise<void>): Promise<number> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  if (until instanceof Promise) until.then(settle, settle)
  const begin = performance.now()
  let messages = 0
  while (!(until instanceof Promise ? isSettled : until(messages))) {
    const first = 1 + (messages % (locations - batch))
    await storeReadings(db.at('ingest'), messagesOf(first, Math.floor(now + performance.now() - begin)))
    messages += batch
  }
  return (messages * 1000) / (performance.now() - begin)
}

const batch = 125

async function storeAll({ db }: BenchDatabase, now: number): Promise<void> {
  for (let first = 1; first <= locations; first += batch)
    await storeReadings(db.at('ingest'), messagesOf(first, now - 5000))
  // The link notes what it heard; here nothing comes through it.
  await db.run(sql`
    update device set newest_at = ${new Date(now - 5000)} where key <> 'grid' or location_id % 200 <> 0`)
}

/** The meter of one in two hundred homes is silent. */
const messagesOf = (first: number, ts: number) =>
  Array.from({ length: batch }, (_, place) => {
    const id = first + place
    const counted = Math.floor(ts / minuteMs) - Math.floor(start / minuteMs)
    const values = {
      ...(id % 200 !== 0 && {
        'grid/power': 800 + ((counted * 37 + id) % 900),
        'grid/energy_import': 100_000 + counted * (20 + (id % 7)) + id,
        'grid/energy_export': 50_000 + id,
      }),
      'pv/power': 2500 + (id % 100),
      'pv/energy_production': 900_000 + counted * 40 + id,
      'bat/power': 0,
      'bat/soc': 55,
    }
    const samples = [{ ts, stepSeconds: null, values }]
    return { locationId: id, controllerId: id, devices, samples }
  })

async function insertRules(
  { db }: BenchDatabase,
  { companyId, groupId }: { companyId: number; groupId: number | null },
): Promise<void> {
  const rules = readyRules.map(({ kind, settings, durationSeconds }) => ({
    ...{ kind, settings, duration: durationSeconds },
  }))
  await db.run(sql`
    insert into alarm_rule (company_id, location_id, location_group_id, name, kind, settings, duration_seconds)
    select ${companyId}, case when ${groupId}::int is null then l.id end, ${groupId}::int, '', r.kind, r.settings, r.duration
    from (select id from location where ${groupId}::int is null union all select 0 where ${groupId}::int is not null) l,
      jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as r (kind text, settings jsonb, duration int)`)
}

/** Homes around a town with agreed powers, and five weeks of what their panels made. */
async function fill({ db, script }: BenchDatabase): Promise<{ companyId: number; groupId: number }> {
  const { companyId, rootGroupId: groupId } = await insertCompany(db, 'Bench')
  await script(`
    insert into location (id, company_id, location_group_id, name, country_code, bidding_zone, time_zone, latitude, longitude)
      overriding system value
      select id, ${companyId}, ${groupId}, 'Home ' || id, 'SI', 'SI', 'Europe/Ljubljana', 45.6 + id % 100 * 0.008,
        14 + id / 100 * 0.015 from generate_series(1, ${locations}) as id;
    insert into controller (id, unit_id, kind, location_id, online, online_changed_at) overriding system value
      select id, upper(regexp_replace(substr(md5(id::text), 1, 16), '(....)(....)(....)(....)', '\\1-\\2-\\3-\\4')), 'CONTROLLER',
        id, true, '2026-01-01' from location;
    insert into device (location_id, controller_id, key, source_key, category, name, metrics, newest_at)
      select id, id, k.key, k.key, k.category, k.key, string_to_array(k.metrics, ' '), '2026-11-21 10:00Z' from location,
        (values ${Object.values(devices)
          .map(({ key, category, metrics }) => `('${key}', '${category}', '${metrics.join(' ')}')`)
          .join(', ')}) as k (key, category, metrics);
    insert into location_pricing (location_id, manual_point, updated_at)
      select id, '{"userGroup": 0, "consumerType": "RESIDENTIAL", "connectionPower": 17, "agreedPowers": [5, 6, 6, 6, 6]}',
        now() from location;
    insert into series (location_id, id, controller_id, device_key, metric, source, sign)
      select l.id, s.id, l.id, s.key, s.metric, 'counter', 1 from location l,
        (values (1, 'pv', 'energy_production'), (2, 'grid', 'energy_import'), (3, 'grid', 'energy_export'))
          as s (id, key, metric);
    insert into energy_hour
      select location_id, 1, hour, ${Array.from({ length: 12 }, () => '150000 + location_id').join(', ')},
        12 * (150000 + location_id), 0, 4095
      from generate_series('2026-10-20'::timestamptz, '2026-11-21 11:00Z', '1 hour') as hour,
        generate_series(1, ${locations}) as location_id
      where extract(hour from hour at time zone 'UTC') between 8 and 14;
  `)
  await script('vacuum analyze')
  return { companyId, groupId }
}

if (import.meta.main) console.table(await measureAlarmRules(process.env.TEST_DATABASE_URL ?? null))

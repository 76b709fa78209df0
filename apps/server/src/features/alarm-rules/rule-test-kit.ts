import type { RuleTerms } from '@ohmstead/domain/alarms/alarm-rule'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { insertController, insertLocation } from '../../testing/test-world.ts'
import { storeReadings } from '../telemetry/store-readings.ts'

export interface TestHome {
  id: number
  controllerId: number
  deviceIds: number[]
}

/** A home whose controller has been connected for long. */
export async function insertHome(
  db: Db,
  place: { companyId: number; locationGroupId: number },
  devices: readonly { key: string; category: string }[] = [{ key: 'grid', category: 'GRID' }],
): Promise<TestHome> {
  const id = await insertLocation(db, place)
  const { controllerId, deviceIds } = await insertController(db, id, devices)
  await db.run(
    sql`update controller set online = true, online_changed_at = '2020-01-01' where id = ${controllerId}`,
  )
  return { id, controllerId, deviceIds }
}

/** One sample of a home, as its controller sends it. */
export async function sendValues(
  db: Db,
  home: TestHome,
  ts: number,
  values: Record<string, number | null>,
): Promise<void> {
  const samples = [{ ts, stepSeconds: null, values }]
  await storeReadings(db, [{ locationId: home.id, controllerId: home.controllerId, devices: {}, samples }])
}

export const importAbove: RuleTerms = {
  kind: 'metric',
  settings: {
    ...{ metric: 'power', category: 'GRID', deviceKey: null, condition: 'above' },
    ...{ value: 8000, upper: null, clear: 6000 },
  },
  durationSeconds: 120,
}

export async function insertTestRule(
  db: Db,
  scope: { locationId?: number; locationGroupId?: number },
  terms: RuleTerms,
  grouping: 'each' | 'together' = 'each',
): Promise<number> {
  const { locationId = null, locationGroupId = null } = scope
  const row = await db.row<{ id: number }>(sql`
    insert into alarm_rule (company_id, location_id, location_group_id, name, kind, settings, duration_seconds, grouping)
    select coalesce((select company_id from location where id = ${locationId}::int),
        (select company_id from location_group where id = ${locationGroupId}::int)),
      ${locationId}, ${locationGroupId}, 'Rule', ${terms.kind}, ${JSON.stringify(terms.settings)}::jsonb,
      ${terms.durationSeconds}, ${grouping} returning id`)
  return row!.id
}

/** Energy of whole hours of a series, mWh in each slot of five minutes; nothing is read where there is no row. */
export async function insertHours(
  db: Db,
  home: TestHome,
  series: { id: number; key: string; metric: string },
  hours: readonly { hour: number; slotMwh: number }[],
): Promise<void> {
  await db.run(sql`
    insert into series (location_id, id, controller_id, device_key, metric, source, sign)
    values (${home.id}, ${series.id}, ${home.controllerId}, ${series.key}, ${series.metric}, 'power', 1)
    on conflict do nothing`)
  await db.run(sql`
    insert into energy_hour (location_id, series_id, hour, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, total, complete)
    select ${home.id}, ${series.id}, hour::timestamptz, e, e, e, e, e, e, e, e, e, e, e, e, 12 * e, 4095
    from unnest(${hours.map(({ hour }) => new Date(hour).toISOString())}::text[],
      ${hours.map(({ slotMwh }) => slotMwh)}::int[]) as s (hour, e)`)
}

export function findTestAlarms(
  db: Db,
): Promise<
  { rule_id: number; location_id: number; device_id: number | null; status: string; value: number }[]
> {
  return db.rows(sql`
    select rule_id, location_id, device_id, status, (rule_facts ->> 'value')::float8 as value from alarm
    where type = 'RULE' order by id`)
}

import type { AbstractDeviceView } from '@ohmstead/contract/portal'
import type { ManualConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../../platform/db/db.ts'
import { searchWords } from '../../../platform/db/search-words.ts'
import { rawSql, type Sql, sql } from '../../../platform/db/sql.ts'
import type { PortalInfo } from '../client/build-portal-info.ts'
import type { KnownPoint } from '../csv/csv-task.ts'

export interface DeviceRow {
  id: number
  user_id: number
  eimm: string
  gsrn: string | null
  title: string | null
  source: 'portal' | 'csv'
  portal_info: PortalInfo | null
  manual_info: ManualConsumerInfo
  readings_from: string | null
  readings_to: string | null
  days: number
  missing_days: number
  estimated_days: number
  last_import_at: number | null
  last_error: AbstractDeviceView['readings']['last_error']
  next_try_at: number | null
  /** The queued import has read every day from this one on. */
  reached_day: string | null
  credentials: { token_id: number; hint: string }[]
  job: AbstractDeviceView['job']
  owner: { id: number; name: string }
}

const columns =
  rawSql(`d.id, d.user_id, d.eimm, d.gsrn, d.title, d.source, d.portal_info, d.manual_info, d.readings_from,
  d.readings_to, d.days, d.missing_days, d.estimated_days, d.last_import_at, d.last_error,
  (select try_at from portal_import where device_id = d.id) as next_try_at,
  (select next_day from portal_import where device_id = d.id) as reached_day,
  (select coalesce(json_agg(json_build_object('token_id', c.id, 'hint', c.token_hint) order by c.id), '[]')
    from abstract_device_credential b join external_credential c on c.id = b.credential_id
    where b.device_id = d.id) as credentials,
  (select json_build_object('id', j.id, 'state', j.state, 'done', j.done, 'total', j.total)
    from job j where j.id = d.job_id) as job,
  json_build_object('id', u.id, 'name', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email)) as owner`)
const tables = rawSql('abstract_device d join app_user u on u.id = d.user_id')

export function findOwnDevices(db: Queryable, userId: number): Promise<DeviceRow[]> {
  return db.rows<DeviceRow>(
    sql`select ${columns} from ${tables} where d.user_id = ${userId} order by d.title, d.eimm`,
  )
}

export function findDevice(db: Queryable, deviceId: number): Promise<DeviceRow | undefined> {
  return db.row<DeviceRow>(sql`select ${columns} from ${tables} where d.id = ${deviceId}`)
}

export function findDeviceByEimm(
  db: Queryable,
  userId: number,
  eimm: string,
): Promise<DeviceRow | undefined> {
  return db.row<DeviceRow>(
    sql`select ${columns} from ${tables} where d.user_id = ${userId} and d.eimm = ${eimm}`,
  )
}

/** The points that a file may refer to. */
export async function findKnownPoints(db: Queryable, userId: number): Promise<KnownPoint[]> {
  const rows = await db.rows<Pick<DeviceRow, 'eimm' | 'gsrn' | 'portal_info'>>(
    sql`select eimm, gsrn, portal_info from abstract_device where user_id = ${userId} order by id`,
  )
  return rows.map(({ eimm, gsrn, portal_info }) => ({
    eimm,
    gsrn,
    connectionPowerKw: portal_info?.connectionPower ?? null,
  }))
}

export async function countDevices(db: Queryable, userId: number): Promise<number> {
  const row = await db.row<{ count: number }>(
    sql`select count(*) as count from abstract_device where user_id = ${userId}`,
  )
  return row!.count
}

/** People (as `u`) whose points an aggregator manages: those of its companies, and owners of locations there. */
function isCustomer(actor: Actor): Sql {
  const role = activeRole(actor)
  if (role === 'ROLE_SUPER_ADMIN') return rawSql('true')
  const companyIds = role === 'ROLE_AGGREGATOR' ? actor.companyIds : []
  return sql`(u.company_id = any(${companyIds}::int[])
    or exists (select from location l where l.owner_id = u.id and l.company_id = any(${companyIds}::int[])))`
}

/** Devices (as `d`, their owners as `u`) that are the actor's own or a customer's. */
export const readableDevice = (actor: Actor): Sql =>
  sql`(d.user_id = ${actor.userId} or ${isCustomer(actor)})`

/** The device, if it is the actor's own or one of a customer's. */
export function findReadableDevice(
  db: Queryable,
  actor: Actor,
  deviceId: number,
): Promise<DeviceRow | undefined> {
  return db.row<DeviceRow>(sql`
    select ${columns} from ${tables}
    where d.id = ${deviceId} and ${readableDevice(actor)}`)
}

interface ManagedFilter {
  search: string
  companyId: number | undefined
}

function managed(actor: Actor, { search, companyId }: ManagedFilter): Sql {
  const conditions = [sql`${isCustomer(actor)} and d.user_id <> ${actor.userId}`]
  if (companyId !== undefined)
    conditions.push(sql`(u.company_id = ${companyId}
      or exists (select from location l where l.owner_id = u.id and l.company_id = ${companyId}))`)
  for (const word of searchWords(search))
    conditions.push(sql`strpos(lower(concat_ws(' ', d.eimm, d.gsrn, d.title, u.first_name, u.last_name, u.email)),
      ${word}) > 0`)
  return conditions.reduce((all, condition) => sql`${all} and ${condition}`)
}

export function findManagedDevices(
  db: Queryable,
  actor: Actor,
  filter: ManagedFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeviceRow[]> {
  return db.rows<DeviceRow>(sql`
    select ${columns} from ${tables} where ${managed(actor, filter)}
    order by d.title, d.eimm, d.id limit ${limit} offset ${offset}`)
}

export async function countManagedDevices(
  db: Queryable,
  actor: Actor,
  filter: ManagedFilter,
): Promise<number> {
  const row = await db.row<{ count: number }>(
    sql`select count(*) as count from ${tables} where ${managed(actor, filter)}`,
  )
  return row!.count
}

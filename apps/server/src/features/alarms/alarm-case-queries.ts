import type { Actor } from '@ohmstead/domain/access/permission'
import type { AlarmType } from '@ohmstead/domain/alarms/alarm-type'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'

export interface CasePlace {
  company_id: number
  location_group_id: number
  latitude: number | null
  longitude: number | null
}

export interface NeighbourRow {
  id: number
  name: string
  latitude: number | null
  longitude: number | null
  is_visible: boolean
}

/** Trouble of one kind: a lost connection, or alarms of a type and code. */
export interface TroubleKind {
  type: AlarmType
  code: string
}

const mostNeighbours = 50

export function findCasePlace(db: Queryable, locationId: number): Promise<CasePlace | undefined> {
  return db.row<CasePlace>(
    sql`select company_id, location_group_id, latitude, longitude from location where id = ${locationId}`,
  )
}

/** Homes with a controller in the same company within a box of so many degrees, the nearest first. */
export function findNearLocations(
  db: Queryable,
  actor: Actor,
  place: CasePlace & { id: number; latitude: number; longitude: number },
  degrees: { latitude: number; longitude: number },
): Promise<NeighbourRow[]> {
  const { latitude, longitude } = place
  const perDegree = degrees.latitude / degrees.longitude
  return db.rows<NeighbourRow>(
    sql`select l.id, l.name, l.latitude, l.longitude, (${visibleLocation(actor)}) as is_visible from location l
        where l.company_id = ${place.company_id} and l.id <> ${place.id} and l.deletion_due_at is null
          and l.latitude between ${latitude - degrees.latitude} and ${latitude + degrees.latitude}
          and l.longitude between ${longitude - degrees.longitude} and ${longitude + degrees.longitude}
          and exists (select 1 from controller c where c.location_id = l.id and c.revoked_at is null)
        order by (l.latitude - ${latitude}) ^ 2 + ((l.longitude - ${longitude}) * ${perDegree}::float8) ^ 2, l.id
        limit ${mostNeighbours}`,
  )
}

export function findLocationsOfGroup(
  db: Queryable,
  actor: Actor,
  place: CasePlace & { id: number },
): Promise<NeighbourRow[]> {
  return db.rows<NeighbourRow>(
    sql`select l.id, l.name, l.latitude, l.longitude, (${visibleLocation(actor)}) as is_visible from location l
        where l.location_group_id = ${place.location_group_id} and l.id <> ${place.id} and l.deletion_due_at is null
          and exists (select 1 from controller c where c.location_id = l.id and c.revoked_at is null)
        order by l.id limit ${mostNeighbours}`,
  )
}

export interface ConnectionRow {
  controller_id: number
  location_id: number
  /** Before the range; null if unknown. */
  was_online: boolean | null
  changes: { at: number; online: boolean }[]
}

/** The changes of connection of the controllers of locations, in order of time. */
export function findConnections(
  db: Queryable,
  locationIds: readonly number[],
  range: { from: number; to: number },
): Promise<ConnectionRow[]> {
  const [from, to] = [new Date(range.from), new Date(range.to)]
  return db.rows<ConnectionRow>(
    sql`select c.id as controller_id, c.location_id,
          (select k.online from controller_connection k where k.controller_id = c.id and k.at < ${from}
            order by k.at desc limit 1) as was_online,
          coalesce((select json_agg(json_build_object(
              'at', (extract(epoch from k.at) * 1000)::float8, 'online', k.online) order by k.at)
            from controller_connection k where k.controller_id = c.id and k.at between ${from} and ${to}), '[]') as changes
        from controller c
        where c.location_id = any(${locationIds}::int[]) and c.revoked_at is null and c.last_seen_at is not null
        order by c.id`,
  )
}

export interface SameAlarmRow {
  location_id: number
  first_recurrence_at: number
  cleared_at: number | null
}

/** Alarms of the same type and code at locations, as far as they reach into the range. */
export function findSameAlarms(
  db: Queryable,
  locationIds: readonly number[],
  { type, code }: TroubleKind,
  range: { from: number; to: number },
): Promise<SameAlarmRow[]> {
  return db.rows<SameAlarmRow>(
    sql`select location_id, first_recurrence_at, cleared_at from alarm
        where location_id = any(${locationIds}::int[]) and type = ${type} and code = ${code}
          and first_recurrence_at <= ${new Date(range.to)}
          and (cleared_at is null or cleared_at >= ${new Date(range.from)})
        order by first_recurrence_at, id`,
  )
}

export function findCaseController(
  db: Queryable,
  controllerId: number,
): Promise<{ online: boolean; last_seen_at: number | null } | undefined> {
  return db.row(sql`select online, last_seen_at from controller where id = ${controllerId}`)
}

/** The other devices of a controller at a location, and how many of them have no contact. */
export async function countSiblings(
  db: Queryable,
  { locationId, controllerId, deviceId }: { locationId: number; controllerId: number; deviceId: number },
): Promise<{ total: number; silent: number }> {
  const row = await db.row<{ total: number; silent: number }>(
    sql`select count(*)::int as total,
          (count(*) filter (where exists (select 1 from alarm a where a.location_id = d.location_id
            and a.device_id = d.id and a.type = 'ERROR_COMMUNICATION' and a.status <> 'CLEARED')))::int as silent
        from device d where d.location_id = ${locationId} and d.controller_id = ${controllerId}
          and d.id <> ${deviceId} and d.deleted_at is null`,
  )
  return row!
}

const mostAffected = 100

/** Locations where the condition of a rule holds now, as far as the actor sees them. */
export function findAffectedLocations(
  db: Queryable,
  actor: Actor,
  ruleId: number,
): Promise<{ id: number; name: string }[]> {
  return db.rows(sql`
    select l.id, l.name from location l
    where l.id in (select location_id from alarm_rule_state where rule_id = ${ruleId} and is_raised)
      and ${visibleLocation(actor)}
    order by l.name, l.id limit ${mostAffected}`)
}

export interface EarlierRow {
  id: number
  first_recurrence_at: number
  cleared_at: number | null
  /** Of all that were found. */
  total: number
}

/** The same alarm of the same subject that began within some days before this one, the newest five. */
export function findEarlierAlarms(
  db: Queryable,
  alarm: {
    id: number
    location_id: number
    controller_id: number | null
    device_id: number | null
  } & TroubleKind,
  range: { from: number; to: number },
): Promise<EarlierRow[]> {
  return db.rows<EarlierRow>(
    sql`select id, first_recurrence_at, cleared_at, (count(*) over ())::int as total from alarm
        where location_id = ${alarm.location_id} and id <> ${alarm.id} and type = ${alarm.type} and code = ${alarm.code}
          and coalesce(controller_id, 0) = ${alarm.controller_id ?? 0}
          and coalesce(device_id, 0) = ${alarm.device_id ?? 0}
          and first_recurrence_at between ${new Date(range.from)} and ${new Date(range.to)}
        order by first_recurrence_at desc, id desc limit 5`,
  )
}

import type { GroupLocationView } from '@ohmstead/contract/location-groups'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { AlarmType } from '@ohmstead/domain/alarms/alarm-type'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { Queryable } from '../../platform/db/db.ts'
import { searchWords } from '../../platform/db/search-words.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'

/** The facts about the state of a location. */
export interface LocationSigns {
  id: number
  name: string
  group: { id: number; name: string }
  hasController: boolean
  isOnline: boolean
  /** Epoch ms since when the controller that came last is connected; null if none is. */
  onlineSince: number | null
  /** Epoch ms of the newest sign of life of a controller. */
  lastSeenAt: number | null
  /** Epoch ms of the newest reading of a device, and the longest period of its devices. */
  newestAt: number | null
  periodSeconds: number | null
  openAlarms: number
  unseenAlarms: number
}

type Row = [
  id: number,
  name: string,
  groupId: number,
  groupName: string,
  hasController: boolean,
  isOnline: boolean,
  onlineSince: number | null,
  lastSeenAt: number | null,
  newestAt: number | null,
  periodSeconds: number | null,
  openAlarms: number,
  unseenAlarms: number,
]

/** Not `extract`, whose exact numbers take ten thousand rows tens of milliseconds. */
const epochMs = (column: string) =>
  rawSql(`coalesce((date_part('epoch', ${column}) * 1000)::bigint::text, 'null')`)

/** All locations in a group and below it that the actor sees and whose name or group contains each of the words. */
export async function findLocationSigns(
  db: Queryable,
  actor: Actor,
  locationGroupId: number,
  search: string,
): Promise<LocationSigns[]> {
  let matches = visibleLocation(actor)
  for (const word of searchWords(search))
    matches = sql`${matches} and strpos(lower(l.name || ' ' || g.name), ${word}) > 0`
  // One JSON text, put together from pieces: thousands of separate rows take longer to read than to find, and functions for
  // JSON as long again.
  const row = await db.row<{ rows: string | null }>(sql`
    with recursive below as (
      select id, name from location_group where id = ${locationGroupId}
      union all
      select child.id, child.name from location_group child join below on child.parent_id = below.id
    ), visible as (
      select l.id, l.name, g.id as group_id, g.name as group_name
      from location l join below g on g.id = l.location_group_id where ${matches}
    )
    select string_agg(concat('[', v.id, ',', to_json(v.name), ',', v.group_id, ',', to_json(v.group_name), ',',
      case when c.location_id is not null then 'true' else 'false' end, ',', case when c.online then 'true' else 'false' end, ',',
      ${epochMs('c.since')}, ',', ${epochMs('c.seen')}, ',', ${epochMs('d.newest')}, ',', coalesce(d.period::text, 'null'), ',',
      coalesce(a.open, 0), ',', coalesce(a.unseen, 0), ']'), ',') as rows
    from visible v
    left join (
      select location_id, bool_or(online) as online, max(online_changed_at) filter (where online) as since,
        max(last_seen_at) as seen
      from controller join visible on visible.id = location_id group by location_id
    ) c on c.location_id = v.id
    left join (
      select location_id, max(newest_at) as newest, max(period_seconds) as period
      from device join visible on visible.id = location_id where deleted_at is null group by location_id
    ) d on d.location_id = v.id
    left join (
      select location_id, count(*) as open, count(*) filter (where status = 'ACTIVE') as unseen
      from alarm join visible on visible.id = location_id where status <> 'CLEARED' group by location_id
    ) a on a.location_id = v.id`)
  const rows: Row[] = JSON.parse(`[${row?.rows ?? ''}]`)
  return rows.map(
    ([
      id,
      name,
      groupId,
      groupName,
      hasController,
      isOnline,
      onlineSince,
      lastSeenAt,
      newestAt,
      periodSeconds,
      openAlarms,
      unseenAlarms,
    ]) => ({
      id,
      name,
      group: { id: groupId, name: groupName },
      hasController,
      isOnline,
      onlineSince,
      lastSeenAt,
      newestAt,
      periodSeconds,
      openAlarms,
      unseenAlarms,
    }),
  )
}

/** The existing devices of a few locations. */
export function findPresentDevices(
  db: Queryable,
  locationIds: readonly number[],
): Promise<{ location_id: number; key: string; category: DeviceCategory }[]> {
  return db.rows(
    sql`select location_id, key, category from device
        where location_id = any(${locationIds}::int[]) and deleted_at is null`,
  )
}

export interface WorstAlarm {
  id: number
  type: AlarmType
  device_name: string | null
  since: number
  rule: NonNullable<GroupLocationView['worst_alarm']>['rule']
}

/** Of each location's open alarms the oldest that nobody has acknowledged, or else the oldest. */
export async function findWorstAlarms(
  db: Queryable,
  locationIds: readonly number[],
): Promise<Map<number, WorstAlarm>> {
  if (locationIds.length === 0) return new Map()
  const rows = await db.rows<WorstAlarm & { location_id: number }>(
    sql`select distinct on (a.location_id) a.location_id, a.id, a.type, d.name as device_name,
          a.first_recurrence_at as since,
          case when a.rule_facts is not null then json_build_object('name', a.rule_facts -> 'name',
            'kind', a.rule_facts -> 'kind', 'settings', a.rule_facts -> 'settings',
            'durationSeconds', a.rule_facts -> 'durationSeconds') end as rule
        from alarm a left join device d on d.id = a.device_id
        where a.location_id = any(${locationIds}::int[]) and a.status <> 'CLEARED'
        order by a.location_id, a.status = 'ACKNOWLEDGED', a.first_recurrence_at, a.id`,
  )
  return new Map(rows.map(({ location_id, ...alarm }) => [location_id, alarm]))
}

export interface MapPlace {
  id: number
  name: string
  group_id: number
  latitude: number
  longitude: number
}

/** All locations in a group and below it that the actor sees and whose position is known; and how many have none. */
export async function findMapPlaces(
  db: Queryable,
  actor: Actor,
  locationGroupId: number,
): Promise<{ places: MapPlace[]; unplaced: number }> {
  type Place = [id: number, name: string, groupId: number, latitude: number, longitude: number]
  // One JSON text, as above.
  const row = await db.row<{ places: Place[] | null; unplaced: number }>(sql`
    with recursive below as (
      select id from location_group where id = ${locationGroupId}
      union all
      select child.id from location_group child join below on child.parent_id = below.id
    ), visible as (
      select l.id, l.name, l.location_group_id, l.latitude, l.longitude
      from location l join below g on g.id = l.location_group_id where ${visibleLocation(actor)}
    )
    select (select json_agg(json_build_array(id, name, location_group_id, latitude, longitude) order by id)
        from visible where latitude is not null and longitude is not null) as places,
      (select count(*)::int from visible where latitude is null or longitude is null) as unplaced`)
  const places = (row?.places ?? []).map(([id, name, group_id, latitude, longitude]) => ({
    ...{ id, name, group_id, latitude, longitude },
  }))
  return { places, unplaced: row?.unplaced ?? 0 }
}

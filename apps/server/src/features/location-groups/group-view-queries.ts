import type { GroupChangesView, GroupViewView } from '@ohmstead/contract/location-groups-views'
import type { Actor } from '@ohmstead/domain/access/permission'
import type { AlarmType } from '@ohmstead/domain/alarms/alarm-type'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'

export function findGroupViews(
  db: Queryable,
  userId: number,
  locationGroupId: number,
): Promise<GroupViewView[]> {
  return db.rows<GroupViewView>(
    sql`select id, name, filter from group_view
        where user_id = ${userId} and location_group_id = ${locationGroupId} order by lower(name), id`,
  )
}

/** Null if the person keeps `most` already. For a transaction: of two at once, the second waits. */
export async function saveGroupView(
  tx: Queryable,
  view: {
    userId: number
    locationGroupId: number
    name: string
    filter: GroupViewView['filter']
    at: number
    most: number
  },
): Promise<GroupViewView | null> {
  const { userId, locationGroupId, name, filter, at, most } = view
  await tx.rows(sql`select id from app_user where id = ${userId} for no key update`)
  const saved = await tx.row<GroupViewView>(
    sql`insert into group_view (user_id, location_group_id, name, filter, created_at)
        select ${userId}::int, ${locationGroupId}::int, ${name}, ${JSON.stringify(filter)}::jsonb, ${new Date(at)}::timestamptz
        where (select count(*) from group_view
          where user_id = ${userId} and location_group_id = ${locationGroupId} and name <> ${name}) < ${most}
        on conflict (user_id, location_group_id, name) do update set filter = excluded.filter
        returning id, name, filter`,
  )
  return saved ?? null
}

export async function deleteGroupView(
  db: Queryable,
  view: { id: number; userId: number; locationGroupId: number },
): Promise<void> {
  await db.run(
    sql`delete from group_view where id = ${view.id} and user_id = ${view.userId}
          and location_group_id = ${view.locationGroupId}`,
  )
}

/** Notes a look at a group; one long after the last is a new visit. Returns the visit before this one (epoch ms). */
export async function noteGroupVisit(
  db: Queryable,
  visit: { userId: number; locationGroupId: number; at: number; sameWithinMs: number },
): Promise<number | null> {
  const { userId, locationGroupId, at, sameWithinMs } = visit
  const row = await db.row<{ before_at: number | null }>(
    sql`insert into group_visit as v (user_id, location_group_id, seen_at)
        values (${userId}, ${locationGroupId}, ${new Date(at)})
        on conflict (user_id, location_group_id) do update set seen_at = excluded.seen_at,
          before_at = case when v.seen_at < ${new Date(at - sameWithinMs)} then v.seen_at else v.before_at end
        returning before_at`,
  )
  return row?.before_at ?? null
}

/** What has changed at the locations in a group and below it that the actor sees, since an instant. */
export async function countGroupChanges(
  db: Queryable,
  actor: Actor,
  locationGroupId: number,
  since: number,
): Promise<Omit<GroupChangesView, 'since'>> {
  const instant = new Date(since)
  const row = await db.row<Omit<GroupChangesView, 'since' | 'newest'> & { newest: NewestRow[] | null }>(sql`
    with recursive below as (
      select id from location_group where id = ${locationGroupId}
      union all
      select child.id from location_group child join below on child.parent_id = below.id
    ), visible as (
      select l.id, l.name, l.location_group_id, l.created_at
      from location l join below g on g.id = l.location_group_id where ${visibleLocation(actor)}
    ), changed as (
      select a.id, a.location_id, a.type, a.status, a.first_recurrence_at, a.cleared_at from alarm a
      where a.location_id in (select id from visible)
        and (a.first_recurrence_at >= ${instant} or a.cleared_at >= ${instant})
    ), newest as (
      select c.id, c.type, c.first_recurrence_at, v.id as location_id, v.name, v.location_group_id
      from changed c join visible v on v.id = c.location_id
      where c.status <> 'CLEARED' and c.first_recurrence_at >= ${instant}
      order by c.first_recurrence_at desc, c.id desc limit 5
    )
    select
      (select count(*)::int from changed where first_recurrence_at >= ${instant}) as alarms_raised,
      (select count(*)::int from changed where first_recurrence_at >= ${instant} and status <> 'CLEARED') as alarms_open,
      (select count(*)::int from changed where cleared_at >= ${instant}) as alarms_ended,
      (select count(*)::int from visible where created_at >= ${instant}) as locations_added,
      (select count(*)::int from controller where location_id in (select id from visible) and revoked_at is null
        and linked_at >= ${instant}) as controllers_added,
      (select json_agg(json_build_object('id', id, 'type', type,
          'since', (extract(epoch from first_recurrence_at) * 1000)::bigint, 'location_id', location_id, 'name', name,
          'location_group_id', location_group_id) order by first_recurrence_at desc, id desc) from newest) as newest`)
  const { newest, ...counts } = row!
  return {
    ...counts,
    newest: (newest ?? []).map(({ id, type, since: at, location_id, name, location_group_id }) => ({
      ...{ id, type, since: at, location: { id: location_id, name, location_group_id } },
    })),
  }
}

interface NewestRow {
  id: number
  type: AlarmType
  since: number
  location_id: number
  name: string
  location_group_id: number
}

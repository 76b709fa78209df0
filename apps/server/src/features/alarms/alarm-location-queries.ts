import type { Actor } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'

export interface AlarmLocation {
  id: number
  name: string
  time_zone: string
  company_id: number
}

export function findAlarmLocation(db: Queryable, locationId: number): Promise<AlarmLocation | undefined> {
  return db.row<AlarmLocation>(
    sql`select id, name, time_zone, company_id from location where id = ${locationId}`,
  )
}

/** The locations in a group and below it that the actor sees, by name. */
export function findVisibleLocationsOfGroup(
  db: Queryable,
  actor: Actor,
  groupId: number,
): Promise<AlarmLocation[]> {
  return db.rows<AlarmLocation>(
    sql`with recursive subtree as (
          select id from location_group where id = ${groupId}
          union all
          select child.id from location_group child join subtree on child.parent_id = subtree.id
        )
        select l.id, l.name, l.time_zone, l.company_id from location l
        where l.location_group_id in (select id from subtree) and ${visibleLocation(actor)}
        order by l.name, l.id`,
  )
}

import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'

/**
 * Whether the person `u` sees the location `l`, as `canSee` decides it: everybody's active role is their first. For many people
 * at once, so in SQL; a test compares the two.
 */
export const seesLocation: Sql =
  rawSql(`(u.disabled_at is null and u.deletion_due_at is null and l.deletion_due_at is null and (
  coalesce(l.owner_id = u.id, false)
  or exists (select from location_permission p where p.user_id = u.id and p.location_id = l.id and p.can_view)
  or case (select r.role from user_role r where r.user_id = u.id order by r.position limit 1)
    when 'ROLE_SUPER_ADMIN' then true
    when 'ROLE_AGGREGATOR' then exists (select from user_company c where c.user_id = u.id and c.company_id = l.company_id)
    else false end))`)

/** Whether the person `u` runs a company or the platform. */
const runsCompanies: Sql = rawSql(`(u.disabled_at is null and u.deletion_due_at is null
  and (select r.role from user_role r where r.user_id = u.id order by r.position limit 1)
    in ('ROLE_SUPER_ADMIN', 'ROLE_AGGREGATOR'))`)

/** Somebody to be told, by one channel. */
export interface Recipient {
  /** Null: of the platform. */
  location_id: number | null
  user_id: number
  /** A browser to be told; null is by e-mail. */
  push_device_id: number | null
  /** Null: all. */
  types: string[] | null
}

/** By e-mail, and by each browser that is on: as `way`. */
const ways: Sql = rawSql(`lateral (
  select null::int as push_device_id where s.mail
  union all select d.id from push_device d where d.user_id = s.user_id) way`)

/** Who wants to be told of alarms at these locations, and may. */
export function findLocationRecipients(db: Queryable, locationIds: readonly number[]): Promise<Recipient[]> {
  return db.rows<Recipient>(sql`
    select l.id as location_id, s.user_id, way.push_device_id, s.types
    from location l cross join notice_setting s join app_user u on u.id = s.user_id cross join ${ways}
    where l.id = any(${locationIds}::int[]) and ${seesLocation}
      and ((s.company_ids is null and s.location_group_ids is null and s.location_ids is null)
        or l.company_id = any(s.company_ids) or l.id = any(s.location_ids)
        or exists (with recursive above as (
            select id, parent_id from location_group where id = l.location_group_id
            union all select g.id, g.parent_id from location_group g join above on g.id = above.parent_id
          ) select from above where above.id = any(s.location_group_ids)))
    order by l.id, s.user_id, way.push_device_id`)
}

/** Who wants to be told of what befalls the platform, and may. */
export function findOperators(db: Queryable): Promise<Recipient[]> {
  return db.rows<Recipient>(sql`
    select null::int as location_id, s.user_id, way.push_device_id, null::text[] as types
    from notice_setting s join app_user u on u.id = s.user_id cross join ${ways}
    where ${runsCompanies} order by s.user_id, way.push_device_id`)
}

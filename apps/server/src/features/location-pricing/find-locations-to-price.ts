import type { Actor } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'

interface LocationToPrice {
  id: number
  name: string
  companyId: number
  locationGroupId: number
  hasActiveList: boolean
}

interface Asked {
  companyId?: number | undefined
  locationGroupId?: number | undefined
  /** 'YYYY-MM-DD' */
  day: string
}

interface Assigned extends Asked {
  /** Only these; null: all. */
  locationIds: readonly number[] | null
  onlyUnpriced: boolean
}

const most = 50

/** Locations the actor sees, of a company or a group and below; those without a list on the day come first. */
export async function findLocationsToPrice(
  db: Queryable,
  actor: Actor,
  asked: Asked,
): Promise<{ locations: LocationToPrice[]; total: number; unpriced: number }> {
  const rows = await db.rows<LocationToPrice & { total: number; unpriced: number }>(sql`
    with recursive ${seenBy(actor, asked)}
    select *, (count(*) over ())::int as total, (count(*) filter (where not "hasActiveList") over ())::int as unpriced
    from seen order by "hasActiveList", lower(name), id limit ${most}`)
  return {
    locations: rows.map(({ total: _, unpriced: __, ...location }) => location),
    total: rows[0]?.total ?? 0,
    unpriced: rows[0]?.unpriced ?? 0,
  }
}

/** All of them, by id. */
export async function findLocationsToAssign(
  db: Queryable,
  actor: Actor,
  { locationIds, onlyUnpriced, ...asked }: Assigned,
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    with recursive ${seenBy(actor, asked)}
    select id from seen where (${locationIds}::int[] is null or id = any(${locationIds}::int[]))
      and not (${onlyUnpriced} and "hasActiveList")
    order by id`)
  return rows.map(({ id }) => id)
}

/** The locations of the company, or of the group and below, that the actor sees. */
const seenBy = (actor: Actor, { companyId, locationGroupId, day }: Asked): Sql => sql`
    below as (
      select id from location_group where id = ${locationGroupId ?? null}::int
      union all
      select child.id from location_group child join below on child.parent_id = below.id
    ), seen as (
      select l.id, l.name, l.company_id as "companyId", l.location_group_id as "locationGroupId",
        exists (select from location_pricing p join rate_plan_entry e on e.rate_plan_id = p.rate_plan_id
          where p.location_id = l.id and e.valid_from <= ${day}::date
            and (e.valid_to is null or e.valid_to >= ${day}::date)) as "hasActiveList"
      from location l
      where ${visibleLocation(actor)} and (${companyId ?? null}::int is null or l.company_id = ${companyId ?? null}::int)
        and (${locationGroupId ?? null}::int is null or l.location_group_id in (select id from below))
    )`

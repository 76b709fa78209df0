import type { Actor } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
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

const most = 50

/** Locations the actor sees, of a company or a group and below; those without a list on the day come first. */
export async function findLocationsToPrice(
  db: Queryable,
  actor: Actor,
  { companyId = undefined, locationGroupId = undefined, day }: Asked,
): Promise<{ locations: LocationToPrice[]; total: number; unpriced: number }> {
  const rows = await db.rows<LocationToPrice & { total: number; unpriced: number }>(sql`
    with recursive below as (
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
    )
    select *, (count(*) over ())::int as total, (count(*) filter (where not "hasActiveList") over ())::int as unpriced
    from seen order by "hasActiveList", lower(name), id limit ${most}`)
  return {
    locations: rows.map(({ total: _, unpriced: __, ...location }) => location),
    total: rows[0]?.total ?? 0,
    unpriced: rows[0]?.unpriced ?? 0,
  }
}

import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** Whether a location, by itself or its metering point, shares energy on some of the days: its supplier bills the rest. */
export async function sharesEnergy(
  db: Queryable,
  locationId: number,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const row = await db.row(sql`
    select 1 from sharing_member m join sharing_group g on g.id = m.group_id
    where (m.location_id = ${locationId} or m.abstract_device_id =
        (select p.abstract_device_id from location_pricing p where p.location_id = ${locationId}))
      and m.state in ('active', 'left') and greatest(m.valid_from, g.valid_from) <= ${to}::date
      and (m.valid_to is null or m.valid_to >= ${from}::date) limit 1`)
  return row !== undefined
}

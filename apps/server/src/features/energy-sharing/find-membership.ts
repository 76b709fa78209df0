import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { PricedSubject } from '../location-pricing/read-priced-subject.ts'
import { metersOf } from './member-queries.ts'

/**
 * Whether a location or a metering point shares energy on some of the days, by itself or as what it is joined with: its
 * supplier bills the rest.
 */
export async function sharesEnergy(
  db: Queryable,
  subject: PricedSubject,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const row = await db.row(sql`
    select 1 from (${metersOf(subject)}) s, sharing_member m join sharing_group g on g.id = m.group_id
    where (m.location_id = s.location_id or m.abstract_device_id = s.device_id)
      and m.state in ('active', 'left') and greatest(m.valid_from, g.valid_from) <= ${to}::date
      and coalesce(m.valid_to, 'infinity') >= greatest(${from}::date, m.valid_from, g.valid_from) limit 1`)
  return row !== undefined
}

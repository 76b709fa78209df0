import type { BulkSettingView } from '@ohmstead/contract/bulk-changes'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** The settings that can be changed on devices of some locations, the most frequent first. */
export async function findSettings(
  db: Queryable,
  locationIds: readonly number[],
): Promise<BulkSettingView[]> {
  const rows = await db.rows<Omit<BulkSettingView, 'options'> & { options: (string[] | null)[] }>(sql`
    select d.category, p ->> 'name' as name, p ->> 'type' as type, p ->> 'unit' as unit,
      min((p ->> 'min')::float8) as min, max((p ->> 'max')::float8) as max, min((p ->> 'step')::float8) as step,
      jsonb_agg(distinct p -> 'options') as options, count(*)::int as devices
    from device d, jsonb_array_elements(d.params) as p
    where d.location_id = any(${locationIds}::int[]) and d.deleted_at is null and p ->> 'rw' = 'true'
    group by 1, 2, 3, 4 order by devices desc, 1, 2 limit 100`)
  return rows.map(({ options, ...setting }) => ({
    ...setting,
    // Each device takes some of them; which not is told before it starts.
    options: options.every((one) => one !== null) ? [...new Set(options.flat())] : null,
  })) as BulkSettingView[]
}

import type { ImplausibleValueView } from '@ohmstead/contract/controllers'
import { findMetric } from '@ohmstead/domain/telemetry/metrics'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

const mostShown = 100

/** The rejected values of a controller, the newest first. */
export async function findImplausibleValues(
  db: Queryable,
  controllerId: number,
): Promise<ImplausibleValueView[]> {
  const rows = await db.rows<Omit<ImplausibleValueView, 'unit'>>(
    sql`select v.device_key, d.name as device_name, v.metric, v.value, v.lowest, v.highest, v.ts as at
        from implausible_value v join controller c on c.id = v.controller_id
        left join device d on d.location_id = c.location_id and d.key = v.device_key
        where v.controller_id = ${controllerId}
        order by v.stored_at desc, v.ts desc, v.device_key, v.metric limit ${mostShown}`,
  )
  return rows.map((row) => ({ ...row, unit: findMetric(row.metric)?.unit ?? '' }))
}

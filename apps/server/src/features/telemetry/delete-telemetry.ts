import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'

/** Forgets everything that was measured at a location, one table after the other. */
export async function deleteTelemetry(db: Queryable, locationId: number): Promise<void> {
  for (const table of ['telemetry_state', 'series', 'energy_day', 'energy_hour', 'sample']) {
    await db.run(sql`delete from ${rawSql(table)} where location_id = ${locationId}`)
  }
}

import type { Db } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'

// Samples before their packs: what is packed meanwhile is then deleted as a pack.
const tables = [
  'telemetry_state',
  'energy_due',
  'series',
  'energy_day',
  'energy_hour',
  'sample',
  'sample_pack',
]

/** Deletes all measurements of a location, one table after the other; years of data take their time. */
export async function deleteTelemetry(db: Db, locationId: number): Promise<void> {
  for (const table of tables) {
    await db.at('job').run(sql`delete from ${rawSql(table)} where location_id = ${locationId}`)
  }
}

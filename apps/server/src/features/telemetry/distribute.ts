import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { OperatorError } from '../../platform/operator-error.ts'

/** In this order: the others are co-located with the first, a location's rows of all of them on one machine. */
const tables = [
  'telemetry_state',
  'energy_due',
  'series',
  'sample',
  'sample_pack',
  'energy_hour',
  'energy_day',
] as const

export class NotDistributableError extends OperatorError {}

/**
 * Distributes the telemetry tables by location if the Citus extension is present, including their rows; safe to run
 * again. Returns the tables it distributed. Throws NotDistributableError without Citus.
 */
export async function distributeTelemetry(db: Db): Promise<string[]> {
  const citus = await db.row(sql`select 1 from pg_extension where extname = 'citus'`)
  if (!citus) {
    throw new NotDistributableError(
      'This database has no Citus extension: install it on every machine, run "create extension citus" and add the workers; then run this again.',
    )
  }
  const done: string[] = []
  for (const table of tables) {
    const isDistributed = await db.row(
      sql`select 1 from pg_dist_partition where logicalrelid = ${table}::regclass and partmethod = 'h'`,
    )
    if (isDistributed) continue
    const beside = table === tables[0] ? 'none' : tables[0]
    await db.row(
      sql`select create_distributed_table(${table}::regclass, 'location_id', colocate_with => ${beside}::text)`,
    )
    done.push(table)
  }
  return done
}

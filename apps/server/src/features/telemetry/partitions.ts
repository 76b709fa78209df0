import type { Db } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'

const monthsBack = 14
const monthsAhead = 2
/** The hours of now are updated every minute: room in their pages keeps that away from the index. */
const storage = { sample: '', energy_hour: ' with (fillfactor = 85)' } as const
const dayMs = 86_400_000
/** Readings are accepted this far back at most, as far as the first partitions reach. */
const oldestAcceptedDays = 400

/** The oldest instant a reading may have: no further back than raw samples are kept, so no recompute meets dropped ones. */
export function oldestAcceptedTs(now: number, retentionDays: number): number {
  return now - Math.min(retentionDays, oldestAcceptedDays) * dayMs
}

/**
 * Makes the month partitions from 14 months back to 2 ahead and drops those of raw samples that are wholly older than
 * the retention; energy slots stay. Run at start and once a day; several processes may do so at once.
 */
export async function maintainPartitions(
  db: Db,
  { now, retentionDays }: { now: number; retentionDays: number },
): Promise<void> {
  const thisMonth = monthOf(now)
  const oldestKept = monthOf(now - retentionDays * dayMs)
  await db.transaction(async (tx) => {
    await tx.row(sql`select pg_advisory_xact_lock(hashtext('telemetry partitions'))`)
    const existing = new Set(
      (
        await tx.rows<{ name: string }>(
          sql`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
              where i.inhparent in ('sample'::regclass, 'energy_hour'::regclass)`,
        )
      ).map((row) => row.name),
    )
    for (const table of ['sample', 'energy_hour'] as const) {
      for (let month = thisMonth - monthsBack; month <= thisMonth + monthsAhead; month++) {
        const name = partitionName(table, month)
        if (existing.has(name) || (table === 'sample' && month < oldestKept)) continue
        const bounds = `from ('${firstInstant(month)}') to ('${firstInstant(month + 1)}')`
        await tx.run(
          rawSql(`create table ${name} partition of ${table} for values ${bounds}${storage[table]}`),
        )
      }
    }
    for (const name of existing) {
      if (/^sample_\d{4}_\d{2}$/.test(name) && name < partitionName('sample', oldestKept)) {
        await tx.run(rawSql(`drop table ${name}`))
      }
    }
  })
}

// A month as one number, counted from year 0.
function monthOf(ms: number): number {
  const date = new Date(ms)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}
const year = (month: number) => String(Math.floor(month / 12)).padStart(4, '0')
const monthOfYear = (month: number) => String((month % 12) + 1).padStart(2, '0')
const partitionName = (table: string, month: number) => `${table}_${year(month)}_${monthOfYear(month)}`
const firstInstant = (month: number) => `${year(month)}-${monthOfYear(month)}-01 00:00:00+00`

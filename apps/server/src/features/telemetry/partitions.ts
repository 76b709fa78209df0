import type { Db, Queryable } from '../../platform/db/db.ts'
import {
  dropPartition,
  findPartitions,
  findSamplePartitions,
  hasRows,
  makePartition,
  partitionedTables,
  type ReadingsTable,
} from './partition-queries.ts'
import { announceAge, type Retention } from './retention.ts'

const monthsBack = 14
const monthsAhead = 3
/** The current hours are updated every minute: free space in their pages keeps these updates out of the index. */
const storage = { sample: '', sample_pack: '', energy_hour: ' with (fillfactor = 85)' } as const
const dayMs = 86_400_000
/** Readings are accepted this far back at most, as far as the first partitions reach. */
const oldestAcceptedDays = 400

/** The oldest accepted instant: no further back than raw samples are kept, so recomputation never meets dropped ones. */
export function oldestAcceptedTs(now: number, retentionDays: number): number {
  return now - Math.min(retentionDays, oldestAcceptedDays) * dayMs
}

/** What was done; `kept` says how far back, and whether older readings wait for a day, or for an operator, before they are dropped. */
export interface PartitionWork {
  made: string[]
  dropped: string[]
  kept: Retention
}

/**
 * Creates the monthly partitions from 14 months back to 3 ahead and drops those of raw samples that are entirely older
 * than the retention; energy slots stay. Run at start-up and every hour; several processes may do so at once, without
 * blocking readers or writers: what cannot be locked in a moment is left for the next time, with an error.
 */
export async function maintainPartitions(
  anyDb: Db,
  { now, retentionDays }: { now: number; retentionDays: number },
): Promise<PartitionWork> {
  const db = anyDb.at('job')
  const kept = await announceAge(db, 'drop', { days: retentionDays, now }, (days) =>
    losesMonths(db, now, days),
  )
  // Months that wait for a confirmation stay, and nothing is newly accepted for them.
  const oldestKept = monthOf(now - (kept.days ?? retentionDays) * dayMs)
  const existing = await findPartitions(db)
  const made: string[] = []
  for (const table of partitionedTables) {
    for (let month = monthOf(now) - monthsBack; month <= monthOf(now) + monthsAhead; month++) {
      const name = partitionName(table, month)
      if (existing.has(name) || (table !== 'energy_hour' && month < oldestKept)) continue
      const bounds = { from: firstInstant(month), to: firstInstant(month + 1) }
      if (await makePartition(db, { table, name, bounds, storage: storage[table] })) made.push(name)
    }
  }
  const dropped: string[] = []
  if (kept.days !== null && kept.isSettled)
    for (const [table, name] of await findMonthsBefore(db, now - kept.days * dayMs)) {
      await dropPartition(anyDb, table, name)
      dropped.push(name)
    }
  return { made, dropped, kept }
}

/** The months of readings that are entirely older than an instant, rows and packs. */
export async function findMonthsBefore(
  db: Queryable,
  before: number,
): Promise<[table: ReadingsTable, name: string][]> {
  const found: [ReadingsTable, string][] = []
  for (const table of ['sample', 'sample_pack'] as const)
    for (const name of await findSamplePartitions(db, table))
      if (name < partitionName(table, monthOf(before))) found.push([table, name])
  return found
}

/** The month of rows that an instant is in. */
export const sampleMonthOf = (ts: number) => partitionName('sample', monthOf(ts))

async function losesMonths(db: Queryable, now: number, days: number): Promise<boolean> {
  for (const [, name] of await findMonthsBefore(db, now - days * dayMs))
    if (await hasRows(db, name)) return true
  return false
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

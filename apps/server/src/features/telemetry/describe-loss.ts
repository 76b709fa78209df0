import type { Queryable } from '../../platform/db/db.ts'
import { findSamplePartitions, measurePartitions } from './partition-queries.ts'
import { findMonthsBefore, sampleMonthOf } from './partitions.ts'
import type { AgeKind } from './retention.ts'

const dayMs = 86_400_000

/** What an age would cost: months, rows and size, for the log and for who confirms it. */
export interface Loss {
  months: string[]
  rows: number
  gigabytes: number
}

/** Of `drop` the months that would be gone, of `pack` those whose readings would be thinned, the last one in part. */
export async function describeLoss(
  db: Queryable,
  kind: AgeKind,
  { days, now }: { days: number; now: number },
): Promise<Loss> {
  const before = now - days * dayMs
  const names =
    kind === 'drop'
      ? (await findMonthsBefore(db, before)).map(([, name]) => name)
      : (await findSamplePartitions(db)).filter((name) => name <= sampleMonthOf(before))
  const sizes = (await measurePartitions(db, names)).filter(({ rows }) => rows > 0)
  const months = sizes.map(({ name }) => name.slice(-7).replace('_', '-'))
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0)
  return {
    months: [...new Set(months)].sort(),
    rows: sizes.reduce((sum, { rows }) => sum + rows, 0),
    gigabytes: Math.round(bytes / 1e7) / 100,
  }
}

import type { Reading } from '@ohmstead/domain/telemetry/energy-segment'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'
import type { MergedSample, ReadingValue } from './controller-readings.ts'
import { doubleArray, epochMs, intArray, rowsOf, textArray } from './sql-arrays.ts'

export interface SampleToStore extends MergedSample {
  locationId: number
  controllerId: number
}

const columns = (samples: readonly SampleToStore[]) => sql`
  select location_id, controller_id, ${epochMs('ts')}, step_seconds, values::jsonb
  from ${rowsOf({
    location_id: intArray(samples.map((s) => s.locationId)),
    controller_id: intArray(samples.map((s) => s.controllerId)),
    ts: doubleArray(samples.map((s) => s.ts)),
    step_seconds: intArray(samples.map((s) => s.stepSeconds)),
    values: textArray(samples.map((s) => JSON.stringify(s.values))),
  })}`

/** Samples newer than all stored ones of their controllers; a unique violation means that another writer was first. */
export async function insertSamples(db: Queryable, samples: readonly SampleToStore[]): Promise<void> {
  await db.run(
    sql`insert into sample (location_id, controller_id, ts, step_seconds, values) ${columns(samples)}`,
  )
}

/**
 * Samples that may already be stored, or partly: values of the same instant are merged, the new ones win. Returns the
 * samples that changed anything, so that a mere repetition causes no recomputation.
 */
export async function mergeSamples(
  db: Queryable,
  samples: readonly SampleToStore[],
): Promise<{ location_id: number; controller_id: number; ts: number }[]> {
  return db.rows(
    sql`insert into sample (location_id, controller_id, ts, step_seconds, values) ${columns(samples)}
        on conflict (location_id, controller_id, ts) do update set
          values = sample.values || excluded.values,
          step_seconds = coalesce(excluded.step_seconds, sample.step_seconds)
        where sample.values || excluded.values <> sample.values
           or coalesce(excluded.step_seconds, sample.step_seconds) is distinct from sample.step_seconds
        returning location_id, controller_id, ts`,
  )
}

export interface SampleRow {
  ts: number
  step_seconds: number | null
  values: Record<string, ReadingValue>
}

/** A value of a sample as a reading; anything but a number means that there is no valid value. */
export function asReading(row: SampleRow, key: string): Reading {
  const value = row.values[key]
  return {
    ts: row.ts,
    value: typeof value === 'number' ? value : null,
    stepMs: row.step_seconds === null ? null : row.step_seconds * 1000,
  }
}

type Of = { locationId: number; controllerId: number }

interface RowRange {
  from: number
  to: number
  /** Rows without any of these have no values here; null leaves all of them. */
  keys: readonly string[] | null
  limit: number | null
}

/** The last `limit` rows of [from, to), latest first. For readers there is `read-samples`, which knows packed samples too. */
export async function findRowsBefore(db: Queryable, of: Of, range: RowRange): Promise<SampleRow[]> {
  return findRows(db, of, range, 'desc')
}

/** The first `limit` rows of [from, to), earliest first. */
export async function findRowsFrom(db: Queryable, of: Of, range: RowRange): Promise<SampleRow[]> {
  return findRows(db, of, range, 'asc')
}

function findRows(
  db: Queryable,
  { locationId, controllerId }: Of,
  { from, to, keys, limit }: RowRange,
  order: 'asc' | 'desc',
): Promise<SampleRow[]> {
  const values =
    keys === null
      ? rawSql('values')
      : sql`case when values ?| ${[...keys]}::text[] then values else '{}' end as values`
  const since = Number.isFinite(from) ? sql` and ts >= ${new Date(from)}` : rawSql('')
  const until = Number.isFinite(to) ? sql` and ts < ${new Date(to)}` : rawSql('')
  return db.rows<SampleRow>(
    sql`select ts, step_seconds, ${values} from sample
        where location_id = ${locationId} and controller_id = ${controllerId}${since}${until}
        order by ts ${rawSql(order)} limit ${limit}`,
  )
}

export async function findOldestRow(db: Queryable, { locationId, controllerId }: Of): Promise<number | null> {
  const row = await db.row<{ ts: number }>(
    sql`select ts from sample where location_id = ${locationId} and controller_id = ${controllerId} order by ts limit 1`,
  )
  return row?.ts ?? null
}

/** Removes the rows of [from, to) and returns them: exactly these, whatever is stored meanwhile. */
export async function takeRows(
  db: Queryable,
  { locationId, controllerId }: Of,
  { from, to }: { from: number; to: number },
): Promise<SampleRow[]> {
  const rows = await db.rows<SampleRow>(
    sql`delete from sample
        where location_id = ${locationId} and controller_id = ${controllerId}
          and ts >= ${new Date(from)} and ts < ${new Date(to)}
        returning ts, step_seconds, values`,
  )
  return rows.sort((a, b) => a.ts - b.ts)
}

import type { PackedSample } from '@ohmstead/domain/telemetry/sample-pack'
import type { Queryable } from '../../platform/db/db.ts'
import type { Of } from './energy-due-queries.ts'
import { unpackBytes } from './pack-bytes.ts'
import { findPacks, packMs } from './sample-pack-queries.ts'
import { findOldestRow, findRowsBefore, findRowsFrom, type SampleRow } from './sample-queries.ts'

// A controller's samples, wherever they are: rows of `sample`, and packs of those past a set age. Always the rows first:
// what is packed in between is then found twice instead of not at all. A row beside a pack is later, and wins.

const [beginning, end] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

interface Range {
  from: number
  to: number
  /** Only these metrics; all if null. */
  keys: readonly string[] | null
  limit: number | null
}

/** The last `limit` samples of a controller in [from, to), or all, in order. */
export async function findLatestSamples(
  db: Queryable,
  of: Of,
  range: { from: number; to: number; limit: number | null },
): Promise<SampleRow[]> {
  return (await read(db, of, { ...range, keys: null }, -1)).reverse()
}

/** The `limit` samples before `edge`, latest first, with their values if any of the keys is among them. */
export function findSamplesBefore(
  db: Queryable,
  of: Of,
  { keys, edge, limit }: { keys: readonly string[]; edge: number; limit: number },
): Promise<SampleRow[]> {
  return read(db, of, { from: beginning, to: edge, keys, limit }, -1)
}

/** The same from `edge` on, earliest first. */
export function findSamplesFrom(
  db: Queryable,
  of: Of,
  { keys, edge, limit }: { keys: readonly string[]; edge: number; limit: number },
): Promise<SampleRow[]> {
  return read(db, of, { from: edge, to: end, keys, limit }, 1)
}

/** The instant of a controller's oldest stored sample. */
export async function findOldestSample(db: Queryable, of: Of): Promise<number | null> {
  const row = await findOldestRow(db, of)
  const [pack] = await findPacks(db, of, { from: beginning, to: row ?? end, limit: 1, direction: 1 })
  const packed = pack ? (unpackBytes(pack.bytes, [])[0]?.ts ?? null) : null
  return row === null || packed === null ? (row ?? packed) : Math.min(row, packed)
}

/** In the order of the direction. */
async function read(db: Queryable, of: Of, range: Range, direction: 1 | -1): Promise<SampleRow[]> {
  const rows = direction < 0 ? await findRowsBefore(db, of, range) : await findRowsFrom(db, of, range)
  const found = new Map(rows.map((row) => [row.ts, row]))
  const isFull = range.limit !== null && rows.length === range.limit
  // Nothing beyond the furthest row belongs to the nearest ones.
  let { from, to } = range
  if (isFull && direction < 0) from = rows.at(-1)!.ts
  if (isFull && direction > 0) to = rows.at(-1)!.ts + 1
  // A few samples are nearly always in the next pack.
  const packsAtOnce = range.limit !== null && range.limit < 1000 ? 1 : 8
  for (let packed = 0; ; ) {
    const packs = await findPacks(db, of, { from, to, limit: packsAtOnce, direction })
    for (const { bytes } of packs) {
      for (const sample of unpackBytes(bytes, range.keys)) {
        if (sample.ts < from || sample.ts >= to) continue
        found.set(sample.ts, merge(sample, found.get(sample.ts)))
        packed++
      }
    }
    if (packs.length < packsAtOnce || (range.limit !== null && packed >= range.limit)) break
    if (direction < 0) to = packs.at(-1)!.start_at
    else from = packs.at(-1)!.start_at + packMs
  }
  const all = [...found.values()].sort((a, b) => direction * (a.ts - b.ts))
  return range.limit === null ? all : all.slice(0, range.limit)
}

function merge({ ts, stepSeconds, values }: PackedSample, row: SampleRow | undefined): SampleRow {
  return {
    ts,
    step_seconds: row?.step_seconds ?? stepSeconds,
    values: row ? { ...values, ...row.values } : values,
  }
}

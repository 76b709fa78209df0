import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'
import type { ReadingValue } from '../telemetry/controller-readings.ts'
import { readPackedMetric } from '../telemetry/read-metric.ts'
import { findPackedRange } from '../telemetry/sample-pack-queries.ts'
import { doubleArray } from '../telemetry/sql-arrays.ts'

export interface NumberBuckets {
  mean: (number | null)[]
  min: (number | null)[]
  max: (number | null)[]
}

interface Range {
  locationId: number
  controllerIds: readonly number[]
  edges: readonly number[]
}

/**
 * Mean, minimum and maximum of a numeric metric per bucket, from the stored samples: rows are summed up by the database,
 * packed ones here. Where there are packs, a row may correct a packed reading, so both are read together.
 */
export async function findNumberBuckets(
  db: Queryable,
  range: Range,
  metricKey: string,
): Promise<NumberBuckets> {
  const { locationId, controllerIds, edges } = range
  const whole = { from: edges[0]!, to: edges.at(-1)! }
  const { packed, found: sums } = await besidePacks(db, range, (outer) =>
    sumRows(db, range, metricKey, outer),
  )
  if (packed) {
    const bucketOf = createBucketSearch(edges)
    for (const controllerId of controllerIds)
      await readPackedMetric(
        db,
        { locationId, controllerId },
        metricKey,
        clip(packed, whole),
        (ts, value) => {
          if (typeof value === 'number')
            addNumber(sums, bucketOf(ts), { sum: value, count: 1, min: value, max: value })
        },
      )
  }
  const toMean = (sum: number, bucket: number) =>
    sums.count[bucket] === 0 ? null : sum / sums.count[bucket]!
  return { mean: sums.sum.map(toMean), min: sums.min, max: sums.max }
}

interface Sums {
  sum: number[]
  count: number[]
  min: (number | null)[]
  max: (number | null)[]
}

async function sumRows(db: Queryable, range: Range, metricKey: string, packed: Packed | null): Promise<Sums> {
  const row = await db.row<{ text: string | null }>(
    sql`select string_agg(concat(bucket, ',', sum, ',', count, ',', low, ',', high), ';' order by bucket) as text
        from (
          select bucket, sum(value) as sum, count(*) as count, min(value) as low, max(value) as high
          from (
            select width_bucket(ts, ${edgesArray(range.edges)}) as bucket,
              case when jsonb_typeof(values -> ${metricKey}::text) = 'number' then (values ->> ${metricKey}::text)::float8 end as value
            from sample where ${within(range)} ${outside(packed)}
          ) as reading
          where value is not null
          group by bucket
        ) as summary`,
  )
  const count = range.edges.length - 1
  const unknown = () => new Array<number | null>(count).fill(null)
  const none = () => new Array<number>(count).fill(0)
  const sums: Sums = { sum: none(), count: none(), min: unknown(), max: unknown() }
  for (const entry of row?.text?.split(';') ?? []) {
    const [bucket, sum, readings, min, max] = entry.split(',').map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ]
    addNumber(sums, bucket - 1, { sum, count: readings, min, max })
  }
  return sums
}

function addNumber(
  sums: Sums,
  bucket: number,
  found: { sum: number; count: number; min: number; max: number },
): void {
  sums.sum[bucket]! += found.sum
  sums.count[bucket]! += found.count
  sums.min[bucket] = Math.min(sums.min[bucket] ?? found.min, found.min)
  sums.max[bucket] = Math.max(sums.max[bucket] ?? found.max, found.max)
}

/** The last value of a metric per bucket, whatever its type. */
export async function findLastValues(
  db: Queryable,
  range: Range,
  metricKey: string,
): Promise<ReadingValue[]> {
  const { locationId, controllerIds, edges } = range
  const whole = { from: edges[0]!, to: edges.at(-1)! }
  const { packed, found: rows } = await besidePacks(db, range, (outer) =>
    db.rows<{ bucket: number; ts: number; value: ReadingValue }>(
      sql`select distinct on (bucket) bucket, ts, value
          from (
            select width_bucket(ts, ${edgesArray(range.edges)}) as bucket, ts, values -> ${metricKey}::text as value
            from sample where ${within(range)} and values ? ${metricKey}::text ${outside(outer)}
          ) as reading
          order by bucket, ts desc`,
    ),
  )
  const result = new Array<ReadingValue>(edges.length - 1).fill(null)
  const latest = new Array<number>(edges.length - 1).fill(Number.NEGATIVE_INFINITY)
  const take = (bucket: number, ts: number, value: ReadingValue) => {
    if (ts < latest[bucket]!) return
    latest[bucket] = ts
    result[bucket] = value
  }
  for (const { bucket, ts, value } of rows) take(bucket - 1, ts, value)
  if (packed) {
    const bucketOf = createBucketSearch(edges)
    for (const controllerId of controllerIds)
      await readPackedMetric(db, { locationId, controllerId }, metricKey, clip(packed, whole), (ts, value) =>
        take(bucketOf(ts), ts, value),
      )
  }
  return result
}

type Packed = { from: number; to: number }

/** What the database finds outside the packed times; again if more has been packed meanwhile. */
async function besidePacks<Found>(
  db: Queryable,
  { locationId, controllerIds, edges }: Range,
  find: (packed: Packed | null) => Promise<Found>,
): Promise<{ packed: Packed | null; found: Found }> {
  const findPacked = () =>
    findPackedRange(db, locationId, controllerIds, { from: edges[0]!, to: edges.at(-1)! })
  let packed = await findPacked()
  for (;;) {
    const found = await find(packed)
    const now = await findPacked()
    if (now?.from === packed?.from && now?.to === packed?.to) return { packed, found }
    packed = now
  }
}

const outside = (packed: Packed | null) =>
  packed ? sql`and (ts < ${new Date(packed.from)} or ts >= ${new Date(packed.to)})` : rawSql('')

const clip = (packed: Packed, whole: Packed): Packed => ({
  from: Math.max(packed.from, whole.from),
  to: Math.min(packed.to, whole.to),
})

/** The bucket of an instant within the edges; quick for one near the last. */
function createBucketSearch(edges: readonly number[]): (ts: number) => number {
  let bucket = 0
  return (ts) => {
    if (ts < edges[bucket]! || ts >= edges[bucket + 1]!) {
      let [low, high] = [0, edges.length - 2]
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        if (edges[middle]! <= ts) low = middle
        else high = middle - 1
      }
      bucket = low
    }
    return bucket
  }
}

const within = ({ locationId, controllerIds, edges }: Range) => sql`location_id = ${locationId}
  and controller_id = any(${controllerIds}::int[])
  and ts >= ${new Date(edges[0]!)} and ts < ${new Date(edges.at(-1)!)}`

const edgesArray = (edges: readonly number[]) =>
  sql`(select array_agg(to_timestamp(edge / 1000) order by edge) from unnest(${doubleArray(edges)}) as edge)`

/** The controllers of a location that have ever sent any of the metrics. */
export async function findSenders(
  db: Queryable,
  locationId: number,
  metricKeys: readonly string[],
): Promise<number[]> {
  const rows = await db.rows<{ controller_id: number }>(
    sql`select controller_id from telemetry_state where location_id = ${locationId} and values::jsonb ?| ${metricKeys}::text[]`,
  )
  return rows.map((row) => row.controller_id)
}

/** The mean of every number that a location sent in [from, to). */
export async function findAverages(
  db: Queryable,
  locationId: number,
  controllerIds: readonly number[],
  from: number,
  to: number,
): Promise<{ key: string; mean: number }[]> {
  return db.rows(
    sql`select key, avg(value::float8) as mean
        from sample cross join lateral jsonb_each(values) as entry (key, value)
        where location_id = ${locationId}
          and controller_id = any(${controllerIds}::int[])
          and ts >= ${new Date(from)} and ts < ${new Date(to)}
          and jsonb_typeof(value) = 'number'
        group by key`,
  )
}

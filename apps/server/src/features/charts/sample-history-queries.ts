import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ReadingValue } from '../telemetry/controller-readings.ts'
import { numberArray } from '../telemetry/sql-arrays.ts'

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

/** Mean, minimum and maximum of a numeric metric per bucket, from the stored samples. */
export async function findNumberBuckets(
  db: Queryable,
  range: Range,
  metricKey: string,
): Promise<NumberBuckets> {
  const row = await db.row<{ text: string | null }>(
    sql`select string_agg(concat(bucket, ',', mean, ',', low, ',', high), ';' order by bucket) as text
        from (
          select bucket, avg(value) as mean, min(value) as low, max(value) as high
          from (
            select width_bucket(ts, ${edgesArray(range.edges)}) as bucket,
              case when jsonb_typeof(values -> ${metricKey}::text) = 'number' then (values ->> ${metricKey}::text)::float8 end as value
            from sample where ${within(range)}
          ) as reading
          where value is not null
          group by bucket
        ) as summary`,
  )
  const count = range.edges.length - 1
  const empty = () => new Array<number | null>(count).fill(null)
  const result: NumberBuckets = { mean: empty(), min: empty(), max: empty() }
  for (const entry of row?.text?.split(';') ?? []) {
    const [bucket, mean, min, max] = entry.split(',').map(Number) as [number, number, number, number]
    result.mean[bucket - 1] = mean
    result.min[bucket - 1] = min
    result.max[bucket - 1] = max
  }
  return result
}

/** The last value of a metric per bucket, whatever its type. */
export async function findLastValues(
  db: Queryable,
  range: Range,
  metricKey: string,
): Promise<ReadingValue[]> {
  const rows = await db.rows<{ bucket: number; value: ReadingValue }>(
    sql`select distinct on (bucket) bucket, value
        from (
          select width_bucket(ts, ${edgesArray(range.edges)}) as bucket, ts, values -> ${metricKey}::text as value
          from sample where ${within(range)} and values ? ${metricKey}::text
        ) as reading
        order by bucket, ts desc`,
  )
  const result = new Array<ReadingValue>(range.edges.length - 1).fill(null)
  for (const { bucket, value } of rows) result[bucket - 1] = value
  return result
}

const within = ({ locationId, controllerIds, edges }: Range) => sql`location_id = ${locationId}
  and controller_id = any(${controllerIds}::int[])
  and ts >= ${new Date(edges[0]!)} and ts < ${new Date(edges.at(-1)!)}`

const edgesArray = (edges: readonly number[]) =>
  sql`(select array_agg(to_timestamp(edge / 1000) order by edge) from unnest(${numberArray(edges)}::text::float8[]) as edge)`

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

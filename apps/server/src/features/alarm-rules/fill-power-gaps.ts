import { longestGapMs } from '@ohmstead/domain/alarms/judge-rule'
import { floorToSlot, slotMs } from '@ohmstead/domain/telemetry/energy-slot'
import { bucketEdges } from '@ohmstead/domain/time/buckets'
import type { Queryable } from '../../platform/db/db.ts'
import { getSeries } from '../charts/get-series.ts'

/** The values of one metric, one per minute; null where none arrived. */
export interface MinuteValues {
  key: string
  values: readonly unknown[]
}

/**
 * Powers of times of which only the registers are known, as after an outage: the mean of each five minutes, where no value
 * had arrived for so long that it says nothing any more. What was only spread over a gap stays unknown.
 */
export async function fillPowerGaps<Column extends MinuteValues>(
  db: Queryable,
  locationId: number,
  columns: readonly Column[],
  edges: readonly number[],
): Promise<Column[]> {
  const broken = columns.filter(({ key, values }) => key.endsWith('/power') && hasGap(values, edges))
  if (broken.length === 0) return [...columns]
  const [from, to] = [floorToSlot(edges[0]!), edges.at(-1)!]
  const range = {
    from,
    to,
    interval: 300,
    timeZone: 'UTC',
    edges: bucketEdges(from, to, 300, 'UTC'),
  } as const
  const keys = broken.map(({ key }) => key)
  const found = await getSeries(db, locationId, keys, { ...range, edges: [...range.edges] })
  const means = new Map(
    found.map(({ metric, values, estimated }) => {
      const guessed = new Set(estimated)
      return [metric, values.map((value, slot) => (guessed.has(slot) ? null : value))]
    }),
  )
  return columns.map((column) => {
    const mean = means.get(column.key)
    return mean ? { ...column, values: fill(column.values, edges, (ts) => mean[slotOf(from, ts)]) } : column
  })
}

const slotOf = (from: number, ts: number) => Math.floor((ts - from) / slotMs)

function fill(
  values: readonly unknown[],
  edges: readonly number[],
  meanAt: (ts: number) => unknown,
): unknown[] {
  let last = Number.NEGATIVE_INFINITY
  return values.map((value, minute) => {
    const ts = edges[minute]!
    if (value !== null && value !== undefined) last = ts
    return ts - last > longestGapMs ? (meanAt(ts) ?? null) : value
  })
}

function hasGap(values: readonly unknown[], edges: readonly number[]): boolean {
  let last = Number.NEGATIVE_INFINITY
  return values.some((value, minute) => {
    const ts = edges[minute]!
    if (value !== null && value !== undefined) last = ts
    return ts - last > longestGapMs
  })
}

import { floorToHour, hourMs } from '@ohmstead/domain/telemetry/energy-slot'
import type { Queryable } from '../../platform/db/db.ts'
import { type BalanceFlow, findBalanceFlow } from './balance-gaps.ts'
import { addHoursText, type EnergyBuckets, emptyBuckets } from './bucket-energy.ts'
import { findHoursText } from './energy-history-queries.ts'
import { findSeries, type SeriesRow } from './energy-series-queries.ts'
import { findRemovedKeys, findSeriesSpans } from './grid-meter-queries.ts'
import { quarterMs } from './read-grid-quarters.ts'

const slotsPerQuarter = 3
const ownFlows = ['production', 'battery_charge', 'battery_discharge'] as const
type OwnFlow = (typeof ownFlows)[number]

/** A series of the balance, and when it had its first and its last energy; a removed device's ends there. */
export interface FlowSeries {
  id: number
  flow: BalanceFlow
  fromMs: number
  toMs: number
}

/** The series that make up the balance of a location, as far as they have readings. */
export async function findFlowSeries(db: Queryable, locationId: number): Promise<FlowSeries[]> {
  const all = await findSeries(db, [locationId])
  const found = all.flatMap((series) => {
    const flow = findBalanceFlow(series.metric)
    return flow ? [{ series, flow }] : []
  })
  if (found.length === 0) return []
  const ids = found.map(({ series }) => series.id)
  const [removed, spans] = await Promise.all([
    findRemovedKeys(db, locationId),
    findSeriesSpans(db, locationId, ids),
  ])
  const spanOf = new Map(spans.map((span) => [span.id, span]))
  const endOf = (series: SeriesRow, last: number) =>
    removed.has(series.device_key) ? last + hourMs : Number.MAX_SAFE_INTEGER
  return found.flatMap(({ series, flow }) => {
    const span = spanOf.get(series.id)
    return span ? [{ id: series.id, flow, fromMs: span.first, toMs: endOf(series, span.last) }] : []
  })
}

/** mWh by the quarter-hour, NaN where unknown; null of a flow that no device of the location has. */
export type FlowQuarters = Record<OwnFlow, Float64Array | null> & {
  /** 1 where part of any of them was spread over an outage. */
  isEstimated: Uint8Array
}

/**
 * What panels made and batteries took and gave, by the quarter-hour of [fromMs, toMs). Before its first reading a device is
 * not there while the location's own grid meter was already read, else it is unknown; a removed one is gone after its last.
 */
export async function readFlowQuarters(
  db: Queryable,
  locationId: number,
  series: readonly FlowSeries[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<FlowQuarters> {
  const count = (toMs - fromMs) / quarterMs
  const own = series.filter(({ flow }) => ownFlows.some((one) => one === flow))
  const buckets = new Map(own.map(({ id }) => [id, emptyBuckets(count)]))
  if (own.length > 0 && count > 0) {
    const rows = await findHoursText(db, {
      locationIds: [locationId],
      seriesIds: own.map(({ id }) => id),
      from: floorToHour(fromMs),
      to: floorToHour(toMs - 1) + hourMs,
      units: 4,
    })
    const edges = Array.from({ length: count + 1 }, (_, at) => fromMs + at * quarterMs)
    for (const { hours } of rows)
      addHoursText(hours, 4, edges, { from: fromMs, to: toMs }, (id) => buckets.get(id)!)
  }
  const gridFromMs = Math.min(
    ...series.map(({ flow, fromMs: first }) => (flow === 'grid_import' ? first : Infinity)),
  )
  const isEstimated = new Uint8Array(count)
  const sumOf = (flow: OwnFlow) => {
    const parts = own.filter((one) => one.flow === flow)
    if (parts.length === 0) return null
    const sums = new Float64Array(count)
    for (const part of parts)
      addSeries(sums, part, buckets.get(part.id)!, { fromMs, gridFromMs, isEstimated })
    return sums
  }
  return {
    production: sumOf('production'),
    battery_charge: sumOf('battery_charge'),
    battery_discharge: sumOf('battery_discharge'),
    isEstimated,
  }
}

interface Grid {
  fromMs: number
  gridFromMs: number
  isEstimated: Uint8Array
}

function addSeries(
  sums: Float64Array,
  { fromMs: first, toMs: end }: FlowSeries,
  { mWh, completeSlots, estimated }: EnergyBuckets,
  { fromMs, gridFromMs, isEstimated }: Grid,
): void {
  for (let at = 0; at < sums.length; at++) {
    const startMs = fromMs + at * quarterMs
    if (startMs >= end || (startMs < first && startMs >= gridFromMs)) continue
    if (completeSlots[at] === slotsPerQuarter) {
      sums[at]! += mWh[at]!
      if (estimated[at] === 1) isEstimated[at] = 1
    } else sums[at] = Number.NaN
  }
}

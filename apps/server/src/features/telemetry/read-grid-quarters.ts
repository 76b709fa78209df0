import { floorToHour, hourMs } from '@ohmstead/domain/telemetry/energy-slot'
import type { Queryable } from '../../platform/db/db.ts'
import { findBalanceFlow } from './balance-gaps.ts'
import { addHoursText, type EnergyBuckets, emptyBuckets } from './bucket-energy.ts'
import { findHoursText } from './energy-history-queries.ts'
import { findSeries, type SeriesRow } from './energy-series-queries.ts'
import { findRemovedKeys, findSeriesSpans } from './grid-meter-queries.ts'

export const quarterMs = hourMs / 4
const slotsPerQuarter = 3

/** What the grid meters of a location measured by the quarter-hour, mWh; NaN where a quarter-hour is not complete. */
export interface GridQuarters {
  firstStartMs: number
  importMilliWh: Float64Array
  /** Null if no meter counts it. */
  exportMilliWh: Float64Array | null
  /** 1 where part of the energy was spread over an outage. */
  isEstimated: Uint8Array
}

type Meters = { of: 'import' | 'export'; series: SeriesRow }[]

interface Span {
  fromMs: number
  toMs: number
}

/**
 * The quarter-hours of [fromMs, toMs), which begins and ends on one. With several meters a quarter-hour is known while
 * all of them are, each from its first reading on, and a removed one until its last. Null without a grid meter.
 */
export async function readGridQuarters(
  db: Queryable,
  locationId: number,
  fromMs: number,
  toMs: number,
): Promise<GridQuarters | null> {
  const found = await readGridQuartersOf(db, [locationId], { fromMs, toMs })
  return found.get(locationId) ?? null
}

/** The same of many locations in one query; those without a grid meter are omitted. */
export async function readGridQuartersOf(
  db: Queryable,
  locationIds: readonly number[],
  { fromMs, toMs }: Span,
): Promise<Map<number, GridQuarters>> {
  const found = new Map<number, GridQuarters>()
  const metersOf = groupMeters(await findSeries(db, locationIds))
  if (metersOf.size === 0 || toMs <= fromMs) return found
  const count = (toMs - fromMs) / quarterMs
  const edges = Array.from({ length: count + 1 }, (_, at) => fromMs + at * quarterMs)
  const rows = await findHoursText(db, {
    locationIds: [...metersOf.keys()],
    seriesIds: [...new Set([...metersOf.values()].flat().map(({ series }) => series.id))],
    from: floorToHour(fromMs),
    to: floorToHour(toMs - 1) + hourMs,
    units: 4,
  })
  const hoursOf = new Map(rows.map(({ location_id, hours }) => [location_id, hours]))
  for (const [locationId, meters] of metersOf) {
    const bySeries = new Map<number, EnergyBuckets>()
    const bucketsOf = (id: number) => {
      const buckets = emptyBuckets(count)
      bySeries.set(id, buckets)
      return buckets
    }
    addHoursText(hoursOf.get(locationId) ?? '', 4, edges, { from: fromMs, to: toMs }, bucketsOf)
    const isExpected = await findExpected(db, locationId, meters)
    found.set(locationId, sumMeters(meters, bySeries, isExpected, { fromMs, count }))
  }
  return found
}

function groupMeters(series: readonly SeriesRow[]): Map<number, Meters> {
  const groups = new Map<number, Meters>()
  for (const meter of findGridMeters(series)) {
    const list = groups.get(meter.series.location_id)
    if (list) list.push(meter)
    else groups.set(meter.series.location_id, [meter])
  }
  return groups
}

/** The series of the exchange with the grid; registers of single tariffs are parts of them. */
function findGridMeters(series: readonly SeriesRow[]): Meters {
  return series.flatMap((row): Meters => {
    const flow = findBalanceFlow(row.metric)
    if (flow === 'grid_import') return [{ of: 'import', series: row }]
    return flow === 'grid_export' ? [{ of: 'export', series: row }] : []
  })
}

type IsExpected = (seriesId: number, startMs: number) => boolean

/** From and until when a meter must have a value for the sum to be known; a single one always. */
async function findExpected(db: Queryable, locationId: number, meters: Meters): Promise<IsExpected> {
  const countOf = (of: string) => meters.filter((meter) => meter.of === of).length
  if (countOf('import') < 2 && countOf('export') < 2) return () => true
  const removed = await findRemovedKeys(db, locationId)
  const spans = await findSeriesSpans(
    db,
    locationId,
    meters.map(({ series }) => series.id),
  )
  const keyOf = new Map(meters.map(({ series }) => [series.id, series.device_key]))
  const known = new Map(
    spans.map(({ id, first, last }) => {
      const isRemoved = removed.has(keyOf.get(id)!)
      return [id, { from: first, to: isRemoved ? last + hourMs : Number.POSITIVE_INFINITY }]
    }),
  )
  return (seriesId, startMs) => {
    const span = known.get(seriesId)
    return span !== undefined && startMs >= span.from && startMs < span.to
  }
}

function sumMeters(
  meters: Meters,
  bySeries: ReadonlyMap<number, EnergyBuckets>,
  isExpected: IsExpected,
  { fromMs, count }: { fromMs: number; count: number },
): GridQuarters {
  const isEstimated = new Uint8Array(count)
  const sumOf = (of: 'import' | 'export') => {
    const list = meters.filter((meter) => meter.of === of)
    if (list.length === 0) return null
    const sums = new Float64Array(count).fill(Number.NaN)
    const meterBuckets = list.map(({ series }) => ({
      id: series.id,
      buckets: bySeries.get(series.id) ?? null,
    }))
    for (let at = 0; at < count; at++) {
      let sum = 0
      let found = 0
      for (const { id, buckets } of meterBuckets) {
        if (buckets !== null && buckets.completeSlots[at] === slotsPerQuarter) {
          sum += buckets.mWh[at]!
          found++
          if (buckets.estimated[at] === 1) isEstimated[at] = 1
        } else if (meterBuckets.length === 1 || isExpected(id, fromMs + at * quarterMs)) {
          found = 0
          break
        }
      }
      if (found > 0) sums[at] = sum
    }
    return sums
  }
  const importMilliWh = sumOf('import') ?? new Float64Array(count).fill(Number.NaN)
  return { firstStartMs: fromMs, importMilliWh, exportMilliWh: sumOf('export'), isEstimated }
}

import { floorToHour, hourMs } from '@ohmstead/domain/telemetry/energy-slot'
import { bucketEdges } from '@ohmstead/domain/time/buckets'
import type { Queryable } from '../../platform/db/db.ts'
import {
  addHoursText,
  addToBucket,
  type EnergyBuckets,
  emptyBuckets,
  type UnitsPerHour,
} from './bucket-energy.ts'
import { findClosedUntil, findDays } from './energy-day-queries.ts'
import { findHoursText } from './energy-history-queries.ts'

export interface SeriesRef {
  locationId: number
  seriesId: number
}

export const seriesRefKey = ({ locationId, seriesId }: SeriesRef) => `${locationId} ${seriesId}`

interface Of {
  locationIds: readonly number[]
  /** All series of the locations where null. */
  seriesIds: readonly number[] | null
}

/** Energy of series per bucket, by `seriesRefKey`. */
type Found = Map<string, EnergyBuckets>

/**
 * Energy of series in the half-open buckets of a range. A slot belongs to the bucket in which it begins, so the sum
 * over a range does not depend on how the range is divided. Days that are already summed up are read as such.
 */
export async function findEnergy(
  db: Queryable,
  of: Of,
  { edges, interval, timeZone }: { edges: readonly number[]; interval: number; timeZone: string },
): Promise<Found> {
  const found: Found = new Map()
  if (of.locationIds.length === 0 || of.seriesIds?.length === 0) return found
  const from = edges[0]!
  const to = edges.at(-1)!
  const days = interval >= 86_400 ? wholeDays(from, to, timeZone) : null
  if (!days) {
    await addHours(db, of, edges, from, to, found)
    return found
  }
  const closedUntil = await findClosedUntil(db, of.locationIds, timeZone)
  for (const { locationIds, until } of groupByMark(of.locationIds, closedUntil)) {
    const group = { locationIds, seriesIds: of.seriesIds }
    const closedTo = days.findLast((day) => day <= until) ?? days[0]!
    await addDays(db, group, edges, days[0]!, closedTo, found)
    await addHours(db, group, edges, from, days[0]!, found)
    await addHours(db, group, edges, closedTo, to, found)
  }
  return found
}

/** The same from the hours alone. */
export async function findEnergyOfHours(db: Queryable, of: Of, edges: readonly number[]): Promise<Found> {
  const found: Found = new Map()
  await addHours(db, of, edges, edges[0]!, edges.at(-1)!, found)
  return found
}

/** The local midnights of a range, or null where it holds no whole day. */
function wholeDays(from: number, to: number, timeZone: string): number[] | null {
  const midnights = bucketEdges(from - 1, to + 1, 86_400, timeZone).slice(1, -1)
  return midnights.length > 1 ? midnights : null
}

/** Most locations are summed up to the last midnight; the others, held up by late readings, are read together. */
function groupByMark(locationIds: readonly number[], closedUntil: Map<number, number>) {
  const newest = Math.max(...closedUntil.values())
  const upToDate = locationIds.filter((id) => closedUntil.get(id) === newest)
  const behind = locationIds.filter((id) => closedUntil.get(id) !== newest)
  const oldest = Math.min(...behind.map((id) => closedUntil.get(id) ?? Number.NEGATIVE_INFINITY))
  return [
    { locationIds: upToDate, until: newest },
    { locationIds: behind, until: oldest },
  ].filter((group) => group.locationIds.length > 0)
}

async function addDays(
  db: Queryable,
  of: Of,
  edges: readonly number[],
  from: number,
  to: number,
  found: Found,
) {
  if (from >= to) return
  const wanted = of.seriesIds && new Set(of.seriesIds.map(String))
  const bucketOf = new Map<number, number>()
  for (const [locationId, start, energy] of await findDays(db, of.locationIds, from, to)) {
    let bucket = bucketOf.get(start)
    if (bucket === undefined) {
      bucket = edges.findLastIndex((edge) => edge <= start)
      bucketOf.set(start, bucket)
    }
    for (const id in energy) {
      if (wanted && !wanted.has(id)) continue
      const [mWh, completeSlots, knownSlots, estimated] = energy[id]!
      const buckets = bucketsOf(found, { locationId, seriesId: Number(id) }, edges)
      addToBucket(buckets, bucket, { mWh, completeSlots, knownSlots, isEstimated: estimated === 1 })
    }
  }
}

async function addHours(
  db: Queryable,
  of: Of,
  edges: readonly number[],
  from: number,
  to: number,
  found: Found,
) {
  if (from >= to) return
  for (const part of partsOf(edges, from, to)) {
    for (const { location_id: locationId, hours } of await findHoursText(db, { ...of, ...part })) {
      addHoursText(hours, part.units, edges, { from, to }, (seriesId) =>
        bucketsOf(found, { locationId, seriesId }, edges),
      )
    }
  }
}

function bucketsOf(found: Found, ref: SeriesRef, edges: readonly number[]): EnergyBuckets {
  const key = seriesRefKey(ref)
  let buckets = found.get(key)
  if (!buckets) {
    buckets = emptyBuckets(edges.length - 1)
    found.set(key, buckets)
  }
  return buckets
}

interface Part {
  from: number
  to: number
  units: UnitsPerHour
}

/** [from, to) in parts: whole hours in units as coarse as the edges within allow, and what is cut at either end in slots. */
function partsOf(edges: readonly number[], from: number, to: number): Part[] {
  const start = floorToHour(from)
  const end = floorToHour(to - 1) + hourMs
  const units = unitsFor(edges.filter((edge) => edge > from && edge < to))
  const isCutAtStart = !liesOn(from, units)
  const isCutAtEnd = !liesOn(to, units)
  const innerStart = isCutAtStart ? start + hourMs : start
  const innerEnd = isCutAtEnd ? end - hourMs : end
  const parts: Part[] = []
  if (isCutAtStart) parts.push({ from: start, to: start + hourMs, units: 12 })
  if (innerStart < innerEnd) parts.push({ from: innerStart, to: innerEnd, units })
  if (isCutAtEnd && !(isCutAtStart && end - hourMs === start))
    parts.push({ from: end - hourMs, to: end, units: 12 })
  return parts
}

const unitSteps = [1, 4, 12] as const
const liesOn = (edge: number, units: UnitsPerHour) => edge % (hourMs / units) === 0

function unitsFor(edges: readonly number[]): UnitsPerHour {
  return unitSteps.find((units) => edges.every((edge) => liesOn(edge, units))) ?? 12
}

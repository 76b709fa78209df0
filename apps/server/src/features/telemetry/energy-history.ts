import { floorToHour, hourMs } from '@ohmstead/domain/telemetry/energy-slot'
import { bucketEdges } from '@ohmstead/domain/time/buckets'
import type { Queryable } from '../../platform/db/db.ts'
import type { BalanceWatch } from './balance-gaps.ts'
import {
  addHoursText,
  addToBucket,
  type EnergyBuckets,
  emptyBuckets,
  type UnitsPerHour,
} from './bucket-energy.ts'
import { findClosedUntil, findDays } from './energy-day-queries.ts'
import { findHoursText, findSlotsText } from './energy-history-queries.ts'

export interface SeriesRef {
  locationId: number
  seriesId: number
}

/** A number, since tens of thousands of texts take longer to build than to look up; ids of series are small. */
export const seriesRefKey = ({ locationId, seriesId }: SeriesRef) => locationId * 2 ** 20 + seriesId

interface Of {
  locationIds: readonly number[]
  /** All series of the locations if null. */
  seriesIds: readonly number[] | null
}

/** Energy of series per bucket, by `seriesRefKey`. */
type Found = Map<number, EnergyBuckets>

/** Records gaps of the balance while energy is read. */
type Watch = BalanceWatch | undefined

/**
 * Energy of series in the half-open buckets of a range. A slot belongs to the bucket in which it begins, so the sum
 * over a range does not depend on how the range is divided. Days that are already summed up are read as such.
 */
export async function findEnergy(
  db: Queryable,
  of: Of,
  { edges, interval, timeZone }: { edges: readonly number[]; interval: number; timeZone: string },
  watch?: BalanceWatch,
): Promise<Found> {
  const found: Found = new Map()
  if (of.locationIds.length === 0 || of.seriesIds?.length === 0) return found
  const from = edges[0]!
  const to = edges.at(-1)!
  const days = interval >= 86_400 ? wholeDays(from, to, timeZone) : null
  if (!days) {
    await addHours(db, of, edges, { from, to }, found, watch)
    await lookIntoGaps(db, of.seriesIds, watch)
    return found
  }
  const closedUntil = await findClosedUntil(db, of.locationIds, timeZone)
  for (const { locationIds, until } of groupByMark(of.locationIds, closedUntil)) {
    const group = { locationIds, seriesIds: of.seriesIds }
    const closedTo = days.findLast((day) => day <= until) ?? days[0]!
    await addDays(db, group, edges, days.slice(0, days.indexOf(closedTo) + 1), found, watch)
    await addHours(db, group, edges, { from, to: days[0]! }, found, watch)
    await addHours(db, group, edges, { from: closedTo, to }, found, watch)
  }
  await lookIntoGaps(db, of.seriesIds, watch)
  return found
}

/** The same from the hours alone. */
export async function findEnergyOfHours(
  db: Queryable,
  of: Of,
  edges: readonly number[],
  watch?: BalanceWatch,
): Promise<Found> {
  const found: Found = new Map()
  await addHours(db, of, edges, { from: edges[0]!, to: edges.at(-1)! }, found, watch)
  await lookIntoGaps(db, of.seriesIds, watch)
  return found
}

/** Reads the slots of the hours in which a part of the balance is silent. */
async function lookIntoGaps(db: Queryable, seriesIds: readonly number[] | null, watch: Watch) {
  const open = watch?.findOpenHours()
  if (!watch || !open || open.size === 0) return
  const hours = [...new Set([...open.values()].flat())]
  watch.addSlots(await findSlotsText(db, { locationIds: [...open.keys()], seriesIds, hours }))
}

/** The local midnights of a range, or null if it contains no whole day. */
function wholeDays(from: number, to: number, timeZone: string): number[] | null {
  const midnights = bucketEdges(from - 1, to + 1, 86_400, timeZone).slice(1, -1)
  return midnights.length > 1 ? midnights : null
}

/** Most locations are summed up to the last midnight; the others, delayed by late readings, are read together. */
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
  midnights: readonly number[],
  found: Found,
  watch: Watch,
) {
  const from = midnights[0]!
  const to = midnights.at(-1)!
  if (from >= to) return
  const endOf = new Map(midnights.slice(1).map((end, index) => [midnights[index]!, end]))
  const wanted = of.seriesIds && new Set(of.seriesIds.map(String))
  const bucketOf = new Map<number, number>()
  for (const [locationId, start, energy] of await findDays(db, of.locationIds, from, to)) {
    let bucket = bucketOf.get(start)
    if (bucket === undefined) {
      bucket = edges.findLastIndex((edge) => edge <= start)
      bucketOf.set(start, bucket)
    }
    watch?.onDay(locationId, start, endOf.get(start) ?? start + 86_400_000, energy)
    for (const id in energy) {
      if (id === 'gap' || (wanted && !wanted.has(id))) continue
      const [mWh, completeSlots, knownSlots, estimated] = energy[Number(id)]!
      const buckets = bucketsOf(found, { locationId, seriesId: Number(id) }, edges)
      addToBucket(buckets, bucket, { mWh, completeSlots, knownSlots, isEstimated: estimated === 1 })
    }
  }
}

async function addHours(
  db: Queryable,
  of: Of,
  edges: readonly number[],
  within: { from: number; to: number },
  found: Found,
  watch: Watch,
) {
  if (within.from >= within.to) return
  for (const part of partsOf(edges, within.from, within.to)) {
    for (const { location_id: locationId, hours } of await findHoursText(db, { ...of, ...part })) {
      addHoursText(
        hours,
        part.units,
        edges,
        within,
        (seriesId) => bucketsOf(found, { locationId, seriesId }, edges),
        watch && ((seriesId, hour, isWhole) => watch.onHour({ locationId, seriesId, hour, isWhole }, within)),
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

/** [from, to) in parts: whole hours in units as coarse as the inner edges allow, and the ends in slots. */
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

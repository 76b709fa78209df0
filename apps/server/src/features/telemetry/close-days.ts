import { bucketEdges } from '@ohmstead/domain/time/buckets'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { createBalancePlace, isBalancedDay, toDayGap, watchBalance } from './balance-gaps.ts'
import {
  type DayEnergy,
  type DayToStore,
  findSummedLocations,
  findWriters,
  replaceDays,
  type SummedLocation,
  setClosedUntil,
} from './energy-day-queries.ts'
import { findEnergyOfHours } from './energy-history.ts'
import { findSeries } from './energy-series-queries.ts'
import { findTimeZones } from './place-queries.ts'
import { findFirstReading, StaleStateError } from './telemetry-state.ts'

const dayMs = 86_400_000
/** A day's last readings arrive a little after it has ended. */
const settleMs = 3_600_000
/** The size of one step: small enough that nobody waits for it. */
const daysAtOnce = 50
const locationsAtOnce = 200

/**
 * Sums up the local days that have ended since the last run, in small transactions. Writers lower the mark again if
 * late readings change a day, so running this every hour keeps all but the last days summed up. Returns how many days
 * of how many locations it processed.
 */
export async function closeDays(
  db: Db,
  now: number,
  isCancelled: () => boolean = () => false,
): Promise<number> {
  const jobs = db.at('job')
  let done = 0
  for (let after = 0; ; ) {
    const locations = await findSummedLocations(jobs, locationsAtOnce, after)
    if (locations.length === 0) return done
    const zones = await findTimeZones(
      jobs,
      locations.map((location) => location.location_id),
    )
    for (const location of locations) {
      const timeZone = zones.get(location.location_id)
      if (timeZone && isOpen(location, timeZone, now))
        done += await closeLocation(jobs, location, timeZone, now, isCancelled)
      if (isCancelled()) return done
    }
    after = locations.at(-1)!.location_id
  }
}

/** Whether days have ended that are not summed up, or only by the calendar of another zone. */
function isOpen({ closed_until, closed_zone }: SummedLocation, timeZone: string, now: number): boolean {
  // Every zone's last midnight is less than 26 hours ago.
  return closed_until === null || closed_zone !== timeZone || closed_until < now - 26 * 3_600_000
}

async function closeLocation(
  db: Db,
  location: SummedLocation,
  timeZone: string,
  now: number,
  isCancelled: () => boolean,
): Promise<number> {
  const first = await findFirstReading(db, location.location_id)
  if (first === null) return 0
  // Days by another zone's calendar are useless: start again.
  const isSameZone = location.closed_zone === timeZone
  const since = isSameZone && location.closed_until !== null ? location.closed_until : first
  const midnights = bucketEdges(since - 2 * dayMs, now - settleMs, 86_400, timeZone).slice(1, -1)
  const edges = midnights.slice(midnights.findLastIndex((midnight) => midnight <= since))
  let done = 0
  for (let index = 0; index + 1 < edges.length && !isCancelled(); index += daysAtOnce) {
    const days = edges.slice(index, index + daysAtOnce + 1)
    try {
      // Days of another calendar begin before the first midnight of this one, and would be counted twice.
      const replacedFrom = index === 0 && !isSameZone ? 0 : days[0]!
      await db.transaction(
        (tx) => closeInTransaction(tx, location.location_id, days, { timeZone, replacedFrom }),
        { priority: 'job' },
      )
    } catch (error) {
      // Concurrent readings have priority; the next hour finds the location again.
      if (error instanceof StaleStateError) return done
      throw error
    }
    done += days.length - 1
  }
  return done
}

/** The sums must cover everything that is stored: a concurrent writer shows in the counts, and then nothing is marked. */
async function closeInTransaction(
  tx: Queryable,
  locationId: number,
  days: number[],
  { timeZone, replacedFrom }: { timeZone: string; replacedFrom: number },
): Promise<void> {
  const writers = await findWriters(tx, locationId)
  await sumUp(tx, locationId, days, replacedFrom)
  const closed = await setClosedUntil(tx, locationId, writers, days.at(-1)!, timeZone)
  if (closed !== writers.length) throw new StaleStateError()
}

async function sumUp(
  tx: Queryable,
  locationId: number,
  edges: number[],
  replacedFrom: number,
): Promise<void> {
  const place = createBalancePlace(locationId, await findSeries(tx, [locationId]), true)
  const watch = watchBalance([place], edges)
  const energy = await findEnergyOfHours(tx, { locationIds: [locationId], seriesIds: null }, edges, watch)
  const days: DayToStore[] = []
  for (let day = 0; day + 1 < edges.length; day++) {
    const sums: DayEnergy = {}
    for (const [ref, buckets] of energy) {
      const mWh = buckets.mWh[day]!
      if (mWh === null) continue
      const estimated = buckets.estimated[day] === 1 ? 1 : 0
      sums[Number(ref.split(' ')[1])] = [
        mWh,
        buckets.completeSlots[day]!,
        buckets.knownSlots[day]!,
        estimated,
      ]
    }
    if (Object.keys(sums).length === 0) continue
    if (!isBalancedDay(place, sums, edges[day + 1]! - edges[day]!))
      sums.gap = toDayGap(watch, locationId, day)
    days.push({ locationId, start: edges[day]!, end: edges[day + 1]!, energy: sums })
  }
  await replaceDays(tx, [locationId], replacedFrom, edges.at(-1)!, days)
}

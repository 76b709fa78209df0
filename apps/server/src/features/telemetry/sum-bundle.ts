import { hourMs, slotMs } from '@ohmstead/domain/telemetry/energy-slot'
import { bucketEdges } from '@ohmstead/domain/time/buckets'
import type { Queryable } from '../../platform/db/db.ts'
import { addPlaces } from './add-places.ts'
import { createBalancePlace, watchBalance } from './balance-gaps.ts'
import type { BalancePlaces } from './balance-roles.ts'
import { createSums } from './balance-sums.ts'
import { slotsPerBucket } from './bucket-energy.ts'
import { findEnergyOfHours, seriesRefKey } from './energy-history.ts'
import {
  addStored,
  createDaySums,
  type DaySums,
  dayAt,
  encodeDay,
  fold,
  mostPlaces,
  notePresent,
  openDays,
  presentIn,
  unitSlots,
} from './energy-sum-format.ts'
import { findSum, type SumToStore } from './energy-sum-queries.ts'
import { addReadings } from './read-balance-sums.ts'

const dayMs = 86_400_000

export interface BundlePlaces {
  bundleId: number
  timeZone: string
  fingerprint: string
  ids: readonly number[]
  places: BalancePlaces
}

interface Wanted {
  since: number
  until: number
  /** The days are summed up for each location: they are taken as such. */
  hasDays: boolean
}

/** The sums of the local days of a bundle from the one with `since` on; those of the last one end at `until`. */
export async function sumBundle(
  db: Queryable,
  of: BundlePlaces,
  { since, until, hasDays }: Wanted,
): Promise<SumToStore[]> {
  const midnights = bucketEdges(since - 2 * dayMs, until + 2 * dayMs, 86_400, of.timeZone).slice(1, -1)
  const sums: SumToStore[] = []
  for (let index = 0; index + 1 < midnights.length; index++) {
    const [start, end] = [midnights[index]!, midnights[index + 1]!]
    if (end <= since || start >= until) continue
    sums.push(await sumDay(db, of, { start, end, since, until: Math.min(end, until), hasDays }))
  }
  return sums
}

async function sumDay(
  db: Queryable,
  of: BundlePlaces,
  { start, end, since, until, hasDays }: Wanted & { start: number; end: number },
): Promise<SumToStore> {
  const day = createDaySums(start, end)
  const { bundleId, fingerprint } = of
  const from = since > start ? await addSummed(db, day, { bundleId, fingerprint, start, since }) : start
  await addHours(db, day, of, { start, from, until })
  const whole = hasDays ? await sumOfDays(db, of, start, end) : fold(day, (end - start) / slotMs)
  const columns = {
    slots: encodeDay(day),
    quarters: encodeDay(fold(day, unitSlots.quarters)),
    hours: encodeDay(fold(day, unitSlots.hours)),
    day: encodeDay(whole),
  }
  return { bundleId, start, end, until, fingerprint, columns }
}

async function sumOfDays(
  db: Queryable,
  { ids, places, timeZone }: BundlePlaces,
  start: number,
  end: number,
): Promise<DaySums> {
  const day: DaySums = { sums: createSums(1), present: new Uint32Array(mostPlaces / 32) }
  const range = { edges: [start, end], interval: 86_400, timeZone }
  const withData = new Set(await addReadings(db, day.sums, places, range, { isWhole: true }))
  for (const [place, id] of ids.entries()) if (withData.has(id)) notePresent(day, 0, place)
  return day
}

/** Takes over the hours of the day that are summed up already; returns where they end. */
async function addSummed(
  db: Queryable,
  day: DaySums,
  { start, since, ...of }: { bundleId: number; fingerprint: string; start: number; since: number },
): Promise<number> {
  const stored = await findSum(db, { ...of, start })
  // What lies after the mark may have changed.
  const until = stored ? Math.min(stored.until, since) : start
  if (!stored || until <= start || until % hourMs !== 0) return start
  const days = openDays(stored.slots)
  const known = dayAt(days, 0)
  const firstHour = Math.floor(start / hourMs)
  addStored(day.sums, days, known, [0, (until - start) / slotMs], (slot) => slot)
  for (let hour = 0; firstHour * hourMs + hour * hourMs < until; hour++)
    for (const [word, bits] of presentIn(days, known, [hour, hour + 1]).entries())
      day.present[hour * 2 + word]! |= bits
  return until
}

async function addHours(
  db: Queryable,
  day: DaySums,
  { ids, places }: BundlePlaces,
  { start, from, until }: { start: number; from: number; until: number },
): Promise<void> {
  if (from >= until) return
  const edges = Array.from(
    { length: Math.ceil((until - from) / slotMs) + 1 },
    (_, slot) => from + slot * slotMs,
  )
  const watch = watchBalance(
    [...places].map(([id, series]) => createBalancePlace(id, series, true)),
    edges,
  )
  const seriesIds = [...new Set([...places.values()].flatMap((list) => list.map(({ id }) => id)))]
  const energy = await findEnergyOfHours(db, { locationIds: ids, seriesIds }, edges, watch)
  const slots = slotsPerBucket(edges)
  addPlaces(day.sums, (from - start) / slotMs, places, { energy, gaps: watch.gaps, slots })
  const firstHour = Math.floor(start / hourMs)
  for (const [place, locationId] of ids.entries()) {
    for (const { id } of places.get(locationId)!) {
      const mWh = energy.get(seriesRefKey({ locationId, seriesId: id }))?.mWh ?? []
      for (let slot = 0; slot < mWh.length; slot++)
        if (mWh[slot] !== null) notePresent(day, Math.floor(edges[slot]! / hourMs) - firstHour, place)
    }
  }
}

import { hourMs, slotMs } from '@ohmstead/domain/telemetry/energy-slot'
import { bucketEdges } from '@ohmstead/domain/time/buckets'
import type { Queryable } from '../../platform/db/db.ts'
import { addPlaces } from './add-places.ts'
import { type BalanceWatch, createBalancePlace, watchBalance } from './balance-gaps.ts'
import type { BalancePlaces } from './balance-roles.ts'
import { slotsPerBucket } from './bucket-energy.ts'
import { findEnergyOfHours } from './energy-history.ts'
import {
  addStored,
  createDaySums,
  type DaySums,
  dayAt,
  encodeDay,
  fold,
  notePresent,
  openDays,
  presentIn,
  unitSlots,
} from './energy-sum-format.ts'
import { findSum, type SumToStore } from './energy-sum-queries.ts'

const dayMs = 86_400_000

export interface BundlePlaces {
  bundleId: number
  timeZone: string
  fingerprint: string
  ids: readonly number[]
  places: BalancePlaces
}

/** The sums of the local days of a bundle from the one with `since` on; those of the last one end at `until`. */
export async function sumBundle(
  db: Queryable,
  of: BundlePlaces,
  { since, until }: { since: number; until: number },
): Promise<SumToStore[]> {
  const midnights = bucketEdges(since - 2 * dayMs, until + 2 * dayMs, 86_400, of.timeZone).slice(1, -1)
  const sums: SumToStore[] = []
  for (let index = 0; index + 1 < midnights.length; index++) {
    const [start, end] = [midnights[index]!, midnights[index + 1]!]
    if (end <= since || start >= until) continue
    sums.push(await sumDay(db, of, { start, end, since, until: Math.min(end, until) }))
  }
  return sums
}

async function sumDay(
  db: Queryable,
  of: BundlePlaces,
  { start, end, since, until }: { start: number; end: number; since: number; until: number },
): Promise<SumToStore> {
  const day = createDaySums(start, end)
  const { bundleId, fingerprint } = of
  const from = since > start ? await addSummed(db, day, { bundleId, fingerprint, start, since }) : start
  await addHours(db, day, of, { start, from, until })
  const whole = (end - start) / slotMs
  const columns = {
    slots: encodeDay(day),
    quarters: encodeDay(fold(day, unitSlots.quarters)),
    hours: encodeDay(fold(day, unitSlots.hours)),
    day: encodeDay(fold(day, whole)),
  }
  return { bundleId, start, end, until, fingerprint, columns }
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
  const edges = Array.from({ length: Math.ceil((until - from) / slotMs) + 1 }, (_, slot) => from + slot * slotMs)
  const watch = watchBalance(
    [...places].map(([id, series]) => createBalancePlace(id, series, true)),
    edges,
  )
  const placeOf = new Map(ids.map((id, place) => [id, place]))
  const seriesOf = new Map([...places].map(([id, list]) => [id, new Set(list.map((series) => series.id))]))
  const firstHour = Math.floor(start / hourMs)
  const noting: BalanceWatch = {
    ...watch,
    onHour(row, within) {
      if (seriesOf.get(row.locationId)?.has(row.seriesId))
        notePresent(day, row.hour / hourMs - firstHour, placeOf.get(row.locationId)!)
      watch.onHour(row, within)
    },
  }
  const seriesIds = [...new Set([...seriesOf.values()].flatMap((list) => [...list]))]
  const energy = await findEnergyOfHours(db, { locationIds: ids, seriesIds }, edges, noting)
  const slots = slotsPerBucket(edges)
  addPlaces(day.sums, (from - start) / slotMs, places, { energy, gaps: watch.gaps, slots })
}


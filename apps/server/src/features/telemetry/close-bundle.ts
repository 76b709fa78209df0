import { floorToHour } from '@ohmstead/domain/telemetry/energy-slot'
import { bucketEdges } from '@ohmstead/domain/time/buckets'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { findPlaces } from './balance-roles.ts'
import { type Bundle, findBundle } from './energy-bundle-queries.ts'
import {
  announceClosing,
  type DayToStore,
  findMarks,
  findSummedLocations,
  replaceDays,
  type SummedLocation,
  setClosedUntil,
} from './energy-day-queries.ts'
import { dropSums, findSummedDays, type SumToStore, saveSum } from './energy-sum-queries.ts'
import { fewestPlaces, fingerprintOf, placesOf } from './read-energy-sums.ts'
import { type BundlePlaces, sumBundle } from './sum-bundle.ts'
import { sumDays } from './sum-days.ts'
import { findFirstReadings } from './telemetry-state.ts'

const dayMs = 86_400_000
/** The last readings of an hour arrive a little after it has ended. */
const settleMs = 1_800_000
/** Locations that are further behind are brought up by themselves. */
const togetherMs = 2 * dayMs
/** The size of one step: small enough that nobody waits for it. */
const daysAtOnce = { alone: 50, together: 3 }

/** What a step found out; written in one transaction. */
interface Step {
  locationIds: readonly number[]
  days: DayToStore[]
  replaced: { from: number; to: number } | null
  sums: SumToStore[]
  /** Sums of the bundle that end later are out of date. */
  droppedAfter: number | null
  until: number
}

/** Sums up what has ended since the last time; returns how many days of how many locations. */
export async function closeBundle(
  db: Db,
  bundle: Bundle,
  now: number,
  isCancelled: () => boolean,
): Promise<number> {
  const until = floorToHour(now - settleMs)
  const { timeZone } = bundle
  const isOpen = ({ closed_until, closed_zone }: SummedLocation) =>
    closed_until === null || closed_zone !== timeZone || closed_until < until
  if (!(await findSummedLocations(db, bundle.locationIds)).some(isOpen)) return 0
  if (!(await announce(db, bundle, until))) return 0

  let done = 0
  const findOpen = async (q: Queryable, { locationIds }: Bundle) => {
    const open = (await findSummedLocations(q, locationIds)).filter(isOpen)
    const firsts = await findFirstReadings(
      q,
      open.map(({ location_id }) => location_id),
    )
    return open.map((location) => {
      const isSameZone = location.closed_zone === null || location.closed_zone === timeZone
      const first = firsts.get(location.location_id) ?? null
      // Days by another zone's calendar are useless: start again.
      const since = isSameZone && location.closed_until !== null ? location.closed_until : (first ?? until)
      return {
        id: location.location_id,
        since,
        isSameZone,
        isFarBehind: !isSameZone || since < until - togetherMs,
      }
    })
  }

  for (const { id } of (await findOpen(db, bundle)).filter(({ isFarBehind }) => isFarBehind)) {
    for (let isMore = true; isMore && !isCancelled(); ) {
      isMore = false
      await inTurn(db, bundle, async (q, current) => {
        const location = (await findOpen(q, current)).find((open) => open.id === id && open.isFarBehind)
        if (!location) return null
        const midnights = midnightsAround(location.since, until, timeZone)
        const edges = midnights.slice(0, daysAtOnce.alone + 1)
        // Of a home whose first reading is of today only the days of another calendar have to go.
        if (edges.length < 2 && location.isSameZone) return null
        isMore = midnights.length > edges.length
        done += edges.length - 1
        // Days of another calendar begin before the first midnight of this one, and would be counted twice.
        const from = location.isSameZone ? edges[0]! : 0
        return {
          locationIds: [id],
          days: edges.length > 1 ? await sumDays(q, [id], edges) : [],
          replaced: { from, to: edges.at(-1)! },
          sums: [],
          droppedAfter: location.since,
          until: edges.at(-1)!,
        }
      })
    }
  }
  if (isCancelled()) return done

  await inTurn(db, bundle, async (q, current) => {
    const open = (await findOpen(q, current)).filter(({ isFarBehind }) => !isFarBehind)
    if (open.length === 0) return null
    const ids = open.map(({ id }) => id)
    const since = Math.min(...open.map((location) => location.since))
    const edges = midnightsAround(since, until, timeZone)
    const days = edges.length > 1 ? await sumDays(q, ids, edges) : []
    done += (edges.length - 1) * ids.length
    const places = await findBundlePlaces(q, current)
    return {
      locationIds: ids,
      days,
      replaced: edges.length > 1 ? { from: edges[0]!, to: edges.at(-1)! } : null,
      sums: places ? await sumBundle(q, places, { since, until, hasDays: false }) : [],
      droppedAfter: null,
      until,
    }
  })
  return done
}

/** Sums up older days of a bundle that has none of them, the newest first; returns how many, `most` at the most. */
export async function fillSums(
  db: Db,
  bundle: Bundle,
  most: number,
  isCancelled: () => boolean,
): Promise<number> {
  let done = 0
  for (let isMore = true; isMore && done < most && !isCancelled(); ) {
    isMore = false
    await inTurn(db, bundle, async (q, current) => {
      const places = await findBundlePlaces(q, current)
      if (!places) return null
      const marks = await findMarks(q, places.ids)
      const firsts = await findFirstReadings(q, places.ids)
      const known = places.ids.flatMap((id) => firsts.get(id) ?? [])
      if (known.length === 0) return null
      const from = Math.min(...known)
      const mark = Math.min(...places.ids.map((id) => marks.get(id)?.until ?? Number.NEGATIVE_INFINITY))
      if (mark <= from) return null
      const summed = await findSummedDays(q, { ...places, from: from - 2 * dayMs })
      const midnights = midnightsAround(from, mark, bundle.timeZone)
      const missing = midnights.slice(0, -1).filter((midnight) => !summed.has(midnight))
      const newest = missing.at(-1)
      if (newest === undefined) return null
      // As many days in a row as make one step.
      const at = midnights.indexOf(newest)
      let first = at
      while (first > 0 && at - first + 1 < daysAtOnce.together && !summed.has(midnights[first - 1]!)) first--
      isMore = true
      done += at - first + 1
      return {
        locationIds: [],
        days: [],
        replaced: null,
        sums: await sumBundle(q, places, {
          since: midnights[first]!,
          until: midnights[at + 1]!,
          hasDays: true,
        }),
        droppedAfter: null,
        until: 0,
      }
    })
  }
  return done
}

/**
 * Announces what is about to be summed up; false if another process has the bundle in hand. Announced during its step, it
 * would hide from that process that a writer has changed what it has read already.
 */
async function announce(db: Db, { id }: Bundle, until: number): Promise<boolean> {
  return db.transaction(
    async (tx) => {
      const bundle = await takeBundle(tx, id)
      if (bundle) await announceClosing(tx, bundle.locationIds, until)
      return bundle !== null
    },
    { priority: 'job' },
  )
}

/** Its places do not change until the end of the transaction. Null if another process has it. */
async function takeBundle(tx: Queryable, id: number): Promise<Bundle | null> {
  const turn = await tx.row<{ is_free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('energy bundle'), ${id}) as is_free`,
  )
  return turn!.is_free ? findBundle(tx, id) : null
}

/**
 * One step of one bundle, with the places it has now. What is read need not be of one moment: the announcement tells. On
 * PostgreSQL nobody else has the bundle in hand meanwhile; the embedded database has one process, whose pages must not
 * wait for the reading.
 */
async function inTurn(
  db: Db,
  { id, timeZone }: Bundle,
  find: (q: Queryable, bundle: Bundle) => Promise<Step | null>,
): Promise<void> {
  if (db.kind === 'embedded') {
    const bundle = await findBundle(db, id)
    const step = bundle && (await find(db, bundle))
    if (step) await db.transaction((tx) => write(tx, id, timeZone, step), { priority: 'job' })
    return
  }
  await db.transaction(
    async (tx) => {
      const bundle = await takeBundle(tx, id)
      const step = bundle && (await find(tx, bundle))
      if (step) await write(tx, id, timeZone, step)
    },
    { priority: 'job' },
  )
}

/** The marks come last: writers wait for whoever holds them. */
async function write(tx: Queryable, bundleId: number, timeZone: string, step: Step): Promise<void> {
  const { locationIds, days, replaced, sums, droppedAfter, until } = step
  if (replaced) await replaceDays(tx, locationIds, replaced.from, replaced.to, days)
  if (droppedAfter !== null) await dropSums(tx, [bundleId], droppedAfter)
  for (const sum of sums) await saveSum(tx, sum)
  if (locationIds.length > 0) await setClosedUntil(tx, locationIds, until, timeZone)
}

/** The midnights from the one before an instant to the last one until another. */
function midnightsAround(since: number, until: number, timeZone: string): number[] {
  const midnights = bucketEdges(since - 2 * dayMs, until + 1, 86_400, timeZone).slice(1, -1)
  return midnights.slice(
    Math.max(
      midnights.findLastIndex((midnight) => midnight <= since),
      0,
    ),
  )
}

async function findBundlePlaces(q: Queryable, bundle: Bundle): Promise<BundlePlaces | null> {
  const list = placesOf(bundle, await findPlaces(q, bundle.locationIds))
  if (list.length < fewestPlaces) return null
  return {
    bundleId: bundle.id,
    timeZone: bundle.timeZone,
    fingerprint: fingerprintOf(list),
    ids: list.map(([id]) => id),
    places: new Map(list),
  }
}

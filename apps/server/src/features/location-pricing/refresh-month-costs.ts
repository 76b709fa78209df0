import { setTimeout } from 'node:timers/promises'
import { dayAt } from '@ohmstead/domain/time/days'
import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { readGridQuartersOf } from '../telemetry/read-grid-quarters.ts'
import { buildPricingWorlds, type PricedLocation } from './build-pricing-world.ts'
import { findPricedLocations } from './location-pricing-queries.ts'
import { type MonthCost, upsertMonthCosts } from './month-cost-queries.ts'
import { findFingerprints } from './price-fingerprints.ts'
import type { MonthToPrice } from './pricing-task.ts'
import { joinEnergies, readOfficial } from './read-location-quarter-hours.ts'
import { energySpan } from './read-priced-location.ts'

/** So many are read with one query and priced in one turn of a thread: nobody waits long for either. */
const atOnce = 50

/** Between two turns the job rests, since readings that arrive meanwhile need the same processors. */
const restShare = 0.4

interface Refresh {
  now: number
  /** Whom the work is for. */
  userId: number
  onDone: (done: number) => Promise<void>
}

/**
 * Works out what locations' energy has cost in this month so far. The next ones are read while threads price the ones
 * before, so that neither the database nor the threads wait for each other.
 */
export async function refreshMonthCosts(
  { calculator }: Pick<Deps, 'calculator'>,
  db: Queryable,
  locationIds: readonly number[],
  { now, userId, onDone }: Refresh,
): Promise<void> {
  let done = 0
  let before: Promise<void> = Promise.resolve()
  for (let at = 0; at < locationIds.length; at += atOnce) {
    const begin = performance.now()
    const ids = locationIds.slice(at, at + atOnce)
    const months = await readMonths(db, ids, now)
    const priced = calculator.price(
      { kind: 'months', months: months.map(({ question }) => question) },
      { person: userId, urgency: 'job' },
    )
    await before
    before = priced.then(async (costs) => {
      await upsertMonthCosts(
        db,
        costs.map((cost, place) => ({ ...months[place]!.kept, ...cost })),
      )
      done += ids.length
      await onDone(done)
    })
    // It is waited for in the next turn.
    before.catch(() => {})
    await setTimeout((performance.now() - begin) * restShare)
  }
  await before
}

interface MonthRead {
  question: MonthToPrice
  kept: Pick<MonthCost, 'location_id' | 'month' | 'until' | 'fingerprint'>
}

async function readMonths(db: Queryable, ids: readonly number[], now: number): Promise<MonthRead[]> {
  const until = Math.floor(now / quarterHourMs) * quarterHourMs
  // Before the prices are read: a change between the two makes the figure outdated, never wrongly up to date.
  const fingerprints = await findFingerprints(db, ids, until)
  // Every zone's month has begun within the last 31 days and 14 hours.
  const all = await buildPricingWorlds(db, await findPricedLocations(db, ids), {
    fromMs: until - 32 * 86_400_000,
    toMs: until,
  })
  const planned = all.filter(({ row }) => row.plan !== null)
  const zones = new Set(planned.map(({ row }) => row.time_zone))
  const found: MonthRead[] = []
  for (const timeZone of zones) {
    const group = planned.filter(({ row }) => row.time_zone === timeZone)
    found.push(...(await readGroup(db, group, { timeZone, until, fingerprints })))
  }
  return found
}

interface GroupSpan {
  timeZone: string
  until: number
  fingerprints: ReadonlyMap<number, string>
}

/** Locations of one zone, whose months begin together. */
async function readGroup(
  db: Queryable,
  group: readonly PricedLocation[],
  { timeZone, until, fingerprints }: GroupSpan,
): Promise<MonthRead[]> {
  const month = dayAt(until, timeZone).slice(0, 7)
  const fromMs = localMidnightMs(`${month}-01`, timeZone)
  const { since } = energySpan({ fromMs, toMs: until }, timeZone)
  const span = { fromMs: since, toMs: Math.max(until, since + quarterHourMs) }
  const measured = await readGridQuartersOf(
    db,
    group.map(({ row }) => row.location_id),
    span,
  )
  const months: MonthRead[] = []
  for (const { row, world } of group) {
    const { location_id: locationId, device } = row
    const official = device && (await readOfficial(db, device.id, span))
    const { series } = joinEnergies(official, measured.get(locationId) ?? null, span)
    months.push({
      question: { world, energies: series, fromMs, toMs: until },
      kept: { location_id: locationId, month, until, fingerprint: fingerprints.get(locationId) ?? '' },
    })
  }
  return months
}

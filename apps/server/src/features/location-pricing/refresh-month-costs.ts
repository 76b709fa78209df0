import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { readGridQuartersOf } from '../telemetry/read-grid-quarters.ts'
import { buildPricingWorlds, type PricedLocation } from './build-pricing-world.ts'
import { dayAt } from './location-day.ts'
import { type MonthCost, upsertMonthCosts } from './month-cost-queries.ts'
import type { MonthToPrice } from './pricing-task.ts'
import { joinEnergies, readLocationQuarterHours } from './read-location-quarter-hours.ts'
import { energySpan } from './read-priced-location.ts'

/** So many are read with one query and priced in one turn of a thread: nobody waits long for either. */
const atOnce = 50

/** Between two turns the job rests, since readings that arrive meanwhile need the same processors. */
const restShare = 1

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
  // Every zone's month has begun within the last 31 days and 14 hours.
  const all = await buildPricingWorlds(db, ids, { fromMs: until - 32 * 86_400_000, toMs: until })
  const planned = all.filter(({ row }) => row.plan !== null)
  const zones = new Set(planned.map(({ row }) => row.time_zone))
  const found: MonthRead[] = []
  for (const timeZone of zones) {
    const group = planned.filter(({ row }) => row.time_zone === timeZone)
    found.push(...(await readGroup(db, group, timeZone, until)))
  }
  return found
}

/** Locations of one zone, whose months begin together. */
async function readGroup(
  db: Queryable,
  group: readonly PricedLocation[],
  timeZone: string,
  until: number,
): Promise<MonthRead[]> {
  const month = dayAt(until, timeZone).slice(0, 7)
  const fromMs = localMidnightMs(`${month}-01`, timeZone)
  const { since } = energySpan({ fromMs, toMs: until }, timeZone)
  const span = { fromMs: since, toMs: Math.max(until, since + quarterHourMs) }
  const unjoined = group.filter(({ row }) => row.device === null).map(({ row }) => row.location_id)
  const measured = await readGridQuartersOf(db, unjoined, span)
  const fingerprintOf = createFingerprint()
  const months: MonthRead[] = []
  for (const { row, world } of group) {
    const { location_id: locationId, device } = row
    const { series } = device
      ? await readLocationQuarterHours(
          db,
          { locationId, abstractDeviceId: device.id },
          span.fromMs,
          span.toMs,
        )
      : joinEnergies(null, measured.get(locationId) ?? null, span)
    months.push({
      question: { world, energies: series, fromMs, toMs: until },
      kept: { location_id: locationId, month, until, fingerprint: fingerprintOf(world) },
    })
  }
  return months
}

/** What the money of a month follows from besides energies and market prices; what many locations share is read once. */
function createFingerprint(): (world: PricingWorld) => string {
  const known = new Map<object, string>()
  const digest = (value: object) => createHash('sha256').update(JSON.stringify(value)).digest('base64url')
  const digestOnce = (value: object) => {
    const found = known.get(value) ?? digest(value)
    known.set(value, found)
    return found
  }
  return ({ entries, priceLists, timePlans, networkTariffs, exchangeRates, point, timeZone }) => {
    const shared = [timePlans, networkTariffs, exchangeRates].map(digestOnce)
    const lists = Object.values(priceLists).map(({ id, version }) => [id, version])
    return digest([entries, lists, shared, point, timeZone]).slice(0, 16)
  }
}

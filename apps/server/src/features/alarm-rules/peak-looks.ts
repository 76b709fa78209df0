import type { SubjectLook } from '@ohmstead/domain/alarms/rule-looks'
import { dayAt } from '@ohmstead/domain/time/days'
import { timeBlockAt } from '@ohmstead/network-fee/calendar/time-block'
import { findAgreedPower, hasPowers } from '@ohmstead/network-fee/powers/agreed-power'
import type { Queryable } from '../../platform/db/db.ts'
import { findPricedLocations, type PricedLocationRow } from '../location-pricing/location-pricing-queries.ts'
import { findPricingPoint } from '../location-pricing/pricing-point.ts'
import { type GridQuarters, quarterMs, readGridQuartersOf } from '../telemetry/read-grid-quarters.ts'

/** Readings of the last minute of a quarter-hour come a little later. */
const lateMs = 3 * 60_000
/** Agreed powers change once a year, or when somebody enters them. */
const keptMs = 3_600_000

type Looks = [locationId: number, looks: SubjectLook[]][]

/** The mean power of ended quarter-hours, in percent of the power agreed for their block. */
export function createPeakLooks() {
  let doneUntil = 0
  let until = 0
  let readAt = 0
  let powers = new Map<number, readonly number[] | null>()
  return {
    begin: (now: number) => {
      until = Math.floor((now - lateMs) / quarterMs) * quarterMs
      if (now - readAt >= keptMs) {
        readAt = now
        powers = new Map()
      }
    },
    lookAt: async (db: Queryable, locationIds: readonly number[]): Promise<Looks> => {
      if (locationIds.length === 0 || until <= doneUntil) return []
      const unread = locationIds.filter((id) => !powers.has(id))
      for (const [id, found] of await findAgreedPowers(db, unread, until)) powers.set(id, found)
      const known = locationIds.filter((id) => powers.get(id))
      if (known.length === 0) return []
      // The one before as well, if something came late.
      const span = { fromMs: until - 2 * quarterMs, toMs: until }
      const quarters = await readGridQuartersOf(db, known, span)
      return [...quarters].map(([id, read]) => [id, lookAtQuarters(read, powers.get(id)!)])
    },
    end: () => {
      doneUntil = until
    },
  }
}

/** By location: what is agreed for blocks 1 to 5, kW; null where nothing is. */
export async function findAgreedPowers(
  db: Queryable,
  locationIds: readonly number[],
  at: number,
): Promise<Map<number, readonly number[] | null>> {
  if (locationIds.length === 0) return new Map()
  const rows = await findPricedLocations(db, locationIds)
  return new Map(rows.map((row) => [row.location_id, agreedPowersOf(row, at)]))
}

function agreedPowersOf(row: PricedLocationRow, at: number): readonly number[] | null {
  const point = findPricingPoint(row)?.point
  const entry = point && findAgreedPower(point.agreedPowers ?? [], dayAt(at, row.time_zone))
  return entry && hasPowers(entry) ? entry.blocksKw : null
}

export function lookAtQuarters(
  { firstStartMs, importMilliWh }: GridQuarters,
  agreedKw: readonly number[],
): SubjectLook[] {
  return [...importMilliWh].map((milliWh, at) => {
    const startMs = firstStartMs + at * quarterMs
    const limitKw = agreedKw[timeBlockAt(startMs) - 1] ?? 0
    const kw = (milliWh * 4) / 1e6
    const isKnown = !Number.isNaN(milliWh) && limitKw > 0
    return { device: null, ts: startMs + quarterMs, value: isKnown ? (kw / limitKw) * 100 : null }
  })
}

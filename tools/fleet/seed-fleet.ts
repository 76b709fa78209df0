import { hashPassword } from '../../apps/server/src/features/auth/password-hash.ts'
import { closeDays } from '../../apps/server/src/features/telemetry/close-days.ts'
import { maintainPartitions } from '../../apps/server/src/features/telemetry/partitions.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { OperatorError } from '../../apps/server/src/platform/operator-error.ts'
import { hourMs } from '../../packages/domain/src/telemetry/energy-slot.ts'
import { bucketEdges } from '../../packages/domain/src/time/buckets.ts'
import {
  insertFleetAudit,
  insertFleetDevices,
  insertFleetHomes,
  insertFleetPast,
  insertFleetPeople,
  insertFleetPlaces,
  isEmpty,
} from './fleet-queries.ts'
import { type FleetSpan, storeFirstReadings, storePast, storeSampleDay } from './fleet-readings.ts'
import { buildHomes, type Home } from './home-model.ts'

export interface FleetSize {
  homes: number
  people: number
  /** Days that have energy. */
  days: number
  /** Of these, the last ones that have it by the hour, */
  hourDays: number
  /** and the last ones that have samples, every five minutes. */
  sampleDays: number
  /** The first homes, which have the hours of all days. */
  fullHomes: number
  auditEntries: number
  /** The days over which these are spread, if not those that have energy. */
  auditDays?: number
}

const dayMs = 24 * hourMs
const timeZone = 'Europe/Ljubljana'
const homesAtOnce = { first: 500, past: 20, samples: 50 }
const auditAtOnce = 100_000
/** The database computes while the next piece is built. */
const writersAtOnce = 3

/** Fills an empty database with a company of homes and their readings up to `now`. Returns who can sign in. */
export async function seedFleet(
  anyDb: Db,
  size: FleetSize,
  { now, password, report }: { now: number; password: string; report: (line: string) => void },
): Promise<string[]> {
  const db = anyDb.at('job')
  if (!(await isEmpty(db)))
    throw new OperatorError('The database is not empty: a fleet is made in one of its own.')
  const span = toSpan(size, now)
  await maintainPartitions(anyDb, { now, retentionDays: 400 })
  const homes = buildHomes(size.homes, { from: span.start, to: now })
  const at = new Date(now)
  const staff = await db.transaction(async (tx) => {
    const streetIds = await insertFleetPlaces(tx, size.homes)
    const emails = await insertFleetPeople(tx, size.people, await hashPassword(password), at)
    await insertFleetHomes(tx, { ...size, now: at }, streetIds)
    const devices = homes.flatMap(({ id, kind }) => kind.devices.map((key) => ({ locationId: id, key })))
    await insertFleetDevices(tx, devices, at)
    await insertFleetPast(tx, at)
    return emails
  })
  report(`${size.homes} homes, ${size.people} people`)
  for (let from = 1; from <= size.auditEntries; from += auditAtOnce) {
    const to = Math.min(from + auditAtOnce - 1, size.auditEntries)
    await insertFleetAudit(db, {
      from,
      to,
      last: size.auditEntries,
      days: size.auditDays ?? size.days,
      now: at,
    })
    report(`audit log: ${to} of ${size.auditEntries} entries`)
  }
  const each = (what: string, atOnce: number, work: (part: Home[]) => Promise<void>) =>
    inParts(homes, atOnce, work, (done) => report(`${what}: ${done} of ${homes.length} homes`))
  await each('first readings', homesAtOnce.first, (part) => storeFirstReadings(db, part, span))
  await each('days and hours', homesAtOnce.past, (part) =>
    storePast(db, part, span, ({ id }) => id <= size.fullHomes),
  )
  for (let from = span.samplesFrom; from < now; from += dayMs) {
    const to = Math.min(from + dayMs, now)
    await each(`samples until ${new Date(to).toISOString().slice(0, 16)}`, homesAtOnce.samples, (part) =>
      storeSampleDay(db, part, span, { from, to }),
    )
  }
  await db.script('analyze')
  report(`days closed: ${(await closeDays(db, now)).days}`)
  if (db.kind === 'postgres') await db.run(sql`vacuum analyze`)
  return staff
}

/** Everything begins at a local midnight, except samples: at a full hour. */
function toSpan({ days, hourDays, sampleDays }: FleetSize, now: number): FleetSpan {
  const midnightBefore = (ts: number) =>
    bucketEdges(ts - 2 * dayMs, ts + 1, 86_400, timeZone)
      .slice(1, -1)
      .at(-1)!
  return {
    start: midnightBefore(now - days * dayMs),
    hoursFrom: midnightBefore(now - Math.min(hourDays, days) * dayMs),
    samplesFrom: Math.floor((now - Math.min(sampleDays, hourDays, days) * dayMs) / hourMs) * hourMs,
    now,
  }
}

async function inParts(
  homes: readonly Home[],
  atOnce: number,
  work: (part: Home[]) => Promise<void>,
  onDone: (done: number) => void,
): Promise<void> {
  let next = 0
  let done = 0
  const take = async () => {
    while (next < homes.length) {
      const part = homes.slice(next, next + atOnce)
      next += atOnce
      await work(part)
      done += part.length
      if (done === homes.length || Math.floor(done / 500) > Math.floor((done - part.length) / 500))
        onDone(done)
    }
  }
  await Promise.all(Array.from({ length: writersAtOnce }, take))
}

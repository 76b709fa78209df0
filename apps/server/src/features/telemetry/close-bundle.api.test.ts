import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Db, Transaction } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { insertCompany, insertController, insertGroup, insertLocation } from '../../testing/test-world.ts'
import { assignBundles } from './assign-bundles.ts'
import { closeBundle } from './close-bundle.ts'
import { closeDays } from './close-days.ts'
import { findBundlesOf } from './energy-bundle-queries.ts'
import { findDays } from './energy-day-queries.ts'
import { dayAt, openDays, presentIn } from './energy-sum-format.ts'
import { finishEnergy } from './finish-energy.ts'
import { maintainPartitions } from './partitions.ts'
import { fewestPlaces } from './read-energy-sums.ts'
import { storeReadings } from './store-readings.ts'

const [hour, day] = [3_600_000, 86_400_000]
const begin = Date.UTC(2026, 5, 1)
const now = begin + 36 * hour
let db: Db
let close: () => Promise<void>
let companyId: number
let locationGroupId: number

beforeAll(async () => {
  ;({ db, close } = await openTestDb())
  await maintainPartitions(db, { now, retentionDays: 400 })
  ;({ companyId, rootGroupId: locationGroupId } = await insertCompany(db, 'Sonce'))
})
afterAll(() => close())

async function addHome(groupId = locationGroupId) {
  const locationId = await insertLocation(db, { companyId, locationGroupId: groupId, timeZone: 'UTC' })
  const { controllerId } = await insertController(db, locationId)
  return { locationId, controllerId }
}
type Home = Awaited<ReturnType<typeof addHome>>

const store = ({ locationId, controllerId }: Home, readings: Record<number, number>) =>
  storeReadings(db, [
    {
      locationId,
      controllerId,
      devices: {},
      samples: Object.entries(readings).map(([ms, wh]) => ({
        ts: begin + Number(ms),
        stepSeconds: null,
        values: { 'grid/energy_import': wh },
      })),
    },
  ])

/** The stored days of a home in watt-hours, and how far its sums are said to hold. */
async function findClosed({ locationId }: Home) {
  const days = await findDays(db, [locationId], begin - day, now + day)
  const marks = await db.rows<{ closed_until: number | null; closed_zone: string | null }>(
    sql`select closed_until, closed_zone from telemetry_state where location_id = ${locationId}`,
  )
  return {
    days: days.map(([, start, energy]) => [
      (start - begin) / hour,
      energy[Number(Object.keys(energy)[0])]![0] / 1000,
    ]),
    marks: marks.map(({ closed_until, closed_zone }) => [
      closed_until && (closed_until - begin) / hour,
      closed_zone,
    ]),
  }
}

/** Another process, which waits before its first statement that contains this text until it is released. */
function pauseBefore(text: string) {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  onTestFinished(() => released.resolve())
  const transaction: Db['transaction'] = (work, options) =>
    db.transaction((tx) => {
      const slow: Transaction = {
        ...tx,
        run: async (statement) => {
          if (statement.text.includes(text)) {
            reached.resolve()
            await released.promise
          }
          return tx.run(statement)
        },
      }
      return work(slow)
    }, options)
  const other: Db = { ...db, transaction, at: () => other }
  return { other, reached: reached.promise, release: () => released.resolve() }
}

// The embedded database has one process, which has one bundle in hand at a time.
test.runIf(process.env.TEST_DATABASE_URL)(
  'of two processes that sum up the same homes, neither vouches for what a late reading has changed',
  async () => {
    const home = await addHome()
    await store(home, { 0: 1000, [12 * hour]: 1120, [36 * hour]: 1360 })
    const { other, reached, release } = pauseBefore('set closed_until')
    const closing = closeDays(other, now)
    await reached
    await store(home, { [24 * hour]: 1300 })
    await finishEnergy(db)
    await closeDays(db, now)
    release()
    await closing
    // The reading lowered the mark, so the one day that was summed up without it is not vouched for.
    expect((await findClosed(home)).marks).toEqual([[null, null]])
    await closeDays(db, now)
    expect(await findClosed(home)).toEqual({ days: [[0, 300]], marks: [[35, 'UTC']] })
  },
)

const setZone = ({ locationId }: Home, zone: string) =>
  db.run(sql`update location set time_zone = ${zone} where id = ${locationId}`)

test('a home is summed up by another calendar even if all of its readings are of today', async () => {
  // Midnight in Tbilisi is at 20:00 UTC.
  const home = await addHome()
  await store(home, { [22 * hour]: 1000, [24 * hour]: 1020, [36 * hour]: 1140 })
  const silent = await addHome()
  await storeReadings(db, [
    {
      ...silent,
      devices: { grid: { key: 'grid', category: 'GRID', metrics: ['energy_import', 'voltage_l1'] } },
      samples: [{ ts: begin + 22 * hour, stepSeconds: null, values: { 'grid/voltage_l1': 230 } }],
    },
  ])
  await closeDays(db, now)
  expect(await findClosed(home)).toEqual({ days: [[0, 20]], marks: [[35, 'UTC']] })
  expect(await findClosed(silent)).toEqual({ days: [], marks: [[35, 'UTC']] })
  await setZone(home, 'Asia/Tbilisi')
  await setZone(silent, 'Asia/Tbilisi')
  await closeDays(db, now)
  expect(await findClosed(home)).toEqual({ days: [], marks: [[35, 'Asia/Tbilisi']] })
  expect(await findClosed(silent)).toEqual({ days: [], marks: [[35, 'Asia/Tbilisi']] })
})

test('hours of today that a late reading has changed are summed up again, and only then vouched for', async () => {
  const group = await insertGroup(db, companyId, locationGroupId, 'Many')
  const many: Home[] = []
  while (many.length < fewestPlaces) many.push(await addHome(group))
  // The last one has nothing on the first day.
  for (const [index, home] of many.entries())
    await store(home, { [(index === 7 ? 25 : index) * hour]: 1000, [27 * hour]: 2500, [36 * hour]: 3000 })
  /** What is kept of their bundle. */
  const findSums = () =>
    db.rows<{ at: number; until: number; slots: string }>(
      sql`select (date_part('epoch', day_start)::bigint * 1000 - ${begin}) / ${hour} as at,
            (date_part('epoch', until)::bigint * 1000 - ${begin}) / ${hour} as until,
            encode(slots, 'hex') as slots, encode(quarters, 'hex') as quarters, encode(hours, 'hex') as hours, encode(day, 'hex') as day
          from energy_sum join energy_bundle_place using (bundle_id)
          where location_id = ${many[0]!.locationId} order by day_start`,
    )
  await closeDays(db, now)
  const before = await findSums()
  expect(before).toMatchObject([
    { at: 0, until: 24 },
    { at: 24, until: 35 },
  ])
  await store(many[3]!, { [30 * hour]: 2900 })
  await finishEnergy(db)
  expect((await findClosed(many[3]!)).marks).toEqual([[27, 'UTC']])
  await closeDays(db, now + hour)
  const kept = await findSums()
  expect(kept).toMatchObject([
    { at: 0, until: 24 },
    { at: 24, until: 36 },
  ])
  const today = openDays(Buffer.from(kept[1]!.slots, 'hex'))
  const havingReadings = [0, 1].map(
    (hourOfDay) => presentIn(today, dayAt(today, 0), [hourOfDay, hourOfDay + 1])[0],
  )
  expect(havingReadings).toEqual([0b0111_1111, 0b1111_1111])
  // Now from the beginning, as if nothing had been kept.
  await db.run(sql`delete from energy_sum`)
  await db.run(sql`update telemetry_state set closed_until = null`)
  await closeDays(db, now + hour)
  expect(await findSums()).toEqual(kept)
  expect(kept).not.toEqual(before)
  // A whole day that is missing is made from the days of the homes.
  await db.run(sql`delete from energy_sum`)
  await closeDays(db, now + hour)
  expect(await findSums()).toEqual(kept.slice(0, 1))
})

test('a home that has moved to another bundle is left to it by whoever still knows it in the first', async () => {
  const [from, to] = [
    await insertGroup(db, companyId, locationGroupId, 'From'),
    await insertGroup(db, companyId, locationGroupId, 'To'),
  ]
  const mover = await addHome(from)
  const others: Home[] = []
  while (others.length < fewestPlaces) others.push(await addHome(to))
  for (const home of [mover, ...others]) await store(home, { 0: 1000, [27 * hour]: 2500, [36 * hour]: 3000 })
  await closeDays(db, now)
  const known = (await findBundlesOf(db, [mover.locationId]))[0]!
  await db.run(sql`update location set location_group_id = ${to} where id = ${mover.locationId}`)
  await closeDays(db, now)
  await store(mover, { [30 * hour]: 2900 })
  await finishEnergy(db)
  await closeBundle(db, known, now, () => false)
  expect((await findClosed(mover)).marks).toEqual([[27, 'UTC']])
  await closeDays(db, now)
  expect((await findClosed(mover)).marks).toEqual([[35, 'UTC']])
})

test.runIf(process.env.TEST_DATABASE_URL)(
  'a home is moved to another bundle once its own is not being summed up any more',
  async () => {
    const to = await insertGroup(db, companyId, locationGroupId, 'Further')
    const home = await addHome()
    await store(home, { 0: 1000, [36 * hour]: 3000 })
    const findBundleId = async () => (await findBundlesOf(db, [home.locationId]))[0]?.id
    const { other, reached, release } = pauseBefore('set closed_until')
    const closing = closeDays(other, now)
    await reached
    const before = await findBundleId()
    await db.run(sql`update location set location_group_id = ${to} where id = ${home.locationId}`)
    const assigned = assignBundles(db.at('job'))
    const isWaiting = () =>
      db.row(
        sql`select count(*)::int as waiting from pg_locks
            where locktype = 'advisory' and not granted
              and database = (select oid from pg_database where datname = current_database())`,
      )
    await expect.poll(isWaiting).toEqual({ waiting: 1 })
    expect(await findBundleId()).toBe(before)
    release()
    await Promise.all([closing, assigned])
    expect(await findBundleId()).not.toBe(before)
  },
)

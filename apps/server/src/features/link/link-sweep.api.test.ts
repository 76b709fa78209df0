import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { sweepLink } from './link-sweep.ts'
import { createTestController, createTestLocation } from './link-test-kit.ts'

const minute = 60_000
const now = Date.UTC(2026, 5, 1, 12)
let db: Db
let close: () => Promise<void>
let locationId: number
let stopListening: () => Promise<void>
/** Events received by browsers. */
let heard: unknown[] = []

beforeAll(async () => {
  const opened = await openTestDb()
  db = opened.db
  stopListening = await db.listen('live', (payload) => heard.push(JSON.parse(payload)))
  close = opened.close
})
afterAll(async () => {
  await stopListening()
  await close()
})
beforeEach(async () => {
  await db.run(sql`delete from alarm`)
  await db.run(sql`delete from device`)
  await db.run(sql`delete from controller`)
  locationId = await createTestLocation(db)
})

/** Sweeps, and waits until all earlier notices are received. */
async function sweep(at: number): Promise<unknown[]> {
  heard = []
  await sweepLink(db, at, 400)
  await db.row(sql`select pg_notify('live', '"end"')`)
  await expect.poll(() => heard.at(-1)).toBe('end')
  return heard.slice(0, -1)
}

async function createOnline(seenAt: number, reportsStatus = false, place: number | null = locationId) {
  const controller = await createTestController(db, place)
  await db.run(
    sql`update controller set online = true, last_seen_at = ${new Date(seenAt)}, period_seconds = 10,
          online_changed_at = ${new Date(seenAt - 60 * minute)}, reports_status = ${reportsStatus}
        where id = ${controller.id}`,
  )
  return controller
}

const findOnline = async () => {
  const rows = await db.rows<{ id: number }>(sql`select id from controller where online order by id`)
  return rows.map(({ id }) => id)
}

test('a silent controller goes offline, and people watching its location see it', async () => {
  const silent = await createOnline(now - 4 * minute)
  const homeless = await createOnline(now - 4 * minute, false, null)
  const reporting = await createOnline(now - 14 * minute, true)
  const lively = await createOnline(now - 1 * minute)
  expect(await sweep(now)).toEqual([{ t: 'controller', l: locationId, c: silent.id, online: false }])
  expect(await findOnline()).toEqual([reporting.id, lively.id])
  expect(await sweep(now + 90_000)).toEqual([
    { t: 'controller', l: locationId, c: reporting.id, online: false },
  ])
  expect(homeless.id).toBeGreaterThan(silent.id)
})

test('each device without values has a separate alarm, and a second sweep raises none', async () => {
  const controller = await createOnline(now)
  const insertDevice = (key: string, silentMinutes: number) =>
    db.run(
      sql`insert into device (location_id, controller_id, source_key, key, category, name, newest_at)
          values (${locationId}, ${controller.id}, ${key}, ${key}, 'HVAC', ${key},
                  ${new Date(now - silentMinutes * minute)})`,
    )
  const findBlamed = async () => {
    const rows = await db.rows<{ key: string }>(
      sql`select d.key from alarm a join device d on d.id = a.device_id where a.status = 'ACTIVE' order by d.key`,
    )
    return rows.map(({ key }) => key)
  }
  await insertDevice('heatpump', 30)
  await insertDevice('pv', 1)
  expect(await sweep(now)).toEqual([{ t: 'alarms', l: [locationId] }])
  expect(await findBlamed()).toEqual(['heatpump'])
  await db.run(sql`update device set newest_at = ${new Date(now - 20 * minute)} where key = 'pv'`)
  expect(await sweep(now)).toEqual([{ t: 'alarms', l: [locationId] }])
  expect(await findBlamed()).toEqual(['heatpump', 'pv'])
  expect(await sweep(now)).toEqual([])
})

test('removing a device clears its alarm', async () => {
  const controller = await createOnline(now)
  await db.run(
    sql`insert into device (location_id, controller_id, source_key, key, category, name, newest_at)
        values (${locationId}, ${controller.id}, 'pv', 'pv', 'SOLAR_POWER_PLANT', 'Roof',
                ${new Date(now - 30 * minute)})`,
  )
  await sweep(now)
  await db.run(sql`update device set deleted_at = ${new Date(now)}`)
  expect(await sweep(now)).toEqual([{ t: 'alarms', l: [locationId] }])
  expect(await db.rows(sql`select status from alarm`)).toEqual([{ status: 'CLEARED' }])
})

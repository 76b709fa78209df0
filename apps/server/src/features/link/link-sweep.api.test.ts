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
  await db.run(sql`delete from platform_incident`)
  await db.run(sql`delete from platform_watch`)
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

const findAlarms = () =>
  db.rows<{ type: string; count: number }>(
    sql`select type, count(*)::int as count from alarm where status <> 'CLEARED' group by type`,
  )
const findIncidents = () =>
  db.rows(
    sql`select kind, started_at, lost, controllers, ended_at from platform_incident order by started_at, id`,
  )
const setOnline = (ids: readonly number[], online: boolean, at: number) =>
  db.run(
    sql`update controller set online = ${online}, online_changed_at = ${new Date(at)}, last_seen_at = ${new Date(at)}
        where id = any(${ids}::int[])`,
  )
const sweepUntil = async (from: number, to: number) => {
  for (let at = from; at <= to; at += 2 * minute) await sweepLink(db, at, 400)
}

test('a crowd that vanishes is one incident of the platform; who does not return with the others is missed', async () => {
  const ids: number[] = []
  for (let index = 0; index < 12; index++) ids.push((await createOnline(now)).id)
  await setOnline(ids, false, now)
  await sweepUntil(now, now + 30 * minute)
  expect(await findAlarms()).toEqual([])
  expect(await findIncidents()).toEqual([
    { kind: 'lost_contact', started_at: now, lost: 12, controllers: 12, ended_at: null },
  ])
  await setOnline(ids.slice(1), true, now + 31 * minute)
  await sweepUntil(now + 32 * minute, now + 33 * minute)
  expect(await findAlarms()).toEqual([])
  await db.run(sql`update controller set last_seen_at = ${new Date(now + 42 * minute)} where online`)
  await sweepUntil(now + 34 * minute, now + 42 * minute)
  expect(await findAlarms()).toEqual([{ type: 'CONTROLLER_ERROR_CONNECTION', count: 1 }])
  expect(await findIncidents()).toMatchObject([{ lost: 12, ended_at: now + 42 * minute }])
  const noted = await db.rows(
    sql`select kind, incident_id is not null as of_platform from alarm_event order by id`,
  )
  expect(noted).toEqual([
    { kind: 'raised', of_platform: true },
    { kind: 'cleared', of_platform: true },
    { kind: 'raised', of_platform: false },
  ])
})

test('after an absence of the cloud nobody is missed for ten minutes, and it is on record', async () => {
  const { id } = await createOnline(now)
  await sweepLink(db, now, 400)
  await setOnline([id], false, now + minute)
  const back = now + 60 * minute
  await sweepUntil(back, back + 9 * minute)
  expect(await findAlarms()).toEqual([])
  await sweepLink(db, back + 10 * minute, 400)
  expect(await findAlarms()).toMatchObject([{ count: 1 }])
  expect(await findIncidents()).toMatchObject([{ kind: 'away', started_at: now, ended_at: back }])
})

test('the devices of a crowd that falls silent are not to blame, unless they stay so', async () => {
  const newest = now - 20 * minute
  for (let index = 0; index < 10; index++) {
    const { id } = await createOnline(now, true)
    await db.run(
      sql`insert into device (location_id, controller_id, key, source_key, name, category, newest_at)
          values (${locationId}, ${id}, ${`inv-${id}`}, 'inv', 'Inverter', 'GRID', ${new Date(newest)})`,
    )
  }
  await sweepLink(db, now, 400)
  expect(await findAlarms()).toEqual([])
  await db.run(sql`update controller set last_seen_at = ${new Date(now + 41 * minute)}`)
  await sweepUntil(now + 2 * minute, now + 40 * minute)
  expect(await findAlarms()).toEqual([{ type: 'ERROR_COMMUNICATION', count: 10 }])
})

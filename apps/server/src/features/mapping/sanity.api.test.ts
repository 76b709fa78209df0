import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { linkChannel } from '../link/link-notices.ts'
import { createTestController, findStored, type TestController } from '../link/link-test-kit.ts'

const now = Date.UTC(2026, 5, 1, 12)
let server: TestServer
let owner: TestClient
let home: TestController

beforeAll(async () => {
  server = await startTestServer({ time: now })
  const { db } = server
  const { companyId, rootGroupId: locationGroupId } = await insertCompany(db, 'Sun')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const locationId = await insertLocation(db, { companyId, locationGroupId, ownerId })
  await db.run(sql`update location set latitude = 46, longitude = 14.5 where id = ${locationId}`)
  home = await createTestController(db, locationId)
  owner = server.client()
  await owner.signIn('owner@test.si')
})
afterAll(() => server.stop())

async function send(samples: { ts: number; values: object }[], from = home) {
  const answer = await fetch(`${server.url}/link/v1/${from.serial}/data`, {
    method: 'POST',
    headers: { authorization: `Bearer ${from.token}` },
    body: JSON.stringify({ samples }),
  })
  expect(answer.status).toBe(200)
}
const read = async () =>
  (await owner.call('GET /locations/:locationId/sanity', { params: { locationId: home.locationId! } })).data
type PhaseOrder = '123' | '213'
const correct = (
  deviceId: number,
  is_reversed: boolean,
  seen: { is_reversed: boolean; phase_order: PhaseOrder } = { is_reversed: !is_reversed, phase_order: '123' },
) =>
  owner.call('PUT /locations/:locationId/devices/:deviceId/correction', {
    params: { locationId: home.locationId!, deviceId },
    body: { is_reversed, phase_order: '123', seen },
  })
const newest = async () => (await findStored(server.db, home)).at(-1)!.values

test('a plant that draws power at noon is found, and put right by one press', async () => {
  const times = Array.from({ length: 8 }, (_, index) => now - (8 - index) * 300_000)
  // What a plant cannot do is kept aside, the newest of each message.
  for (const ts of times) await send([{ ts, values: { 'pv/power': -3000, 'grid/power': -2000 } }])
  const { findings, corrected } = await read()
  expect(corrected).toEqual([])
  expect(findings).toMatchObject([
    {
      kind: 'dark_production',
      device_name: 'pv',
      hours: 8 / 12,
      power_w: -3000,
      repair: { is_reversed: true },
    },
  ])
  let isNoticed = false
  const stop = await server.db.listen(linkChannel, () => {
    isNoticed = true
  })
  expect((await correct(findings[0]!.device_id, true)).status).toBe(204)
  await expect.poll(() => isNoticed).toBe(true)
  await stop()
  server.clock.time += 60_000
  await send([{ ts: server.clock.time, values: { 'pv/power': -3000 } }])
  expect(await newest()).toEqual({ 'pv/power': 3000 })
  expect(await read()).toMatchObject({ findings: [], corrected: [{ device_name: 'pv', is_reversed: true }] })
})

test('a home that has not said where it is has the sun of its time zone', async () => {
  const { companyId, rootGroupId: locationGroupId } = await insertCompany(server.db, 'Rain')
  const guestId = await insertUser(server.db, 'guest@test.si', 'ROLE_USER_BASIC')
  const locationId = await insertLocation(server.db, { companyId, locationGroupId, ownerId: guestId })
  const cabin = await createTestController(server.db, locationId)
  const start = server.clock.time - 2 * 3_600_000
  const times = Array.from({ length: 8 }, (_, index) => start + index * 300_000)
  await send(
    times.map((ts) => ({ ts, values: { 'pv/power': -500 } })),
    cabin,
  )
  const guest = server.client()
  await guest.signIn('guest@test.si')
  const { data } = await guest.call('GET /locations/:locationId/sanity', { params: { locationId } })
  expect(data.findings).toMatchObject([{ kind: 'dark_production', repair: { is_reversed: true } }])
})

test('a charger that comes through an energy manager and by itself is found, and two stations are not', async () => {
  const { companyId, rootGroupId: locationGroupId } = await insertCompany(server.db, 'Cars')
  const driverId = await insertUser(server.db, 'driver@test.si', 'ROLE_USER_BASIC')
  const locationId = await insertLocation(server.db, { companyId, locationGroupId, ownerId: driverId })
  const [manager, station] = [
    await createTestController(server.db, locationId),
    await createTestController(server.db, locationId),
  ]
  const speak = (protocol: string, { id }: TestController) =>
    server.db.run(sql`update controller set protocol = ${protocol} where id = ${id}`)
  await speak('evcc', manager)
  await speak('ocpp', station)
  const start = server.clock.time - 6 * 3_600_000
  const times = Array.from({ length: 60 }, (_, index) => start + index * 300_000)
  for (const [from, name] of [
    [manager, 'loadpoint'],
    [station, 'ev'],
  ] as const)
    await send(
      times.map((ts, index) => ({ ts, values: { [`${name}/power`]: index % 12 < 6 ? 0 : 7400 } })),
      from,
    )
  await server.db.run(sql`update device set category = 'EV_CHARGER' where location_id = ${locationId}`)
  const driver = server.client()
  await driver.signIn('driver@test.si')
  const find = async () =>
    (await driver.call('GET /locations/:locationId/sanity', { params: { locationId } })).data.findings
  expect(await find()).toMatchObject([
    { kind: 'double_charger', device_name: 'ev', other_name: 'loadpoint', repair: null },
  ])
  await speak('ocpp', manager)
  expect(await find()).toEqual([])
})

test('a device of another location is not put right', async () => {
  expect((await correct(999_999, true)).error?.code).toBe('not_found')
})

test('of two people who put one device right the second is told, also at the same time', async () => {
  await send([{ ts: server.clock.time, values: { 'both/power': 1 } }])
  const { id } = (await server.db.row<{ id: number }>(
    sql`select id from device where source_key = 'both' and controller_id = ${home.id}`,
  ))!
  const answers = await Promise.all([correct(id, true), correct(id, true)])
  expect(answers.map(({ error }) => error?.code ?? null).toSorted()).toEqual(['edited_meanwhile', null])
  const swapped = { is_reversed: true, phase_order: '213' as const }
  expect((await correct(id, false, swapped)).error?.code).toBe('edited_meanwhile')
  expect((await read()).corrected).toContainEqual(
    expect.objectContaining({ device_id: id, is_reversed: true, phase_order: '123' }),
  )
  expect((await correct(id, false)).status).toBe(204)
})

test('phases in another order are shown as put right, and a device that was removed neither is nor can be', async () => {
  await send([{ ts: server.clock.time, values: { 'side/power': 1 } }])
  const { id } = (await server.db.row<{ id: number }>(
    sql`select id from device where source_key = 'side' and controller_id = ${home.id}`,
  ))!
  const reorder = (phase_order: PhaseOrder, seen: PhaseOrder) =>
    owner.call('PUT /locations/:locationId/devices/:deviceId/correction', {
      params: { locationId: home.locationId!, deviceId: id },
      body: { is_reversed: false, phase_order, seen: { is_reversed: false, phase_order: seen } },
    })
  const findCorrected = async () =>
    (await read()).corrected.filter(({ device_id }) => device_id === id).map((one) => one.phase_order)
  expect((await reorder('213', '123')).status).toBe(204)
  expect(await findCorrected()).toEqual(['213'])
  await server.db.run(sql`update device set deleted_at = ${new Date(now)} where id = ${id}`)
  expect(await findCorrected()).toEqual([])
  expect((await reorder('123', '213')).status).toBe(404)
})

/** A home of somebody else, with a place under the sun. */
async function createHome(name: string) {
  const { companyId, rootGroupId: locationGroupId } = await insertCompany(server.db, name)
  const ownerId = await insertUser(server.db, `${name}@test.si`, 'ROLE_USER_BASIC')
  const locationId = await insertLocation(server.db, { companyId, locationGroupId, ownerId })
  await server.db.run(sql`update location set latitude = 46, longitude = 14.5 where id = ${locationId}`)
  const controller = await createTestController(server.db, locationId)
  const person = server.client()
  await person.signIn(`${name}@test.si`)
  const find = async () =>
    (await person.call('GET /locations/:locationId/sanity', { params: { locationId } })).data.findings
  return { locationId, controller, person, find }
}

test('impossible values other than powers are no evidence of powers', async () => {
  const { controller, find } = await createHome('volts')
  for (let back = 8; back > 0; back--) {
    const ts = server.clock.time - back * 300_000
    await send([{ ts, values: { 'pv/voltage_l1': -3000, 'pv/frequency': 50 } }], controller)
  }
  const { count } = (await server.db.row<{ count: number }>(
    sql`select count(*)::int as count from implausible_value where controller_id = ${controller.id}`,
  ))!
  expect(count).toBe(8)
  expect(await find()).toEqual([])
})

test('a device is judged anew only by what was measured once its reversal had taken effect', async () => {
  const { locationId, controller, person, find } = await createHome('turned')
  const start = Math.ceil(server.clock.time / 300_000) * 300_000
  const sendAt = (ts: number) => {
    server.clock.time = Math.max(server.clock.time, ts)
    return send([{ ts, values: { 'pv/power': 3000 } }], controller)
  }
  await sendAt(start - 60_000)
  server.clock.time = start
  const { id: deviceId } = (await server.db.row<{ id: number }>(
    sql`select id from device where location_id = ${locationId}`,
  ))!
  const [before, after] = [false, true].map((is_reversed) => ({ is_reversed, phase_order: '123' as const }))
  const answer = await person.call('PUT /locations/:locationId/devices/:deviceId/correction', {
    ...{ params: { locationId, deviceId }, body: { ...after!, seen: before! } },
  })
  expect(answer.status).toBe(204)
  // Still of the old direction, in the same five minutes as the press.
  await sendAt(start + 1000)
  for (let step = 1; step <= 8; step++) await sendAt(start + step * 300_000)
  server.clock.time = start + 9 * 300_000
  expect(await find()).toMatchObject([{ kind: 'dark_production', repair: { is_reversed: false } }])
})

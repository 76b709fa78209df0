import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { createTestController, type TestController } from '../link/link-test-kit.ts'

const noon = Date.UTC(2026, 5, 1, 12)
const minute = 60_000
let server: TestServer
let owner: TestClient
let companyId: number
let locationGroupId: number
let ownerId: number

beforeAll(async () => {
  server = await startTestServer({ time: noon })
  const company = await insertCompany(server.db, 'Sun')
  companyId = company.companyId
  locationGroupId = company.rootGroupId
  ownerId = await insertUser(server.db, 'owner@test.si', 'ROLE_USER_BASIC')
  owner = server.client()
  await owner.signIn('owner@test.si')
})
afterAll(() => server.stop())

const newLocation = () => insertLocation(server.db, { companyId, locationGroupId, ownerId })

/** A register every minute of [from, to], which counts 10 Wh a minute from `start` on. */
async function send(home: TestController, device: string, [from, to]: [number, number], start: number) {
  server.clock.time = Math.max(server.clock.time, noon + to * minute)
  const samples = []
  for (let at = from; at <= to; at++)
    samples.push({
      ts: noon + at * minute,
      values: { [`${device}/energy_import`]: start + (at - from) * 10, [`${device}/power`]: 600 },
    })
  const answer = await fetch(`${server.url}/link/v1/${home.serial}/data`, {
    method: 'POST',
    headers: { authorization: `Bearer ${home.token}` },
    body: JSON.stringify({ samples }),
  })
  expect(answer.status).toBe(200)
}

async function findDevice(home: TestController, name: string): Promise<number> {
  const row = await server.db.row<{ id: number }>(
    sql`select id from device where controller_id = ${home.id} and source_key = ${name}`,
  )
  return row!.id
}
const ids = (home: TestController, deviceId: number) => ({
  params: { locationId: home.locationId!, deviceId },
})
const replace = async (home: TestController, deviceId: number, replaces: number) =>
  owner.call('PUT /locations/:locationId/devices/:deviceId/replacement', {
    ...ids(home, deviceId),
    body: { replaces },
  })
const undo = (home: TestController, deviceId: number) =>
  owner.call('DELETE /locations/:locationId/devices/:deviceId/replacement', ids(home, deviceId))

/** What the location imported in all, Wh, as the balance has it. */
async function imported(home: TestController): Promise<number> {
  await server.deps.finisher.settle()
  const { data } = await owner.call('GET /locations/:locationId/data/energy', {
    params: { locationId: home.locationId! },
    query: { from: noon, to: noon + 24 * 60 * minute, interval: 3600 },
  })
  return data.totals.grid_import!
}
async function history(home: TestController, metric: string) {
  await server.deps.finisher.settle()
  const { data } = await owner.call('GET /locations/:locationId/data/series', {
    params: { locationId: home.locationId! },
    query: { from: noon, to: noon + 6 * 60 * minute, interval: 3600, metric },
  })
  return data.series[0]!.values
}

test('a meter of another controller that begins at 0 continues the history; undone, each has its own', async () => {
  const locationId = await newLocation()
  const old = await createTestController(server.db, locationId)
  const next = await createTestController(server.db, locationId)
  await send(old, 'grid', [0, 40], 9_000_000)
  const oldId = await findDevice(old, 'grid')
  await send(next, 'grid', [43, 103], 0)
  const nextId = await findDevice(next, 'grid')
  expect(await imported(next)).toBe(1000)
  const candidates = await owner.call(
    'GET /locations/:locationId/devices/:deviceId/replaceable',
    ids(next, nextId),
  )
  expect(candidates.data.devices).toMatchObject([
    { id: oldId, is_sending: false, newest_at: noon + 40 * minute },
  ])
  expect((await replace(next, nextId, oldId)).status).toBe(204)
  expect(await imported(next)).toBe(1000)
  const key = (await server.db.row<{ key: string }>(sql`select key from device where id = ${nextId}`))!.key
  const values = await history(next, `${key}/energy_import`)
  expect(values.slice(0, 2)).toEqual([570, 430])
  // The old one is hidden, and comes back by undoing it only.
  const page = await owner.call('GET /locations/:locationId/devices/:deviceId', ids(old, oldId))
  expect(page.data.device).toMatchObject({ is_removed: true, replaced_by: { id: nextId } })
  const restore = () => owner.call('POST /locations/:locationId/devices/:deviceId/restore', ids(old, oldId))
  expect((await restore()).error?.code).toBe('device_replaced')
  // What it sends all the same is not counted beside the new one.
  await send(old, 'grid', [60, 100], 9_000_600)
  expect(await imported(next)).toBe(1000)
  for (let time = 0; time < 2; time++) expect((await undo(next, nextId)).status).toBe(204)
  expect(await imported(next)).toBe(1600)
  expect((await restore()).status).toBe(204)
  const audit = await server.db.rows<{ action: string }>(
    sql`select action from audit_log where location_id = ${locationId} and action like 'device_repl%' order by id`,
  )
  expect(audit.map(({ action }) => action)).toEqual(['device_replaced', 'device_replacement_undone'])
})

test('two meters that measured at the same time count once, also those of one controller', async () => {
  const home = await createTestController(server.db, await newLocation())
  server.clock.time = noon
  await send(home, 'grid', [0, 100], 5_000_000)
  await send(home, 'grid2', [20, 160], 7_000_000)
  expect(await imported(home)).toBe(1000 + 1400)
  const [oldId, nextId] = [await findDevice(home, 'grid'), await findDevice(home, 'grid2')]
  await server.db.run(sql`update device set category = 'GRID' where controller_id = ${home.id}`)
  expect((await replace(home, nextId, oldId)).status).toBe(204)
  expect(await imported(home)).toBe(1600)
  expect((await history(home, 'grid2/energy_import')).slice(0, 3)).toEqual([600, 600, 400])
  expect((await history(home, 'grid2/power')).slice(0, 2)).toEqual([600, 600])
  const energy = await owner.call('GET /locations/:locationId/devices/:deviceId/data/energy', {
    ...ids(home, nextId),
    query: { from: noon, to: noon + 24 * 60 * minute, interval: 3600 },
  })
  expect(energy.data.totals.grid_import).toBe(1600)
  // The next reading goes on where the register stands.
  await send(home, 'grid2', [161, 170], 7_001_410)
  expect(await imported(home)).toBe(1700)
})

test('refuses itself, another kind, another location, one that still sends, and one that is taken', async () => {
  const home = await createTestController(server.db, await newLocation())
  const elsewhere = await createTestController(server.db, await newLocation())
  const start = Math.round((server.clock.time - noon) / minute)
  await send(elsewhere, 'grid', [start, start + 1], 0)
  await send(home, 'grid', [start, start + 2], 0)
  await send(home, 'pv', [start, start + 2], 0)
  await send(home, 'grid2', [start, start + 4], 0)
  await send(home, 'grid3', [start, start + 4], 0)
  await server.db.run(sql`update device set category = 'GRID' where source_key like 'grid%'`)
  const id = async (name: string) => findDevice(home, name)
  const refusal = async (replaces: number) => (await replace(home, await id('grid2'), replaces)).error?.code
  expect(await refusal(await id('grid2'))).toBe('replacement_itself')
  expect(await refusal(await id('pv'))).toBe('replacement_category')
  expect(await refusal(await findDevice(elsewhere, 'grid'))).toBe('not_found')
  expect(await refusal(await id('grid'))).toBe('replacement_sending')
  server.clock.time += 10 * minute
  // One that is known to send every five minutes is waited for longer.
  const setPeriod = async (seconds: number | null) =>
    server.db.run(sql`update device set period_seconds = ${seconds} where id = ${await id('grid')}`)
  await setPeriod(300)
  expect(await refusal(await id('grid'))).toBe('replacement_sending')
  await setPeriod(null)
  expect(await refusal(await id('grid'))).toBeUndefined()
  expect((await replace(home, await id('grid3'), await id('grid'))).error?.code).toBe('replacement_taken')
  expect((await replace(home, await id('grid3'), await id('grid2'))).status).toBe(204)
  expect((await undo(home, await id('grid2'))).error?.code).toBe('replacement_taken')
})

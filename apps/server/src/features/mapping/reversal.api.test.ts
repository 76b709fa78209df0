import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { linkChannel } from '../link/link-notices.ts'
import { createTestController, findStored, type TestController } from '../link/link-test-kit.ts'

const noon = Date.UTC(2026, 5, 1, 12)
const minute = 60_000
const hour = 60 * minute
let server: TestServer
let owner: TestClient
let company: Awaited<ReturnType<typeof insertCompany>>
let ownerId: number
let home: TestController
/** Notices that the link of this server has had before: it listens to the same ones. */
let noticed = 0

beforeAll(async () => {
  server = await startTestServer({ time: noon })
  company = await insertCompany(server.db, 'Sun')
  ownerId = await insertUser(server.db, 'owner@test.si', 'ROLE_USER_BASIC')
  owner = server.client()
  await owner.signIn('owner@test.si')
  await server.db.listen(linkChannel, () => noticed++)
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.time = noon
  const { companyId, rootGroupId: locationGroupId } = company
  home = await createTestController(
    server.db,
    await insertLocation(server.db, { companyId, locationGroupId, ownerId }),
  )
})

type Values = Record<string, number>

/** Sends what was measured at these minutes, at the last of them if nothing else is said. */
async function send(samples: [minutes: number, values: Values][], arrival = samples.at(-1)![0]) {
  server.clock.time = noon + arrival * minute
  const answer = await fetch(`${server.url}/link/v1/${home.serial}/data`, {
    method: 'POST',
    headers: { authorization: `Bearer ${home.token}` },
    body: JSON.stringify({ samples: samples.map(([at, values]) => ({ ts: noon + at * minute, values })) }),
  })
  expect(answer.status).toBe(200)
}

/** What the two registers of a grid meter show that is connected the wrong way round: it feeds in 100 Wh a minute. */
const grid = (at: number): Values => ({
  'grid/energy_import': 500_000 + at * 100,
  'grid/energy_export': 480_000,
  'grid/power': 6000,
})
const measured = (...minutes: number[]) => minutes.map((at): [number, Values] => [at, grid(at)])

const correction = (is_reversed: boolean) => ({ is_reversed, phase_order: '123' as const })

async function turn(device: string, is_reversed: boolean) {
  const { id } = (await server.db.row<{ id: number }>(
    sql`select id from device where controller_id = ${home.id} and source_key = ${device}`,
  ))!
  const params = { locationId: home.locationId!, deviceId: id }
  const before = noticed
  const answer = await owner.call('PUT /locations/:locationId/devices/:deviceId/correction', {
    ...{ params, body: { ...correction(is_reversed), seen: correction(!is_reversed) } },
  })
  expect(answer.status).toBe(204)
  await expect.poll(() => noticed).toBeGreaterThan(before)
}

async function totals() {
  await server.deps.finisher.settle()
  const { data } = await owner.call('GET /locations/:locationId/data/energy', {
    ...{
      params: { locationId: home.locationId! },
      query: { from: noon, to: noon + 24 * hour, interval: 3600 },
    },
  })
  return data.totals
}

test('registers of a meter change places with one press, and their difference is no energy', async () => {
  await send(measured(0, 10))
  await turn('grid', true)
  await send(measured(11, 20))
  // A minute across the reversal is unknown, and the 20 kWh between the two registers never flowed.
  expect(await totals()).toMatchObject({ grid_import: 1000, grid_export: 900 })
  expect((await findStored(server.db, home)).slice(-2).map(({ values }) => values)).toEqual(
    [11, 20].map((at) => ({
      'grid/energy_export': 500_000 + at * 100,
      'grid/energy_import': 480_000,
      'grid/power': -6000,
    })),
  )
  expect(await findStored(server.db, home)).toHaveLength(4)
})

test('what was measured before a reversal keeps its direction, also if it arrives an hour later or again', async () => {
  await send(measured(0))
  await send(measured(5))
  await turn('grid', true)
  await send(measured(70, 75))
  await turn('grid', false)
  await send(measured(140, 145))
  const late = [...measured(2, 3), ...measured(72), ...measured(142)]
  for (let time = 0; time < 2; time++) await send(late, 146)
  const stored = await findStored(server.db, home)
  expect(stored.map(({ values }) => Math.sign(values['grid/power'] as number))).toEqual([
    ...[1, 1, 1, 1],
    ...[-1, -1, -1],
    ...[1, 1, 1],
  ])
  expect(await totals()).toMatchObject({ grid_import: 500 + 500, grid_export: 500 })
  // Later ones, from next to the reversals, say what flowed since each.
  await send(measured(6, 76), 150)
  expect(await totals()).toMatchObject({ grid_import: 500 + 6900, grid_export: 6900 })
})

test('presses within a moment each take effect, after whatever a process still reads the old way', async () => {
  await send(measured(0, 10))
  for (const isReversed of [true, false, true]) await turn('grid', isReversed)
  const [early, third] = [10 + 4 / 60, 10 + 6 / 60]
  await send(measured(early, third, 20))
  const stored = await findStored(server.db, home)
  expect(stored.map(({ values }) => values['grid/power'])).toEqual([6000, 6000, 6000, -6000, -6000])
  const found = await totals()
  expect(found.grid_import).toBeCloseTo(early * 100, 3)
  expect(found.grid_export).toBeCloseTo((20 - third) * 100, 3)
})

test('a clock that is ahead is waited for', async () => {
  await send(measured(0, 3), 0)
  await turn('grid', true)
  await send(measured(4, 6), 2)
  expect(await totals()).toMatchObject({ grid_import: 300, grid_export: 200 })
})

test('a register that is first seen after a reversal knows of it', async () => {
  const battery = (at: number): [number, Values] => [
    at,
    { 'battery/energy_charge': 9_000 + at, 'battery/energy_discharge': 9_500 + at },
  ]
  await send([[0, { 'battery/soc': 50 }]])
  await turn('battery', true)
  await send([battery(20), battery(30)])
  await send([battery(-10), battery(-5)], 31)
  await server.deps.finisher.settle()
  const found = await owner.call('GET /locations/:locationId/data/energy', {
    params: { locationId: home.locationId! },
    query: { from: noon - hour, to: noon + hour, interval: 3600 },
  })
  expect(found.data.totals).toMatchObject({ battery_charge: 15, battery_discharge: 15 })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import {
  awaitNotices,
  connectController,
  createTestController,
  findStored,
  publish,
  type TestController,
} from '../link/link-test-kit.ts'

const now = Date.UTC(2026, 5, 1, 12)
let server: TestServer
let owner: TestClient
let home: TestController

beforeAll(async () => {
  server = await startTestServer({ time: now })
  const { db } = server
  const { companyId, rootGroupId: locationGroupId } = await insertCompany(db, 'Sun')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  home = await createTestController(db, await insertLocation(db, { companyId, locationGroupId, ownerId }))
  await db.run(sql`update controller set protocol = 'homeassistant' where id = ${home.id}`)
  owner = server.client()
  await owner.signIn('owner@test.si')
})
afterAll(() => server.stop())

const path = '/locations/:locationId/controllers/:controllerId/mapping' as const
const params = () => ({ locationId: home.locationId!, controllerId: home.id })
const read = async () => (await owner.call(`GET ${path}`, { params: params() })).data
async function write(version: number, mapping: object[]) {
  const answer = await owner.call(`PUT ${path}`, { params: params(), body: { version, mapping } as never })
  await awaitNotices(server.db)
  return answer
}

const power = {
  ...{ source: 'generic/home:grid.power', device: 'grid', device_name: 'Main meter' },
  ...{ category: 'GRID', metric: 'power', factor: 1000 },
}

async function send(...messages: [path: string, text: string][]): Promise<void> {
  const client = await connectController(server.mqttPort!, home)
  for (const [topic, text] of messages) await publish(client, home, `ext/${topic}`, text)
  await client.endAsync()
}
async function findValues(): Promise<Record<string, unknown>> {
  const stored = await findStored(server.db, home)
  return Object.assign({}, ...stored.map(({ values }) => values))
}

test('names of a foreign device are listed with a proposal, and become readings once somebody said what they are', async () => {
  await send(['generic/home', '{"grid":{"power":{"value":1.25,"unit":"kW"}},"mode":"eco"}'])
  expect(await findValues()).toEqual({})
  const { version, sources } = await read()
  expect(sources).toMatchObject([
    {
      source: 'generic/home:grid.power',
      value: '1.25',
      unit: 'kW',
      proposal: { ...power, device_name: 'Omrežje' },
    },
    { source: 'generic/home:mode', value: 'eco', proposal: null },
  ])
  const saved = await write(version, [power])
  expect(saved.data).toMatchObject({ version: version + 1, mapping: [power] })
  const seenAt = server.clock.time
  expect(await findStored(server.db, home)).toMatchObject([{ ts: seenAt, values: { 'grid/power': 1250 } }])
  server.clock.time += 1000
  await send(['generic/home', '{"grid":{"power":{"value":-0.5,"unit":"kW"}}}'])
  expect(await findValues()).toEqual({ 'grid/power': -500 })
  const devices = await owner.call('GET /locations/:locationId/devices', {
    params: { locationId: home.locationId! },
  })
  expect(devices.data.devices).toMatchObject([{ name: 'Main meter', category: 'GRID', metrics: ['power'] }])
})

test('names of other kinds stay when one kind is listed anew', async () => {
  await send(['tasmota/tele/reader/SENSOR', '{"SML":{"Power":7}}'], ['generic/a', '1'])
  const names = (await read()).sources.map(({ source }) => source)
  expect(names).toContain('tasmota/reader/SML:Power')
  expect(names).toContain('generic/home:grid.power')
})

test('all proposals can be accepted together, also of hubs that do not know of each other', async () => {
  // Names that came at once are told a little later.
  server.clock.time += 10_000
  await send(
    ['homeassistant/sensor/grid_power/unit_of_measurement', '"W"'],
    ['homeassistant/sensor/grid_power/state', '5'],
  )
  await send(['tasmota/tele/reader/SENSOR', '{"SML":{"pv_power_w":7,"grid_hz":50}}'])
  const { version, sources, mapping } = await read()
  const proposals = sources.flatMap(({ proposal }) => proposal ?? [])
  const named = proposals.map(({ source, device_name, metric }) => [source, device_name, metric])
  // The grid's power is taken; its frequency joins the device that people have named.
  expect(named).toContainEqual(['tasmota/reader/SML:grid_hz', 'Main meter', 'frequency'])
  expect(named.filter(([, , metric]) => metric === 'power')).toEqual([
    ['tasmota/reader/SML:pv_power_w', 'Sončna elektrarna', 'power'],
  ])
  const saved = await write(version, [...mapping, ...proposals])
  expect(saved.status).toBe(200)
  expect(saved.data.sources.filter(({ proposal }) => proposal !== null)).toEqual([])
  await write(saved.data.version, [power])
})

test('a proposal never makes a device that people have named one of another kind', async () => {
  const { version } = await read()
  const hybrid = {
    ...{ source: 'generic/home:mode', device: 'pv', device_name: 'Hybrid', category: 'HYBRID_INVERTER' },
    ...{ metric: 'frequency', factor: 1 },
  }
  const { data } = await write(version, [power, hybrid])
  const proposals = data.sources.flatMap(({ proposal }) => proposal ?? [])
  expect(proposals.map(({ device }) => device)).not.toContain('pv')
  const accepted = await write(data.version, [power, hybrid, ...proposals])
  expect(accepted.status).toBe(200)
  await write(accepted.data.version, [power])
})

test('the second of two editors is told', async () => {
  const { version } = await read()
  const [one, other] = await Promise.all([write(version, [power]), write(version, [])])
  expect([one.error?.code ?? null, other.error?.code ?? null].toSorted()).toEqual(['edited_meanwhile', null])
})

test.each([
  ['a metric that the category does not have', [{ ...power, metric: 'soc' }]],
  ['a factor of nothing', [{ ...power, factor: 0 }]],
  ['two sources for one metric of a device', [power, { ...power, source: 'generic/b' }]],
  ['one source twice', [power, { ...power, metric: 'frequency' }]],
  [
    'a device of two kinds',
    [power, { ...power, source: 'generic/b', category: 'OTHER', metric: 'frequency' }],
  ],
  ['a device that leads elsewhere', [{ ...power, device: '../x' }]],
])('%s is refused', async (_, mapping) => {
  const { version } = await read()
  const answer = await write(version, mapping)
  expect([answer.status, answer.error?.code]).toEqual([400, 'invalid_request'])
})

test('a device that its adapter describes is not described by a second one, but its role may be chosen', async () => {
  await send(['tasmota/tele/plug/SENSOR', '{"ENERGY":{"Power":40,"Total":1}}'])
  const { version, devices } = await read()
  expect(devices).toMatchObject([{ name: 'plug', category: 'OTHER', role: null }])
  expect((await write(version, [{ ...power, device: 'plug' }])).error?.code).toBe('conflict')
  await write(version, [power])
  const choose = async (category: 'SOLAR_POWER_PLANT' | null) => {
    await owner.call('PUT /locations/:locationId/devices/:deviceId/category', {
      params: { locationId: home.locationId!, deviceId: devices[0]!.device_id },
      body: { category, seen: category === null ? 'SOLAR_POWER_PLANT' : 'OTHER' },
    })
    await awaitNotices(server.db)
    await send(['tasmota/tele/plug/SENSOR', '{"ENERGY":{"Power":40,"Total":1}}'])
    return (await read()).devices
  }
  expect(await choose('SOLAR_POWER_PLANT')).toMatchObject([
    { category: 'SOLAR_POWER_PLANT', role: 'SOLAR_POWER_PLANT' },
  ])
  expect(await choose(null)).toMatchObject([{ category: 'OTHER', role: null }])
})

test('a device without names is hidden, and shown again when it has some', async () => {
  const isShown = async () => {
    const rows = await server.db.rows<{ name: string }>(
      sql`select name from device where controller_id = ${home.id} and source_key = 'grid' and deleted_at is null`,
    )
    return rows.length > 0
  }
  await write((await read()).version, [])
  expect(await isShown()).toBe(false)
  await write((await read()).version, [power])
  await send(['generic/home', '{"grid":{"power":1}}'])
  expect(await isShown()).toBe(true)
})

test('the devices of a mapping are there as soon as it is saved', async () => {
  server.clock.time += 10_000
  await send(['generic/roof', '{"pv":{"power":{"value":2,"unit":"kW"}}}'])
  server.clock.time += 7_200_000
  const { version, mapping } = await read()
  const roof = {
    ...{
      source: 'generic/roof:pv.power',
      device: 'roof',
      device_name: 'Roof',
      metric: 'power',
      factor: 1000,
    },
    category: 'SOLAR_POWER_PLANT',
  }
  expect((await write(version, [...mapping, roof])).status).toBe(200)
  const { data } = await owner.call('GET /locations/:locationId/devices', {
    params: { locationId: home.locationId! },
  })
  expect(data.devices).toContainEqual(
    expect.objectContaining({ name: 'Roof', category: 'SOLAR_POWER_PLANT', metrics: ['power'] }),
  )
  // Two hours later nobody knows what it is now.
  expect(Object.keys(await findValues())).not.toContain('roof/power')
  await write((await read()).version, [power])
})

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertUser } from '../../testing/test-world.ts'
import { connectController, createTestController, findStored, publish, until } from '../link/link-test-kit.ts'

let server: TestServer
let stockCompanyId: number
let ana: TestClient
let bor: TestClient
const ids: Record<string, number> = {}

beforeAll(async () => {
  server = await startTestServer({ time: Date.UTC(2026, 5, 1, 12) })
  stockCompanyId = (await insertCompany(server.db, 'Alpha')).companyId
  for (const name of ['ana', 'bor'])
    ids[name] = await insertUser(server.db, `${name}@test.si`, 'ROLE_USER_BASIC')
  ana = server.client()
  bor = server.client()
  await ana.signIn('ana@test.si')
  await bor.signIn('bor@test.si')
})
afterAll(() => server.stop())
beforeEach(() => server.db.script('delete from throttle'))

const location = {
  name: 'Home',
  countryCode: 'SI',
  region: { code: 'SI', type: 'BIDDING_ZONE' as const },
  timezone: 'Europe/Ljubljana',
}
const setUp = async (client: TestClient, unitId: string, userId: number) =>
  client.call('POST /v2/locations/setup', { body: { location, controller: { unitId }, userId } })

/** A controller of the stock that reports, with its session. */
async function connectFromStock() {
  const unit = await createTestController(server.db, null)
  await server.db.run(sql`update controller set stock_company_id = ${stockCompanyId} where id = ${unit.id}`)
  await server.deps.link.announceCredentials(unit.serial)
  const client = await connectController(server.deps.link.mqttPort!, unit)
  return { unit, client }
}
const send = (
  client: Awaited<ReturnType<typeof connectController>>,
  unit: { serial: string },
  value: number,
) => publish(client, unit, 'data', { samples: [{ values: { 'grid/power': value } }] })
const remove = (client: TestClient, locationId: number, controllerId: number) =>
  client.call('DELETE /locations/:locationId/controllers/:controllerId', {
    params: { locationId, controllerId },
  })

it('a controller of the stock goes from one owner to the next: same keys, and nothing seen of the first home', async () => {
  const { unit, client } = await connectFromStock()
  await send(client, unit, 100)
  await server.deps.link.flush()
  const first = (await setUp(ana, unit.serial, ids.ana!)).data!
  // What it sent before it was linked appears at once.
  const firstHome = { ...unit, locationId: first.location.id }
  await until(async () => (await findStored(server.db, firstHome)).length === 1)

  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  expect((await remove(ana, first.location.id, unit.id)).status).toBe(204)
  await closed
  const again = await connectController(server.deps.link.mqttPort!, unit)
  server.clock.time += 1000
  await send(again, unit, 200)
  await server.deps.link.flush()

  const second = (await setUp(bor, unit.serial, ids.bor!)).data!
  await server.deps.link.storeWaiting(unit.serial)
  const secondHome = { ...unit, id: second.controller.id, locationId: second.location.id }
  expect(await findStored(server.db, secondHome)).toEqual([])
  server.clock.time += 1000
  await send(again, unit, 300)
  expect((await findStored(server.db, secondHome)).map(({ values }) => values['grid/power'])).toEqual([300])
  expect((await findStored(server.db, firstHome)).map(({ values }) => values['grid/power'])).toEqual([100])
  const listed = await bor.call('GET /locations/:locationId/controllers', {
    params: { locationId: second.location.id },
  })
  expect(listed.data!.controllers).toMatchObject([
    { unit_id: unit.serial, info: {}, refusals: [], is_from_stock: true },
  ])
  await again.endAsync()
})

it('what a released controller still tells of its former home is unknown to the next owner, who asks it anew', async () => {
  const { unit, client } = await connectFromStock()
  await send(client, unit, 100)
  await server.deps.link.flush()
  const first = (await setUp(ana, unit.serial, ids.ana!)).data!
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  await remove(ana, first.location.id, unit.id)
  await closed

  const again = await connectController(server.deps.link.mqttPort!, unit)
  const asked: string[] = []
  await again.subscribeAsync(`ems/v1/${unit.serial}/cmd`)
  again.on('message', (_, payload) => asked.push(JSON.parse(payload.toString()).op))
  const device = { id: 'bed', category: 'OTHER', name: 'Bed of Ana', metrics: ['power'], params: [] }
  await publish(again, unit, 'inventory', { devices: [device] })
  await publish(again, unit, 'info', { softwareVersion: 'of Ana' })
  await publish(again, unit, 'status', { online: true })
  await again.publishAsync(`ems/v1/${unit.serial}/ext/generic/bedroom`, '{"watts":5}', { qos: 1 })
  await server.deps.link.flush()
  const row = await server.db.row(
    sql`select inventory, info, sources from controller where unit_id = ${unit.serial}`,
  )
  expect(row).toEqual({ inventory: null, info: {}, sources: [] })

  server.clock.time += 1000
  await send(again, unit, 1)
  await server.deps.link.flush()
  const second = (await setUp(bor, unit.serial, ids.bor!)).data!
  await until(async () => asked.includes('refresh'))
  await publish(again, unit, 'inventory', { devices: [{ ...device, id: 'pv', name: 'Roof of Bor' }] })
  const devices = await server.db.rows<{ name: string }>(
    sql`select name from device where location_id = ${second.location.id}`,
  )
  expect(devices.map(({ name }) => name)).toEqual(['Roof of Bor'])
  await again.endAsync()
})

it('a controller whose credentials its owner has renewed is revoked instead', async () => {
  const { unit, client } = await connectFromStock()
  await send(client, unit, 1)
  await server.deps.link.flush()
  const { data } = await setUp(ana, unit.serial, ids.ana!)
  const params = { locationId: data!.location.id, controllerId: unit.id }
  await ana.call('POST /locations/:locationId/controllers/:controllerId/credentials', { params })
  await remove(ana, data!.location.id, unit.id)
  const found = await bor.call('POST /setup/controllers/find', { body: { unitId: unit.serial } })
  expect(found.data!.state).toBe('not_found')
  await client.endAsync(true)
})

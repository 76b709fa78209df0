import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'
import { connectController, publish, sweepOnTime, until } from '../link/link-test-kit.ts'

let server: TestServer
let owner: TestClient
let viewer: TestClient
let locationId: number
let controller: { id: number; serial: string; password: string }
let session: MqttClient

beforeAll(async () => {
  server = await startTestServer({ time: Date.now() })
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Alpha')
  const ownerId = await insertUser(server.db, 'owner@test.si', 'ROLE_USER_BASIC')
  locationId = await insertLocation(server.db, {
    companyId,
    locationGroupId: rootGroupId,
    ownerId,
    name: 'Mill',
  })
  await shareLocation(server.db, await insertUser(server.db, 'viewer@test.si', 'ROLE_USER'), locationId)
  owner = server.client()
  viewer = server.client()
  await owner.signIn('owner@test.si')
  await viewer.signIn('viewer@test.si')
  const { data } = await owner.call('POST /controllers', { body: { kind: 'P1_WIFI', locationId } })
  controller = { id: data.id, serial: data.unit_id, password: data.settings.mqtt.password }
  session = await connectController(server.deps.link.mqttPort!, controller)
})
afterAll(async () => {
  await session.endAsync(true)
  await server.stop()
})

const params = () => ({ locationId, controllerId: controller.id })
const messagesOf = (client = owner) =>
  client.call('GET /locations/:locationId/controllers/:controllerId/messages', { params: params() })
const sendData = (values: object) =>
  publish(session, controller, 'data', { v: 1, samples: [{ ts: server.clock.time, values }] })

it('a page has what the controller reports, its location and company, and its devices', async () => {
  await publish(session, controller, 'info', { v: 1, hwVersion: 'R2', ethernetIp: '10.0.0.9' })
  await sendData({ 'grid/power': 1500 })
  const { data } = await viewer.call('GET /locations/:locationId/controllers/:controllerId', {
    params: params(),
  })
  expect(data.controller).toMatchObject({
    ...{
      unit_id: controller.serial,
      location_name: 'Mill',
      company_name: 'Alpha',
      realtime: null,
      refusals: [],
    },
    info: { hwVersion: 'R2', ethernetIp: '10.0.0.9' },
    devices: [{ key: 'grid', category: 'GRID', has_communication_error: false }],
  })
})

it('messages are kept from the first look on, with what became of each, and without secrets', async () => {
  await sendData({ 'grid/power': 1 })
  expect((await messagesOf()).data.messages).toEqual([])
  await sendData({ 'grid/power': 2 })
  await sendData({ 'grid/power': 'wrong', 'grid/wifi_password': 'geheim' })
  await publish(session, controller, 'data', 'no json')
  await publish(session, controller, 'nonsense', '{}')
  await server.deps.link.flush()
  const { messages } = (await messagesOf()).data
  expect(messages.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'partly', 'stored'])
  expect(messages[1]).toMatchObject({ payload: 'no json', refusals: [{ reason: 'malformed' }] })
  expect(messages[3]?.payload).toContain('"grid/power":2')
  expect(JSON.stringify(messages)).not.toContain('geheim')
  for (let count = 0; count < 25; count++) await sendData({ 'grid/power': count })
  await server.deps.link.flush()
  const newest = (await messagesOf()).data.messages
  expect([newest.length, newest[0]?.payload.includes('"grid/power":24')]).toEqual([20, true])
})

it('nothing is kept any more once nobody looks, and what was kept goes within a quarter of an hour', async () => {
  const count = sql`select count(*)::int as count from controller_message`
  const before = await server.db.row<{ count: number }>(count)
  server.clock.time += 31_000
  await sendData({ 'grid/power': 7 })
  await server.deps.link.flush()
  expect(await server.db.row(count)).toEqual(before)
  server.clock.time += 16 * 60_000
  await sweepOnTime(server.db, server.clock.time)
  expect(await server.db.row(count)).toEqual({ count: 0 })
})

it('messages are for those who may edit', async () => {
  expect((await messagesOf(viewer)).error?.code).toBe('not_allowed')
})

it('each change of the connection is in its history', async () => {
  const path = 'GET /locations/:locationId/controllers/:controllerId/connectivity'
  const read = async () => (await viewer.call(path, { params: params(), query: { days: 30 } })).data
  await publish(session, controller, 'status', { v: 1, online: true })
  server.clock.time += 60_000
  await session.endAsync(true)
  await until(async () => (await read()).changes.at(-1)?.online === false)
  const lostAt = server.clock.time
  server.clock.time += 120_000
  session = await connectController(server.deps.link.mqttPort!, controller)
  await publish(session, controller, 'status', { v: 1, online: true })
  const history = await read()
  expect(history.changes.slice(-2)).toEqual([
    { at: lostAt, online: false },
    { at: server.clock.time, online: true },
  ])
  expect(history.to - history.from).toBeLessThan(30 * 86_400_000)
})

it('of a controller that comes and goes all the time only so many changes are kept', async () => {
  for (let count = 0; count < 80; count++) {
    server.clock.time += 1000
    await publish(session, controller, 'status', { v: 1, online: count % 2 === 0, boot: null })
  }
  const kept = await server.db.row<{ count: number }>(
    sql`select count(*)::int as count from controller_connection`,
  )
  expect(kept!.count).toBeLessThanOrEqual(61)
})

it('a controller is named by those who may edit its location, which is recorded', async () => {
  const rename = (client: TestClient, alias: string) =>
    client.call('PUT /locations/:locationId/controllers/:controllerId', { params: params(), body: { alias } })
  expect((await rename(viewer, 'Mine')).status).toBe(403)
  expect((await rename(owner, 'Cellar')).data).toEqual({ alias: 'Cellar' })
  expect((await rename(owner, 'Attic')).status).toBe(200)
  const { data } = await owner.call('GET /locations/:locationId/controllers/:controllerId', {
    params: params(),
  })
  expect(data.controller.alias).toBe('Attic')
  const { entries } = (
    await owner.call('GET /locations/:locationId/audit-log', {
      params: { locationId },
      query: { action: 'controller_renamed' },
    })
  ).data
  expect(entries.map(({ before, after }) => [before, after])).toEqual([
    [{ alias: 'Cellar' }, { alias: 'Attic' }],
    [{ alias: null }, { alias: 'Cellar' }],
  ])
})

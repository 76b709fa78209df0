import type { CommandMessage, DeviceParam } from '@ohmstead/contract/controller-messages'
import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'
import {
  awaitNotices,
  connectController,
  publish,
  sweepOnTime,
  topicOf,
  until,
} from '../link/link-test-kit.ts'

let server: TestServer
let owner: TestClient
let second: TestClient
let viewer: TestClient
let editor: TestClient
let locationId: number
let controller: { id: number; serial: string; password: string }
let session: MqttClient
let received: CommandMessage[]
let deviceId: number

const limit: DeviceParam = {
  ...{ name: 'current_limit', type: 'number', unit: 'A', min: 6, max: 16, step: 1, value: 10, rw: true },
  options: null,
}
const mode: DeviceParam = {
  ...{ name: 'mode', type: 'text', unit: null, min: null, max: null, step: null, value: 'solar', rw: true },
  options: ['fast', 'solar', 'off'],
}
const rated: DeviceParam = {
  ...limit,
  name: 'rated_power',
  unit: 'W',
  min: null,
  max: null,
  rw: false,
  value: 1,
}
const script = '<script>alert(1)</script>'
const inventory = {
  ...{ v: 1, rev: 1 },
  devices: [
    { id: 'ev', category: 'EV_CHARGER', name: 'Charger', metrics: ['power'], params: [limit, mode, rated] },
    {
      id: 'x',
      category: 'OTHER',
      name: script,
      model: script,
      metrics: [],
      params: [{ ...limit, unit: script }],
    },
  ],
}

beforeAll(async () => {
  server = await startTestServer({ time: Date.now() })
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Alpha')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  locationId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  const share = async (email: string, flags: { control?: boolean; edit?: boolean }) => {
    await shareLocation(db, await insertUser(db, email, 'ROLE_USER'), locationId, flags)
    return signIn(email)
  }
  owner = await signIn('owner@test.si')
  second = await share('second@test.si', { control: true })
  viewer = await share('viewer@test.si', {})
  editor = await share('editor@test.si', { edit: true })
  const { data } = await owner.call('POST /controllers', { body: { kind: 'CONTROLLER', locationId } })
  controller = { id: data.id, serial: data.unit_id, password: data.settings.mqtt.password }
  await connect()
  const found = await until(() =>
    db.row<{ id: number }>(
      sql`select id from device where controller_id = ${controller.id} and source_key = 'ev'`,
    ),
  )
  deviceId = found.id
})
afterAll(async () => {
  await session.endAsync(true)
  await server.stop()
})
afterEach(async () => {
  await server.db.run(sql`update command set state = 'done' where state in ('sent', 'accepted')`)
  await server.db.run(sql`delete from alarm`)
  received.length = 0
})

async function signIn(email: string): Promise<TestClient> {
  const client = server.client()
  await client.signIn(email)
  return client
}

async function connect(): Promise<void> {
  session = await connectController(server.deps.link.mqttPort!, controller)
  const messages: CommandMessage[] = []
  received = messages
  session.on('message', (_, payload) => messages.push(JSON.parse(payload.toString())))
  await session.subscribeAsync(topicOf(controller, 'cmd'))
  await publish(session, controller, 'status', { v: 1, online: true, boot: '1' })
  await publish(session, controller, 'inventory', inventory)
}

const ids = () => ({ locationId, deviceId })
const view = async (client = owner) =>
  (await client.call('GET /locations/:locationId/devices/:deviceId', { params: ids() })).data.device
const parameter = async (name: string) => (await view()).parameters.find((one) => one.name === name)!
const set = (
  body: { parameter: string; value: number | string | boolean; seen: number | string | boolean | null },
  client = owner,
) => client.call('POST /locations/:locationId/devices/:deviceId/parameters', { params: ids(), body })
const reply = (id: string, state: string, more: object = {}) =>
  publish(session, controller, 'reply', { v: 1, id, ts: server.clock.time, state, ...more })
const history = async (client = owner) => {
  const params = { locationId, controllerId: controller.id }
  return client.call('GET /locations/:locationId/controllers/:controllerId/commands', {
    params,
    query: { deviceId },
  })
}

describe('changing a parameter', () => {
  it('reaches the controller, and shows accepted, then done with the new value and who asked for it', async () => {
    const { value: seen } = await parameter('current_limit')
    const { status, data } = await set({ parameter: 'current_limit', value: 13, seen })
    expect(status).toBe(202)
    const [command] = await until(() => received.length > 0 && received)
    expect(command).toMatchObject({
      ...{ id: data.command_id, op: 'set', exp: data.expires_at },
      args: { device: 'ev', param: 'current_limit', value: 13 },
    })
    expect(await parameter('current_limit')).toMatchObject({
      value: seen,
      change: { value: 13, state: 'sent', by: { first_name: 'Ana' } },
    })
    await reply(command!.id, 'accepted')
    expect((await parameter('current_limit')).change?.state).toBe('accepted')
    // Whoever still sees the old value has not seen what is under way.
    const late = await set({ parameter: 'current_limit', value: 12, seen })
    expect(late.error?.code).toBe('edited_meanwhile')
    await reply(command!.id, 'done')
    await reply(command!.id, 'done')
    await reply(command!.id, 'failed')
    expect(await parameter('current_limit')).toMatchObject({ value: 13, change: { state: 'done' } })
    const { data: listed } = await history()
    expect(listed.commands[0]).toMatchObject({
      op: 'set',
      state: 'done',
      device: { id: deviceId, name: 'Charger' },
    })
    expect(
      await server.db.row(
        sql`select 1 as found from audit_log where action = 'command_sent' and controller_id = ${controller.id}`,
      ),
    ).toEqual({ found: 1 })
  })

  it('keeps the old value when the controller refuses, with its reason', async () => {
    const { value: seen } = await parameter('mode')
    const { data } = await set({ parameter: 'mode', value: 'fast', seen })
    await reply(data.command_id, 'rejected', { code: 'busy', text: 'A car is charging' })
    expect(await parameter('mode')).toMatchObject({
      value: seen,
      change: { state: 'rejected', text: 'A car is charging' },
    })
  })

  it.each([
    ['below its limit', { parameter: 'current_limit', value: 5 }, { value: 'min_value' }],
    ['above its limit', { parameter: 'current_limit', value: 17 }, { value: 'max_value' }],
    ['between its steps', { parameter: 'current_limit', value: 7.5 }, { value: 'step' }],
    ['of another type', { parameter: 'current_limit', value: '7' }, { value: 'double' }],
    ['that is no option', { parameter: 'mode', value: 'turbo' }, { value: 'option' }],
    ['of what is read only', { parameter: 'rated_power', value: 2 }, { parameter: 'read_only' }],
  ])('refuses a value %s', async (_, body, fields) => {
    const { value: seen } = await parameter(body.parameter)
    const { error } = await set({ ...body, seen })
    expect(error).toEqual({ code: 'invalid_request', fields })
    expect((await set({ parameter: 'no_such', value: 1, seen: null })).status).toBe(404)
  })

  it('tells the second of two people at once, who may then start from the new value', async () => {
    const { value: seen } = await parameter('current_limit')
    const both = await Promise.all([
      set({ parameter: 'current_limit', value: 8, seen }),
      set({ parameter: 'current_limit', value: 9, seen }, second),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
    expect(both.find(({ error }) => error)?.error?.code).toBe('edited_meanwhile')
    const { change } = await parameter('current_limit')
    expect((await set({ parameter: 'current_limit', value: 11, seen: change!.value }, second)).status).toBe(
      202,
    )
  })

  it('needs the right to control, and is hidden from strangers', async () => {
    const body = { parameter: 'current_limit', value: 12, seen: 10 }
    expect((await set(body, viewer)).error?.code).toBe('not_allowed')
    expect((await set(body, editor)).error?.code).toBe('not_allowed')
    expect((await history(viewer)).error?.code).toBe('not_allowed')
    await insertUser(server.db, 'stranger@test.si', 'ROLE_USER_BASIC')
    expect((await set(body, await signIn('stranger@test.si'))).error?.code).toBe('not_found')
    expect((await view(viewer)).parameters).toHaveLength(3)
  })

  it('is impossible while the device has a communication error', async () => {
    await server.db.run(sql`
      insert into alarm (location_id, controller_id, device_id, type, first_recurrence_at, last_recurrence_at)
      values (${locationId}, ${controller.id}, ${deviceId}, 'ERROR_COMMUNICATION', now(), now())`)
    const { value: seen } = await parameter('current_limit')
    expect((await view()).has_communication_error).toBe(true)
    expect((await set({ parameter: 'current_limit', value: 12, seen })).error?.code).toBe(
      'device_unreachable',
    )
  })

  it('is limited while the controller does not answer', async () => {
    const { value } = await parameter('current_limit')
    let seen = value
    const values = Array.from({ length: 20 }, (_, index) => 6 + (index % 2))
    for (const next of values) {
      server.clock.time++
      const answer = await set({ parameter: 'current_limit', value: next, seen })
      expect(answer.status).toBe(202)
      seen = next
    }
    const { error } = await set({ parameter: 'current_limit', value: 8, seen })
    expect(error).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 60 })
  })
})

describe('a command whose controller does not finish it', () => {
  const begin = async () => {
    const { value: seen } = await parameter('mode')
    const { data } = await set({ parameter: 'mode', value: seen === 'off' ? 'fast' : 'off', seen })
    return { id: data.command_id, seen }
  }
  const stateOf = async (id: string) =>
    (await history()).data.commands.find((command) => command.id === id)?.state

  it('has expired at once when nobody answered in time', async () => {
    const { id, seen } = await begin()
    server.clock.time += 61_000
    expect(await stateOf(id)).toBe('expired')
    expect(await parameter('mode')).toMatchObject({ value: seen, change: { state: 'expired' } })
  })

  it('has expired when the controller dies half-way; a late success is still told', async () => {
    const { id } = await begin()
    await reply(id, 'accepted')
    await publish(session, controller, 'status', { v: 1, online: false, boot: '1' })
    await session.endAsync(true)
    server.clock.time += 61_000
    await sweepOnTime(server.db, server.clock.time)
    expect(await stateOf(id)).toBe('expired')
    expect((await set({ parameter: 'mode', value: 'fast', seen: 'solar' })).error?.code).toBe(
      'controller_offline',
    )
    await connect()
    await reply(id, 'done')
    expect(await stateOf(id)).toBe('done')
  })

  it('is not answered by a controller that was removed meanwhile', async () => {
    const { data } = await owner.call('POST /controllers', { body: { kind: 'CONTROLLER', locationId } })
    const other = { serial: data.unit_id, password: data.settings.mqtt.password }
    const client = await connectController(server.deps.link.mqttPort!, other)
    await publish(client, other, 'status', { v: 1, online: true })
    const params = { locationId, controllerId: data.id }
    const path = 'PUT /locations/:locationId/controllers/:controllerId/realtime'
    expect((await owner.call(path, { params, body: { active: true } })).data.realtime).toMatchObject({
      until: server.clock.time + 600_000,
      by: { first_name: 'Ana' },
    })
    await owner.call('DELETE /locations/:locationId/controllers/:controllerId', { params })
    await awaitNotices(server.db)
    const command = sql`select id::text, state from command where controller_id = ${data.id}`
    const sent = await server.db.row<{ id: string }>(command)
    await server.deps.link.handle({
      serial: other.serial,
      topic: topicOf(other, 'reply'),
      payload: Buffer.from(JSON.stringify({ v: 1, id: sent!.id, state: 'done' })),
      ...{ arrivedAt: server.clock.time, isRetained: false, isWill: false, wantsAck: false },
      isAbandoned: () => false,
    })
    await client.endAsync(true)
    server.clock.time += 61_000
    await sweepOnTime(server.db, server.clock.time)
    expect(await server.db.row(command)).toMatchObject({ state: 'expired' })
    expect((await owner.call(path, { params, body: { active: true } })).error?.code).toBe('not_found')
  })
})

it('a hostile inventory is answered as the text that it is', async () => {
  const { data } = await owner.call('GET /locations/:locationId/controllers/:controllerId', {
    params: { locationId, controllerId: controller.id },
  })
  const hostile = data.controller.devices.find(({ key }) => key === 'x')
  expect(hostile).toMatchObject({ name: script, model: script })
})

describe('a device that a person marks as deleted', () => {
  const remove = (client = owner) =>
    client.call('DELETE /locations/:locationId/devices/:deviceId', { params: ids() })
  const restore = () => owner.call('POST /locations/:locationId/devices/:deviceId/restore', { params: ids() })
  const keys = async () =>
    (await owner.call('GET /locations/:locationId/devices', { params: { locationId } })).data.devices.map(
      ({ key }) => key,
    )

  it('stays away, whatever its controller sends, until it is restored', async () => {
    expect((await remove(viewer)).error?.code).toBe('not_allowed')
    expect((await remove()).status).toBe(204)
    expect((await remove()).error?.code).toBe('not_found')
    await publish(session, controller, 'inventory', {
      ...inventory,
      rev: 2,
      devices: [...inventory.devices].reverse(),
    })
    await publish(session, controller, 'data', {
      v: 1,
      samples: [{ ts: server.clock.time, values: { 'ev/power': 5 } }],
    })
    expect(await keys()).not.toContain('ev')
    expect((await view()).is_removed).toBe(true)
    const { data } = await owner.call('GET /locations/:locationId/removed-devices', {
      params: { locationId },
    })
    expect(data.devices.map(({ id }) => id)).toEqual([deviceId])
    const { value: seen } = await parameter('current_limit')
    expect((await set({ parameter: 'current_limit', value: 12, seen })).error?.code).toBe('not_found')
    expect((await restore()).status).toBe(204)
    expect(await keys()).toContain('ev')
    const actions = await server.db.rows(
      sql`select action from audit_log where action like 'device_re%' order by id`,
    )
    expect(actions).toEqual([{ action: 'device_removed' }, { action: 'device_restored' }])
  })

  it('in favour of another one stays if that one is gone by now, so that one of two people is told', async () => {
    await publish(session, controller, 'data', {
      v: 1,
      samples: [{ ts: server.clock.time, values: { 'twin/power': 5 } }],
    })
    const { id: twinId } = (await server.db.row<{ id: number }>(
      sql`select id from device where key = 'twin' and location_id = ${locationId}`,
    ))!
    const take = (deviceId: number, kept: number) =>
      owner.call('DELETE /locations/:locationId/devices/:deviceId', {
        params: { locationId, deviceId },
        query: { kept },
      })
    const answers = await Promise.all([take(twinId, deviceId), take(deviceId, twinId)])
    expect(answers.map(({ error }) => error?.code ?? null).toSorted()).toEqual(['edited_meanwhile', null])
    expect((await take(twinId, deviceId)).error?.code).toBe('edited_meanwhile')
    expect((await take(deviceId, deviceId)).error?.code).toBe('edited_meanwhile')
    expect((await keys()).filter((key) => key === 'ev' || key === 'twin')).toHaveLength(1)
    await server.db.run(
      sql`update device set removed_by_person = false, deleted_at = case when id = ${twinId} then now() end
          where id in (${twinId}, ${deviceId})`,
    )
  })
})

it('all devices of a company are listed for who runs it, and found by words', async () => {
  const { company_id } = (await server.db.row<{ company_id: number }>(
    sql`select company_id from location where id = ${locationId}`,
  ))!
  await insertUser(server.db, 'runs@test.si', 'ROLE_AGGREGATOR', { companyIds: [company_id] })
  const aggregator = await signIn('runs@test.si')
  const list = (search: string, client = aggregator) =>
    client.call('GET /companies/:companyId/devices', { params: { companyId: company_id }, query: { search } })
  const { data } = await list('charger')
  expect(data.devices).toMatchObject([
    { id: deviceId, controller_id: controller.id, location: { id: locationId } },
  ])
  expect((await list('')).data.total).toBe(2)
  expect((await list('', owner)).error?.code).toBe('not_allowed')
})

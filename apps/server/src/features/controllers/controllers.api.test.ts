import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'
import { connectController, findStored, publish } from '../link/link-test-kit.ts'
import { mostAtLocation, mostOfPerson } from './controller-limit.ts'
import { holdLocation } from './controller-queries.ts'

const now = Date.UTC(2026, 5, 1, 12)
let server: TestServer
let owner: TestClient
let viewer: TestClient
let stranger: TestClient
let locationId: number
let ownerId: number

beforeAll(async () => {
  server = await startTestServer({ time: now })
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Alpha')
  ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const viewerId = await insertUser(db, 'viewer@test.si', 'ROLE_USER')
  await insertUser(db, 'stranger@test.si', 'ROLE_USER_BASIC')
  locationId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  await shareLocation(db, viewerId, locationId)
  owner = server.client()
  viewer = server.client()
  stranger = server.client()
  await owner.signIn('owner@test.si')
  await viewer.signIn('viewer@test.si')
  await stranger.signIn('stranger@test.si')
})
afterAll(() => server.stop())

const create = async (kind: 'CONTROLLER' | 'P1_WIFI' = 'CONTROLLER') =>
  (await owner.call('POST /controllers', { body: { kind, locationId } })).data

const post = (path: string, body: string, headers: Record<string, string>) =>
  fetch(`${server.url}${path}`, { method: 'POST', body, headers })

describe('adding a controller', () => {
  it('returns a serial, and only once its credentials, which work over MQTT', async () => {
    const { id, unit_id, settings, issued_at } = await create()
    expect(unit_id).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
    expect(issued_at).toBe(server.clock.time)
    expect(settings.mqtt).toMatchObject({ host: '127.0.0.1', port: server.deps.link.mqttPort, user: unit_id })
    const sender = { id, serial: unit_id, password: settings.mqtt.password, token: '', locationId }
    const client = await connectController(settings.mqtt.port, sender)
    await publish(client, sender, 'data', { samples: [{ values: { 'grid/power': 1500 } }] })
    expect(await findStored(server.db, sender)).toHaveLength(1)
    await client.endAsync()
    const stored = await server.db.row(sql`select * from controller where id = ${id}`)
    expect(JSON.stringify(stored)).not.toContain(settings.mqtt.password)
    const listed = await owner.call('GET /locations/:locationId/controllers', { params: { locationId } })
    expect(JSON.stringify(listed.data)).not.toContain(settings.mqtt.password)
  })

  it.each([
    ['one who may only look', () => viewer, 403, 'not_allowed'],
    ['a stranger', () => stranger, 404, 'not_found'],
  ])('is refused to %s', async (_, client, status, code) => {
    const answer = await client().call('POST /controllers', { body: { kind: 'CONTROLLER', locationId } })
    expect([answer.status, answer.error?.code]).toEqual([status, code])
  })

  describe('endlessly', () => {
    let farm: { companyId: number; rootGroupId: number }
    let farmerId: number
    let farmer: TestClient
    beforeAll(async () => {
      farm = await insertCompany(server.db, 'Farm')
      farmerId = await insertUser(server.db, 'farmer@test.si', 'ROLE_USER_BASIC')
      farmer = server.client()
      await farmer.signIn('farmer@test.si')
    })
    const insertHome = (ownerId: number | null) =>
      insertLocation(server.db, { companyId: farm.companyId, locationGroupId: farm.rootGroupId, ownerId })
    const insertMany = (at: number, count: number, createdBy: number | null) =>
      server.db.run(sql`
        insert into controller (unit_id, kind, location_id, created_by)
        select ${`F${at}-`} || n, 'CONTROLLER', ${at}::int, ${createdBy}::int from generate_series(1, ${count}::int) n`)
    const add = async (client: TestClient, at: number) =>
      (await client.call('POST /controllers', { body: { kind: 'CONTROLLER', locationId: at } })).error
        ?.code ?? 'added'
    const brokerPasswords = () => vi.spyOn(server.deps.link, 'setBrokerPassword')

    it('is limited per location, and possible again after a removal', async () => {
      const home = await insertHome(farmerId)
      await insertMany(home, mostAtLocation - 1, null)
      // Concurrent requests do not get past it either.
      const atOnce = await Promise.all(Array.from({ length: 8 }, () => add(farmer, home)))
      expect(atOnce.filter((code) => code === 'added')).toHaveLength(1)
      expect(atOnce.filter((code) => code === 'too_many_controllers')).toHaveLength(7)
      const made = brokerPasswords()
      onTestFinished(() => made.mockRestore())
      expect(await add(farmer, home)).toBe('too_many_controllers')
      expect(made).not.toHaveBeenCalled()
      const { controllers } = (
        await farmer.call('GET /locations/:locationId/controllers', { params: { locationId: home } })
      ).data
      expect(controllers).toHaveLength(mostAtLocation)
      const params = { locationId: home, controllerId: controllers[0]!.id }
      await farmer.call('DELETE /locations/:locationId/controllers/:controllerId', { params })
      expect(await add(farmer, home)).toBe('added')
    })

    it('is limited per person wherever they add them, except for people who run the company', async () => {
      const homes = await Promise.all(Array.from({ length: 6 }, () => insertHome(farmerId)))
      await server.db.run(sql`delete from controller where created_by = ${farmerId}`)
      for (const home of homes.slice(0, 5)) await insertMany(home, mostOfPerson / 5, farmerId)
      expect(await add(farmer, homes[5]!)).toBe('too_many_controllers')
      await server.db.run(sql`
        update controller set revoked_at = now() where unit_id = ${`F${homes[0]}-1`} and location_id = ${homes[0]}`)
      expect(await add(farmer, homes[5]!)).toBe('added')
      expect(await add(farmer, homes[5]!)).toBe('too_many_controllers')
      await insertUser(server.db, 'coop@test.si', 'ROLE_AGGREGATOR', { companyIds: [farm.companyId] })
      const cooperative = server.client()
      await cooperative.signIn('coop@test.si')
      expect(await add(cooperative, homes[5]!)).toBe('added')
      await insertMany(homes[5]!, mostAtLocation, null)
      expect(await add(cooperative, homes[5]!)).toBe('added')
    })
  })

  it.runIf(process.env.TEST_DATABASE_URL)(
    'locks its location until it exists, so that nobody deletes it meanwhile',
    async () => {
      const location = sql`select 1 from location where id = ${locationId} for update nowait`
      const held = Promise.withResolvers<boolean>()
      const end = Promise.withResolvers<void>()
      const adding = server.db.transaction(async (tx) => {
        held.resolve(await holdLocation(tx, locationId))
        await end.promise
      })
      try {
        expect(await held.promise).toBe(true)
        await expect(server.db.row(location)).rejects.toMatchObject({ code: '55P03' })
      } finally {
        end.resolve()
        await adding
      }
      expect(await server.db.row(location)).toBeDefined()
    },
  )

  it('is refused for a location that is deleted meanwhile', async () => {
    const { companyId, rootGroupId } = await insertCompany(server.db, 'Gone')
    const ownerId = await insertUser(server.db, 'leaving@test.si', 'ROLE_USER_BASIC')
    const home = await insertLocation(server.db, { companyId, locationGroupId: rootGroupId, ownerId })
    const client = server.client()
    await client.signIn('leaving@test.si')
    const deleted = vi.spyOn(server.deps.link, 'setBrokerPassword').mockImplementationOnce(async () => {
      await client.call('DELETE /locations/:locationId', {
        params: { locationId: home },
        body: { confirmed: true },
      })
    })
    onTestFinished(() => deleted.mockRestore())
    const body = { kind: 'CONTROLLER', locationId: home } as const
    expect((await client.call('POST /controllers', { body })).error?.code).toBe('not_found')
    expect(await server.db.rows(sql`select 1 from controller where location_id = ${home}`)).toEqual([])
  })

  it('is refused for an unknown location, and for an unknown kind', async () => {
    const answer = await owner.call('POST /controllers', {
      body: { kind: 'CONTROLLER', locationId: 999_999 },
    })
    expect(answer.status).toBe(404)
    const wrong = await owner.request('POST', '/controllers', {
      body: { data: { kind: 'TOASTER', locationId } },
    })
    expect(wrong.status).toBe(400)
  })
})

describe('the life of credentials', () => {
  it('connection settings can be read again, without their secrets, by people who may edit', async () => {
    const { id, settings } = await create()
    const path = 'GET /locations/:locationId/controllers/:controllerId/connection'
    const params = { locationId, controllerId: id }
    const again = (await owner.call(path, { params })).data.settings
    expect(again.mqtt).toEqual({ ...settings.mqtt, password: 'PASSWORD' })
    expect(again.http).toEqual({ ...settings.http, token: 'TOKEN' })
    expect(again.examples.mosquitto_pub).toBe(
      settings.examples.mosquitto_pub.replace(settings.mqtt.password, 'PASSWORD'),
    )
    expect((await viewer.call(path, { params })).status).toBe(403)
    expect((await owner.call(path, { params: { locationId, controllerId: 999_999 } })).status).toBe(404)
  })

  it('new ones invalidate the old ones and end the session that uses them', async () => {
    const { id, unit_id, settings } = await create()
    const sender = { serial: unit_id, password: settings.mqtt.password }
    const client = await connectController(settings.mqtt.port, sender)
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    const renewed = await owner.call('POST /locations/:locationId/controllers/:controllerId/credentials', {
      params: { locationId, controllerId: id },
    })
    await closed
    expect(renewed.data.issued_at).toBe(server.clock.time)
    await expect(connectController(settings.mqtt.port, sender)).rejects.toThrow()
    const again = await connectController(settings.mqtt.port, {
      ...sender,
      password: renewed.data.settings.mqtt.password,
    })
    await again.endAsync()
  })

  it('a removed controller is disconnected, and its readings stay', async () => {
    const { id, unit_id, settings } = await create()
    const sender = {
      id,
      serial: unit_id,
      password: settings.mqtt.password,
      token: settings.http.token,
      locationId,
    }
    const client = await connectController(settings.mqtt.port, sender)
    await publish(client, sender, 'data', { samples: [{ values: { 'pv/power': 1 } }] })
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    const params = { locationId, controllerId: id }
    expect(
      (await owner.call('DELETE /locations/:locationId/controllers/:controllerId', { params })).status,
    ).toBe(204)
    await closed
    await expect(connectController(settings.mqtt.port, sender)).rejects.toThrow()
    const answer = await post(`/link/v1/${unit_id}/data`, '{"samples":[]}', {
      authorization: `Bearer ${sender.token}`,
    })
    expect(answer.status).toBe(401)
    expect(await findStored(server.db, sender)).toHaveLength(1)
    expect(
      (await owner.call('DELETE /locations/:locationId/controllers/:controllerId', { params })).status,
    ).toBe(404)
  })

  it('a controller can be removed from a home without an owner', async () => {
    const built = await insertCompany(server.db, 'Builder')
    const home = await insertLocation(server.db, { ...built, locationGroupId: built.rootGroupId })
    await insertUser(server.db, 'builder@test.si', 'ROLE_AGGREGATOR', { companyIds: [built.companyId] })
    const builder = server.client()
    await builder.signIn('builder@test.si')
    const { data } = await builder.call('POST /controllers', {
      body: { kind: 'CONTROLLER', locationId: home },
    })
    const params = { locationId: home, controllerId: data.id }
    const removed = await builder.call('DELETE /locations/:locationId/controllers/:controllerId', { params })
    expect(removed.status).toBe(204)
  })

  it('the owner is mailed of a controller that somebody removed as them, and of none that they removed', async () => {
    await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
    const admin = server.client()
    await admin.signIn('admin@test.si')
    await admin.call('POST /auth/impersonate', { body: { userId: ownerId } })
    const [own, removedAsOwner] = [await create(), await create()]
    const remove = (client: TestClient, controllerId: number) =>
      client.call('DELETE /locations/:locationId/controllers/:controllerId', {
        params: { locationId, controllerId },
      })
    expect((await remove(owner, own.id)).status).toBe(204)
    expect((await remove(admin, removedAsOwner.id)).status).toBe(204)
    const mails = await server.db.rows<{ body_text: string }>(
      sql`select body_text from mail where kind = 'controller_removed' and recipient = 'owner@test.si'`,
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]!.body_text).toContain(removedAsOwner.unit_id)
  })

  it('serial and secret are exchanged for credentials once', async () => {
    const { enrolment } = await create()
    const body = JSON.stringify({
      serial: enrolment.serial.toLowerCase(),
      secret: enrolment.secret,
      sw: '1.0',
    })
    const first = await post('/link/v1/enroll', body, {})
    const credentials = (await first.json()) as { mqtt: { port: number; user: string; password: string } }
    expect(first.status).toBe(200)
    const { user: serial, password, port } = credentials.mqtt
    const client = await connectController(port, { serial, password })
    await client.endAsync()
    expect((await post('/link/v1/enroll', body, {})).status).toBe(409)
    const wrong = await post('/link/v1/enroll', JSON.stringify({ serial, secret: 'guess' }), {})
    expect(wrong.status).toBe(401)
    expect(await wrong.json()).toEqual({
      error: { code: 'bad_credentials', message: 'Serial and secret do not belong together.' },
    })
  })

  it('guessing secrets is slowed down, and never locks out the right one', async () => {
    const { enrolment } = await create()
    const { enrolment: other } = await create()
    const body = JSON.stringify({ serial: enrolment.serial, secret: 'guess' })
    const statuses: number[] = []
    for (let index = 0; index < 12; index++) statuses.push((await post('/link/v1/enroll', body, {})).status)
    expect(statuses.at(-1)).toBe(429)
    for (const { serial, secret } of [enrolment, other])
      expect((await post('/link/v1/enroll', JSON.stringify({ serial, secret }), {})).status).toBe(200)
    await server.db.run(sql`delete from throttle`)
  })
})

describe('the HTTP twin', () => {
  it('stores readings before it answers', async () => {
    const { id, unit_id, settings } = await create()
    const headers = { authorization: `Bearer ${settings.http.token}`, 'content-type': 'application/json' }
    const message = { v: 1, seq: 4, samples: [{ values: { 'x/power': 7 } }, { ts: 5, values: {} }] }
    const answer = await fetch(settings.http.data_url.replace(/^http:\/\/[^/]+/, server.url), {
      method: 'POST',
      headers,
      body: JSON.stringify(message),
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      v: 1,
      seq: 4,
      stored: 1,
      rejected: 1,
      refused: [{ reason: 'too_old', count: 1 }],
    })
    const stored = await findStored(server.db, { id, serial: unit_id, password: '', token: '', locationId })
    expect(stored.map((row) => row.values)).toEqual([{ 'x/power': 7 }])
  })

  it.each([
    ['no token', {}, '{"samples":[]}', 401, 'bad_credentials'],
    ['a wrong token', { authorization: 'Bearer wrong' }, '{"samples":[]}', 401, 'bad_credentials'],
    ['no JSON', null, '{"samples":', 400, 'malformed'],
    ['too much', null, `"${'x'.repeat(300_000)}"`, 413, 'oversized'],
  ])('refuses %s with a sentence', async (_, headers, body, status, code) => {
    const { unit_id, settings } = await create()
    const authorization = { authorization: `Bearer ${settings.http.token}` }
    const answer = await post(`/link/v1/${unit_id}/data`, body, headers ?? authorization)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ error: { code, message: expect.stringMatching(/\.$/) } })
  })

  it('accepts P1 telegrams, raw and in the form of DSMR-reader', async () => {
    const { id, unit_id, settings } = await create('P1_WIFI')
    const controller = { id, serial: unit_id, password: '', token: '', locationId }
    const lines = [
      '/ISK5\\2M550T-1012',
      '',
      '1-0:1.8.0(000317.695*kWh)',
      '1-0:2.8.0(000001.000*kWh)',
      '1-0:1.7.0(02.356*kW)',
      '1-0:2.7.0(00.000*kW)',
      '!',
      '',
    ]
    const telegram = lines.join('\r\n')
    const raw = await post(`/link/v1/${unit_id}/p1`, telegram, {
      authorization: `Bearer ${settings.http.token}`,
    })
    expect(raw.status).toBe(200)
    const stored = await findStored(server.db, controller)
    const [key = ''] = Object.keys(stored[0]!.values).filter((name) => name.endsWith('/power'))
    expect(stored[0]!.values).toMatchObject({ [key]: 2356 })
    server.clock.time += 10_000
    const form = await post('/api/v1/datalogger/dsmrreading', new URLSearchParams({ telegram }).toString(), {
      authorization: `Token ${settings.http.token}`,
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(form.status).toBe(201)
    expect(await findStored(server.db, controller)).toHaveLength(2)
    const wrong = await post(`/link/v1/${unit_id}/p1`, 'hello', {
      authorization: `Bearer ${settings.http.token}`,
    })
    expect(await wrong.json()).toMatchObject({ error: { code: 'malformed' } })
    await server.deps.link.flush()
    const { controllers } = (
      await viewer.call('GET /locations/:locationId/controllers', { params: { locationId } })
    ).data
    expect(controllers.find((item) => item.id === id)?.refusals).toMatchObject([
      { reason: 'malformed', count: 1 },
    ])
  })
})

it('lists the devices of a location', async () => {
  const { devices } = (await viewer.call('GET /locations/:locationId/devices', { params: { locationId } }))
    .data
  expect(devices.map((device) => device.key)).toEqual(expect.arrayContaining(['grid', 'x']))
})

it('a device is renamed by who may edit the location, and the audit log names both names', async () => {
  const rename = 'PUT /locations/:locationId/devices/:deviceId'
  const { devices } = (await owner.call('GET /locations/:locationId/devices', { params: { locationId } }))
    .data
  const { id: deviceId, name: before } = devices.find(({ key }) => key === 'grid')!
  const params = { locationId, deviceId }
  expect((await viewer.call(rename, { params, body: { name: 'Mine' } })).error?.code).toBe('not_allowed')
  const renamed = await owner.call(rename, { params, body: { name: ' Meter in the hall ' } })
  expect(renamed.data.device).toMatchObject({ id: deviceId, name: 'Meter in the hall' })
  // A second press changes nothing, and is no second entry.
  await owner.call(rename, { params, body: { name: 'Meter in the hall' } })
  const unknown = { params: { locationId, deviceId: 2_000_000_000 }, body: { name: 'None' } }
  expect((await owner.call(rename, unknown)).error?.code).toBe('not_found')
  const { entries } = (
    await owner.call('GET /locations/:locationId/audit-log', {
      params: { locationId },
      query: { action: 'device_renamed' },
    })
  ).data
  expect(entries).toMatchObject([{ before: { name: before }, after: { name: 'Meter in the hall' } }])
})

import { randomBytes } from 'node:crypto'
import type { Actor } from '@ohmstead/domain/access/permission'
import { createSerial } from '@ohmstead/domain/fleet/serial'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../platform/app-error.ts'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'
import { waitUntilBlocked } from '../../testing/wait-until-blocked.ts'
import { mostAtLocation } from '../controllers/controller-limit.ts'
import { guardSerial } from './guard-serials.ts'
import { lockLinkable, saveLink } from './setup-queries.ts'

const now = Date.UTC(2026, 5, 1, 12)
const minute = 60_000
let server: TestServer
let alpha: { companyId: number; rootGroupId: number }
let beta: { companyId: number; rootGroupId: number }
let ana: TestClient
let bor: TestClient
let agent: TestClient
let viewer: TestClient
const ids: Record<string, number> = {}

async function signIn(name: string, role: Parameters<typeof insertUser>[2], companyIds: number[] = []) {
  ids[name] = await insertUser(server.db, `${name}@test.si`, role, { companyIds, firstName: name })
  const client = server.client()
  await client.signIn(`${name}@test.si`)
  return client
}

beforeAll(async () => {
  server = await startTestServer({ time: now })
  alpha = await insertCompany(server.db, 'Alpha')
  beta = await insertCompany(server.db, 'Beta')
  ana = await signIn('ana', 'ROLE_USER_BASIC')
  bor = await signIn('bor', 'ROLE_USER_BASIC')
  agent = await signIn('agent', 'ROLE_AGGREGATOR', [alpha.companyId])
  viewer = await signIn('viewer', 'ROLE_USER')
})
afterAll(() => server.stop())
beforeEach(() => server.db.script('delete from throttle'))

/** A controller without a location that reported so many minutes ago. */
async function insertWaiting(minutesAgo: number | null = 1): Promise<string> {
  const serial = createSerial(randomBytes(15))
  const seen = minutesAgo === null ? null : new Date(server.clock.time - minutesAgo * minute)
  await server.db.run(
    sql`insert into controller (unit_id, kind, alias, last_seen_at) values (${serial}, 'P1_WIFI', 'Meter', ${seen})`,
  )
  return serial
}

const find = async (client: TestClient, unitId: string) =>
  client.call('POST /setup/controllers/find', { body: { unitId } })
const home = {
  name: 'Home',
  countryCode: 'SI',
  region: { code: 'SI', type: 'BIDDING_ZONE' as const },
  timezone: 'Europe/Ljubljana',
}
const setUp = (client: TestClient, unitId: string, userId: number, more: object = {}) =>
  client.call('POST /v2/locations/setup', {
    body: { location: home, controller: { unitId }, userId, ...more },
  })
const assign = (client: TestClient, unitId: string, locationId: number, companyId = alpha.companyId) =>
  client.call('POST /companies/:companyId/locations/:locationId/controllers/assign', {
    params: { companyId, locationId },
    body: { controller: { unitId } },
  })
const codeOf = (answer: { status: number; error: { code: string } | null }) => [
  answer.status,
  answer.error?.code,
]

describe('finding a controller by its serial', () => {
  it('finds one that reported within a quarter of an hour, however the serial is typed', async () => {
    const serial = await insertWaiting(14)
    const answer = await find(ana, ` ${serial.toLowerCase().replaceAll('-', '').replaceAll('1', 'l')} `)
    expect(answer.data).toMatchObject({
      state: 'found',
      unit_id: serial,
      kind: 'P1_WIFI',
      is_check_right: true,
    })
  })

  it.each([
    ['never reported', null],
    ['reported too long ago', 16],
  ])('does not find one that %s', async (_, minutesAgo) => {
    const serial = await insertWaiting(minutesAgo)
    expect((await find(ana, serial)).data).toEqual({
      ...{ state: 'not_found', unit_id: serial, is_check_right: true },
      ...{ kind: null, protocol: null, last_seen_at: null, location: null },
    })
  })

  it('answers a wrong check character with a hint, other text as a wrong field', async () => {
    const serial = await insertWaiting()
    const wrong = `${serial.slice(0, -1)}${serial.endsWith('7') ? '8' : '7'}`
    expect((await find(ana, wrong)).data).toMatchObject({ state: 'not_found', is_check_right: false })
    const refused = await find(ana, 'ABCD')
    expect([refused.status, refused.error?.fields]).toEqual([400, { unitId: 'regex' }])
  })

  it('tells of somebody else’s controller only that it is linked', async () => {
    const serial = await insertWaiting()
    const made = await setUp(ana, serial, ids.ana!)
    // Who only looks at a location has no part in its controllers.
    await shareLocation(server.db, ids.bor!, made.data!.location.id)
    expect((await find(ana, serial)).data).toMatchObject({
      state: 'linked_to_you',
      location: { name: 'Home' },
    })
    expect((await find(bor, serial)).data).toEqual({
      ...{ state: 'linked_to_other', unit_id: serial, is_check_right: true },
      ...{ kind: null, protocol: null, last_seen_at: null, location: null },
    })
  })

  it('is not for people who only look at a location', async () => {
    expect(codeOf(await find(viewer, await insertWaiting()))).toEqual([403, 'not_allowed'])
  })

  it('ends after ten wrong serials an hour; right ones do not count', async () => {
    const serial = await insertWaiting()
    for (let count = 0; count < 10; count++) {
      await find(bor, createSerial(randomBytes(15)))
      if (count === 8) expect((await find(bor, serial)).data!.state).toBe('found')
    }
    const refused = await find(bor, serial)
    expect([...codeOf(refused), refused.error?.retryAfterSeconds]).toEqual([429, 'too_many_attempts', 3600])
    expect(codeOf(await setUp(bor, serial, ids.bor!))).toEqual([429, 'too_many_attempts'])
    expect((await find(ana, serial)).data!.state).toBe('found')
    server.clock.time += 61 * minute
    expect((await find(bor, await insertWaiting())).data!.state).toBe('found')
  }, 30_000)
})

it('counts the wrong serials of a person who acts for others as their own', async () => {
  const guess = (userId: number) => {
    const actor = { userId, impersonatorId: ids.agent! } as Actor
    return guardSerial({ deps: server.deps, actor, request: { ip: '192.0.2.9' } }, () =>
      Promise.reject(new AppError('serial_not_found')),
    ).catch(({ code }: AppError) => code)
  }
  const codes = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(1000 + index)))
  expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(2)
})

describe('setting up a new location', () => {
  it('creates it with its owner and the controller', async () => {
    const serial = await insertWaiting()
    const { data } = await setUp(ana, serial, ids.ana!)
    expect(data!.controller).toMatchObject({ unit_id: serial, kind: 'P1_WIFI', alias: 'Meter' })
    expect(data!.location).toMatchObject({ name: 'Home', owner_id: ids.ana })
    const params = { locationId: data!.location.id }
    const listed = await ana.call('GET /locations/:locationId/controllers', { params })
    expect(listed.data!.controllers.map(({ unit_id }) => unit_id)).toEqual([serial])
  })

  it('lets exactly one of two who claim a serial at once win', async () => {
    const serial = await insertWaiting()
    const answers = await Promise.all([setUp(ana, serial, ids.ana!), setUp(bor, serial, ids.bor!)])
    const lost = answers.filter(({ status }) => status !== 200)
    expect(lost.map(codeOf)).toEqual([[409, 'controller_already_linked']])
    const left = await server.db.row<{ count: number }>(
      sql`select count(*)::int as count from location where not exists (select from controller where location_id = location.id)`,
    )
    expect(left!.count).toBe(0)
  })

  it('does not take a controller from somebody who links it at that moment', async () => {
    const serial = await insertWaiting()
    const place = { companyId: alpha.companyId, locationGroupId: alpha.rootGroupId }
    const locationId = await insertLocation(server.db, { ...place, ownerId: ids.ana! })
    const { late } = await server.db.transaction(async (tx) => {
      const { id } = (await lockLinkable(tx, serial))!
      await saveLink(tx, { id, locationId, userId: ids.ana!, now: server.clock.time })
      const late = setUp(bor, serial, ids.bor!)
      await waitUntilBlocked(tx)
      return { late }
    })
    expect(codeOf(await late)).toEqual([409, 'controller_already_linked'])
    expect((await find(ana, serial)).data).toMatchObject({ location: { id: locationId } })
  })

  it('refuses two different serials, none, and a place that does not exist', async () => {
    const [one, other] = [await insertWaiting(), await insertWaiting()]
    const both = await setUp(ana, one, ids.ana!, { node: { unitId: other } })
    expect(codeOf(both)).toEqual([400, 'controller_data_invalid'])
    expect((await setUp(ana, one, ids.ana!, { node: { unitId: one } })).status).toBe(200)
    expect(codeOf(await setUp(ana, other, ids.ana!, { controller: null }))).toEqual([
      400,
      'controller_data_invalid',
    ])
    const nowhere = await setUp(ana, other, ids.ana!, { location: { ...home, timezone: 'Mars/Base' } })
    expect([...codeOf(nowhere), nowhere.error?.fields]).toEqual([
      ...[400, 'location_data_invalid'],
      { 'location.timezone': 'required' },
    ])
  })

  it('makes people below aggregator its owner, and lets others choose among the people of the company', async () => {
    const serial = await insertWaiting()
    expect(codeOf(await setUp(ana, serial, ids.bor!))).toEqual([404, 'not_found'])
    const own = await insertUser(server.db, 'customer@test.si', 'ROLE_USER_BASIC', { firstName: 'Cene' })
    await server.db.run(sql`update app_user set company_id = ${alpha.companyId} where id = ${own}`)
    const listed = await agent.call('GET /setup/companies/:companyId/available-users', {
      params: { companyId: alpha.companyId },
      query: { search: 'cene' },
    })
    expect(listed.data!.users.map(({ id }) => id)).toEqual([own])
    expect(codeOf(await setUp(agent, serial, ids.bor!))).toEqual([404, 'not_found'])
    expect(codeOf(await setUp(agent, serial, own, { companyId: beta.companyId }))).toEqual([404, 'not_found'])
    const { data } = await setUp(agent, serial, own, { companyId: alpha.companyId })
    expect(data!.location).toMatchObject({ owner_id: own, company_id: alpha.companyId })
  })

  it('offers people below aggregator only themselves, and nobody of a foreign company', async () => {
    const alone = await ana.call('GET /setup/available-users')
    expect(alone.data).toEqual({
      users: [{ id: ids.ana, email: 'ana@test.si', first_name: 'ana', last_name: '' }],
      total: 1,
    })
    const foreign = { params: { companyId: beta.companyId } }
    expect(codeOf(await agent.call('GET /setup/companies/:companyId/available-users', foreign))).toEqual([
      ...[404, 'not_found'],
    ])
  })
})

describe('linking to an existing location', () => {
  it('is for people who may edit it', async () => {
    const serial = await insertWaiting()
    const place = { companyId: alpha.companyId, locationGroupId: alpha.rootGroupId }
    const locationId = await insertLocation(server.db, { ...place, ownerId: ids.ana! })
    await shareLocation(server.db, ids.viewer!, locationId)
    expect(codeOf(await assign(bor, serial, locationId))).toEqual([404, 'not_found'])
    expect(codeOf(await assign(viewer, serial, locationId))).toEqual([403, 'not_allowed'])
    expect(codeOf(await assign(ana, serial, locationId, beta.companyId))).toEqual([404, 'not_found'])
    expect((await assign(ana, serial, locationId)).data!.controller.unit_id).toBe(serial)
    expect(codeOf(await assign(ana, serial, locationId))).toEqual([409, 'controller_linked_by_you'])
    expect(codeOf(await assign(ana, await insertWaiting(61), locationId))).toEqual([404, 'serial_not_found'])
  })

  it('ends at more controllers than anybody needs, which do not bind who runs the company', async () => {
    const place = { companyId: alpha.companyId, locationGroupId: alpha.rootGroupId }
    const locationId = await insertLocation(server.db, { ...place, ownerId: ids.ana! })
    await server.db.run(
      sql`insert into controller (unit_id, kind, location_id)
          select 'full-' || n, 'P1_WIFI', ${locationId} from generate_series(1, ${mostAtLocation}::int) n`,
    )
    const serial = await insertWaiting()
    expect(codeOf(await assign(ana, serial, locationId))).toEqual([409, 'too_many_controllers'])
    expect((await assign(agent, serial, locationId)).status).toBe(200)
  })

  it('creates the devices that the controller has declared already', async () => {
    const serial = await insertWaiting()
    const device = {
      id: 'grid',
      category: 'GRID',
      name: 'Main',
      model: null,
      serial: null,
      metrics: [],
      params: [],
    }
    const inventory = JSON.stringify({ rev: 1, devices: [device] })
    await server.db.run(sql`update controller set inventory = ${inventory}::jsonb where unit_id = ${serial}`)
    const { data } = await setUp(ana, serial, ids.ana!)
    const devices = await ana.call('GET /locations/:locationId/devices', {
      params: { locationId: data!.location.id },
    })
    expect(devices.data!.devices.map(({ name }) => name)).toEqual(['Main'])
  })
})

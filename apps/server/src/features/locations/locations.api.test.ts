import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import {
  insertCompany,
  insertController,
  insertGroup,
  insertLocation,
  insertUser,
} from '../../testing/test-world.ts'

let server: TestServer
let aggregator: TestClient
let owner: TestClient
let company: { companyId: number; rootGroupId: number }
let other: { companyId: number; rootGroupId: number }
let groupId: number
let homeId: number
let deviceIds: number[]

const place = {
  name: 'Hiša',
  countryCode: 'SI',
  region: { code: 'SI', type: 'BIDDING_ZONE' as const },
  timezone: 'Europe/Ljubljana',
}

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  company = await insertCompany(db, 'Sonce')
  other = await insertCompany(db, 'Veter')
  groupId = await insertGroup(db, company.companyId, company.rootGroupId, 'Šmarje')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC', { firstName: 'Maja' })
  const newcomerId = await insertUser(db, 'newcomer@test.si', 'ROLE_USER_BASIC')
  await db.run(sql`update app_user set company_id = ${company.companyId} where id = ${newcomerId}`)
  await insertUser(db, 'viewer@test.si', 'ROLE_USER')
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [company.companyId] })
  homeId = await insertLocation(db, {
    companyId: company.companyId,
    locationGroupId: groupId,
    name: 'Domačija',
    ownerId,
  })
  ;({ deviceIds } = await insertController(db, homeId, [
    { key: 'grid', category: 'GRID', name: 'Števec' },
    { key: 'pv', category: 'SOLAR_POWER_PLANT', name: 'Streha' },
  ]))
  aggregator = server.client()
  owner = server.client()
  await aggregator.signIn('aggregator@test.si')
  await owner.signIn('owner@test.si')
})
afterAll(() => server.stop())

describe('a location', () => {
  test('is returned with the path to it and everything inside', async () => {
    const { data } = await owner.call('GET /locations/:locationId', { params: { locationId: homeId } })
    expect(data.location).toMatchObject({
      id: homeId,
      name: 'Domačija',
      country: { code: 'SI' },
      region: { code: 'SI', type: 'BIDDING_ZONE' },
      timezone: { name: 'Europe/Ljubljana' },
      owner: { email: 'owner@test.si', firstName: 'Maja' },
      company: { id: company.companyId, name: 'Sonce', rootGroup: { id: company.rootGroupId } },
      groups: [
        { id: company.rootGroupId, name: 'Sonce' },
        { id: groupId, name: 'Šmarje' },
      ],
      device_groups: [],
      controllers: [{ kind: 'CONTROLLER', online: false, last_seen_at: null }],
    })
    expect(data.location.devices.map((device) => device.key)).toEqual(['grid', 'pv'])
  })

  test('reports when its controllers were last seen as an instant', async () => {
    const seen = Date.UTC(2026, 4, 1, 10, 0, 0, 250)
    await server.db.run(
      sql`update controller set last_seen_at = ${new Date(seen)} where location_id = ${homeId}`,
    )
    const { data } = await owner.call('GET /locations/:locationId', { params: { locationId: homeId } })
    expect(data.location.controllers[0]?.last_seen_at).toBe(seen)
  })

  test('is changed by the given fields, the rest stays', async () => {
    const params = { locationId: homeId }
    const { data } = await owner.call('PUT /locations/:locationId', {
      params,
      body: { latitude: 46.05, longitude: 14.5 },
    })
    expect(data.location).toMatchObject({ name: 'Domačija', latitude: 46.05, longitude: 14.5 })
    const cleared = await owner.call('PUT /locations/:locationId', { params, body: { latitude: null } })
    expect(cleared.data.location).toMatchObject({ latitude: null, longitude: 14.5 })
  })

  test.each([
    ['a time zone that is none', { timezone: 'Mars/Olympus' }, { timezone: 'required' }],
    [
      'a region of another country',
      { region: { code: 'AT', type: 'BIDDING_ZONE' as const } },
      { region: 'required' },
    ],
    ['a country that is none', { countryCode: 'QQ', region: null }, { countryCode: 'required' }],
    ['an empty name', { name: '  ' }, { name: 'required' }],
    ['a latitude beyond the pole', { latitude: 91 }, { latitude: 'max_value' }],
  ])('refuses %s', async (_, body, fields) => {
    const answer = await owner.call('PUT /locations/:locationId', { params: { locationId: homeId }, body })
    expect(answer.error).toEqual({ code: 'invalid_request', fields })
  })
})

describe('a new location', () => {
  test('of a household belongs to its company and is its own at once', async () => {
    const newcomer = server.client()
    await newcomer.signIn('newcomer@test.si')
    expect((await newcomer.call('GET /menu')).data.structure).toEqual([])
    const { data } = await newcomer.call('POST /locations', { body: place })
    expect(data.location).toMatchObject({
      name: 'Hiša',
      owner: { email: 'newcomer@test.si' },
      company: { id: company.companyId },
    })
    const { user } = (await newcomer.call('GET /auth/user')).data
    expect(user.permissions.locations).toEqual([
      { id: data.location.id, view: true, edit: true, control: true, manageUsers: true },
    ])
    expect((await newcomer.call('GET /menu')).data.structure).toMatchObject([
      { type: 'location', href: `/locations/${data.location.id}` },
    ])
  })

  test("of somebody without a company belongs to the platform's neutral place, which no company sees", async () => {
    const boss = server.client()
    await insertUser(server.db, 'boss@test.si', 'ROLE_SUPER_ADMIN')
    await boss.signIn('boss@test.si')
    const homes: { company: number; location: number; person: string }[] = []
    for (const person of ['second@test.si', 'third@test.si']) {
      await insertUser(server.db, person, 'ROLE_USER_BASIC')
      const client = server.client()
      await client.signIn(person)
      const { location } = (await client.call('POST /locations', { body: place })).data
      homes.push({ company: location.company.id, location: location.id, person })
    }
    const [home] = homes as [(typeof homes)[number]]
    expect(new Set(homes.map((one) => one.company)).size).toBe(1)
    const { companies } = (await boss.call('GET /companies')).data
    expect(companies.filter(({ isPlatform }) => isPlatform).map(({ id }) => id)).toEqual([home.company])
    const asked = await aggregator.call('GET /locations/:locationId', {
      params: { locationId: home.location },
    })
    expect(asked.error?.code).toBe('not_found')
    const { users } = (await aggregator.call('GET /users')).data
    expect(users.map(({ email }) => email)).not.toContain(home.person)
    // Nobody runs it but super admins, and no account belongs to it.
    const { user } = (await owner.call('GET /auth/user')).data
    const role = await boss.call('PUT /users/:userId/role', {
      params: { userId: user.id },
      body: { role: 'ROLE_AGGREGATOR', companyIds: [home.company] },
    })
    expect(role.error?.fields).toEqual({ companyIds: 'required' })
    const moved = await boss.call('PUT /users/:userId/company', {
      params: { userId: user.id },
      body: { companyId: home.company },
    })
    expect(moved.error?.code).toBe('not_found')
  })

  test('belongs to the company somebody registered with, wherever a home was handed over to them', async () => {
    const { db } = server
    const chosen = await insertCompany(db, 'Chosen Sun')
    const mover = await insertUser(db, 'mover@test.si', 'ROLE_USER_BASIC')
    await db.run(sql`update app_user set company_id = ${chosen.companyId} where id = ${mover}`)
    await insertLocation(db, { ...other, locationGroupId: other.rootGroupId, ownerId: mover })
    const client = server.client()
    await client.signIn('mover@test.si')
    const { location } = (await client.call('POST /locations', { body: place })).data
    expect(location.company.id).toBe(chosen.companyId)
  })

  test('belongs to the platform again for somebody with a home there who was given one by a company', async () => {
    const { db } = server
    const given = await insertUser(db, 'given@test.si', 'ROLE_USER_BASIC')
    const client = server.client()
    await client.signIn('given@test.si')
    const first = (await client.call('POST /locations', { body: place })).data.location
    await insertLocation(db, { ...other, locationGroupId: other.rootGroupId, ownerId: given })
    const { location } = (await client.call('POST /locations', { body: place })).data
    expect(location.company.id).toBe(first.company.id)
  })

  test('cannot be created endlessly by a household', async () => {
    await insertUser(server.db, 'builder@test.si', 'ROLE_USER_BASIC')
    const builder = server.client()
    await builder.signIn('builder@test.si')
    for (let made = 0; made < 50; made++)
      expect((await builder.call('POST /locations', { body: place })).error).toBeNull()
    const refused = await builder.call('POST /locations', { body: place })
    expect(refused.error).toMatchObject({ code: 'too_many_attempts', retryAfterSeconds: 60 })
    for (let made = 0; made < 51; made++)
      expect((await aggregator.call('POST /locations', { body: place })).error).toBeNull()
  })

  test('of an aggregator is placed in the named group and has no owner yet', async () => {
    const { data } = await aggregator.call('POST /locations', {
      body: { ...place, locationGroupId: groupId },
    })
    expect(data.location).toMatchObject({
      owner: null,
      location_group_id: groupId,
      company: { id: company.companyId },
    })
  })

  test('is never placed in a foreign company or group', async () => {
    for (const where of [
      { companyId: other.companyId },
      { locationGroupId: other.rootGroupId },
      { companyId: 999_999 },
    ]) {
      expect((await aggregator.call('POST /locations', { body: { ...place, ...where } })).error?.code).toBe(
        'not_found',
      )
    }
    expect(
      (await owner.call('POST /locations', { body: { ...place, companyId: other.companyId } })).error?.code,
    ).toBe('not_found')
  })

  test('is not available to an invited viewer', async () => {
    const viewer = server.client()
    await viewer.signIn('viewer@test.si')
    expect((await viewer.call('POST /locations', { body: place })).error?.code).toBe('not_allowed')
  })
})

describe('device groups', () => {
  test('contain devices of their location', async () => {
    const params = { locationId: homeId }
    const [grid, pv] = deviceIds as [number, number]
    const created = await owner.call('POST /locations/:locationId/device-groups', {
      params,
      body: { name: 'Sonce', deviceIds: [pv] },
    })
    const { id: deviceGroupId } = created.data.deviceGroup
    expect(created.data.deviceGroup.deviceIds).toEqual([pv])
    const changed = await owner.call('PUT /locations/:locationId/device-groups/:deviceGroupId', {
      params: { ...params, deviceGroupId },
      body: { name: 'Omrežje', deviceIds: [grid] },
    })
    expect(changed.data.deviceGroup).toEqual({ id: deviceGroupId, name: 'Omrežje', deviceIds: [grid] })

    const menu = await owner.call('GET /menu/locations/:locationId', {
      params,
      query: { level: 0, prefix: '' },
    })
    expect(menu.data.structure.map(({ title, type, href, level }) => ({ title, type, href, level }))).toEqual(
      [
        {
          title: 'Omrežje',
          type: 'device-group',
          href: `/locations/${homeId}/device-groups/${deviceGroupId}`,
          level: 1,
        },
        {
          title: 'Streha',
          type: 'device',
          href: `/locations/${homeId}/device-groups/0/devices/${pv}`,
          level: 1,
        },
      ],
    )
    expect(menu.data.structure[0]?.children).toMatchObject([
      { title: 'Števec', level: 2, category: { value: 'GRID' } },
    ])

    const remove = () =>
      owner.call('DELETE /locations/:locationId/device-groups/:deviceGroupId', {
        params: { ...params, deviceGroupId },
      })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
  })

  test('refuse a device of another location and stay unchanged', async () => {
    const elsewhere = await insertLocation(server.db, {
      companyId: company.companyId,
      locationGroupId: groupId,
    })
    const foreign = await insertController(server.db, elsewhere, [{ key: 'grid', category: 'GRID' }])
    const body = { name: 'X', deviceIds: [deviceIds[0]!, foreign.deviceIds[0]!] }
    const answer = await owner.call('POST /locations/:locationId/device-groups', {
      params: { locationId: homeId },
      body,
    })
    expect(answer.error?.code).toBe('not_found')
    const { data } = await owner.call('GET /locations/:locationId', { params: { locationId: homeId } })
    expect(data.location.device_groups).toEqual([])
  })
})

describe('countries', () => {
  test('the offered ones have time zones and regions to choose from', async () => {
    const { countries } = (await owner.call('GET /countries', { query: { visible: 'true' } })).data
    expect(countries.map((country) => country.code)).toContain('SI')
    expect((await owner.call('GET /countries')).data.countries.length).toBeGreaterThan(countries.length)
    expect((await owner.call('GET /timezones', { query: { countryCode: 'si' } })).data.timezones).toEqual([
      { name: 'Europe/Ljubljana' },
    ])
    const { entries } = (
      await owner.call('GET /pricing/spot-market/regions', { query: { countryCode: 'LU' } })
    ).data
    expect(entries).toEqual([
      {
        ...{ code: 'DE-LU', type: 'BIDDING_ZONE', name: 'Germany and Luxembourg' },
        ...{ countryCode: 'LU', has_prices: true },
      },
    ])
  })
})

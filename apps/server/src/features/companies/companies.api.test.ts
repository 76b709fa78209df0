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
  shareLocation,
} from '../../testing/test-world.ts'

let server: TestServer
let admin: TestClient
let aggregator: TestClient
let basic: TestClient
let sun: { companyId: number; rootGroupId: number }
let wind: { companyId: number; rootGroupId: number }
let sloveniaId: number

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  sun = await insertCompany(db, 'Žarek')
  wind = await insertCompany(db, 'Čisti veter')
  await insertUser(db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [sun.companyId] })
  const basicId = await insertUser(db, 'basic@test.si', 'ROLE_USER_BASIC')
  const mine = await insertLocation(db, { companyId: wind.companyId, locationGroupId: wind.rootGroupId })
  const others = await insertLocation(db, { companyId: wind.companyId, locationGroupId: wind.rootGroupId })
  await shareLocation(db, basicId, mine)
  await insertController(db, mine)
  await insertController(db, others)
  sloveniaId = (await db.row<{ id: number }>(sql`select id from country where code = 'SI'`))!.id
  admin = server.client()
  aggregator = server.client()
  basic = server.client()
  await admin.signIn('admin@test.si')
  await aggregator.signIn('aggregator@test.si')
  await basic.signIn('basic@test.si')
})
afterAll(() => server.stop())

describe('companies', () => {
  test("are listed as far as visible, sorted in the reader's language, with visible controllers counted", async () => {
    const names = async (client: TestClient, language: string) =>
      (await client.call('GET /companies', { headers: { 'accept-language': language } })).data.companies.map(
        ({ name, assignedControllersCount }) => [name, assignedControllersCount],
      )
    expect(await names(admin, 'sl')).toEqual([
      ['Čisti veter', 2],
      ['Žarek', 0],
    ])
    expect(await names(aggregator, 'sl')).toEqual([['Žarek', 0]])
    expect(await names(basic, 'sl')).toEqual([['Čisti veter', 1]])
  })

  test('are created with a root group of their own', async () => {
    const body = { name: ' Voda ', countryId: sloveniaId, contactEmail: 'Info@Voda.si', contactPhone: '' }
    const { data } = await admin.call('POST /companies', { body })
    expect(data.company).toMatchObject({ name: 'Voda', assignedControllersCount: 0 })
    const detail = await admin.call('GET /companies/:companyId', { params: { companyId: data.company.id } })
    expect(detail.data.company).toEqual({
      ...data.company,
      country: { id: sloveniaId, code: 'SI', name: 'Slovenia' },
      contactEmail: 'Info@Voda.si',
      contactPhone: null,
    })
    const group = await admin.call('GET /location-groups/:locationGroupId', {
      params: { locationGroupId: data.company.rootGroup.id },
    })
    expect(group.data.locationGroup).toMatchObject({
      name: 'Voda',
      groups: [],
      locations: [],
      path: [{ name: 'Voda' }],
    })
  })

  test('are created by a super admin only', async () => {
    const body = { name: 'X', countryId: sloveniaId }
    for (const client of [aggregator, basic]) {
      expect((await client.call('POST /companies', { body })).error?.code).toBe('not_allowed')
    }
  })

  test('name the wrong fields by the rules of the form', async () => {
    const wrong = async (body: object) =>
      (await admin.call('POST /companies', { body: body as never })).error?.fields
    expect(await wrong({ name: ' ', contactEmail: 'x' })).toEqual({
      name: 'required',
      countryId: 'required',
      contactEmail: 'email',
    })
    expect(await wrong({ name: 'Voda', countryId: 999_999 })).toEqual({ countryId: 'required' })
  })

  test('show their contacts to those who run them', async () => {
    await server.db.run(sql`update company set contact_email = 'boss@veter.si' where id = ${wind.companyId}`)
    const read = async (client: TestClient) =>
      (await client.call('GET /companies/:companyId', { params: { companyId: wind.companyId } })).data.company
        .contactEmail
    expect(await read(admin)).toBe('boss@veter.si')
    expect(await read(basic)).toBe(null)
  })
})

describe('location groups', () => {
  test('are created below another, renamed, and deleted only while empty', async () => {
    const params = { companyId: sun.companyId }
    const street = (
      await aggregator.call('POST /companies/:companyId/location-groups', { params, body: { name: 'Ulica' } })
    ).data.locationGroup
    const house = (
      await aggregator.call('POST /companies/:companyId/location-groups', {
        params,
        body: { name: 'Blok', parentId: street.id },
      })
    ).data.locationGroup
    const { data } = await aggregator.call('GET /location-groups/:locationGroupId', {
      params: { locationGroupId: house.id },
    })
    expect(data.locationGroup.path.map((group) => group.name)).toEqual(['Žarek', 'Ulica', 'Blok'])

    const remove = (locationGroupId: number) =>
      aggregator.call('DELETE /location-groups/:locationGroupId', { params: { locationGroupId } })
    expect((await remove(street.id)).error?.code).toBe('group_not_empty')
    expect((await remove(house.id)).status).toBe(204)
    await insertLocation(server.db, { companyId: sun.companyId, locationGroupId: street.id })
    expect((await remove(street.id)).error?.code).toBe('group_not_empty')
    expect((await remove(sun.rootGroupId)).error?.code).toBe('conflict')
    const renamed = await aggregator.call('PUT /location-groups/:locationGroupId', {
      params: { locationGroupId: street.id },
      body: { name: 'Cesta' },
    })
    expect(renamed.data.locationGroup.name).toBe('Cesta')
  })

  test('are not created below a group of another company', async () => {
    const answer = await aggregator.call('POST /companies/:companyId/location-groups', {
      params: { companyId: sun.companyId },
      body: { name: 'X', parentId: wind.rootGroupId },
    })
    expect(answer.error?.code).toBe('not_found')
  })

  test('show people with single locations only the way to those', async () => {
    const inside = await insertGroup(server.db, wind.companyId, wind.rootGroupId, 'Skrita')
    await insertLocation(server.db, { companyId: wind.companyId, locationGroupId: inside })
    const params = { locationGroupId: wind.rootGroupId }
    const seen = (await basic.call('GET /location-groups/:locationGroupId', { params })).data.locationGroup
    expect(seen.groups).toEqual([])
    expect(seen.locations).toHaveLength(1)
    expect(
      (await basic.call('GET /location-groups/:locationGroupId', { params: { locationGroupId: inside } }))
        .status,
    ).toBe(404)
    expect(
      (await admin.call('GET /location-groups/:locationGroupId', { params })).data.locationGroup.groups,
    ).toHaveLength(1)
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertController, insertLocation, insertUser } from '../../testing/test-world.ts'

let server: TestServer
let sunId: number
let windId: number
let homeId: number
const clients: Record<string, TestClient> = {}

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const sun = await insertCompany(db, 'Sun')
  sunId = sun.companyId
  windId = (await insertCompany(db, 'Wind')).companyId
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  await insertUser(db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  await insertUser(db, 'wind@test.si', 'ROLE_AGGREGATOR', { companyIds: [windId] })
  homeId = await insertLocation(db, { companyId: sunId, locationGroupId: sun.rootGroupId, ownerId })
  for (const name of ['owner', 'admin', 'wind']) {
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
})
afterAll(() => server.stop())

test('companies are listed with the names that their reader may know', async () => {
  const userId = await insertUser(server.db, 'hired@test.si', 'ROLE_USER_BASIC')
  // Somebody of Sun is moved to Wind, which can read about it.
  for (const companyId of [sunId, windId]) {
    const moved = await clients.admin!.call('PUT /users/:userId/company', {
      params: { userId },
      body: { companyId },
    })
    expect(moved.error).toBeNull()
  }
  const namesFor = async (client: string) => {
    const query = { action: 'user_company_changed' as const, userId }
    const { entries, names } = (await clients[client]!.call('GET /audit-log', { query })).data
    expect(entries[0]).toMatchObject({ before: { companyId: sunId }, after: { companyId: windId } })
    return names.companyId
  }
  expect(await namesFor('admin')).toEqual({ [sunId]: 'Sun', [windId]: 'Wind' })
  expect(await namesFor('wind')).toEqual({ [windId]: 'Wind' })
})

test('the owner of a location reads the names of its devices', async () => {
  const { deviceIds } = await insertController(server.db, homeId, [
    { key: 'pv', category: 'OTHER', name: 'Roof' },
  ])
  const params = { locationId: homeId }
  const body = { name: 'Sources', deviceIds }
  expect(
    (await clients.owner!.call('POST /locations/:locationId/device-groups', { params, body })).error,
  ).toBeNull()
  const { data } = await clients.owner!.call('GET /locations/:locationId/audit-log', {
    params,
    query: { action: 'device_group_created' },
  })
  expect(data.names).toEqual({ deviceIds: { [deviceIds[0]!]: 'Roof' } })
})

test('a country is given by its code, and deleted things only by their number', async () => {
  const country = (await server.db.row<{ id: number }>(sql`select id from country where code = 'SI'`))!
  const created = await clients.admin!.call('POST /companies', {
    body: { name: 'Rain', countryId: country.id },
  })
  const { names } = (
    await clients.admin!.call('GET /audit-log', {
      query: { action: 'company_created', companyId: created.data.company.id },
    })
  ).data
  expect(names).toEqual({ countryId: { [country.id]: 'SI' } })
})

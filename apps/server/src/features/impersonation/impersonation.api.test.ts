import { allEndpoints } from '@ohmstead/contract/all-endpoints'
import type { Endpoint } from '@ohmstead/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'

let server: TestServer
let adminId: number
let otherAdminId: number
let ownerId: number
let aggregatorId: number
let homeId: number

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Sun')
  adminId = await insertUser(db, 'admin@test.si', 'ROLE_SUPER_ADMIN', { firstName: 'Super' })
  otherAdminId = await insertUser(db, 'other@test.si', 'ROLE_SUPER_ADMIN')
  ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC', { firstName: 'Olga' })
  aggregatorId = await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  homeId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
})
afterAll(() => server.stop())

async function signedIn(email: string): Promise<TestClient> {
  const client = server.client()
  await client.signIn(email)
  return client
}
const start = (client: TestClient, userId: number) =>
  client.call('POST /auth/impersonate', { body: { userId } })
const stop = (client: TestClient) => client.call('POST /auth/unimpersonate')

test('a super admin continues as somebody else and back, each time under a new token', async () => {
  const client = await signedIn('admin@test.si')
  const tokens = [client.cookie]
  const { user } = (await start(client, ownerId)).data
  expect(user).toMatchObject({
    id: ownerId,
    role: 'ROLE_USER_BASIC',
    impersonator: { id: adminId, first_name: 'Super' },
  })
  tokens.push(client.cookie)
  expect((await client.call('GET /auth/user')).data.user.impersonator).toEqual({
    id: adminId,
    first_name: 'Super',
  })
  expect((await client.call('GET /users')).error?.code).toBe('not_allowed')
  const menu = (await client.call('GET /menu')).data.structure
  expect(JSON.stringify(menu)).toContain('Home')

  expect((await stop(client)).data.user).toMatchObject({ id: adminId, impersonator: null })
  tokens.push(client.cookie)
  expect(new Set(tokens).size).toBe(3)
  for (const cookie of tokens.slice(0, 2)) {
    const old = await server.client().call('GET /auth/user', { headers: { cookie } })
    expect(old.status).toBe(401)
  }
  expect((await stop(client)).error?.code).toBe('not_impersonating')
})

test('a super admin, oneself, an unknown or a disabled user cannot be impersonated', async () => {
  const client = await signedIn('admin@test.si')
  expect((await start(client, otherAdminId)).error?.code).toBe('not_allowed')
  expect((await start(client, adminId)).error?.code).toBe('not_allowed')
  expect((await start(client, 999_999)).error?.code).toBe('not_found')
  const lockedId = await insertUser(server.db, 'locked@test.si', 'ROLE_USER')
  await server.db.run(sql`update app_user set disabled_at = now() where id = ${lockedId}`)
  expect((await start(client, lockedId)).error?.code).toBe('not_allowed')
  const aggregator = await signedIn('aggregator@test.si')
  expect((await start(aggregator, ownerId)).error?.code).toBe('not_allowed')
})

test('switching from one person to the next is refused', async () => {
  const client = await signedIn('admin@test.si')
  await start(client, ownerId)
  expect((await start(client, aggregatorId)).error?.code).toBe('not_allowed')
})

test('actions meanwhile are audited with both names', async () => {
  const client = await signedIn('admin@test.si')
  await start(client, ownerId)
  await client.call('PUT /locations/:locationId', {
    params: { locationId: homeId },
    body: { name: 'Renamed' },
  })
  await stop(client)
  const { entries } = (await client.call('GET /audit-log')).data
  expect(entries.slice(0, 3).map((entry) => [entry.action, entry.actor?.id, entry.impersonator?.id])).toEqual(
    [
      ['impersonation_stopped', ownerId, adminId],
      ['location_changed', ownerId, adminId],
      ['impersonation_started', adminId, undefined],
    ],
  )
  expect(entries[1]).toMatchObject({ before: { name: 'Home' }, after: { name: 'Renamed' } })
})

test('what only the person may do is refused', async () => {
  const client = await signedIn('admin@test.si')
  await start(client, ownerId)
  const endpoints: Endpoint[] = allEndpoints.filter((endpoint: Endpoint) => endpoint.inPerson)
  expect(endpoints.length).toBeGreaterThan(10)
  for (const { method, path } of endpoints) {
    const response = await client.request(method, path.replace(/:\w+/g, '1'), {
      ...(method !== 'GET' && { body: {} }),
    })
    expect(await response.json(), path).toEqual({ error: { code: 'not_in_person' } })
  }
})

test('signing out ends both', async () => {
  const client = await signedIn('admin@test.si')
  await start(client, ownerId)
  const cookie = client.cookie
  await client.call('POST /auth/logout')
  expect((await server.client().call('GET /auth/user', { headers: { cookie } })).status).toBe(401)
})

test('it ends at once when its role is removed, or when the other person gets it', async () => {
  const first = await signedIn('other@test.si')
  await start(first, ownerId)
  await server.db.run(sql`update user_role set role = 'ROLE_AGGREGATOR' where user_id = ${otherAdminId}`)
  expect((await first.call('GET /auth/user')).status).toBe(401)
  const second = await signedIn('admin@test.si')
  await start(second, ownerId)
  await server.db.run(sql`update user_role set role = 'ROLE_SUPER_ADMIN' where user_id = ${ownerId}`)
  expect((await second.call('GET /auth/user')).status).toBe(401)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { findTablesWith } from '../../testing/find-tables-with.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertUser } from '../../testing/test-world.ts'
import { deleteDueAccounts } from './delete-accounts.ts'

const dayMs = 86_400_000
const person = 'erika.mustermann@test.si'
const address = '198.51.100.77'
const headers = { 'x-forwarded-for': address }
let server: TestServer

beforeAll(async () => {
  server = await startTestServer({ settings: { trustProxy: 1 } })
})
afterAll(() => server.stop())

test('after the due date nothing reveals who somebody was, where they lived or where they connected from', async () => {
  const { db } = server
  await insertCompany(db, 'Sun')
  const userId = await insertUser(db, person, 'ROLE_USER_BASIC', { firstName: 'Erika' })
  await insertUser(db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  const admin = server.client()
  const client = server.client()
  await client.call('POST /auth/login', { body: { email: person, password: 'wrong one' }, headers })
  await client.signIn(person)
  await client.call('PUT /auth/user', { body: { first_name: 'Erika', last_name: 'Mustermann' }, headers })
  const home = { name: 'Prešernova 7, Kranj', countryCode: 'SI', timezone: 'Europe/Ljubljana' }
  const created = await client.call('POST /locations', {
    body: { ...home, kind: 'Erikina vikendica', latitude: 46.238712, longitude: 14.355641 },
    headers,
  })
  const { id: locationId } = created.data.location
  const params = { locationId }
  await client.call('PUT /locations/:locationId', { params, body: { name: 'Erika Mustermann doma' } })
  await client.call('POST /controllers', {
    body: { kind: 'CONTROLLER', locationId, alias: 'Erikina omarica' },
  })
  await client.call('POST /locations/:locationId/device-groups', { params, body: { name: 'Erikina streha' } })
  const { id: deviceId } = (await db.row<{ id: number }>(sql`
    insert into abstract_device (user_id, eimm, source, created_at) values (${userId}, '3-7654321', 'csv', now())
    returning id`))!
  await client.call('DELETE /abstract-devices/:deviceId', { params: { deviceId }, headers })

  const secrets = [person, 'Erik', 'Mustermann', 'Prešernova', '46.238712', '14.355641', '7654321', address]
  for (const secret of secrets) expect(await findTablesWith(db, secret), secret).not.toEqual([])

  await client.call('POST /auth/user/deletion', { body: { email: person }, headers })
  server.clock.time += 30 * dayMs
  await deleteDueAccounts(server.deps)
  // Attempts are counted per network for a day, whoever made them.
  for (const secret of secrets)
    expect(await findTablesWith(db, secret), secret).toEqual(secret === address ? ['throttle'] : [])
  const left = await db.rows<{ action: string }>(
    sql`select distinct action from audit_log where user_id = ${userId} or actor_id = ${userId}`,
  )
  expect(left.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['sign_in', 'location_created', 'location_changed', 'account_deleted']),
  )
  await admin.signIn('admin@test.si')
  const { entries } = (await admin.call('GET /audit-log', { query: { userId } })).data
  expect(entries.find(({ action }) => action === 'location_created')).toMatchObject({
    actor: { id: userId, name: null, email: null },
    location: { id: locationId, name: null },
    address: null,
    after: null,
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { deleteUnconfirmedAccounts } from './delete-accounts.ts'

const dayMs = 86_400_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function register(email: string): Promise<void> {
  await server.db.run(sql`delete from throttle`)
  await server.client().call('POST /auth/register', {
    body: {
      email,
      first_name: 'Nika',
      last_name: 'Kos',
      terms: true,
      privacy: true,
      locale: 'en',
    },
  })
  await server.deps.background.settled()
}
async function left(): Promise<string[]> {
  await deleteUnconfirmedAccounts(server.deps)
  const rows = await server.db.rows<{ email: string }>(sql`select email from app_user order by email`)
  return rows.map(({ email }) => email)
}

test('an unconfirmed account is deleted after 30 days, with its mails', async () => {
  const start = server.clock.time
  await register('forgets@test.si')
  await register('again@test.si')
  await register('linked@test.si')
  await register('owner@test.si')
  await insertUser(server.db, 'confirmed@test.si', 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Sun')
  const owner = await server.db.row<{ id: number }>(
    sql`select id from app_user where email = 'owner@test.si'`,
  )
  await insertLocation(server.db, { companyId, locationGroupId: rootGroupId, ownerId: owner!.id })

  server.clock.time = start + 20 * dayMs
  // Registering again restarts the period.
  await register('again@test.si')
  server.clock.time = start + 30 * dayMs
  expect(await left()).toContain('forgets@test.si')
  await server.client().call('POST /auth/resend-verification', { body: { email: 'linked@test.si' } })
  await server.deps.background.settled()

  server.clock.time = start + 30 * dayMs + 1
  expect(await left()).toEqual(['again@test.si', 'confirmed@test.si', 'linked@test.si', 'owner@test.si'])
  const mails = await server.db.rows<{ recipient: string }>(
    sql`select recipient from mail where recipient = 'forgets@test.si'`,
  )
  expect(mails).toEqual([])
  expect(
    await server.db.row(sql`select actor_id, before from audit_log where action = 'account_deleted'`),
  ).toEqual({ actor_id: null, before: { confirmed: false } })

  server.clock.time = start + 60 * dayMs
  expect(await left()).toEqual(['confirmed@test.si', 'owner@test.si'])
  // The address is free again.
  await register('forgets@test.si')
  expect(await left()).toContain('forgets@test.si')
})

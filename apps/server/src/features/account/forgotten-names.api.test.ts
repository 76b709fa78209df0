import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawSql, sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { deleteDueAccounts } from './delete-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('an account that is deleted leaves no name and no address in the audit log, which tells of both before', async () => {
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Sun')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  const locationId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  const guestId = await insertUser(db, 'guest@test.si', 'ROLE_USER_BASIC', { firstName: 'Gabrijela' })
  const [owner, guest] = [server.client(), server.client()]
  await owner.signIn('owner@test.si')
  await guest.signIn('guest@test.si')

  const body = { email: 'guest@test.si' }
  const invited = await owner.call('POST /locations/:locationId/invitations', {
    params: { locationId },
    body,
  })
  const params = { locationId, invitationId: invited.data.invitation.id }
  await owner.call('POST /locations/:locationId/invitations/:invitationId/resend', { params })
  await owner.call('DELETE /locations/:locationId/invitations/:invitationId', { params })
  await guest.call('PUT /auth/user', { body: { first_name: 'Gaja', last_name: 'Gost' } })

  const told = async () => {
    const { data } = await owner.call('GET /locations/:locationId/audit-log', { params: { locationId } })
    return data.entries.map(({ action, before, after }) => [action, (before ?? after)?.email])
  }
  expect(await told()).toEqual([
    ['invitation_revoked', 'guest@test.si'],
    ['invitation_resent', 'guest@test.si'],
    ['invitation_created', 'guest@test.si'],
  ])
  const kept = async () =>
    JSON.stringify([
      await db.rows(sql`select before, after from audit_log`),
      await db.rows(sql`select before, after from audit_fact`),
    ])
  expect(await kept()).toContain('Gabrijela')
  // Nobody can empty the log of somebody who is still there.
  for (const table of ['audit_log', 'audit_fact'])
    await expect(db.run(sql`update ${rawSql(table)} set before = null, after = null`)).rejects.toThrow(
      'append-only',
    )
  await expect(db.run(sql`delete from audit_fact`)).rejects.toThrow('append-only')
  await expect(db.run(sql`delete from audit_address`)).rejects.toThrow('append-only')

  await guest.call('POST /auth/user/deletion', { body: { email: 'guest@test.si' } })
  server.clock.time += 30 * 86_400_000
  await deleteDueAccounts(server.deps)
  expect(await kept()).not.toMatch(/guest@test\.si|Gabrijela|Gaja|Gost/)
  await owner.signIn('owner@test.si')
  expect((await told()).map(([action, email]) => [action, email])).toEqual([
    ['invitation_revoked', null],
    ['invitation_resent', null],
    ['invitation_created', null],
  ])
  for (const change of [
    sql`update audit_log set action = 'x' where user_id = ${guestId}`,
    sql`update audit_log set actor_id = 1 where user_id = ${guestId}`,
    sql`delete from audit_log where user_id = ${guestId}`,
  ])
    await expect(db.run(change)).rejects.toThrow('append-only')
})

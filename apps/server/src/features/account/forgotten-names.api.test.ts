import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawSql, sql } from '../../platform/db/sql.ts'
import { findTablesWith } from '../../testing/find-tables-with.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { testPassword } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'
import { deleteDueAccounts } from './delete-accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('a deleted account leaves no name and no address in the audit log, which had both before', async () => {
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
  // Nobody can erase the log of an existing person.
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

test('neither mails to others nor a removed controller nor counted attempts name a deleted person', async () => {
  const { db, deps } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Moon')
  const ownerId = await insertUser(db, 'erika@test.si', 'ROLE_USER_BASIC', { firstName: 'Erika' })
  const friendId = await insertUser(db, 'friend@test.si', 'ROLE_USER_BASIC')
  const place = { companyId, locationGroupId: rootGroupId, ownerId }
  const shared = await insertLocation(db, { ...place, name: 'Vila' })
  const own = await insertLocation(db, { ...place, name: 'Erikino gnezdo' })
  for (const locationId of [shared, own]) await shareLocation(db, friendId, locationId)
  const [erika, stranger] = [server.client(), server.client()]
  await erika.signIn('erika@test.si')

  for (const locationId of [shared, own])
    await erika.call('POST /locations/:locationId/invitations', {
      params: { locationId },
      body: { email: 'invited@test.si' },
    })
  await erika.call('DELETE /locations/:locationId/users/:userId', {
    params: { locationId: own, userId: friendId },
  })
  const issued = await erika.call('POST /controllers', {
    body: { kind: 'CONTROLLER', locationId: own, alias: 'Erikina omarica' },
  })
  await erika.call('DELETE /locations/:locationId/controllers/:controllerId', {
    params: { locationId: own, controllerId: issued.data.id },
  })

  // One address that they move to, and one that they never confirm.
  const requestAddress = async (email: string) => {
    await erika.call('POST /auth/user/email', { body: { email, password: testPassword } })
    await deps.background.settled()
    const mail = await db.row<{ body_text: string }>(
      sql`select body_text from mail where recipient = ${email} and kind = 'change_email'`,
    )
    return /#token=([\w-]+)/.exec(mail!.body_text)![1]!
  }
  const token = await requestAddress('erika@moved.si')
  expect((await erika.call('POST /auth/confirm-email', { body: { token } })).status).toBe(204)
  await requestAddress('erika@wanted.si')
  const mails = await db.rows<{ kind: string }>(
    sql`select kind from mail where body_text like '%Erik%' and recipient <> 'erika@moved.si' order by id`,
  )
  expect(mails.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['invitation', 'location_access_removed', 'email_changed', 'change_email']),
  )

  await erika.call('POST /auth/user/deletion', { body: { email: 'erika@moved.si' } })
  server.clock.time += 30 * 86_400_000
  for (const email of ['erika@test.si', 'erika@moved.si', 'erika@wanted.si', 'friend@test.si'])
    await stranger.call('POST /auth/login', { body: { email, password: 'wrong one' } })
  expect(await findTablesWith(db, 'erik')).toEqual(expect.arrayContaining(['app_user', 'mail', 'throttle']))
  await deleteDueAccounts(deps)
  expect(await findTablesWith(db, 'erik')).toEqual([])
  // Entries about others stay.
  expect(
    await db.rows(sql`select name, owner_id from location where id = any(${[shared, own]}::int[])`),
  ).toEqual([{ name: 'Vila', owner_id: null }])
  expect(await findTablesWith(db, 'friend@test.si')).toEqual(['app_user', 'throttle'])
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'

let server: TestServer
let homeId: number
let owner: TestClient
let guests = 0

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Sun')
  const ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC', { firstName: '<b>Olga</b>' })
  homeId = await insertLocation(db, {
    companyId,
    locationGroupId: rootGroupId,
    ownerId,
    name: '<script>alert(1)</script>',
  })
  owner = server.client()
  await owner.signIn('owner@test.si')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.db.run(sql`delete from throttle`)
})

const dayMs = 86_400_000
const invite = (email: string, permissions?: object, client = owner) =>
  client.call('POST /locations/:locationId/invitations', {
    params: { locationId: homeId },
    body: { email, ...(permissions && { permissions }) } as { email: string },
  })
const listed = async () =>
  (await owner.call('GET /locations/:locationId/invitations', { params: { locationId: homeId } })).data
    .invitations
const confirm = (client: TestClient, id: number, action = 'LOCATION_INVITE') =>
  client.call('POST /security/validate-confirmation', { body: { id, action } })

/** The newest mail to an address, and the number in its link. */
async function readMail(email: string) {
  const mail = await server.db.row<{ body_text: string; body_html: string; subject: string; kind: string }>(
    sql`select * from mail where recipient = ${email} order by id desc limit 1`,
  )
  return { ...mail!, number: Number(/confirmationId=(\d+)/.exec(mail!.body_text)?.[1]) }
}

async function newPerson(): Promise<{ email: string; client: TestClient; id: number }> {
  const email = `guest${++guests}@test.si`
  const id = await insertUser(server.db, email, 'ROLE_USER')
  const client = server.client()
  await client.signIn(email)
  return { email, client, id }
}

describe('an invitation', () => {
  test('is mailed with a link, and gives access once to the user signed in with that address', async () => {
    const { email, client, id } = await newPerson()
    const { invitation } = (await invite(` ${email.toUpperCase()} `, { control: true })).data
    expect(invitation).toMatchObject({
      email,
      status: 'pending',
      invited_user: null,
      invited_by: { first_name: '<b>Olga</b>' },
      permissions: { view: true, edit: false, control: true, manageUsers: false },
      confirmed_at: null,
      expires_at: server.clock.time + 7 * dayMs,
    })
    const mail = await readMail(email)
    expect(mail.kind).toBe('invitation')
    expect(mail.body_text).toContain('/?confirmationAction=LOCATION_INVITE&confirmationId=')
    expect(mail.body_html).not.toMatch(/<script|<b>Olga/)
    expect(mail.number).toBeLessThan(2 ** 53)
    expect((await client.call('GET /locations/:locationId', { params: { locationId: homeId } })).status).toBe(
      404,
    )

    const accepted = await confirm(client, mail.number)
    expect(accepted.data.location).toEqual({ id: homeId, name: '<script>alert(1)</script>' })
    const { user } = (await client.call('GET /auth/user')).data
    expect(user.permissions.locations).toEqual([
      { id: homeId, view: true, edit: false, control: true, manageUsers: false },
    ])
    expect((await listed())[0]).toMatchObject({
      status: 'confirmed',
      confirmed_at: server.clock.time,
      invited_user: { id },
    })
    expect((await confirm(client, mail.number)).error?.code).toBe('token_used')
  })

  test('stores only a fingerprint of the number', async () => {
    await invite('kept@test.si')
    const { number } = await readMail('kept@test.si')
    const row = await server.db.row(sql`select * from invitation where email = 'kept@test.si'`)
    expect(JSON.stringify(row)).not.toContain(String(number))
  })

  test('is for its address only, and only once that is confirmed', async () => {
    const { email, client } = await newPerson()
    const other = await newPerson()
    await invite(email)
    const { number } = await readMail(email)
    expect((await confirm(server.client(), number)).error?.code).toBe('not_signed_in')
    expect((await confirm(other.client, number)).error?.code).toBe('invite_other_address')
    await server.db.run(sql`update app_user set email_verified_at = null where email = ${email}`)
    expect((await confirm(client, number)).error?.code).toBe('email_not_verified')
    await server.db.run(sql`update app_user set email_verified_at = now() where email = ${email}`)
    expect((await confirm(client, number, 'RESET_PASSWORD')).error?.code).toBe('token_missing')
    expect((await confirm(client, number)).status).toBe(200)
  })

  test('is refused if the address already has access or an open invitation', async () => {
    const { email, id } = await newPerson()
    await shareLocation(server.db, id, homeId)
    expect((await invite(email)).error?.code).toBe('invite_has_access')
    expect((await invite('owner@test.si')).error?.code).toBe('invite_has_access')
    await invite('twice@test.si')
    expect((await invite('twice@test.si')).error?.code).toBe('invite_pending')
    server.clock.time += 8 * dayMs
    await owner.signIn('owner@test.si')
    expect((await invite('twice@test.si')).status).toBe(200)
  })

  test('created twice at the same moment exists once', async () => {
    const answers = await Promise.all([invite('race@test.si'), invite('race@test.si')])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  test('expires, and after resending opens by its new link only', async () => {
    const { email, client } = await newPerson()
    const { id: invitationId } = (await invite(email)).data.invitation
    const first = await readMail(email)
    server.clock.time += 7 * dayMs
    await client.signIn(email)
    await owner.signIn('owner@test.si')
    expect((await listed()).find((invitation) => invitation.id === invitationId)?.status).toBe('expired')
    expect((await confirm(client, first.number)).error?.code).toBe('token_expired')
    const again = await owner.call('POST /locations/:locationId/invitations/:invitationId/resend', {
      params: { locationId: homeId, invitationId },
    })
    expect(again.data.invitation.status).toBe('pending')
    expect((await confirm(client, first.number)).error?.code).toBe('token_missing')
    expect((await confirm(client, (await readMail(email)).number)).status).toBe(200)
  })

  test('that is revoked opens nothing, and a confirmed one cannot be revoked', async () => {
    const { email, client } = await newPerson()
    const { id: invitationId } = (await invite(email)).data.invitation
    const revoke = () =>
      owner.call('DELETE /locations/:locationId/invitations/:invitationId', {
        params: { locationId: homeId, invitationId },
      })
    expect((await revoke()).status).toBe(204)
    expect((await confirm(client, (await readMail(email)).number)).error?.code).toBe('token_missing')
    expect((await revoke()).error?.code).toBe('invite_closed')
    expect((await invite(email)).status).toBe(200)
  })

  test('of another home can be neither revoked nor resent', async () => {
    const neighbour = await newPerson()
    const { companyId, rootGroupId } = await insertCompany(server.db, 'Moon')
    const ownId = await insertLocation(server.db, {
      companyId,
      locationGroupId: rootGroupId,
      ownerId: neighbour.id,
    })
    const { id: invitationId } = (await invite('foreign@test.si')).data.invitation
    const params = { locationId: ownId, invitationId }
    const { client } = neighbour
    const revoked = await client.call('DELETE /locations/:locationId/invitations/:invitationId', { params })
    const sent = await client.call('POST /locations/:locationId/invitations/:invitationId/resend', { params })
    expect([revoked.status, sent.status]).toEqual([404, 404])
    expect((await listed()).find(({ id }) => id === invitationId)?.status).toBe('pending')
  })

  test("gives no more than the inviter may do, and ends with the inviter's rights", async () => {
    const manager = await newPerson()
    await shareLocation(server.db, manager.id, homeId, { manageUsers: true })
    expect((await invite('raised@test.si', { edit: true }, manager.client)).error?.code).toBe('not_allowed')
    expect((await invite('raised@test.si', { manageUsers: true }, manager.client)).status).toBe(200)
    await owner.call('DELETE /locations/:locationId/users/:userId', {
      params: { locationId: homeId, userId: manager.id },
    })
    expect((await listed()).find((invitation) => invitation.email === 'raised@test.si')?.status).toBe(
      'revoked',
    )
  })

  test('that gives more than one may give cannot be resent', async () => {
    const manager = await newPerson()
    await shareLocation(server.db, manager.id, homeId, { manageUsers: true })
    const { id: invitationId } = (await invite('editor@test.si', { edit: true })).data.invitation
    const resend = (client: TestClient) =>
      client.call('POST /locations/:locationId/invitations/:invitationId/resend', {
        params: { locationId: homeId, invitationId },
      })
    expect((await resend(manager.client)).error?.code).toBe('not_allowed')
    expect((await resend(owner)).status).toBe(200)
  })

  test('guessing is throttled', async () => {
    const { client } = await newPerson()
    const answers: string[] = []
    for (let number = 1; number <= 60; number++) answers.push((await confirm(client, number)).error!.code)
    expect(answers[0]).toBe('token_missing')
    expect(answers.at(-1)).toBe('too_many_attempts')
  })

  test('repeated creation and revocation is throttled', async () => {
    const answers: (string | undefined)[] = []
    for (let round = 0; round < 8; round++) {
      const written = await invite('besieged@test.si')
      answers.push(written.error?.code)
      if (written.error) continue
      await owner.call('DELETE /locations/:locationId/invitations/:invitationId', {
        params: { locationId: homeId, invitationId: written.data.invitation.id },
      })
    }
    expect([answers[0], answers.at(-1)]).toEqual([undefined, 'too_many_attempts'])
  })

  test('repeated mailing is throttled', async () => {
    const { id: invitationId } = (await invite('flood@test.si')).data.invitation
    const answers: (string | undefined)[] = []
    for (let round = 0; round < 8; round++) {
      const answer = await owner.call('POST /locations/:locationId/invitations/:invitationId/resend', {
        params: { locationId: homeId, invitationId },
      })
      answers.push(answer.error?.code)
    }
    expect(answers.at(-1)).toBe('too_many_attempts')
  })
})

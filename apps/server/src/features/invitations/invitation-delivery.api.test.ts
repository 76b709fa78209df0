import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailServer, type TestMailServer } from '../../testing/start-mail-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'

let server: TestServer
let mails: TestMailServer
let owner: TestClient
let locationId: number

beforeAll(async () => {
  mails = await startMailServer()
  server = await startTestServer({ settings: { smtpUrl: mails.url } })
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Sun')
  const ownerId = await insertUser(server.db, 'owner@test.si', 'ROLE_USER_BASIC')
  locationId = await insertLocation(server.db, { companyId, locationGroupId: rootGroupId, ownerId })
  owner = server.client()
  await owner.signIn('owner@test.si')
})
afterAll(async () => {
  await server.stop()
  await mails.stop()
})

const invite = async (email: string) =>
  (await owner.call('POST /locations/:locationId/invitations', { params: { locationId }, body: { email } }))
    .data.invitation
const deliveryTo = async (email: string) => {
  const { data } = await owner.call('GET /locations/:locationId/invitations', { params: { locationId } })
  return data.invitations.find((invitation) => invitation.email === email)?.delivery
}

test('the inviter sees the state of the mail, and of a new one after resending', async () => {
  mails.refuse(550)
  const { id: invitationId } = await invite('gone@test.si')
  await expect.poll(() => deliveryTo('gone@test.si')).toBe('failed')
  mails.refuse(null)
  const params = { locationId, invitationId }
  await owner.call('POST /locations/:locationId/invitations/:invitationId/resend', { params })
  await expect.poll(() => deliveryTo('gone@test.si')).toBe('sent')
  await owner.call('DELETE /locations/:locationId/invitations/:invitationId', { params })
  expect(await deliveryTo('gone@test.si')).toBeNull()
})

test('a busy mail server delays it; another address is not affected', async () => {
  await invite('soon@test.si')
  await expect.poll(() => deliveryTo('soon@test.si')).toBe('sent')
  mails.refuse(451)
  await invite('later@test.si')
  await expect.poll(() => deliveryTo('later@test.si')).toBe('delayed')
  expect(await deliveryTo('soon@test.si')).toBe('sent')
  mails.refuse(null)
})

test('without a mail server nobody is made to believe it will be sent soon', async () => {
  const silent = await startTestServer()
  try {
    const { companyId, rootGroupId } = await insertCompany(silent.db, 'Wind')
    const ownerId = await insertUser(silent.db, 'owner@test.si', 'ROLE_USER_BASIC')
    const home = await insertLocation(silent.db, { companyId, locationGroupId: rootGroupId, ownerId })
    const client = silent.client()
    await client.signIn('owner@test.si')
    const { data } = await client.call('POST /locations/:locationId/invitations', {
      params: { locationId: home },
      body: { email: 'ana@test.si' },
    })
    expect(data.invitation.delivery).toBe('delayed')
  } finally {
    await silent.stop()
  }
})

import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startDnsServer, type TestDnsServer } from '../../testing/start-dns-server.ts'
import { startMailServer, type TestMailServer } from '../../testing/start-mail-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
let server: TestServer
let mails: TestMailServer
let dns: TestDnsServer

beforeAll(async () => {
  mails = await startMailServer()
  dns = await startDnsServer()
  server = await startTestServer({
    settings: {
      smtpUrl: mails.url,
      dnsServer: dns.address,
      mailFrom: 'no-reply@mail.example.com',
      dkim: {
        domain: 'mail.example.com',
        selector: 'ohm',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
        privateKeyFile: null,
      },
    },
  })
})
afterAll(async () => {
  await server.stop()
  await mails.stop()
  await dns.stop()
})

test('an invitation leaves in the brand and, once its records are there, under the address of the company', async () => {
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Sun')
  await insertUser(server.db, 'boss@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  const locationId = await insertLocation(server.db, { companyId, locationGroupId: rootGroupId })
  const boss = server.client()
  await boss.signIn('boss@test.si')
  const body = {
    platformName: 'Sončnica',
    senderName: 'Sončnica d.o.o.',
    senderEmail: 'info@sun.example.com',
  }
  await boss.call('PUT /companies/:companyId/settings', { params: { companyId }, body })
  const invite = async (email: string) => {
    await boss.call('POST /locations/:locationId/invitations', { params: { locationId }, body: { email } })
    return mails.next(email)
  }

  const early = await invite('first@guest.si')
  expect(early.from).toEqual({ name: 'Sončnica d.o.o.', address: 'no-reply@mail.example.com' })
  expect(early.raw).toMatch(/DKIM-Signature:[\s\S]*d=mail\.example\.com/)
  expect(early.text).toContain('Sončnica')

  const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  dns.records.set('sun.example.com', ['v=spf1 include:mail.example.com ~all'])
  dns.records.set('ohm._domainkey.sun.example.com', [`v=DKIM1; k=rsa; p=${published}`])
  const checked = await boss.call('GET /companies/:companyId/sender', { params: { companyId } })
  expect(checked.data.active).toBe(true)

  const later = await invite('second@guest.si')
  expect(later.from).toEqual({ name: 'Sončnica d.o.o.', address: 'info@sun.example.com' })
  expect(later.raw).toMatch(/DKIM-Signature:[\s\S]*d=sun\.example\.com/)
  expect(later.link).toMatch(/\/\?confirmationAction=LOCATION_INVITE&confirmationId=\d+$/)
  expect(await server.db.row(sql`select count(*) as count from mail where state = 'failed'`)).toEqual({
    count: 0,
  })
})

import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
      },
    },
  })
})
afterAll(async () => {
  await server.stop()
  await mails.stop()
  await dns.stop()
})

test('an invitation is sent in the brand and, once its records exist, from the address of the company', async () => {
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
  const checked = await boss.call('POST /companies/:companyId/sender/check', { params: { companyId } })
  expect(checked.data.active).toBe(true)

  const later = await invite('second@guest.si')
  expect(later.from).toEqual({ name: 'Sončnica d.o.o.', address: 'info@sun.example.com' })
  expect(later.raw).toMatch(/DKIM-Signature:[\s\S]*d=sun\.example\.com/)
  expect(later.link).toMatch(/\/\?confirmationAction=LOCATION_INVITE&confirmationId=\d+$/)
  expect(await server.db.row(sql`select count(*) as count from mail where state = 'failed'`)).toEqual({
    count: 0,
  })
})

test('a mail in a brand links to pages in that brand, at the address of the platform', async () => {
  const { companyId, rootGroupId } = await insertCompany(server.db, 'Moon')
  const bossId = await insertUser(server.db, 'moon@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  const locationId = await insertLocation(server.db, { companyId, locationGroupId: rootGroupId })
  await server.db.run(sql`update app_user set company_id = ${companyId} where id = ${bossId}`)
  const boss = server.client()
  await boss.signIn('moon@test.si')
  const write = (body: object) =>
    boss.call('PUT /companies/:companyId/settings', { params: { companyId }, body })
  const reset = async () => {
    await server.db.run(sql`delete from throttle`)
    await server.client().call('POST /auth/forgotten-password', { body: { email: 'moon@test.si' } })
    return (await mails.next('moon@test.si')).link?.replace(/token=.*/, 'token=')
  }
  const { publicUrl } = server.deps.settings
  expect(await reset()).toBe(`${publicUrl}/auth/reset-password#token=`)
  await write({ domain: 'moon.example' })
  await server.db.run(sql`update company set domain_proven_at = now() where domain = 'moon.example'`)
  expect(await reset()).toBe(`${publicUrl}/auth/reset-password?identifier=moon.example#token=`)
  await write({ identifier: 'moon' })
  expect(await reset()).toBe(`${publicUrl}/auth/reset-password?identifier=moon#token=`)
  await boss.call('POST /locations/:locationId/invitations', {
    params: { locationId },
    body: { email: 'third@guest.si' },
  })
  expect((await mails.next('third@guest.si')).link).toMatch(
    /\/\?confirmationAction=LOCATION_INVITE&confirmationId=\d+&identifier=moon$/,
  )
})

describe('a domain that another company has proven', () => {
  const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const prove = (domain: string) => {
    dns.records.set(domain, ['v=spf1 include:mail.example.com -all'])
    dns.records.set(`ohm._domainkey.${domain}`, [`v=DKIM1; k=rsa; p=${published}`])
  }
  const signIn = async (email: string) => {
    const client = server.client()
    await client.signIn(email)
    return {
      write: (companyId: number, senderEmail: string | null) =>
        client.call('PUT /companies/:companyId/settings', { params: { companyId }, body: { senderEmail } }),
      check: (companyId: number) =>
        client.call('POST /companies/:companyId/sender/check', { params: { companyId } }),
    }
  }

  test('cannot be used as a sender, nor can the domain of the platform', async () => {
    const [wind, rain] = [await insertCompany(server.db, 'Wind'), await insertCompany(server.db, 'Rain')]
    await insertUser(server.db, 'wind@test.si', 'ROLE_AGGREGATOR', { companyIds: [wind.companyId] })
    await insertUser(server.db, 'rain@test.si', 'ROLE_AGGREGATOR', { companyIds: [rain.companyId] })
    const [first, second] = [await signIn('wind@test.si'), await signIn('rain@test.si')]
    await first.write(wind.companyId, 'info@wind.example')
    // Nobody has proven it yet: both may try, and the first to do so has it.
    expect((await second.write(rain.companyId, 'info@Wind.example')).status).toBe(200)
    prove('wind.example')
    expect((await first.check(wind.companyId)).data.active).toBe(true)
    expect((await second.check(rain.companyId)).error?.code).toBe('domain_taken')
    expect(
      await server.db.row(sql`select sender_verified_at from company where id = ${rain.companyId}`),
    ).toEqual({ sender_verified_at: null })
    for (const senderEmail of ['boss@wind.example', 'boss@WIND.example', 'security@mail.example.com'])
      expect(await second.write(rain.companyId, senderEmail), senderEmail).toMatchObject({
        status: 409,
        error: { code: 'domain_taken', fields: { senderEmail: 'is_not' } },
      })
    expect((await first.check(wind.companyId)).data.active).toBe(true)
  })

  test('is shared if one person runs both companies, or a super admin allows it', async () => {
    const [hill, vale] = [await insertCompany(server.db, 'Hill'), await insertCompany(server.db, 'Vale')]
    const companyIds = [hill.companyId, vale.companyId]
    await insertUser(server.db, 'both@test.si', 'ROLE_AGGREGATOR', { companyIds })
    await insertUser(server.db, 'vale@test.si', 'ROLE_AGGREGATOR', { companyIds: [vale.companyId] })
    await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
    prove('hill.example')
    const both = await signIn('both@test.si')
    await both.write(hill.companyId, 'info@hill.example')
    expect((await both.check(hill.companyId)).data.active).toBe(true)
    for (const email of ['both@test.si', 'admin@test.si']) {
      const client = await signIn(email)
      await client.write(vale.companyId, null)
      await client.write(vale.companyId, 'vale@hill.example')
      expect((await client.check(vale.companyId)).data.active, email).toBe(true)
      // Once proven it stays so, also for somebody who could not have started it.
      expect((await (await signIn('vale@test.si')).check(vale.companyId)).data.active, email).toBe(true)
    }
  })
})

import { generateKeyPairSync } from 'node:crypto'
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startDnsServer, type TestDnsServer } from '../../testing/start-dns-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertGroup, insertUser } from '../../testing/test-world.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1"/></svg>'
const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64')

let server: TestServer
let dns: TestDnsServer
let sun: { companyId: number; rootGroupId: number }
let wind: { companyId: number; rootGroupId: number }
let boss: TestClient

beforeAll(async () => {
  dns = await startDnsServer()
  server = await startTestServer({
    settings: {
      publicUrl: 'https://cloud.example.com',
      dnsServer: dns.address,
      mailFrom: 'no-reply@mail.example.com',
      apiHosts: ['https://api.example.com'],
      dkim: {
        domain: 'mail.example.com',
        selector: 'ohm',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      },
    },
  })
  sun = await insertCompany(server.db, 'Sun')
  wind = await insertCompany(server.db, 'Wind')
  await insertUser(server.db, 'boss@test.si', 'ROLE_AGGREGATOR', { companyIds: [sun.companyId] })
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  boss = server.client()
  await boss.signIn('boss@test.si')
})
afterAll(async () => {
  await server.stop()
  await dns.stop()
})

const params = () => ({ companyId: sun.companyId })
const read = async () =>
  (await boss.call('GET /companies/:companyId/settings', { params: params() })).data.settings
const write = (body: object) => boss.call('PUT /companies/:companyId/settings', { params: params(), body })
/** As if its record had been found. */
const prove = (companyId: number) =>
  server.db.run(sql`update company set domain_proven_at = now() where id = ${companyId}`)
const info = async (query: Record<string, string> = {}, client = server.client()) =>
  (await client.call('GET /site/info', { query })).data

/** As a browser sent to this host; `fetch` would not let the header through. */
async function infoAt(host: string, identifier = ''): Promise<Awaited<ReturnType<typeof info>>> {
  const search = identifier && `?identifier=${identifier}`
  const text = await new Promise<string>((resolve, reject) => {
    const asking = get(`${server.url}/api/site/info${search}`, { headers: { host } }, (answer) => {
      answer.setEncoding('utf8')
      let body = ''
      answer.on('data', (chunk: string) => {
        body += chunk
      })
      answer.on('end', () => resolve(body))
    })
    asking.on('error', reject)
  })
  return JSON.parse(text).data
}

describe('settings', () => {
  test('change the given ones and keep the rest', async () => {
    await write({
      platformName: ' Sončnica ',
      productName: 'Ura',
      domain: 'My.Sunny.si',
      theme: 'dark-blue',
    })
    await prove(sun.companyId)
    const { data } = await write({ slogan: 'Sonce zate', identifier: 'sun' })
    expect(data.settings).toMatchObject({
      name: 'Sun',
      platformName: 'Sončnica',
      productName: 'Ura',
      domain: 'my.sunny.si',
      theme: 'dark-blue',
      slogan: 'Sonce zate',
      contactEmail: null,
    })
    expect((await write({ productName: '' })).data.settings.productName).toBe(null)
    const entry = (await boss.call('GET /audit-log')).data.entries[0]
    expect(entry).toMatchObject({
      action: 'company_settings_changed',
      before: { productName: 'Ura' },
      after: { productName: null },
      company: { id: sun.companyId },
    })
  })

  test('name what is wrong', async () => {
    const wrong = async (body: object) => (await write(body)).error?.fields
    expect(await wrong({ name: ' ' })).toEqual({ name: 'required' })
    for (const domain of ['localhost', '127.0.0.1', 'a b.si', 'https://a.si', '-a.si', 'a.si:80'])
      expect(await wrong({ domain }), domain).toEqual({ domain: 'regex' })
    for (const url of [
      'http://a.si',
      'javascript:alert(1)',
      '//a.si',
      'https://user@a.si',
      'https://a.si/\nx',
    ])
      expect(await wrong({ termsUrl: url }), url).toEqual({ termsUrl: 'regex' })
    expect(await wrong({ theme: 'hotdog' })).toEqual({ theme: 'regex' })
    expect(await wrong({ senderEmail: 'a@b.si\r\nBcc: x@y.si' })).toEqual({ senderEmail: 'email' })
  })

  test('do not accept what belongs to others', async () => {
    await server.db.run(
      sql`update company set domain = 'my.wind.si', identifier = 'wind' where id = ${wind.companyId}`,
    )
    await prove(wind.companyId)
    expect((await write({ domain: 'MY.wind.si' })).error?.code).toBe('domain_taken')
    expect((await write({ domain: 'cloud.example.com' })).error?.code).toBe('domain_reserved')
    expect((await write({ identifier: 'wind' })).error?.code).toBe('identifier_taken')
    const foreign = await insertGroup(server.db, wind.companyId, wind.rootGroupId, 'Foreign')
    expect((await write({ defaultLocationGroupId: foreign })).error?.code).toBe('not_found')
    const own = await insertGroup(server.db, sun.companyId, sun.rootGroupId, 'Own')
    expect((await write({ defaultLocationGroupId: own })).data.settings.defaultLocationGroupId).toBe(own)
  })

  test('accept no unknown field', async () => {
    await write({
      slogan: 'x',
      id: wind.companyId,
      rootGroupId: 1,
      root_group_id: 1,
      logo: 'x',
      sender_verified_at: 1,
    })
    const row = await server.db.row(
      sql`select root_group_id, logo, sender_verified_at from company where id = ${sun.companyId}`,
    )
    expect(row).toEqual({ root_group_id: sun.rootGroupId, logo: null, sender_verified_at: null })
  })
})

describe('images', () => {
  const setLogo = (content: string) =>
    boss.call('PUT /companies/:companyId/logo', { params: params(), body: { content } })

  test('are served by the fingerprint of their content, as pictures and nothing else', async () => {
    const { logo } = (await setLogo(base64(svg))).data.settings
    expect(logo).toMatch(/^\/api\/site\/images\/[0-9a-f]{64}\.svg$/)
    const answer = await fetch(`${server.url}${logo}`)
    expect(await answer.text()).toBe(svg)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await infoAt('my.sunny.si')).logo).toBe(logo)
    await boss.call('DELETE /companies/:companyId/logo', { params: params() })
    expect((await read()).logo).toBe(null)
    expect((await fetch(`${server.url}${logo}`)).status).toBe(404)
  })

  test('that are too large, empty, or more than pictures are refused', async () => {
    for (const text of [
      '<html></html>',
      svg.replace('<path', '<path onclick="alert(1)"'),
      '%PDF',
      `${svg}<script/>`,
    ])
      expect((await setLogo(base64(text))).error?.code, text).toBe('image_refused')
    expect((await setLogo(base64(new Uint8Array(512 * 1024 + 1)))).error?.code).toBe('payload_too_large')
    expect((await setLogo('not base64!')).status).toBe(400)
    // One picture, a bitmap of 16 by 16 that follows the list.
    const icon = new Uint8Array(70)
    icon.set([0, 0, 1, 0, 1, 0])
    icon.set([22], 18)
    icon.set([40, 0, 0, 0, 16, 0, 0, 0, 32], 22)
    expect((await setLogo(base64(icon))).error?.code).toBe('image_refused')
    const favicon = await boss.call('PUT /companies/:companyId/favicon', {
      params: params(),
      body: { content: base64(icon) },
    })
    expect(favicon.data.settings.favicon).toMatch(/\.ico$/)
    await boss.call('DELETE /companies/:companyId/favicon', { params: params() })
  })

  test('are found by a full fingerprint only', async () => {
    for (const name of ['x.svg', `${'0'.repeat(64)}.svg`, '..%2f..%2fpackage.json', `${'0'.repeat(64)}.html`])
      expect((await fetch(`${server.url}/api/site/images/${name}`)).status, name).toBe(404)
  })
})

describe('the brand', () => {
  test('is that of the host or of the identifier, else the platform’s', async () => {
    await write({
      platformName: 'Sončnica',
      supportEmail: 'pomoc@sun.si',
      termsUrl: 'https://my.sunny.si/pogoji',
    })
    const brand = {
      platformName: 'Sončnica',
      productName: 'Ohmstead',
      theme: 'dark-blue',
      contact: { supportEmail: 'pomoc@sun.si' },
      links: {
        termsAndConditions: 'https://my.sunny.si/pogoji',
        privacyPolicy: null,
        registration: null,
      },
    }
    expect(await infoAt('my.sunny.si')).toMatchObject(brand)
    expect(await infoAt('MY.Sunny.si:8443')).toMatchObject(brand)
    expect(await info({ identifier: 'sun' })).toMatchObject(brand)
    expect(await info({ identifier: 'my.sunny.si' })).toMatchObject(brand)
    expect((await infoAt('my.sunny.si', 'wind')).platformName).toBe('Ohmstead')
    expect((await infoAt('evil.example')).platformName).toBe('Ohmstead')
    expect((await info({ identifier: "' or 1=1 --" })).platformName).toBe('Ohmstead')
  })

  test('calls the product OEM only for a super admin', async () => {
    const admin = server.client()
    await admin.signIn('admin@test.si')
    expect((await info({ identifier: 'sun' }, admin)).productName).toBe('OEM')
    expect((await info({ identifier: 'sun' }, boss)).productName).toBe('Ohmstead')
  })

  test('redirects the browser to no host that the operator did not list', async () => {
    const setHost = (host: string) =>
      server.db.run(sql`
        insert into setting values ('site', ${JSON.stringify({ host })}::jsonb)
        on conflict (key) do update set value = excluded.value`)
    await setHost('https://evil.example')
    expect((await info()).host).toBe(null)
    await setHost('https://api.example.com')
    expect((await info()).host).toBe('https://api.example.com')
    await server.db.run(sql`delete from setting where key = 'site'`)
  })
})

describe('the sender', () => {
  const check = async () =>
    (await boss.call('POST /companies/:companyId/sender/check', { params: params() })).data

  test('may be absent', async () => {
    expect(await check()).toEqual({ senderEmail: null, records: [], active: false })
  })

  test('has its records shown, each with the answer of the name servers', async () => {
    await write({ senderEmail: 'info@my.sunny.si', senderName: 'Sončnica' })
    const states = async () => (await check()).records.map((record) => [record.kind, record.state])
    const first = await check()
    expect(first.active).toBe(false)
    expect(first.records.map(({ kind, name, value, required }) => [kind, name, value, required])).toEqual([
      ['SPF', 'my.sunny.si', 'v=spf1 include:mail.example.com ~all', true],
      ['DKIM', 'ohm._domainkey.my.sunny.si', `v=DKIM1; k=rsa; p=${published}`, true],
      ['DMARC', '_dmarc.my.sunny.si', 'v=DMARC1; p=quarantine', false],
    ])
    expect(await states()).toEqual([
      ['SPF', 'missing'],
      ['DKIM', 'missing'],
      ['DMARC', 'missing'],
    ])

    dns.records.set('my.sunny.si', ['google-site-verification=1', 'v=spf1 include:other.example ~all'])
    dns.records.set('ohm._domainkey.my.sunny.si', ['v=DKIM1; p=AAAA'])
    dns.records.set('_dmarc.my.sunny.si', null)
    expect(await states()).toEqual([
      ['SPF', 'wrong'],
      ['DKIM', 'wrong'],
      ['DMARC', 'failed'],
    ])
    expect((await check()).records[0]?.found).toEqual(['v=spf1 include:other.example ~all'])

    dns.records.set('my.sunny.si', ['v=spf1 include:mail.example.com -all', 'v=spf1 -all'])
    expect((await states())[0]).toEqual(['SPF', 'wrong'])

    dns.records.set('my.sunny.si', ['v=spf1 include:other.example include:mail.example.com -all'])
    dns.records.set('ohm._domainkey.my.sunny.si', [`v=DKIM1; k=rsa; p=${published}`])
    expect(await check()).toMatchObject({
      active: true,
      records: [{ state: 'ok' }, { state: 'ok' }, { state: 'failed' }],
    })
  })

  test('is used for mails to its people once all records exist, and not before a new one is', async () => {
    await server.db.run(sql`update app_user set company_id = ${sun.companyId} where email = 'boss@test.si'`)
    const mail = async () => {
      await server.client().call('POST /auth/forgotten-password', { body: { email: 'boss@test.si' } })
      await server.deps.background.settled()
      return server.db.row(sql`select sender_name, sender_address, body_html like '%Sončnica%' as is_branded
        from mail order by id desc limit 1`)
    }
    expect(await mail()).toEqual({
      sender_name: 'Sončnica',
      sender_address: 'info@my.sunny.si',
      is_branded: true,
    })
    await write({ senderEmail: 'other@evil.example' })
    expect(await mail()).toMatchObject({ sender_address: null })
  })
})

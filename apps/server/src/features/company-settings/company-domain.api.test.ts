import { get } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startDnsServer, type TestDnsServer } from '../../testing/start-dns-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertUser } from '../../testing/test-world.ts'
import { checkDomains } from './check-domains.ts'

const dayMs = 86_400_000
const domain = 'energy.sunny.si'
let server: TestServer
let dns: TestDnsServer
const companies: Record<string, number> = {}
const clients: Record<string, TestClient> = {}

beforeAll(async () => {
  dns = await startDnsServer()
  server = await startTestServer({
    settings: {
      publicUrl: 'https://cloud.ohmstead.com',
      apiHosts: ['https://api.elsewhere.net'],
      webOrigins: ['https://www.portal.org'],
      dnsServer: dns.address,
    },
  })
  for (const name of ['sun', 'moon']) {
    companies[name] = (await insertCompany(server.db, name)).companyId
    await insertUser(server.db, `${name}@test.si`, 'ROLE_AGGREGATOR', { companyIds: [companies[name]] })
    await server.db.run(
      sql`update company set platform_name = ${`Brand ${name}`} where id = ${companies[name]}`,
    )
  }
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  await signIn()
})
afterAll(async () => {
  await server.stop()
  await dns.stop()
})
beforeEach(async () => {
  dns.records.clear()
  await server.db.run(sql`update company set domain = null, domain_proven_at = null, domain_granted = false`)
  await server.db.run(sql`delete from throttle`)
  await server.db.run(sql`delete from mail`)
})

async function signIn() {
  for (const name of ['sun', 'moon', 'admin']) {
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
}
const params = (company: string) => ({ companyId: companies[company]! })
const claim = (company: string, name: string | null = domain, by = company) =>
  clients[by]!.call('PUT /companies/:companyId/settings', { params: params(company), body: { domain: name } })
const check = (company: string) =>
  clients[company]!.call('POST /companies/:companyId/domain/check', { params: params(company) })
const standing = async (company: string) =>
  (await clients[company]!.call('GET /companies/:companyId/domain', { params: params(company) })).data

/** Enters what the page asks for into the domain's records. */
async function setRecord(company: string) {
  const { record } = await standing(company)
  dns.records.set(record!.name, ['v=something else', record!.value])
}

/** The name of the platform that a browser sees at this host. */
async function nameAt(host: string, identifier = ''): Promise<string> {
  const search = identifier && `?identifier=${identifier}`
  const text = await new Promise<string>((resolve, reject) => {
    get(`${server.url}/api/site/info${search}`, { headers: { host } }, (answer) => {
      answer.setEncoding('utf8')
      let body = ''
      answer.on('data', (chunk: string) => {
        body += chunk
      })
      answer.on('end', () => resolve(body))
    }).on('error', reject)
  })
  return JSON.parse(text).data.platformName
}
const mails = async () =>
  (
    await server.db.rows<{ kind: string; recipient: string }>(
      sql`select kind, recipient from mail order by id`,
    )
  ).map(({ kind, recipient }) => `${kind} ${recipient}`)

describe('a host name', () => {
  test('shows the brand only once its record is found', async () => {
    expect((await claim('sun')).status).toBe(200)
    expect(await nameAt(domain)).toBe('Ohmstead')
    expect(await nameAt('127.0.0.1', domain)).toBe('Ohmstead')
    expect((await check('sun')).data).toMatchObject({ state: 'unproven', found: false })
    expect(await nameAt(domain)).toBe('Ohmstead')
    await setRecord('sun')
    expect((await check('sun')).data).toMatchObject({ domain, state: 'proven', found: true })
    expect(await nameAt(domain)).toBe('Brand sun')
    const entry = await server.db.row(
      sql`select action, company_id from audit_log where action = 'company_domain_proven' order by id desc limit 1`,
    )
    expect(entry).toMatchObject({ company_id: companies.sun })
  })

  test('is not proven while the name servers are silent, nor by the token of another company', async () => {
    await claim('sun')
    await claim('moon')
    const { record } = await standing('sun')
    dns.records.set(record!.name, null)
    expect((await check('sun')).data).toMatchObject({ state: 'unproven', found: null })
    await setRecord('moon')
    expect((await check('sun')).data).toMatchObject({ state: 'unproven', found: false })
  })

  test('that is only claimed stops nobody from proving it; a proven one does', async () => {
    await claim('moon')
    await claim('sun')
    await setRecord('sun')
    expect((await check('sun')).data.state).toBe('proven')
    expect((await check('moon')).data.state).toBe('unproven')
    expect(await nameAt(domain)).toBe('Brand sun')
    await claim('moon', 'other.moon.si')
    expect((await claim('moon')).error).toMatchObject({ code: 'domain_taken' })
  })

  test('changes hands when the record does', async () => {
    await claim('moon')
    await claim('sun')
    await setRecord('sun')
    await check('sun')
    const { record } = await standing('moon')
    dns.records.set(record!.name, [record!.value, dns.records.get(record!.name)![1]!])
    expect((await check('moon')).error?.code, 'both show their record').toBe('domain_taken')
    dns.records.set(record!.name, [record!.value])
    expect((await check('moon')).data.state).toBe('proven')
    expect(await nameAt(domain)).toBe('Brand moon')
    expect((await standing('sun')).state).toBe('unproven')
    expect(await mails()).toEqual(['domain_withdrawn sun@test.si'])
  })

  test.each([
    'cloud.ohmstead.com',
    'login.ohmstead.com',
    'ohmstead.com',
    'www.elsewhere.net',
    'portal.org',
    '0hmstead.com',
    // оhmstead.si, with a Cyrillic first letter.
    'xn--hmstead-8ig.si',
    'brand.localhost',
    'brand.local',
  ])('that is or looks like one of the platform is refused: %s', async (name) => {
    expect((await claim('sun', name)).error).toMatchObject({
      code: 'domain_reserved',
      fields: { domain: 'is_not' },
    })
    expect((await standing('sun')).domain).toBe(null)
  })

  test('can be granted by a super admin without a record, even one of the platform', async () => {
    expect((await claim('sun', 'sun.ohmstead.com', 'admin')).status).toBe(200)
    expect(await standing('sun')).toMatchObject({ state: 'granted', record: null })
    expect(await nameAt('sun.ohmstead.com')).toBe('Brand sun')
    server.clock.time += dayMs
    await checkDomains(server.deps)
    await signIn()
    expect((await standing('sun')).state).toBe('granted')
    await claim('sun', 'energy.sunny.si')
    expect((await standing('sun')).state).toBe('unproven')
  })

  test('starts again with another token when it is changed', async () => {
    await claim('sun')
    const first = await standing('sun')
    await claim('sun', null)
    expect((await check('sun')).error?.code).toBe('conflict')
    await claim('sun')
    expect((await standing('sun')).record).not.toEqual(first.record)
  })
})

describe('a record that was found', () => {
  beforeEach(async () => {
    await claim('sun')
    await setRecord('sun')
    await check('sun')
  })
  const days = async (count: number) => {
    server.clock.time += count * dayMs
    await checkDomains(server.deps)
    await signIn()
  }

  test('is checked again; once it is gone the company is notified, and two weeks later the host name is removed', async () => {
    await days(1)
    expect(await mails()).toEqual([])
    dns.records.clear()
    await days(1)
    expect(await mails()).toEqual(['domain_record_missing sun@test.si'])
    expect((await standing('sun')).withdrawn_at).toBe(server.clock.time + 14 * dayMs)
    await days(13)
    expect(await nameAt(domain)).toBe('Brand sun')
    await days(1)
    expect(await nameAt(domain)).toBe('Ohmstead')
    expect(await mails()).toEqual(['domain_record_missing sun@test.si', 'domain_withdrawn sun@test.si'])
  })

  test('that comes back in time keeps the host name', async () => {
    dns.records.clear()
    await days(1)
    await setRecord('sun')
    await days(1)
    expect((await standing('sun')).withdrawn_at).toBe(null)
    dns.records.clear()
    await days(14)
    expect(await nameAt(domain)).toBe('Brand sun')
  })

  test('is not considered missing while the name servers are silent', async () => {
    const { record } = await standing('sun')
    dns.records.set(record!.name, null)
    for (let round = 0; round < 3; round++) await days(10)
    expect(await nameAt(domain)).toBe('Brand sun')
    expect(await mails()).toEqual([])
  })
})

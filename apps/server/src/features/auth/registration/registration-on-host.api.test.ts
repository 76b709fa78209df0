import { request } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { type TestClient, testPassword } from '../../../testing/test-client.ts'
import { insertCompany, insertGroup, insertUser } from '../../../testing/test-world.ts'
import { hashPassword } from '../password-hash.ts'

let server: TestServer
let admin: TestClient
let first: { companyId: number; rootGroupId: number }
let sun: { companyId: number; rootGroupId: number }
let streetId: number

beforeAll(async () => {
  server = await startTestServer()
  first = await insertCompany(server.db, 'First')
  sun = await insertCompany(server.db, 'Sun')
  streetId = await insertGroup(server.db, sun.companyId, sun.rootGroupId, 'Sunny Street')
  await insertUser(server.db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  admin = server.client()
  await admin.signIn('admin@test.si')
  await server.db.run(sql`update company set domain = 'claimed.wind.example' where id = ${first.companyId}`)
  await admin.call('PUT /companies/:companyId/settings', {
    params: { companyId: sun.companyId },
    body: { domain: 'my.sun.example', defaultLocationGroupId: streetId },
  })
})
afterAll(() => server.stop())
beforeEach(() => server.db.run(sql`delete from throttle`))

/** Registers like a browser sent to this host; `fetch` would not let the header through. */
async function registerAt(host: string, email: string): Promise<number> {
  const status = await askToRegister(host, email)
  await confirm(email)
  return status
}

async function askToRegister(host: string, email: string): Promise<number> {
  const body = JSON.stringify({
    data: {
      email,
      first_name: 'Nika',
      last_name: 'Kos',
      terms: true,
      privacy: true,
      locale: 'en',
    },
  })
  const headers = { host, 'content-type': 'application/json' }
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const asking = request(`${server.url}/api/auth/register`, { method: 'POST', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asking.on('error', reject)
    asking.end(body)
  })
  await server.deps.background.settled()
  return status ?? 0
}

/** Opens the newest link, with the password that `signIn` uses. */
async function confirm(email: string): Promise<void> {
  const passwordHash = await hashPassword(testPassword)
  await server.db.run(sql`
    update app_user set email_verified_at = now(), password_hash = coalesce(password_hash, ${passwordHash})
    where email = ${email}`)
}

const findPlatformCompany = () =>
  server.db.row<{ companyId: number; groupId: number }>(
    sql`select id as "companyId", root_group_id as "groupId" from company where is_platform`,
  )

/** The group of this person's first home. */
async function addHome(email: string) {
  const client = server.client()
  await client.signIn(email)
  const { data } = await client.call('POST /locations', {
    body: { name: 'Home', countryCode: 'SI', timezone: 'Europe/Ljubljana' },
  })
  return { companyId: data.location.company.id, groupId: data.location.location_group_id }
}
const homeCompanyOf = async (email: string) =>
  (await server.db.row<{ company_id: number | null }>(
    sql`select company_id from app_user where email = ${email}`,
  ))!.company_id

const newestMailTo = async (email: string) =>
  (await server.db.row<{ body_text: string }>(
    sql`select body_text from mail where recipient = ${email} order by id desc limit 1`,
  ))!

test("people who register on a company's host are its customers, and their home is placed in its default group", async () => {
  expect(await registerAt('MY.sun.example:8443', 'nika@test.si')).toBe(204)
  expect(await homeCompanyOf('nika@test.si')).toBe(sun.companyId)
  expect(await addHome('nika@test.si')).toEqual({ companyId: sun.companyId, groupId: streetId })
})

test("people who register on the platform's host, or on an unproven one, are nobody's customers", async () => {
  for (const [host, email] of [
    ['127.0.0.1', 'own@test.si'],
    ['sun.example', 'parent@test.si'],
    ['evil.my.sun.example', 'child@test.si'],
    ['claimed.wind.example', 'claimed@test.si'],
  ] as const) {
    expect(await registerAt(host, email)).toBe(204)
    expect(await homeCompanyOf(email), host).toBe(null)
    const home = await addHome(email)
    expect(home, host).toEqual(await findPlatformCompany())
    expect([first.companyId, sun.companyId], host).not.toContain(home.companyId)
  }
})

test('a stranger who registered with their address before makes nobody a customer', async () => {
  const email = 'again@test.si'
  await registerAt('my.sun.example', email)
  await server.db.run(sql`update app_user set email_verified_at = null where email = ${email}`)
  await registerAt('127.0.0.1', email)
  expect(await homeCompanyOf(email)).toBe(null)
  await registerAt('my.sun.example', email)
  expect(await homeCompanyOf(email), 'confirmed by now').toBe(null)
})

test('a password set by mail opens an unconfirmed account without the company and names of the registration', async () => {
  const email = 'victim@test.si'
  await askToRegister('my.sun.example', email)
  expect(await homeCompanyOf(email), 'whose link it is').toBe(sun.companyId)
  await server.client().call('POST /auth/forgotten-password', { body: { email } })
  await server.deps.background.settled()
  const mail = await newestMailTo(email)
  expect(mail.body_text).not.toContain('Nika')
  const token = /#token=([\w-]{43})/.exec(mail.body_text)![1]!
  const body = { token, password: testPassword, password_repeat: testPassword }
  expect((await server.client().call('POST /auth/reset-password', { body })).status).toBe(204)
  expect((await newestMailTo(email)).body_text).not.toContain('Nika')
  expect(
    await server.db.row(sql`select first_name, last_name, company_id from app_user where email = ${email}`),
  ).toEqual({ first_name: '', last_name: '', company_id: null })
  const home = await addHome(email)
  expect(home).toEqual(await findPlatformCompany())
  // A confirmed account keeps what it has.
  await registerAt('my.sun.example', 'customer@test.si')
  await server.client().call('POST /auth/forgotten-password', { body: { email: 'customer@test.si' } })
  await server.deps.background.settled()
  const again = /#token=([\w-]{43})/.exec((await newestMailTo('customer@test.si')).body_text)![1]!
  await server.client().call('POST /auth/reset-password', { body: { ...body, token: again } })
  expect(await homeCompanyOf('customer@test.si')).toBe(sun.companyId)
})

test('without a default group, or after its deletion, homes are placed in the root group', async () => {
  await registerAt('my.sun.example', 'late@test.si')
  const group = { params: { locationGroupId: streetId } }
  expect((await admin.call('DELETE /location-groups/:locationGroupId', group)).error?.code).toBe(
    'group_not_empty',
  )
  await server.db.run(sql`delete from location where location_group_id = ${streetId}`)
  expect((await admin.call('DELETE /location-groups/:locationGroupId', group)).status).toBe(204)
  expect(await addHome('late@test.si')).toEqual({ companyId: sun.companyId, groupId: sun.rootGroupId })
})

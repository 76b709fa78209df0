import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { testPassword } from '../../testing/test-client.ts'
import { insertCompany, insertUser } from '../../testing/test-world.ts'
import { sql } from '../db/sql.ts'

const brand = 'https://energy.sun.example'
let server: TestServer
let secure: TestServer

beforeAll(async () => {
  server = await startTestServer({ settings: { webOrigins: [brand] } })
  secure = await startTestServer({ settings: { webOrigins: [brand], publicUrl: 'https://api.example.com' } })
  for (const { db } of [server, secure]) await insertUser(db, 'ana@test.si', 'ROLE_USER_BASIC')
})
afterAll(async () => {
  await server.stop()
  await secure.stop()
})

/** As a browser requests a page; `fetch` would not let these headers through. */
function ask(
  { url }: TestServer,
  method: string,
  path: string,
  headers: Record<string, string>,
  data?: object,
): Promise<{ status: number; headers: Record<string, string>; cookies: string[] }> {
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/api${path}`, {
      method,
      headers: { ...headers, ...(data && { 'content-type': 'application/json' }) },
    })
    asking.on('response', (answer) => {
      answer.resume()
      const cookies = answer.headers['set-cookie'] ?? []
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string>, cookies })
    })
    asking.on('error', reject)
    asking.end(data && JSON.stringify({ data }))
  })
}
const page = (origin: string, site: string) => ({
  origin,
  'sec-fetch-site': site,
  'x-requested-with': 'ohmstead',
})
const credentials = { email: 'ana@test.si', password: testPassword }
const signIn = (from: TestServer, headers: Record<string, string>) =>
  ask(from, 'POST', '/auth/login', headers, credentials)
const allowances = (headers: Record<string, string>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

test('a page of a listed origin may preflight, read and write with the session', async () => {
  const preflight = await ask(server, 'OPTIONS', '/auth/login', {
    origin: brand,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,x-requested-with',
  })
  expect(preflight).toMatchObject({
    status: 204,
    headers: {
      'access-control-allow-origin': brand,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'accept, content-type, x-requested-with, x-unattended',
    },
  })
  const answer = await signIn(server, page(brand, 'same-site'))
  expect(answer).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': brand } })
  expect(answer.headers.vary).toContain('origin')
  const cookie = answer.cookies[0]!.split(';')[0]!
  const user = await ask(server, 'GET', '/auth/user', { origin: brand, cookie })
  expect(user).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': brand } })
})

test.each([
  'https://evil.example',
  'https://energy.sun.example.evil.example',
  'https://evil-energy.sun.example',
  'https://sub.energy.sun.example',
  'http://energy.sun.example',
  'https://energy.sun.example:8443',
  'https://ENERGY.sun.example',
  'null',
])('a page of %s gets no CORS headers, and its writes are refused', async (origin) => {
  const preflight = await ask(server, 'OPTIONS', '/auth/login', {
    origin,
    'access-control-request-method': 'POST',
  })
  expect(preflight.status).toBe(404)
  expect(allowances(preflight.headers)).toEqual([])
  const answer = await signIn(server, page(origin, 'cross-site'))
  expect([answer.status, answer.cookies, allowances(answer.headers)]).toEqual([403, [], []])
  expect(allowances((await ask(server, 'GET', '/auth/user', { origin })).headers)).toEqual([])
})

test('even a listed page must send the header that forces a preflight', async () => {
  const answer = await ask(
    server,
    'POST',
    '/auth/login',
    { origin: brand, 'sec-fetch-site': 'cross-site' },
    credentials,
  )
  expect(answer.status).toBe(403)
  // Without an origin, the header alone allows nothing.
  const bare = { 'sec-fetch-site': 'cross-site', 'x-requested-with': 'ohmstead' }
  expect((await signIn(server, bare)).status).toBe(403)
})

test('on another site the session cookie is partitioned; elsewhere it is unchanged', async () => {
  const other = await signIn(secure, page(brand, 'cross-site'))
  expect(other.cookies[0]).toMatch(/^__Host-ohmstead=[^;]+;.*HttpOnly; Secure; Partitioned; SameSite=None$/i)
  for (const headers of [page(brand, 'same-site'), page('https://api.example.com', 'same-origin'), {}]) {
    const [cookie] = (await signIn(secure, headers)).cookies
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(cookie).not.toMatch(/Partitioned|None/i)
  }
  const cookie = other.cookies[0]!.split(';')[0]!
  const out = await ask(secure, 'POST', '/auth/logout', { ...page(brand, 'cross-site'), cookie })
  expect(out.cookies[0]).toMatch(/^__Host-ohmstead=;.*Partitioned; SameSite=None$/i)
})

test('the controllers’ endpoints and the pages get no CORS headers', async () => {
  for (const path of ['/../link/v1/x', '/../']) {
    const answer = await ask(server, 'GET', path, { origin: brand })
    expect(allowances(answer.headers)).toEqual([])
  }
})

test('the brand is that of the page, also for cross-origin requests', async () => {
  const { companyId } = await insertCompany(server.db, 'Sun')
  await server.db.run(
    sql`update company set domain = 'energy.sun.example', domain_proven_at = now() where id = ${companyId}`,
  )
  const register = (headers: Record<string, string>, email: string) =>
    ask(server, 'POST', '/auth/register', headers, {
      email,
      first_name: 'Nika',
      last_name: 'Kos',
      terms: true,
      privacy: true,
      locale: 'en',
    })
  await register(page(brand, 'cross-site'), 'sun@test.si')
  await register({}, 'own@test.si')
  await server.deps.background.settled()
  const rows = await server.db.rows(
    sql`select email, company_id from app_user where first_name = 'Nika' order by email desc`,
  )
  expect(rows).toEqual([
    { email: 'sun@test.si', company_id: companyId },
    { email: 'own@test.si', company_id: null },
  ])
})

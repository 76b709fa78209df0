import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { testPassword } from '../../testing/test-client.ts'
import { insertUser } from '../../testing/test-world.ts'
import { requestBudget } from './request-budget.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { publicUrl: 'https://cloud.example', logLevel: 'warn' } })
})
afterAll(() => server.stop())

/** Sent as is, without a client that would normalise the address. */
function ask(method: string, path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ port: server.httpPort, host: '127.0.0.1', method, path }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    call.on('error', reject)
    call.end()
  })
}

describe('every answer, successful or not', () => {
  test.each([
    '/api/site/info',
    '/api/site/translations/en',
    '/api/auth/user',
    '/api/nothing',
    '/api/docs',
    '/nothing.js',
    '/manifest.webmanifest',
  ])('%s tells a browser what it may do with it', async (path) => {
    const { headers } = await fetch(`${server.url}${path}`)
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(policy).toContain(rule)
    expect(policy).toMatch(/default-src '(self|none)'/)
    expect(policy).not.toMatch(/script-src[^;]*'unsafe/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('permissions-policy')).toMatch(/geolocation=\(\).*microphone=\(\).*camera=\(self\)/)
    expect(headers.get('content-type')).toMatch(/; charset=utf-8$|^application\/manifest\+json$/i)
    expect(headers.get('server')).toBe(null)
    expect(headers.get('x-powered-by')).toBe(null)
  })

  test('to a person is never cached', async () => {
    await insertUser(server.db, 'cached@test.si', 'ROLE_USER_BASIC')
    const client = server.client()
    await client.signIn('cached@test.si')
    expect((await client.call('GET /auth/user')).headers.get('cache-control')).toBe('no-store')
    expect((await client.call('GET /auth/sessions')).headers.get('cache-control')).toBe('no-store')
  })
})

test('cookies over https are bound to the host, secure, and inaccessible to scripts', async () => {
  await insertUser(server.db, 'host@test.si', 'ROLE_USER_BASIC')
  const client = server.client()
  const body = { email: 'host@test.si', password: testPassword, staySignedIn: true }
  const login = await client.call('POST /auth/login', { body })
  const step = await client.call('POST /auth/login/passkey-options')
  const cookies = [login, step].flatMap(({ headers }) => headers.getSetCookie())
  expect(cookies).toHaveLength(3)
  expect(cookies.filter((line) => /^__Host-ohmstead(-passkey)?=[\w-]{43};/.test(line))).toHaveLength(2)
  for (const line of cookies) {
    expect(line).toMatch(/^__Host-ohmstead(-\w+)?=[\w.-]{43,};/)
    expect(line.split('; ')).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']))
    expect(line).not.toMatch(/domain=/i)
  }
})

describe('what is not served', () => {
  test.each([
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/package.json',
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..\\..\\package.json',
    '/api/site/images/..%2f..%2fpackage.json',
    '/api/site/translations/..%2f..%2fpackage',
    '/metrics',
    '/api/metrics',
  ])('%s reveals nothing', async (path) => {
    const { status, text } = await ask('GET', path)
    expect([400, 404]).toContain(status)
    expect(text).not.toContain('"dependencies"')
    expect(text).not.toMatch(/at .*\(.*\.ts:\d+/)
  })

  test.each(['TRACE', 'TRACK', 'PROPFIND'])('%s', async (method) => {
    const { status } = await ask(method, '/api/site/info').catch(() => ({ status: 0 }))
    expect([0, 400, 404, 405]).toContain(status)
  })

  test('a folder has no listing', async () => {
    for (const path of ['/assets/', '/brands/']) {
      const { status, text } = await ask('GET', path)
      expect(status === 404 || text.startsWith('<!doctype html>'), path).toBe(true)
    }
  })
})

test('text that no database stores is refused by the name of its field', async () => {
  const response = await fetch(`${server.url}/api/site/info?identifier=%00`)
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: { code: 'invalid_request', fields: { identifier: 'regex' } } },
  ])
})

test.each([
  ['with a broken escape', '/api/companies/%zz', 'invalid_request'],
  ['with half a letter', '/api/companies/%E0%A4%A', 'invalid_request'],
  ['with an endless id', `/api/companies/${'1'.repeat(300)}`, 'not_found'],
])('an address %s is refused like any other, and not repeated', async (_, path, code) => {
  const { status, text } = await ask('GET', path)
  expect([status, JSON.parse(text)]).toEqual([code === 'not_found' ? 404 : 400, { error: { code } }])
})

test('an unreadable request reports its code and no internals', async () => {
  const client = server.client()
  const response = await client.request('POST', '/auth/login', {
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: { code: 'invalid_request' } })
})

test('an internal failure reports its code and no internals', async () => {
  const broken = (['row', 'rows'] as const).map((name) => vi.spyOn(server.deps.db, name))
  for (const spy of broken) spy.mockRejectedValue(new Error('relation "hidden_table" of ana@test.si'))
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { email: 'ana@test.si', password: testPassword } }),
  }).finally(() => {
    for (const spy of broken) spy.mockRestore()
  })
  expect([response.status, await response.json()]).toEqual([500, { error: { code: 'unexpected' } }])
  expect([...response.headers.values()].join('\n')).not.toContain('hidden_table')
  expect(server.logged).toContainEqual(
    expect.objectContaining({
      msg: 'request failed',
      url: '/api/auth/login',
      err: expect.objectContaining({ message: expect.stringContaining('hidden_table') }),
    }),
  )
})

describe('a refused request is in the log', () => {
  const findLine = (code: string, route: string) =>
    server.logged.find((line) => line.event === 'refused' && line.code === code && line.route === route)

  test('with the user, the address and the resource', async () => {
    const userId = await insertUser(server.db, 'curious@test.si', 'ROLE_USER_BASIC')
    const client = server.client()
    await client.signIn('curious@test.si')
    expect((await client.call('GET /site/settings')).error?.code).toBe('not_allowed')
    expect(findLine('not_allowed', '/api/site/settings')).toMatchObject({
      method: 'GET',
      actorId: userId,
      address: '127.0.0.1',
    })
  })

  test('of an anonymous caller by address', async () => {
    await server.client().call('GET /auth/sessions')
    expect(findLine('not_signed_in', '/api/auth/sessions')).toMatchObject({
      actorId: null,
      address: '127.0.0.1',
    })
  })
})

test('a person who has used up their budget waits, and nobody else', async () => {
  const [spent, other] = [server.client(), server.client()]
  for (const [client, email] of [
    [spent, 'spent@test.si'],
    [other, 'other@test.si'],
  ] as const) {
    await insertUser(server.db, email, 'ROLE_USER_BASIC')
    await client.signIn(email)
  }
  const usual = { ...requestBudget }
  onTestFinished(() => void Object.assign(requestBudget, usual))
  Object.assign(requestBudget, { most: 3, perSecond: 0.01 })
  const ask = async () => (await spent.call('GET /auth/user')).status
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200])
  const refused = await spent.call('GET /auth/user')
  expect(refused).toMatchObject({ status: 429, error: { code: 'too_many_requests' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(90)
  expect((await other.call('GET /auth/user')).status).toBe(200)
  // A file costs more than what is left, and is refused before it is read.
  const upload = await other.request('POST', '/abstract-devices/csv', {
    headers: { 'content-type': 'text/csv' },
  })
  expect([upload.status, await upload.json()]).toMatchObject([429, { error: { code: 'too_many_requests' } }])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { testPassword } from '../../testing/test-client.ts'
import {
  insertCompany,
  insertController,
  insertLocation,
  insertUser,
  shareLocation,
} from '../../testing/test-world.ts'

let server: TestServer
let homeId: number
let otherId: number

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Sun')
  const owner = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC', { firstName: 'Maja' })
  const viewer = await insertUser(db, 'viewer@test.si', 'ROLE_USER')
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  homeId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, name: 'Home', ownerId: owner })
  otherId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, name: 'Other' })
  await shareLocation(db, viewer, otherId)
  await insertController(db, homeId)
})
afterAll(() => server.stop())

const login = (email: string, password: string, more = {}) =>
  server.client().call('POST /auth/login', { body: { email, password, ...more } })

describe('signing in', () => {
  test("returns the user with everything the browser's decisions depend on", async () => {
    const client = server.client()
    const { data } = await client.call('POST /auth/login', {
      body: { email: ' Owner@Test.SI ', password: testPassword },
    })
    expect(data.user).toMatchObject({
      first_name: 'Maja',
      locale: null,
      role: 'ROLE_USER_BASIC',
      roles: ['ROLE_USER_BASIC'],
      permissions: { locations: [{ id: homeId, view: true, edit: true, control: true, manageUsers: true }] },
      locations: [{ id: homeId, name: 'Home' }],
      companies: [],
      settings: { theme: null, initialDataView: 'realtime', timeFormat: '24h', units: 'auto' },
    })
    expect(data.user.controllers).toHaveLength(1)
    expect(data.user.locationGroups).toHaveLength(1)
    expect((await client.call('GET /auth/user')).data.user).toEqual(data.user)
  })

  test('a viewer has the flags of the share and owns nothing', async () => {
    const { data } = await login('viewer@test.si', testPassword)
    expect(data.user.locations).toEqual([])
    expect(data.user.permissions.locations).toEqual([
      { id: otherId, view: true, edit: false, control: false, manageUsers: false },
    ])
  })

  test('sets a cookie that scripts cannot read, for this session of the browser only', async () => {
    const { headers } = await login('owner@test.si', testPassword)
    const [cookie] = headers.getSetCookie()
    expect(cookie).toMatch(/^ohmstead=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  test('the database holds no token', async () => {
    const client = server.client()
    await client.signIn('owner@test.si')
    const token = client.cookie.split('=')[1]!
    const rows = await server.db.rows(
      sql`select encode(token_hash, 'escape') as kept, user_agent, address from session`,
    )
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('ends the previous session of the browser', async () => {
    const client = server.client()
    await client.signIn('owner@test.si')
    const previous = client.cookie
    await client.signIn('viewer@test.si')
    const answer = await server.client().call('GET /auth/user', { headers: { cookie: previous } })
    expect(answer.error?.code).toBe('not_signed_in')
    expect((await client.call('GET /auth/user')).data.user.email).toBe('viewer@test.si')
  })

  test('a wrong password, an unknown e-mail and a disabled user get the same answer', async () => {
    const gone = await insertUser(server.db, 'gone@test.si', 'ROLE_USER_BASIC')
    await server.db.run(sql`update app_user set disabled_at = now() where id = ${gone}`)
    const answers = [
      await login('viewer@test.si', 'wrong'),
      await login('nobody@test.si', testPassword),
      await login('gone@test.si', testPassword),
    ]
    for (const { status, error } of answers)
      expect({ status, error }).toEqual({ status: 401, error: { code: 'invalid_credentials' } })
  })

  test('names the wrong fields by the rules of the form', async () => {
    expect((await login('nonsense', '')).error).toEqual({
      code: 'invalid_request',
      fields: { email: 'email', password: 'required' },
    })
  })
})

describe('a session', () => {
  test('ends with logout, which every process learns; logout without one is no error', async () => {
    const client = server.client()
    await client.signIn('owner@test.si')
    const cookie = client.cookie
    const { id } = (await client.call('GET /auth/user')).data.user
    const heard: unknown[] = []
    const stopListening = await server.db.listen('live', (notice) => heard.push(JSON.parse(notice)))
    const left = await client.call('POST /auth/logout')
    // With this notice every process ends what the session watches.
    await expect.poll(() => heard).toContainEqual({ t: 'access', user: id })
    await stopListening()
    expect([left.status, left.headers.get('clear-site-data')]).toEqual([204, '"storage"'])
    expect(client.cookie).toMatch(/^ohmstead-device=[^;]+$/)
    expect((await server.client().call('GET /auth/user', { headers: { cookie } })).status).toBe(401)
    expect((await client.call('POST /auth/logout')).status).toBe(204)
  })

  test.each([
    ['12 hours after its last use', false, 12 * 3600],
    ['30 days after its last use where one stays signed in', true, 30 * 86_400],
  ])('ends %s', async (_, staySignedIn, seconds) => {
    const client = server.client()
    await client.call('POST /auth/login', {
      body: { email: 'owner@test.si', password: testPassword, staySignedIn },
    })
    server.clock.time += seconds * 1000 - 1000
    expect((await client.call('GET /auth/user')).status).toBe(200)
    server.clock.time += seconds * 1000 - 1000
    expect((await client.call('GET /auth/user')).status).toBe(200)
    server.clock.time += seconds * 1000 + 1000
    expect((await client.call('GET /auth/user')).status).toBe(401)
  })

  test.each([
    ['7 days after signing in', false, 6 * 3600, 7],
    ['180 days after signing in where one stays signed in', true, 20 * 86_400, 180],
  ])('ends %s, however much it is used', async (_, staySignedIn, stepSeconds, days) => {
    const client = server.client()
    await client.call('POST /auth/login', {
      body: { email: 'owner@test.si', password: testPassword, staySignedIn },
    })
    const begun = server.clock.time
    const end = begun + days * 86_400_000
    while (server.clock.time + stepSeconds * 1000 < end) {
      server.clock.time += stepSeconds * 1000
      expect((await client.call('GET /auth/user')).status).toBe(200)
    }
    server.clock.time = end + 1
    expect((await client.call('GET /auth/user')).status).toBe(401)
  })

  test('ends at once for a disabled user', async () => {
    const id = await insertUser(server.db, 'leaving@test.si', 'ROLE_USER_BASIC')
    const client = server.client()
    await client.signIn('leaving@test.si')
    await server.db.run(sql`update app_user set disabled_at = now() where id = ${id}`)
    expect((await client.call('GET /auth/user')).status).toBe(401)
  })

  test('forged and malformed cookies are anonymous', async () => {
    for (const cookie of [
      'ohmstead=',
      `ohmstead=${'a'.repeat(43)}`,
      'ohmstead=%00%ff',
      `ohmstead=${'x'.repeat(5000)}`,
    ]) {
      expect((await server.client().call('GET /auth/user', { headers: { cookie } })).status, cookie).toBe(401)
    }
  })
})

describe('guessing', () => {
  test.each([
    ['a known e-mail', 'guessed@test.si'],
    ['an unknown e-mail', 'unknown@test.si'],
  ])(
    'of %s waits after five failures, longer each time, and even the right password waits',
    async (_, email) => {
      if (email.startsWith('guessed')) await insertUser(server.db, email, 'ROLE_USER_BASIC')
      for (let attempt = 1; attempt <= 5; attempt++) expect((await login(email, 'wrong')).status).toBe(401)
      const blocked = await login(email, testPassword)
      expect(blocked.status).toBe(429)
      expect(blocked.error).toEqual({ code: 'too_many_attempts', retryAfterSeconds: 30 })
      expect(blocked.headers.get('retry-after')).toBe('30')
      server.clock.time += 31_000
      expect((await login(email, 'wrong')).status).toBe(401)
      expect((await login(email, 'wrong')).error?.retryAfterSeconds).toBe(60)
    },
  )

  test('at the same moment passes the limit no more than one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => login('parallel@test.si', 'wrong')))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(7)
  })

  test('is forgotten with the right password', async () => {
    await insertUser(server.db, 'clumsy@test.si', 'ROLE_USER_BASIC')
    for (let round = 0; round < 3; round++) {
      for (let attempt = 1; attempt <= 4; attempt++) await login('clumsy@test.si', 'wrong')
      expect((await login('clumsy@test.si', testPassword)).status).toBe(200)
    }
  })

  test('from one address over many e-mails waits too', async () => {
    await server.db.run(sql`delete from throttle`)
    for (let attempt = 0; attempt < 50; attempt++) await login(`spray-${attempt}@test.si`, 'wrong')
    expect((await login('owner@test.si', testPassword)).status).toBe(429)
    await server.db.run(sql`delete from throttle`)
  })
})

describe('user settings', () => {
  test('change the given ones and keep the rest', async () => {
    const client = server.client()
    await client.signIn('owner@test.si')
    await client.call('PUT /auth/user/settings', { body: { theme: 'dark-blue', locale: 'sl' } })
    const { data } = await client.call('PUT /auth/user/settings', { body: { units: 'kilo' } })
    expect(data.user.locale).toBe('sl')
    expect(data.user.settings).toEqual({
      theme: 'dark-blue',
      initialDataView: 'realtime',
      timeFormat: '24h',
      units: 'kilo',
    })
    expect((await client.call('PUT /auth/user/settings', { body: { locale: null } })).data.user.locale).toBe(
      null,
    )
  })

  test('refuse an unsupported language', async () => {
    const client = server.client()
    await client.signIn('owner@test.si')
    expect((await client.call('PUT /auth/user/settings', { body: { locale: 'xx' as 'sl' } })).status).toBe(
      400,
    )
  })
})

describe('calls from other sites', () => {
  test('are refused with and without a session', async () => {
    const client = server.client()
    await client.signIn('owner@test.si')
    const cross: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ]
    for (const headers of cross) {
      const answer = await client.call('POST /auth/logout', { headers })
      expect(answer.error?.code).toBe('cross_site_request')
    }
    expect((await client.call('GET /auth/user')).status).toBe(200)
  })
})

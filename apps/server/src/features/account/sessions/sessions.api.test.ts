import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { startMailServer, type TestMailServer } from '../../../testing/start-mail-server.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { testPassword } from '../../../testing/test-client.ts'
import { insertUser } from '../../../testing/test-world.ts'

let server: TestServer
let mails: TestMailServer

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const newerFirefox = firefox.replaceAll('140', '141')
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

beforeAll(async () => {
  mails = await startMailServer()
  server = await startTestServer({ settings: { smtpUrl: mails.url } })
  await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
  await insertUser(server.db, 'bor@test.si', 'ROLE_USER_BASIC')
})
afterAll(async () => {
  await server.stop()
  await mails.stop()
})

async function signIn(email: string, userAgent: string) {
  const client = server.client()
  const headers = { 'user-agent': userAgent }
  await client.call('POST /auth/login', { body: { email, password: testPassword }, headers })
  return client
}

test('a user sees their sessions, ends one or all others, and none of anybody else', async () => {
  const phone = await signIn('ana@test.si', safari)
  const tablet = await signIn('ana@test.si', safari)
  server.clock.time += 1000
  const desk = await signIn('ana@test.si', firefox)
  const stranger = await signIn('bor@test.si', firefox)

  const { sessions } = (await desk.call('GET /auth/sessions')).data
  expect(sessions.map(({ current, browser, system }) => [current, browser, system])).toEqual([
    [true, 'Firefox', 'Linux'],
    [false, 'Safari', 'iOS'],
    [false, 'Safari', 'iOS'],
  ])
  expect(sessions[0]).toMatchObject({
    user_agent: firefox,
    address: '127.0.0.1',
    last_seen_at: server.clock.time,
  })
  expect(JSON.stringify(sessions)).not.toContain('token')

  const [, , oldest] = sessions
  const end = (client: typeof desk) =>
    client.call('DELETE /auth/sessions/:sessionId', { params: { sessionId: oldest!.id } })
  expect((await end(stranger)).error?.code).toBe('not_found')
  expect((await phone.call('GET /auth/user')).status).toBe(200)
  expect((await end(desk)).status).toBe(204)
  expect((await phone.call('GET /auth/user')).status).toBe(401)

  const endOthers = (password: string | null) =>
    desk.call('POST /auth/sessions/end-others', { body: { password } })
  for (const wrong of ['wrong', null])
    expect((await endOthers(wrong)).error?.code).toBe('current_password_wrong')
  expect((await tablet.call('GET /auth/user')).status).toBe(200)
  expect((await endOthers(testPassword)).data).toEqual({ ended: 1 })
  expect((await tablet.call('GET /auth/user')).status).toBe(401)
  expect((await desk.call('GET /auth/user')).status).toBe(200)
  expect((await stranger.call('GET /auth/user')).status).toBe(200)
})

test('an overlong user agent is truncated', async () => {
  const client = await signIn('ana@test.si', `${firefox} ${'x'.repeat(5000)}`)
  const { sessions } = (await client.call('GET /auth/sessions')).data
  const { user_agent: kept, browser } = sessions.find(({ current }) => current)!
  expect([kept?.length, browser]).toEqual([300, 'Firefox'])
})

test('a new kind of browser is reported by mail; the first, a known and an updated one are not', async () => {
  const id = await insertUser(server.db, 'cvetka@test.si', 'ROLE_USER_BASIC')
  await server.db.run(sql`update app_user set locale = 'en' where id = ${id}`)
  await signIn('cvetka@test.si', firefox)
  await signIn('cvetka@test.si', newerFirefox)
  await signIn('cvetka@test.si', safari)
  await signIn('cvetka@test.si', safari)
  const mail = await mails.next('cvetka@test.si')
  expect(mail.subject).toBe('New sign-in to your account')
  expect(mail.text).toContain('Safari, iOS, address 127.0.0.1')
  await server.deps.mailer.sendDue()
  expect(mails.received.filter(({ recipients }) => recipients.includes('cvetka@test.si'))).toHaveLength(1)
})

test('requests that an open page makes by itself keep no session alive, neither calls nor its stream', async () => {
  await insertUser(server.db, 'watcher@test.si', 'ROLE_USER_BASIC')
  const body = { email: 'watcher@test.si', password: testPassword, staySignedIn: true }
  const screen = server.client()
  await screen.call('POST /auth/login', { body })
  const end = () =>
    server.db.row<{ expires_at: number; last_seen_at: number }>(
      sql`select expires_at, last_seen_at from session order by id desc limit 1`,
    )
  const begun = await end()
  const day = 86_400_000
  const signedInAt = server.clock.time
  const watch = () => screen.call('GET /auth/user', { headers: { 'x-unattended': 'true' } })
  server.clock.time += 29 * day
  const watched = await watch()
  // Nor is the cookie renewed.
  expect([watched.status, watched.headers.getSetCookie()]).toEqual([200, []])
  const gone = new AbortController()
  const stream = await fetch(`${server.url}/api/live`, {
    headers: { cookie: screen.cookie },
    signal: gone.signal,
  })
  expect(stream.status).toBe(200)
  gone.abort()
  expect(await end()).toEqual(begun)
  const used = await screen.call('GET /auth/user')
  expect(used.headers.getSetCookie()).toHaveLength(1)
  expect(await end()).toMatchObject({ last_seen_at: server.clock.time })

  server.clock.time += 30 * day - 1
  expect((await watch()).status).toBe(200)
  server.clock.time += 1
  expect((await watch()).status).toBe(401)
  server.clock.time = signedInAt
})

test('a token known before signing in is worthless afterwards', async () => {
  const fixed = `ohmstead=${'a'.repeat(43)}`
  const answer = await server.client().call('POST /auth/login', {
    body: { email: 'ana@test.si', password: testPassword },
    headers: { cookie: fixed },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()[0]).not.toContain('a'.repeat(43))
  expect((await server.client().call('GET /auth/user', { headers: { cookie: fixed } })).status).toBe(401)
})

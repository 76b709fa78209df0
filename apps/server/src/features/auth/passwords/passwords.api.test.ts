import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { startMailServer, type TestMailServer } from '../../../testing/start-mail-server.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { testPassword } from '../../../testing/test-client.ts'
import { insertUser } from '../../../testing/test-world.ts'

let server: TestServer
let mails: TestMailServer

beforeAll(async () => {
  mails = await startMailServer()
  server = await startTestServer({ settings: { smtpUrl: mails.url, publicUrl: 'http://cloud.test' } })
})
afterAll(async () => {
  await server.stop()
  await mails.stop()
})
beforeEach(() => server.db.run(sql`delete from throttle`))

const password = 'violet kettle orbits 7 fjords'
const forgotten = (email: string) =>
  server.client().call('POST /auth/forgotten-password', { body: { email } })
const reset = (token: string, chosen = password, repeat = chosen) =>
  server
    .client()
    .call('POST /auth/reset-password', { body: { token, password: chosen, password_repeat: repeat } })
const login = (email: string, given: string) =>
  server.client().call('POST /auth/login', { body: { email, password: given } })

describe('a forgotten password', () => {
  test('is reset by the mailed link, which ends every session and signs nobody in', async () => {
    await insertUser(server.db, 'maja@test.si', 'ROLE_USER_BASIC', { firstName: 'Maja' })
    const before = server.client()
    await before.signIn('maja@test.si')
    expect((await forgotten('maja@test.si')).status).toBe(204)
    const mail = await mails.next('maja@test.si')
    expect(mail.link).toMatch(/^http:\/\/cloud\.test\/auth\/reset-password#token=[\w-]{43}$/)
    expect(mail.text).toContain('Maja')

    const answer = await reset(mail.token)
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^ohmstead-device=/)])
    expect((await before.call('GET /auth/user')).status).toBe(401)
    expect((await login('maja@test.si', testPassword)).status).toBe(401)
    expect((await login('maja@test.si', password)).status).toBe(200)
    expect((await mails.next('maja@test.si')).text).toContain('http://cloud.test/auth/forgotten-password')
    expect((await reset(mail.token)).error?.code).toBe('token_used')
  })

  test('answers the same for an address without an account, and mails it nothing', async () => {
    await insertUser(server.db, 'some@test.si', 'ROLE_USER_BASIC')
    const gone = await insertUser(server.db, 'gone@test.si', 'ROLE_USER_BASIC')
    await server.db.run(sql`update app_user set disabled_at = now() where id = ${gone}`)
    const before = mails.received.length
    const answers = [
      await forgotten('some@test.si'),
      await forgotten('none@test.si'),
      await forgotten('gone@test.si'),
    ]
    for (const { status, error, headers } of answers)
      expect({ status, error, names: [...headers.keys()].sort() }).toEqual({
        status: 204,
        error: null,
        names: [...answers[0]!.headers.keys()].sort(),
      })
    await mails.next('some@test.si')
    await server.deps.background.settled()
    await server.deps.mailer.sendDue()
    expect(mails.received.length).toBe(before + 1)
  })

  test('link expires after an hour; a newer one invalidates it', async () => {
    await insertUser(server.db, 'late@test.si', 'ROLE_USER_BASIC')
    await forgotten('late@test.si')
    const first = await mails.next('late@test.si')
    await forgotten('late@test.si')
    const second = await mails.next('late@test.si')
    expect((await reset(first.token)).error?.code).toBe('token_missing')
    server.clock.time += 3_600_000
    expect((await reset(second.token)).error?.code).toBe('token_expired')
  })

  test('a refused new password leaves the link valid', async () => {
    await insertUser(server.db, 'picky@test.si', 'ROLE_USER_BASIC')
    await forgotten('picky@test.si')
    const { token } = await mails.next('picky@test.si')
    expect((await reset(token, 'password1')).error?.code).toBe('password_too_common')
    expect((await reset(token, 'picky@test.si')).error?.code).toBe('password_like_yourself')
    expect((await reset(token, password, 'other')).error?.fields).toEqual({ password_repeat: 'confirmed' })
    expect((await reset(token)).status).toBe(204)
  })

  test('unlocks an account that guessing has locked', async () => {
    await insertUser(server.db, 'locked@test.si', 'ROLE_USER_BASIC')
    for (let guess = 0; guess < 5; guess++) await login('locked@test.si', 'wrong')
    expect((await login('locked@test.si', testPassword)).status).toBe(429)
    await forgotten('locked@test.si')
    await reset((await mails.next('locked@test.si')).token)
    expect((await login('locked@test.si', password)).status).toBe(200)
  })
})

describe('changing the password', () => {
  const change = (client: ReturnType<TestServer['client']>, current: string, chosen = password) =>
    client.call('POST /auth/change-password', {
      body: { current_password: current, password: chosen, password_repeat: chosen },
    })

  test('ends the other sessions and continues this one under a new token', async () => {
    await insertUser(server.db, 'change@test.si', 'ROLE_USER_BASIC')
    const [here, there] = [server.client(), server.client()]
    await here.signIn('change@test.si')
    await there.signIn('change@test.si')
    const cookie = here.cookie
    expect((await change(here, testPassword)).status).toBe(204)
    expect(here.cookie).not.toBe(cookie)
    expect((await here.call('GET /auth/user')).status).toBe(200)
    expect((await server.client().call('GET /auth/user', { headers: { cookie } })).status).toBe(401)
    expect((await there.call('GET /auth/user')).status).toBe(401)
    expect((await login('change@test.si', password)).status).toBe(200)
    expect((await mails.next('change@test.si')).subject).toBe('Vaše geslo je bilo spremenjeno')
  })

  test('invalidates earlier reset links', async () => {
    await insertUser(server.db, 'linked@test.si', 'ROLE_USER_BASIC')
    await forgotten('linked@test.si')
    const { token } = await mails.next('linked@test.si')
    const client = server.client()
    await client.signIn('linked@test.si')
    expect((await change(client, testPassword)).status).toBe(204)
    expect((await reset(token, 'another 7 violet fjords')).error?.code).toBe('token_missing')
    expect((await login('linked@test.si', password)).status).toBe(200)
  })

  test('requires the current one, and limits guessing it', async () => {
    await insertUser(server.db, 'thief@test.si', 'ROLE_USER_BASIC')
    const client = server.client()
    await client.signIn('thief@test.si')
    for (let guess = 0; guess < 5; guess++)
      expect((await change(client, 'wrong')).error?.code).toBe('current_password_wrong')
    expect((await change(client, testPassword)).error?.code).toBe('too_many_attempts')
    expect((await client.call('GET /auth/user')).status).toBe(200)
  })

  test('refuses a common one', async () => {
    await insertUser(server.db, 'common@test.si', 'ROLE_USER_BASIC')
    const client = server.client()
    await client.signIn('common@test.si')
    expect((await change(client, testPassword, 'sunshine1')).error?.code).toBe('password_too_common')
  })
})

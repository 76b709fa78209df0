import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { createSecretBox } from '../../../platform/keys/secret-box.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { type TestClient, testPassword } from '../../../testing/test-client.ts'
import { insertUser } from '../../../testing/test-world.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(() => server.db.run(sql`delete from throttle`))

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.time })
/** A code that the server accepts neither now nor a step before or after. */
function wrongCode(secret: string): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const near = [-2, -1, 0, 1, 2].map((step) =>
    totp.generate({ timestamp: server.clock.time + step * 30_000 }),
  )
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code))!
}
const login = (client: TestClient, email: string, more = {}) =>
  client.call('POST /auth/login', { body: { email, password: testPassword, ...more } })
const answer = (client: TestClient, code: string) =>
  client.call('POST /auth/login/second-factor', { body: { code } })

/** A user with an authenticator app. */
async function enrol(email: string) {
  await insertUser(server.db, email, 'ROLE_USER_BASIC')
  const client = server.client()
  await client.signIn(email)
  const begun = await client.call('POST /auth/second-factor/totp', { body: { password: testPassword } })
  const { secret, uri } = begun.data
  const { data } = await client.call('POST /auth/second-factor/totp/enable', {
    body: { code: codeOf(secret) },
  })
  server.clock.time += 60_000
  return { client, secret, uri, codes: data.recovery_codes }
}

describe('an authenticator app', () => {
  test('is required at the next sign-in, and only its code opens the session', async () => {
    const { client, secret, uri } = await enrol('ana@test.si')
    expect(uri).toMatch(/^otpauth:\/\/totp\/Ohmstead:ana%40test\.si\?issuer=Ohmstead&secret=/)
    expect((await client.call('GET /auth/second-factor')).data).toMatchObject({
      totp: true,
      recovery_codes_left: 10,
      has_password: true,
    })
    const browser = server.client()
    const first = await login(browser, 'ana@test.si', { staySignedIn: true })
    expect([first.status, first.error]).toEqual([401, { code: 'second_factor_required' }])
    expect((await browser.call('GET /auth/user')).status).toBe(401)
    expect((await browser.call('GET /auth/login/second-factor')).data.methods).toEqual(['totp', 'recovery'])
    expect((await answer(browser, wrongCode(secret))).error).toMatchObject({ code: 'invalid_code' })
    const done = await answer(browser, ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)}`)
    expect(done.data.user.email).toBe('ana@test.si')
    expect(done.headers.getSetCookie().some((line) => /^ohmstead=.*Max-Age=2592000/.test(line))).toBe(true)
    expect((await browser.call('GET /auth/user')).status).toBe(200)
    const entries = await server.db.rows(sql`
      select action from audit_log where user_id = ${done.data.user.id} and after ->> 'way' = 'password_code' order by id`)
    expect(entries).toEqual([{ action: 'sign_in_failed' }, { action: 'sign_in' }])
  })

  test('a wrong password does not reveal that there is one', async () => {
    await enrol('quiet@test.si')
    const wrong = await server
      .client()
      .call('POST /auth/login', { body: { email: 'quiet@test.si', password: 'wrong' } })
    expect(wrong.error).toEqual({ code: 'invalid_credentials' })
    expect(wrong.headers.getSetCookie()).toEqual([])
  })

  test('a code works once, also for two requests at the same moment', async () => {
    const { secret } = await enrol('once@test.si')
    const browsers = [server.client(), server.client()]
    for (const browser of browsers) await login(browser, 'once@test.si')
    const code = codeOf(secret)
    const answers = await Promise.all(browsers.map((browser) => answer(browser, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('codes cannot be guessed freely, and the step ends after ten minutes', async () => {
    const { secret } = await enrol('guess@test.si')
    const browser = server.client()
    await login(browser, 'guess@test.si')
    for (let guess = 0; guess < 10; guess++) await answer(browser, wrongCode(secret))
    expect((await answer(browser, codeOf(secret))).error).toEqual({
      code: 'too_many_attempts',
      retryAfterSeconds: 30,
    })
    server.clock.time += 600_000
    expect((await answer(browser, codeOf(secret))).error?.code).toBe('step_expired')
  })

  describe('consecutive wrong codes', () => {
    const dayMs = 86_400_000
    const mailsOf = async (email: string) =>
      (await server.db.row<{ count: number }>(
        sql`select count(*) as count from mail where recipient = ${email} and kind = 'wrong_codes'`,
      ))!.count
    /** As many consecutive wrong codes as allowed, all but the last of them long ago. */
    async function exhaust(email: string, secret: string): Promise<void> {
      const browser = server.client()
      await login(browser, email)
      await answer(browser, wrongCode(secret))
      await server.db.run(sql`update wrong_code set in_row = 99`)
      await answer(browser, wrongCode(secret))
      server.clock.time += 3_600_000
    }

    test('wait longer and longer, whatever time passes between them', async () => {
      const { secret } = await enrol('slow@test.si')
      const waits: (number | undefined)[] = []
      for (let tries = 0; tries < 19; tries++) {
        const browser = server.client()
        await login(browser, 'slow@test.si')
        if (tries < 9) await answer(browser, wrongCode(secret))
        else {
          const { error } = await answer(browser, wrongCode(secret))
          if (error?.code === 'too_many_attempts') waits.push(error.retryAfterSeconds)
          if (tries % 2 === 0) server.clock.time += 3_600_000
        }
        if (tries < 9) server.clock.time += dayMs
      }
      expect(waits).toEqual([30, 60, 120, 240, 480])
    })

    test('are limited to a hundred; then only another way in helps', async () => {
      const { client, secret, codes } = await enrol('row@test.si')
      await exhaust('row@test.si', secret)
      server.clock.time += 30 * dayMs
      const browser = server.client()
      await login(browser, 'row@test.si')
      expect((await answer(browser, codeOf(secret))).error?.code).toBe('second_factor_locked')
      // The owner's own browser never waited for them, and a recovery code cannot be guessed.
      await login(client, 'row@test.si')
      expect((await answer(client, codeOf(secret))).status).toBe(200)
      await login(browser, 'row@test.si')
      expect((await answer(browser, codes[0]!)).status).toBe(200)
    })

    test('are accepted again after a password reset by mail, but cannot be guessed any faster', async () => {
      const { secret } = await enrol('mail@test.si')
      await exhaust('mail@test.si', secret)
      const reset = async () => {
        await server.client().call('POST /auth/forgotten-password', { body: { email: 'mail@test.si' } })
        await server.deps.background.settled()
        const { body_text } = (await server.db.row<{ body_text: string }>(sql`
          select body_text from mail where recipient = 'mail@test.si' and kind = 'password_reset' order by id desc limit 1`))!
        const token = /#token=([\w-]+)/.exec(body_text)![1]!
        const body = { token, password: testPassword, password_repeat: testPassword }
        const browser = server.client()
        expect((await browser.call('POST /auth/reset-password', { body })).status).toBe(204)
        await login(browser, 'mail@test.si')
        return browser
      }
      const thief = await reset()
      expect((await answer(thief, wrongCode(secret))).error?.code).toBe('invalid_code')
      expect((await answer(thief, wrongCode(secret))).error).toEqual({
        code: 'too_many_attempts',
        retryAfterSeconds: 3600,
      })
      expect((await answer(await reset(), codeOf(secret))).error?.code).toBe('too_many_attempts')
      server.clock.time += 3_600_000
      const owner = await reset()
      expect((await answer(owner, codeOf(secret))).status).toBe(200)
    })

    test('are reset by a right one', async () => {
      const { secret } = await enrol('anew@test.si')
      for (let round = 0; round < 3; round++) {
        const browser = server.client()
        await login(browser, 'anew@test.si')
        for (let guess = 0; guess < 9; guess++)
          expect((await answer(browser, wrongCode(secret))).error?.code).toBe('invalid_code')
        server.clock.time += 60_000
        expect((await answer(browser, codeOf(secret))).status).toBe(200)
      }
    })

    test('are reported to their owner, in their language: the fifth, and then once a day', async () => {
      const { secret } = await enrol('told@test.si')
      await server.db.run(sql`update app_user set locale = 'sl' where email = 'told@test.si'`)
      const browser = server.client()
      await login(browser, 'told@test.si')
      for (let guess = 0; guess < 4; guess++) await answer(browser, wrongCode(secret))
      expect(await mailsOf('told@test.si')).toBe(0)
      for (let guess = 0; guess < 4; guess++) await answer(browser, wrongCode(secret))
      expect(await mailsOf('told@test.si')).toBe(1)
      expect(
        await server.db.row(
          sql`select subject from mail where kind = 'wrong_codes' and recipient = 'told@test.si'`,
        ),
      ).toEqual({ subject: 'Napačne kode pri prijavi v vaš račun' })
      server.clock.time += dayMs
      await login(browser, 'told@test.si')
      await answer(browser, wrongCode(secret))
      await answer(browser, wrongCode(secret))
      expect(await mailsOf('told@test.si')).toBe(2)
    })
  })

  test('the step is bound to the browser that sent the password', async () => {
    const { secret } = await enrol('mine@test.si')
    await login(server.client(), 'mine@test.si')
    expect((await answer(server.client(), codeOf(secret))).error?.code).toBe('step_expired')
  })

  test('a recovery code replaces the app, once', async () => {
    const { codes } = await enrol('lost@test.si')
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    for (const status of [200, 400]) {
      const browser = server.client()
      await login(browser, 'lost@test.si')
      expect((await answer(browser, codes[0]!.toUpperCase().replaceAll('-', ' '))).status).toBe(status)
    }
  })

  test('a key that this server cannot open is reported, and a recovery code still opens the session', async () => {
    const { secret, codes } = await enrol('lost-key@test.si')
    const sealed = createSecretBox(Buffer.alloc(32, 200)).seal(Buffer.from(secret), 'totp', 1)
    await server.db.run(sql`
      update totp set secret = ${sealed} where user_id = (select id from app_user where email = 'lost-key@test.si')`)
    const browser = server.client()
    await login(browser, 'lost-key@test.si')
    expect((await answer(browser, codeOf(secret))).error).toEqual({ code: 'second_factor_unreadable' })
    expect((await answer(browser, 'abcdef-abcdef-abcdef-abcdef')).error?.code).toBe('invalid_code')
    expect((await answer(browser, codes[0]!)).data.user.email).toBe('lost-key@test.si')
  })

  test('is connected and disconnected with the password only', async () => {
    const { client } = await enrol('safe@test.si')
    const wrong = { body: { password: 'wrong' } }
    for (const name of [
      'POST /auth/second-factor/totp',
      'POST /auth/second-factor/totp/disable',
      'POST /auth/second-factor/recovery-codes',
    ] as const)
      expect((await client.call(name, wrong)).error?.code).toBe('current_password_wrong')
    const right = { body: { password: testPassword } }
    expect((await client.call('POST /auth/second-factor/totp', right)).error?.code).toBe(
      'second_factor_active',
    )
    const renewed = await client.call('POST /auth/second-factor/recovery-codes', right)
    expect(renewed.data.recovery_codes).toHaveLength(10)
    expect((await client.call('POST /auth/second-factor/totp/disable', right)).status).toBe(204)
    expect((await login(server.client(), 'safe@test.si')).status).toBe(200)
  })

  test('wrong codes while connecting it are forgotten after the right one', async () => {
    await insertUser(server.db, 'clumsy@test.si', 'ROLE_USER_BASIC')
    const client = server.client()
    await client.signIn('clumsy@test.si')
    const right = { body: { password: testPassword } }
    const enable = (code: string) => client.call('POST /auth/second-factor/totp/enable', { body: { code } })
    for (let round = 0; round < 2; round++) {
      const { secret } = (await client.call('POST /auth/second-factor/totp', right)).data
      for (let guess = 0; guess < 4; guess++)
        expect((await enable(wrongCode(secret))).error?.code).toBe('invalid_code')
      expect((await enable(codeOf(secret))).status).toBe(200)
      await client.call('POST /auth/second-factor/totp/disable', right)
    }
  })

  test('ends all other sessions when it is connected and when it is turned off', async () => {
    await insertUser(server.db, 'many@test.si', 'ROLE_USER_BASIC')
    const [client, other] = [server.client(), server.client()]
    await client.signIn('many@test.si')
    await other.signIn('many@test.si')
    const right = { body: { password: testPassword } }
    const { secret } = (await client.call('POST /auth/second-factor/totp', right)).data
    await client.call('POST /auth/second-factor/totp/enable', { body: { code: codeOf(secret) } })
    expect((await other.call('GET /auth/user')).status).toBe(401)
    expect((await client.call('GET /auth/user')).status).toBe(200)

    server.clock.time += 60_000
    await login(other, 'many@test.si')
    await answer(other, codeOf(secret))
    expect((await other.call('GET /auth/user')).status).toBe(200)
    await client.call('POST /auth/second-factor/totp/disable', right)
    expect((await other.call('GET /auth/user')).status).toBe(401)
  })

  test('set-up started in one session cannot be finished by another user', async () => {
    await insertUser(server.db, 'a@test.si', 'ROLE_USER_BASIC')
    await insertUser(server.db, 'b@test.si', 'ROLE_USER_BASIC')
    const client = server.client()
    await client.signIn('a@test.si')
    const { secret } = (
      await client.call('POST /auth/second-factor/totp', { body: { password: testPassword } })
    ).data
    await client.signIn('b@test.si')
    const enabled = await client.call('POST /auth/second-factor/totp/enable', {
      body: { code: codeOf(secret) },
    })
    expect(enabled.error?.code).toBe('step_expired')
  })

  test('leaves neither its secret nor a recovery code readable in the database', async () => {
    const { secret, codes } = await enrol('sealed@test.si')
    const kept = JSON.stringify(
      await server.db.rows(sql`
        select encode(secret, 'escape') as a from totp union all select encode(code_hash, 'escape') from recovery_code
        union all select detail::text from door_step`),
    )
    expect(kept).not.toContain(secret)
    expect(kept).not.toContain(codes[0]!.replaceAll('-', ''))
  })
})

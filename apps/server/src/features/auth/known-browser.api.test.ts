import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { startMailServer, type TestMailServer } from '../../testing/start-mail-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { type TestClient, testPassword } from '../../testing/test-client.ts'
import { insertUser } from '../../testing/test-world.ts'
import { type Asker, takeMailRequest, takeMailTo, takeSignInAttempt } from './sign-in-attempts.ts'

let server: TestServer
let mails: TestMailServer
let people = 0

beforeAll(async () => {
  mails = await startMailServer()
  server = await startTestServer({
    settings: { smtpUrl: mails.url, publicUrl: 'http://cloud.test', trustProxy: 1 },
  })
})
afterAll(async () => {
  await server.stop()
  await mails.stop()
})
beforeEach(() => server.db.run(sql`delete from throttle`))

const newPassword = 'violet kettle orbits 7 fjords'
const from = (address: string) => ({ 'x-forwarded-for': address })
const login = (client: TestClient, email: string, password = testPassword, address = '192.0.2.1') =>
  client.call('POST /auth/login', { body: { email, password }, headers: from(address) })
const forgotten = (client: TestClient, email: string, address = '192.0.2.1') =>
  client.call('POST /auth/forgotten-password', { body: { email }, headers: from(address) })

/** Somebody whose browser, `known`, has signed in and out again. */
async function newPerson(): Promise<{ id: number; email: string; known: TestClient }> {
  const email = `known${++people}@test.si`
  const id = await insertUser(server.db, email, 'ROLE_USER_BASIC')
  const known = server.client()
  await known.signIn(email)
  await known.call('POST /auth/logout')
  return { id, email, known }
}
const mailsTo = async (email: string) =>
  (await server.db.row<{ count: number }>(
    sql`select count(*) as count from mail where recipient = ${email} and kind = 'password_reset'`,
  ))!.count
const mailed = async (email: string) => {
  await server.deps.background.settled()
  return mailsTo(email)
}

describe('a browser in which somebody has signed in', () => {
  test('is accepted while strangers guess from everywhere, even from the same network', async () => {
    const { email, known } = await newPerson()
    for (let guess = 0; guess < 5; guess++) await login(server.client(), email, 'wrong')
    expect((await login(server.client(), email)).status).toBe(429)
    for (let network = 1; network <= 20; network++)
      await login(server.client(), email, 'wrong', `198.51.100.${network}`)
    expect((await login(server.client(), email, testPassword, '203.0.113.9')).status).toBe(429)
    expect((await login(known, email)).status).toBe(200)
  })

  test('waits for its own guesses, which no sign-in elsewhere resets', async () => {
    const { email, known } = await newPerson()
    for (let guess = 0; guess < 5; guess++) expect((await login(known, email, 'wrong')).status).toBe(401)
    expect((await login(known, email)).error).toEqual({ code: 'too_many_attempts', retryAfterSeconds: 30 })
    expect((await login(server.client(), email)).status).toBe(200)
    expect((await login(known, email)).status).toBe(429)
  })

  test('gets its mail while strangers request thousands, of which few arrive and no answer reveals it', async () => {
    const { email, known } = await newPerson()
    for (let asked = 0; asked < 40; asked++)
      expect((await forgotten(server.client(), email, `198.51.100.${asked}`)).status).toBe(204)
    expect(await mailed(email)).toBe(5)
    expect((await forgotten(known, email, '198.51.100.1')).status).toBe(204)
    expect(await mailed(email)).toBe(6)
    // It has a separate limit, and is told about it.
    for (let asked = 0; asked < 4; asked++) expect((await forgotten(known, email)).status).toBe(204)
    expect((await forgotten(known, email)).error).toEqual({
      code: 'too_many_attempts',
      retryAfterSeconds: 300,
    })
    // Mails of another kind are counted separately.
    const resend = { body: { email }, headers: from('192.0.2.1') }
    expect((await known.call('POST /auth/resend-verification', resend)).status).toBe(204)
    expect(await mailed(email)).toBe(10)
    // Requests all day long cause about one mail an hour.
    for (let minute = 0; minute < 24 * 60; minute += 10) {
      server.clock.time += 600_000
      await forgotten(server.client(), email)
    }
    expect(await mailed(email)).toBeLessThanOrEqual(10 + 30)
  })

  test('also becomes known through a mailed link, so that guessing locks nobody out', async () => {
    const { email } = await newPerson()
    const fresh = server.client()
    for (let guess = 0; guess < 5; guess++) await login(server.client(), email, 'wrong')
    expect((await login(fresh, email)).status).toBe(429)
    await forgotten(fresh, email)
    const { token } = await mails.next(email)
    const body = { token, password: newPassword, password_repeat: newPassword }
    expect((await fresh.call('POST /auth/reset-password', { body })).status).toBe(204)
    expect((await login(fresh, email, newPassword)).status).toBe(200)
  })

  test('becomes unknown after a new password, with another key, and for everybody else', async () => {
    const one = await newPerson()
    const other = await newPerson()
    const block = async (email: string) => {
      for (let guess = 0; guess < 5; guess++) await login(server.client(), email, 'wrong')
    }
    await block(other.email)
    expect((await login(one.known, other.email)).status).toBe(429)

    const changed = server.client()
    await changed.signIn(one.email)
    await changed.call('POST /auth/change-password', {
      body: { current_password: testPassword, password: newPassword, password_repeat: newPassword },
    })
    await block(one.email)
    expect((await login(one.known, one.email, newPassword)).status).toBe(429)
    expect((await login(changed, one.email, newPassword)).status).toBe(200)

    const [name, value] = other.known.cookie.split('=') as [string, string]
    for (const forged of [
      value.replace(/.(?=.{9}$)/, (one) => (one === 'A' ? 'B' : 'A')),
      value.replace(/^\d+/, String(one.id)),
      '1.',
      '..',
      'x'.repeat(3000),
    ]) {
      const answer = await server.client().call('POST /auth/login', {
        body: { email: other.email, password: testPassword },
        headers: { ...from('192.0.2.1'), cookie: `${name}=${forged}` },
      })
      expect(answer.status, forged).toBe(429)
    }
    expect((await login(other.known, other.email)).status).toBe(200)
  })

  test('is known to everybody who signs in there, by a cookie that scripts cannot read and that signs nobody in', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    const { headers } = await login(one.known, other.email)
    const cookie = headers.getSetCookie().find((line) => line.startsWith('ohmstead-device='))!
    expect(cookie).toMatch(/^ohmstead-device=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    await one.known.call('POST /auth/logout')
    expect((await one.known.call('GET /auth/user')).status).toBe(401)
    for (const { email } of [one, other]) {
      for (let guess = 0; guess < 5; guess++) await login(server.client(), email, 'wrong')
      expect((await login(one.known, email)).status, email).toBe(200)
      await one.known.call('POST /auth/logout')
    }
  })
})

describe("in any order of strangers' actions", () => {
  type Deed = {
    who: 'stranger' | 'owner'
    what: 'wrong' | 'right' | 'mail'
    network: number
    wait: number
    times: number
  }
  const deed: fc.Arbitrary<Deed> = fc.record({
    who: fc.constantFrom('stranger', 'stranger', 'stranger', 'owner'),
    what: fc.constantFrom('wrong', 'wrong', 'right', 'mail'),
    network: fc.integer({ min: 1, max: 3 }),
    wait: fc.constantFrom(0, 0, 0, 0, 20_000, 3_600_000),
    times: fc.integer({ min: 1, max: 8 }),
  })

  const repeated = (one: Deed): Deed[] =>
    Array.from({ length: one.times }, (_, index) => (index === 0 ? one : { ...one, wait: 0 }))

  /** The outcome of these limits for a sequence of actions, starting at the same moment. */
  async function replay(deeds: Deed[], device: string, email: string): Promise<string[]> {
    const clock = { time: server.clock.time, now: () => clock.time }
    const deps = { db: server.db, clock }
    const said: string[] = []
    for (const { who, what, network, wait } of deeds.flatMap(repeated)) {
      clock.time += wait
      const asker: Asker = {
        email,
        address: `192.0.2.${network}`,
        device: who === 'owner' ? device : null,
      }
      if (what === 'mail') {
        const wait = await takeMailRequest(deps, asker, 'reset').then(
          () => null,
          (error) => error.retryAfterSeconds as number,
        )
        const isMailed = wait === null && (await takeMailTo(server.db, asker, 'reset', clock.time))
        said.push(`${who}: ${wait ?? isMailed}`)
      } else {
        const forgive = await takeSignInAttempt(deps, asker).catch((error) => {
          said.push(`${who}: ${error.code} ${error.retryAfterSeconds}`)
          return null
        })
        if (what === 'right') await forgive?.()
        if (forgive) said.push(`${who}: may try`)
      }
    }
    return said.filter((line) => line.startsWith('owner'))
  }

  test('a known browser gets the same answers as without them', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 8, maxLength: 20 }), async (deeds) => {
        const email = `victim${++run}@test.si`
        // A stranger's action passes its time, but does nothing.
        let waited = 0
        const alone = deeds.flatMap((one) => {
          if (one.who === 'owner') {
            const wait = one.wait + waited
            waited = 0
            return [{ ...one, wait }]
          }
          waited += one.wait
          return []
        })
        const among = await replay(deeds, `device-${run}-among`, email)
        expect(among).toEqual(await replay(alone, `device-${run}-alone`, email))
      }),
      { numRuns: propertyRuns(25) },
    )
  })
})

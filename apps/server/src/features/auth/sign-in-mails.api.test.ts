import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertUser } from '../../testing/test-world.ts'

// What anybody can have mailed to an address, and what is left of it to the owner in an unknown browser.

let server: TestServer
let people = 0
beforeAll(async () => {
  server = await startTestServer({ settings: { trustProxy: 1 } })
})
afterAll(() => server.stop())
beforeEach(() => server.db.run(sql`delete from throttle`))

const from = (address: string) => ({ 'x-forwarded-for': address })
const form = { last_name: 'Kos', terms: true as const, privacy: true as const, locale: 'en' as const }
const asks = {
  forgotten: (email: string, address: string) =>
    server.client().call('POST /auth/forgotten-password', { body: { email }, headers: from(address) }),
  resend: (email: string, address: string) =>
    server.client().call('POST /auth/resend-verification', { body: { email }, headers: from(address) }),
  register: (email: string, address: string, first_name = 'Stranger') =>
    server
      .client()
      .call('POST /auth/register', { body: { ...form, email, first_name }, headers: from(address) }),
}
type Ask = keyof typeof asks

let network = 0
/** Another network each time. */
const elsewhere = () => `10.${(++network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`
async function askFromEverywhere(ask: Ask, email: string, times: number) {
  for (let asked = 0; asked < times; asked++) expect((await asks[ask](email, elsewhere())).status).toBe(204)
  await server.deps.background.settled()
}
/** The owner in an unknown browser, in a network of their own. */
const askAsOwner = async (ask: Ask, email: string) => {
  expect((await asks[ask](email, elsewhere(), 'Owner')).status).toBe(204)
  await server.deps.background.settled()
}
const newAddress = () => `mailed${++people}@test.si`

/** Links of this kind in the mailbox: how many, and whose names the newest carries. */
const openLinks = async (email: string, action: 'reset_password' | 'verify_email') =>
  (await server.db.row<{ count: number; mails: number; name: string | null }>(sql`
    select count(*) as count, (array_agg(registration ->> 'firstName' order by id desc))[1] as name,
      (select count(*) from mail where recipient = ${email}
        and kind = ${action === 'verify_email' ? 'verification' : 'password_reset'}) as mails
    from link_token where email = ${email} and action = ${action} and used_at is null
      and expires_at > ${new Date(server.clock.time)}`))!

describe('whatever strangers request', () => {
  const deeds = fc.array(
    fc.record({
      ask: fc.constantFrom<Ask>('forgotten', 'resend', 'register'),
      times: fc.integer({ min: 1, max: 6 }),
      wait: fc.constantFrom(0, 0, 60_000, 1_800_000, 3_600_000),
    }),
    { minLength: 1, maxLength: 6 },
  )
  async function replay(email: string, done: readonly { ask: Ask; times: number; wait: number }[]) {
    for (const { ask, times, wait } of done) {
      server.clock.time += wait
      await askFromEverywhere(ask, email, times)
    }
  }

  test('the owner of an account has a reset link once they ask, and a new one if none was requested', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, async (done) => {
        const email = newAddress()
        await insertUser(server.db, email, 'ROLE_USER_BASIC')
        await replay(email, done)
        const before = await openLinks(email, 'reset_password')
        await askAsOwner('forgotten', email)
        const after = await openLinks(email, 'reset_password')
        expect(after.count).toBe(1)
        if (!done.some(({ ask }) => ask === 'forgotten')) expect(after.mails).toBe(before.mails + 1)
      }),
      { numRuns: 8 },
    )
  })

  test('somebody without an account has a link that opens one once they register, their own if nobody else registered', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, async (done) => {
        const email = newAddress()
        await replay(email, done)
        await askAsOwner('register', email)
        const { count, name } = await openLinks(email, 'verify_email')
        expect(count).toBeGreaterThan(0)
        if (!done.some(({ ask }) => ask === 'register')) expect(name).toBe('Owner')
      }),
      { numRuns: 8 },
    )
  })

  test('forty requests of another kind leave each kind its mails', async () => {
    const open = newAddress()
    await insertUser(server.db, open, 'ROLE_USER_BASIC')
    for (const ask of ['resend', 'register'] as const) await askFromEverywhere(ask, open, 40)
    await askAsOwner('forgotten', open)
    expect(await openLinks(open, 'reset_password')).toMatchObject({ count: 1, mails: 1 })

    const unknown = newAddress()
    for (const ask of ['forgotten', 'resend'] as const) await askFromEverywhere(ask, unknown, 40)
    await askAsOwner('register', unknown)
    expect(await openLinks(unknown, 'verify_email')).toEqual({ count: 1, mails: 1, name: 'Owner' })
    // Requests that sent nothing have used nothing of the existing account's limits.
    await askAsOwner('resend', unknown)
    await askAsOwner('forgotten', unknown)
    expect(await openLinks(unknown, 'verify_email')).toMatchObject({ count: 2 })
    expect(await openLinks(unknown, 'reset_password')).toMatchObject({ mails: 1 })
  })
})

describe('one network that requests mails', () => {
  test.each([
    ['an IPv4 address', ['192.0.2.7', '192.0.2.7'], '192.0.2.8'],
    ['an IPv6 /64', ['2001:db8:1:2::7', '2001:db8:1:2:9::1'], '2001:db8:1:3::7'],
  ])('of %s gets a wait after thirty, whoever the address belongs to', async (_, own, other) => {
    const known = newAddress()
    await insertUser(server.db, known, 'ROLE_USER_BASIC')
    const everything = ['forgotten', 'register', 'resend'] as const
    for (let asked = 0; asked < 30; asked++)
      expect((await asks[everything[asked % 3]!](newAddress(), own[asked % 2]!)).status).toBe(204)
    const refusal = { code: 'too_many_attempts', retryAfterSeconds: 300 }
    for (const ask of everything)
      for (const email of [known, newAddress()]) {
        const { status, error, headers } = await asks[ask](email, own[0]!)
        expect({ status, error, wait: headers.get('retry-after') }, `${ask} ${email}`).toEqual({
          status: 429,
          error: refusal,
          wait: '300',
        })
      }
    expect((await asks.forgotten(known, other)).status).toBe(204)
    await server.deps.background.settled()
    expect((await openLinks(known, 'reset_password')).mails).toBe(1)
  })

  test('waits a quarter of an hour at most, however long it continues', async () => {
    const waits = new Set<number>()
    for (let asked = 0; asked < 30; asked++) await asks.resend(newAddress(), '192.0.2.9')
    for (let more = 0; more < 4; more++) {
      const { retryAfterSeconds = 0 } = (await asks.resend(newAddress(), '192.0.2.9')).error ?? {}
      waits.add(retryAfterSeconds)
      server.clock.time += retryAfterSeconds * 1000
      expect((await asks.resend(newAddress(), '192.0.2.9')).status).toBe(204)
    }
    expect([...waits]).toEqual([300, 600, 900])
  })
})

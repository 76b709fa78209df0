import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from '../platform/db/sql.ts'
import { hashChannel } from '../testing/cheap-passwords.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { testPassword } from '../testing/test-client.ts'
import { insertCompany, insertController, insertLocation, insertUser } from '../testing/test-world.ts'

// What somebody who guesses can learn from an answer: nothing. Time is not measured here, since a busy machine would
// decide such a test. Instead the work before the answer is compared: the same database statements in the same
// order and the same number of password hashes. Work that differs by person happens after the answer.

let hashes = 0
const countHash = () => void hashes++
let server: TestServer
/** Distinguished from the server's own work at the same moment, such as looking for mails that are due. */
const answering = new AsyncLocalStorage<true>()
const noteAnswering = () => answering.enterWith(true)
beforeAll(async () => {
  subscribe('http.server.request.start', noteAnswering)
  subscribe(hashChannel, countHash)
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
  unsubscribe('http.server.request.start', noteAnswering)
  unsubscribe(hashChannel, countHash)
})
beforeEach(() => server.db.run(sql`delete from throttle`))
afterEach(() => vi.restoreAllMocks())

/** Different in every answer, whatever it says. */
const everNew = new Set(['date', 'x-request-id'])

/** What an answer shows, and what was done for it before it was sent. */
async function watch(ask: () => Promise<{ status: number; error: unknown; headers: Headers }>) {
  const { db, background } = server.deps
  const statements: string[] = []
  for (const name of ['row', 'rows', 'run'] as const) {
    const original = db[name].bind(db) as (typeof db)['rows']
    vi.spyOn(db, name).mockImplementation((async (statement: Parameters<typeof original>[0]) => {
      if (answering.getStore()) statements.push(statement.text.replace(/\s+/g, ' '))
      return original(statement)
    }) as never)
  }
  const later = vi.spyOn(background, 'run').mockImplementation(() => undefined)
  hashes = 0
  const { status, error, headers } = await ask()
  const seen = { status, error, headers: [...headers].filter(([name]) => !everNew.has(name)) }
  const work = { statements: [...statements], hashes, later: later.mock.calls.length }
  vi.restoreAllMocks()
  return { seen, work }
}

async function insertPeople(name: string) {
  const { db } = server
  const known = `${name}-known@test.si`
  const gone = `${name}-gone@test.si`
  const unconfirmed = `${name}-unconfirmed@test.si`
  const passwordless = `${name}-passwordless@test.si`
  for (const email of [known, gone, unconfirmed, passwordless]) await insertUser(db, email, 'ROLE_USER_BASIC')
  await db.run(sql`update app_user set disabled_at = now() where email = ${gone}`)
  await db.run(sql`update app_user set email_verified_at = null where email = ${unconfirmed}`)
  await db.run(sql`update app_user set password_hash = null where email = ${passwordless}`)
  return [`${name}-unknown@test.si`, known, gone, unconfirmed, passwordless]
}

const form = (email: string) => ({
  email,
  first_name: 'Nika',
  last_name: 'Kos',
  terms: true as const,
  privacy: true as const,
  locale: 'en' as const,
})

describe.each([
  [
    'a wrong password',
    'login',
    (email: string) => server.client().call('POST /auth/login', { body: { email, password: 'wrong guess' } }),
    { hashes: 1, later: 0 },
  ],
  [
    'a registration',
    'register',
    (email: string) => server.client().call('POST /auth/register', { body: form(email) }),
    { hashes: 0, later: 1 },
  ],
  [
    'a forgotten password',
    'forgotten',
    (email: string) => server.client().call('POST /auth/forgotten-password', { body: { email } }),
    { hashes: 0, later: 1 },
  ],
  [
    'a link asked for again',
    'resend',
    (email: string) => server.client().call('POST /auth/resend-verification', { body: { email } }),
    { hashes: 0, later: 1 },
  ],
] as const)('%s', (_, name, ask, expected) => {
  test('is answered with the same content and work, whoever the address belongs to', async () => {
    // The first hash of a process also creates the dummy hash.
    await server.client().call('POST /auth/login', { body: { email: 'warm@test.si', password: 'x' } })
    const [unknown, ...others] = await insertPeople(name)
    const first = await watch(() => ask(unknown!))
    expect(first.work).toMatchObject(expected)
    expect(first.work.statements.length).toBeGreaterThan(1)
    for (const email of others) expect(await watch(() => ask(email)), email).toEqual(first)
  })
})

describe('guessing', () => {
  test.each([
    [
      'links of confirmation',
      () =>
        server.client().call('POST /auth/verify-email', {
          body: { token: 'guess', password: 'violet kettle', password_repeat: 'violet kettle' },
        }),
    ],
    [
      'links of a new address',
      () => server.client().call('POST /auth/confirm-email', { body: { token: 'guess' } }),
    ],
    [
      'what a link is good for',
      () => server.client().call('POST /auth/token-validation', { body: { token: 'guess' } }),
    ],
    [
      'links of a forgotten password',
      () =>
        server.client().call('POST /auth/reset-password', {
          body: { token: 'guess', password: 'violet kettle', password_repeat: 'violet kettle' },
        }),
    ],
  ])('%s waits after fifty, and does not start over with another kind', async (_, guess) => {
    for (let attempt = 0; attempt < 50; attempt++) expect((await guess()).status).not.toBe(429)
    expect((await guess()).error?.code).toBe('too_many_attempts')
    const other = await server.client().call('POST /auth/token-validation', { body: { token: 'guess' } })
    expect(other.error?.code).toBe('too_many_attempts')
  })

  test('invitation numbers counts together with links', async () => {
    await insertUser(server.db, 'guesser@test.si', 'ROLE_USER')
    const client = server.client()
    await client.signIn('guesser@test.si')
    const guess = (id: number) =>
      client.call('POST /security/validate-confirmation', { body: { id, action: 'LOCATION_INVITE' } })
    for (let id = 1; id <= 50; id++) expect((await guess(id)).error?.code).toBe('token_missing')
    expect((await guess(51)).error?.code).toBe('too_many_attempts')
  })

  test('serials: existing, unknown and removed ones cannot be told apart', async () => {
    const { db } = server
    const { companyId, rootGroupId } = await insertCompany(db, 'Sun')
    const locationId = await insertLocation(db, { companyId, locationGroupId: rootGroupId })
    const serials = ['AAAA-AAAA-AAAA-AAAA']
    for (const isRemoved of [false, true]) {
      const { controllerId } = await insertController(db, locationId)
      if (isRemoved) await db.run(sql`update controller set revoked_at = now() where id = ${controllerId}`)
      const row = await db.row<{ unit_id: string }>(
        sql`select unit_id from controller where id = ${controllerId}`,
      )
      serials.push(row!.unit_id)
    }
    const enrol = async (serial: string) => {
      const response = await fetch(`${server.url}/link/v1/enroll`, {
        method: 'POST',
        body: JSON.stringify({ serial, secret: 'guess' }),
      })
      return { status: response.status, text: await response.text() }
    }
    const told = []
    for (const serial of serials) {
      await db.run(sql`delete from throttle`)
      const answers = []
      for (let attempt = 0; attempt < 11; attempt++) answers.push(await enrol(serial))
      told.push(answers)
    }
    expect(told[0]!.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    expect(told[1]).toEqual(told[0])
    expect(told[2]).toEqual(told[0])
  })

  test('a person’s password is limited wherever it is asked for, and in each place separately', async () => {
    await insertUser(server.db, 'asked@test.si', 'ROLE_USER_BASIC')
    const client = server.client()
    await client.signIn('asked@test.si')
    const wrong = { body: { password: 'wrong' } }
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await client.call('POST /auth/second-factor/totp', wrong)).error?.code).toBe(
        'current_password_wrong',
      )
    const right = { body: { password: testPassword } }
    for (const name of [
      'POST /auth/second-factor/totp',
      'POST /auth/passkeys/options',
      'POST /auth/second-factor/recovery-codes',
    ] as const)
      expect((await client.call(name, right)).error?.code).toBe('too_many_attempts')
    // Whoever uses an open session cannot keep its owner from signing in.
    expect(
      (
        await server
          .client()
          .call('POST /auth/login', { body: { email: 'asked@test.si', password: testPassword } })
      ).status,
    ).toBe(200)
  })
})

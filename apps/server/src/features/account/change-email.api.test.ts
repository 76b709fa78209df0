import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startMailServer, type TestMailServer } from '../../testing/start-mail-server.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { type TestClient, testPassword } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'

let server: TestServer
let mails: TestMailServer
let people = 0

beforeAll(async () => {
  mails = await startMailServer()
  server = await startTestServer({ settings: { smtpUrl: mails.url, publicUrl: 'http://cloud.test' } })
})
afterAll(async () => {
  await server.stop()
  await mails.stop()
})
beforeEach(() => server.db.run(sql`delete from throttle`))

async function newPerson(): Promise<{ id: number; email: string; wanted: string; client: TestClient }> {
  const name = `person${++people}`
  const id = await insertUser(server.db, `${name}@test.si`, 'ROLE_USER_BASIC', { firstName: 'Ana' })
  await server.db.run(sql`update app_user set locale = 'en' where id = ${id}`)
  const client = server.client()
  await client.signIn(`${name}@test.si`)
  return { id, email: `${name}@test.si`, wanted: `${name}@new.si`, client }
}
const ask = (client: TestClient, email: string, password: string | null = testPassword) =>
  client.call('POST /auth/user/email', { body: { email, password } })
const confirm = (client: TestClient, token: string) =>
  client.call('POST /auth/confirm-email', { body: { token } })
const login = (email: string, password = testPassword) =>
  server.client().call('POST /auth/login', { body: { email, password } })
const addressOf = async (id: number) =>
  (await server.db.row<{ email: string }>(sql`select email from app_user where id = ${id}`))!.email
const settled = async () => {
  await server.deps.background.settled()
  await server.deps.mailer.sendDue()
}

describe("changing one's address", () => {
  test('takes effect once the link sent to the new one is opened; the old one is notified twice', async () => {
    const { id, email, wanted, client } = await newPerson()
    expect((await ask(client, ` ${wanted.toUpperCase()} `)).status).toBe(204)
    expect((await mails.next(email)).subject).toBe('A new e-mail address was requested')
    const mail = await mails.next(wanted)
    expect(mail.link).toMatch(/^http:\/\/cloud\.test\/auth\/verify-email#token=[\w-]{43}$/)
    expect(await addressOf(id)).toBe(email)
    expect((await login(email)).status).toBe(200)

    expect((await confirm(server.client(), mail.token)).status).toBe(204)
    expect(await addressOf(id)).toBe(wanted)
    expect((await login(wanted)).status).toBe(200)
    expect((await login(email)).error?.code).toBe('invalid_credentials')
    const notice = await mails.next(email)
    expect(notice.subject).toBe('Your e-mail address was changed')
    expect(notice.text).not.toContain(wanted)
    expect((await confirm(server.client(), mail.token)).error?.code).toBe('token_used')
    const actions = await server.db.rows<{ action: string; text: string }>(
      sql`select action, concat(before, after) as text from audit_log where user_id = ${id} and action like 'email%' order by id`,
    )
    expect(actions).toEqual([
      { action: 'email_change_requested', text: '' },
      { action: 'email_changed', text: '' },
    ])
  })

  test('ends every session but the one in which the link is opened', async () => {
    const { wanted, client, email } = await newPerson()
    const elsewhere = server.client()
    await elsewhere.signIn(email)
    await ask(client, wanted)
    await confirm(client, (await mails.next(wanted)).token)
    expect((await elsewhere.call('GET /auth/user')).status).toBe(401)
    expect((await client.call('GET /auth/user')).data.user.email).toBe(wanted)
  })

  test('invalidates every link that was sent to the old address', async () => {
    const { email, wanted, client } = await newPerson()
    await client.call('POST /auth/forgotten-password', { body: { email } })
    const reset = await mails.next(email)
    await ask(client, wanted)
    await confirm(client, (await mails.next(wanted)).token)
    const password = 'violet kettle orbits 7 fjords'
    const answer = await server.client().call('POST /auth/reset-password', {
      body: { token: reset.token, password, password_repeat: password },
    })
    expect(answer.error?.code).toBe('token_missing')
    expect((await login(wanted)).status).toBe(200)
  })

  test('is stopped by a new password', async () => {
    const { id, email, wanted, client } = await newPerson()
    await ask(client, wanted)
    const { token } = await mails.next(wanted)
    const password = 'violet kettle orbits 7 fjords'
    await client.call('POST /auth/change-password', {
      body: { current_password: testPassword, password, password_repeat: password },
    })
    expect((await confirm(server.client(), token)).error?.code).toBe('token_missing')
    expect(await addressOf(id)).toBe(email)
  })

  test('needs the password, and guessing it is throttled', async () => {
    const { wanted, client } = await newPerson()
    for (let guess = 0; guess < 5; guess++)
      expect((await ask(client, wanted, `guess ${guess}`)).error).toMatchObject({
        code: 'current_password_wrong',
        fields: { password: 'is_not' },
      })
    expect((await ask(client, wanted)).error?.code).toBe('too_many_attempts')
    await settled()
    expect(mails.received.filter(({ recipients }) => recipients.includes(wanted))).toEqual([])
  })

  test('answers the same if the address is taken; its owner is notified, and nothing changes', async () => {
    const { id, email, wanted, client } = await newPerson()
    const other = await newPerson()
    const [taken, free] = [await ask(client, other.email), await ask(client, wanted)]
    const plain = ({ status, error, headers }: typeof taken) => ({
      status,
      error,
      headers: [...headers.keys()].sort(),
    })
    expect(plain(taken)).toEqual(plain(free))
    const told = await mails.next(other.email)
    expect(told.subject).toBe('This address already has an account')
    expect(told.token).toBe('')
    expect(await addressOf(id)).toBe(email)
    await settled()
    for (let asked = 1; asked < 5; asked++) await ask(client, other.email)
    expect((await ask(client, other.email)).error?.code).toBe('too_many_attempts')
  })

  test('refuses an invalid address, and the current one', async () => {
    const { email, client } = await newPerson()
    expect((await ask(client, 'a@b.si\r\nBcc: c@d.si')).error?.fields).toEqual({ email: 'email' })
    expect((await ask(client, email)).error?.fields).toEqual({ email: 'is_not' })
  })

  test('accepts only the newest of two links, until it expires', async () => {
    const { wanted, client } = await newPerson()
    await ask(client, wanted)
    const first = await mails.next(wanted)
    await ask(client, wanted)
    const second = await mails.next(wanted)
    expect((await confirm(client, first.token)).error?.code).toBe('token_missing')
    const check = async () =>
      (await server.client().call('POST /auth/token-validation', { body: { token: second.token } })).data
    expect(await check()).toEqual({ state: 'ok', action: 'change_email', registration: null })
    server.clock.time += 24 * 3_600_000
    expect(await check()).toEqual({ state: 'expired', action: 'change_email', registration: null })
    expect((await confirm(client, second.token)).error?.code).toBe('token_expired')
  })

  test('replaces an unconfirmed account on the address, but not one confirmed meanwhile', async () => {
    const { id, wanted, client } = await newPerson()
    await ask(client, wanted)
    const { token } = await mails.next(wanted)
    const sitter = await insertUser(server.db, wanted, 'ROLE_USER_BASIC')
    expect((await confirm(client, token)).error?.code).toBe('token_missing')
    await server.db.run(sql`update app_user set email_verified_at = null where id = ${sitter}`)
    const { companyId, rootGroupId } = await insertCompany(server.db, 'Sun')
    const home = await insertLocation(server.db, { companyId, locationGroupId: rootGroupId, ownerId: sitter })
    expect((await confirm(client, token)).error?.code).toBe('token_missing')
    await server.db.run(sql`update location set owner_id = null where id = ${home}`)
    expect((await confirm(client, token)).status).toBe(204)
    expect(await addressOf(id)).toBe(wanted)
  })
})

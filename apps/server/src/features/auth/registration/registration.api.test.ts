import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { startMailServer, type TestMailServer } from '../../../testing/start-mail-server.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { testPassword } from '../../../testing/test-client.ts'
import { insertCompany, insertUser } from '../../../testing/test-world.ts'

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
const form = (email: string, more: object = {}) => ({
  email,
  first_name: 'Nika',
  last_name: 'Kos',
  terms: true as const,
  privacy: true as const,
  locale: 'en' as const,
  ...more,
})
const register = (email: string, more: object = {}) =>
  server.client().call('POST /auth/register', { body: form(email, more) })
const verify = (token: string, chosen = password, repeat = chosen) =>
  server
    .client()
    .call('POST /auth/verify-email', { body: { token, password: chosen, password_repeat: repeat } })
const check = async (token: string) =>
  (await server.client().call('POST /auth/token-validation', { body: { token } })).data
const login = (email: string, given = password) =>
  server.client().call('POST /auth/login', { body: { email, password: given } })

describe('registering', () => {
  test('leads through the mailed link to an account of a basic user', async () => {
    expect((await register('Nika@Test.si')).status).toBe(204)
    const mail = await mails.next('nika@test.si')
    expect(mail.subject).toBe('Confirm your e-mail address')
    expect(mail.link).toMatch(/^http:\/\/cloud\.test\/auth\/verify-email#token=[\w-]{43}$/)
    expect(mail.text).toContain(mail.link)
    expect((await login('nika@test.si')).error).toEqual({ code: 'invalid_credentials' })

    const registration = { email: 'nika@test.si', first_name: 'Nika', last_name: 'Kos', company: null }
    expect(await check(mail.token)).toEqual({ state: 'ok', action: 'verify_email', registration })
    expect((await verify(mail.token)).status).toBe(204)
    const { data } = await login('nika@test.si')
    expect(data.user).toMatchObject({
      first_name: 'Nika',
      last_name: 'Kos',
      locale: 'en',
      role: 'ROLE_USER_BASIC',
      locations: [],
    })
  })

  test('answers the same for an address with an account, whose owner gets a mail in their language', async () => {
    const id = await insertUser(server.db, 'known@test.si', 'ROLE_USER_BASIC')
    await server.db.run(sql`update app_user set locale = 'sl' where id = ${id}`)
    const [known, unknown] = [await register('known@test.si'), await register('unknown@test.si')]
    const plain = ({ status, error, headers }: typeof known) => ({
      status,
      error,
      headers: [...headers.keys()].sort(),
    })
    expect(plain(known)).toEqual(plain(unknown))
    expect((await mails.next('known@test.si')).subject).toBe('Račun že imate')
    // Nothing has changed for the owner.
    expect((await login('known@test.si')).error?.code).toBe('invalid_credentials')
    expect((await login('known@test.si', 'correct horse battery staple')).status).toBe(200)
  })

  test('by a stranger, before or after, gives them nothing: each link opens what its own registration wrote', async () => {
    const { companyId } = await insertCompany(server.db, 'Greedy')
    await server.db.run(
      sql`update company set domain = '127.0.0.1', domain_proven_at = now() where id = ${companyId}`,
    )
    await register('victim@test.si', { first_name: 'Before', locale: 'de' })
    await mails.next('victim@test.si')
    await server.db.run(
      sql`update company set domain = null, domain_proven_at = null where id = ${companyId}`,
    )
    await register('victim@test.si', { first_name: 'Vida' })
    const own = await mails.next('victim@test.si')
    // Whatever the unconfirmed account was given was meant for another person.
    const { id } = (await server.db.row<{ id: number }>(
      sql`select id from app_user where email = 'victim@test.si'`,
    ))!
    await server.db.run(sql`update user_role set role = 'ROLE_AGGREGATOR' where user_id = ${id}`)
    await server.db.run(sql`insert into user_company (user_id, company_id) values (${id}, ${companyId})`)
    await server.db.run(
      sql`update company set domain = '127.0.0.1', domain_proven_at = now() where id = ${companyId}`,
    )
    await register('victim@test.si', { first_name: 'After', password: 'stranger 7 violet', role: 'x' })
    const strangers = await mails.next('victim@test.si')
    expect((await check(strangers.token)).registration).toMatchObject({
      first_name: 'After',
      company: 'Greedy',
    })
    await server.db.run(
      sql`update company set domain = null, domain_proven_at = null where id = ${companyId}`,
    )

    expect((await verify(own.token)).status).toBe(204)
    expect((await login('victim@test.si', 'stranger 7 violet')).error?.code).toBe('invalid_credentials')
    const { user } = (await login('victim@test.si')).data
    expect(user).toMatchObject({
      first_name: 'Vida',
      locale: 'en',
      roles: ['ROLE_USER_BASIC'],
      companies: [],
    })
    expect(await server.db.row(sql`select company_id from app_user where id = ${id}`)).toEqual({
      company_id: null,
    })
    // The other links no longer work, least of all for the open account.
    expect((await verify(strangers.token, 'another 7 violet')).error?.code).toBe('token_missing')
    expect((await login('victim@test.si')).status).toBe(200)
  })

  test('takes nothing from an account created by the operator and not opened yet', async () => {
    const id = await insertUser(server.db, 'first-admin@test.si', 'ROLE_SUPER_ADMIN')
    await server.db.run(sql`update app_user set email_verified_at = null where id = ${id}`)
    expect((await register('first-admin@test.si')).status).toBe(204)
    expect((await mails.next('first-admin@test.si')).subject).toBe('You already have an account')
    expect(await server.db.rows(sql`select role from user_role where user_id = ${id}`)).toEqual([
      { role: 'ROLE_SUPER_ADMIN' },
    ])
  })

  test('is over once the account is open, however that happened: an earlier link sets no password', async () => {
    await register('other-way@test.si')
    const first = await mails.next('other-way@test.si')
    await server.client().call('POST /auth/forgotten-password', { body: { email: 'other-way@test.si' } })
    const { token } = await mails.next('other-way@test.si')
    const body = { token, password, password_repeat: password }
    expect((await server.client().call('POST /auth/reset-password', { body })).status).toBe(204)
    expect((await verify(first.token, 'another 7 violet')).error?.code).toBe('token_missing')
    expect((await login('other-way@test.si')).status).toBe(200)
  })

  test('leaves an unconfirmed account without a way in, whatever password it had', async () => {
    const id = await insertUser(server.db, 'early@test.si', 'ROLE_USER_BASIC')
    await server.db.run(
      sql`update app_user set email_verified_at = null, terms_accepted_at = now() where id = ${id}`,
    )
    expect((await login('early@test.si', testPassword)).error?.code).toBe('invalid_credentials')
    await register('early@test.si')
    await mails.next('early@test.si')
    expect(await server.db.row(sql`select password_hash from app_user where id = ${id}`)).toEqual({
      password_hash: null,
    })
  })

  test('accepts no role, verification or id from the client', async () => {
    const more = {
      role: 'ROLE_SUPER_ADMIN',
      roles: ['ROLE_SUPER_ADMIN'],
      email_verified_at: 1,
      id: 1,
      companyIds: [1],
    }
    await register('greedy@test.si', more)
    await verify((await mails.next('greedy@test.si')).token)
    const { data } = await login('greedy@test.si')
    expect(data.user.roles).toEqual(['ROLE_USER_BASIC'])
    expect(data.user.companies).toEqual([])
  })

  test('agrees to terms if the site links to some, and never to unreadable ones', async () => {
    const without = { terms: undefined }
    expect((await register('before@test.si', without)).status).toBe(204)
    const links = { termsAndConditions: 'https://sonce.si/terms' }
    await server.db.run(
      sql`insert into setting values ('site', ${JSON.stringify({ links })}::jsonb)
          on conflict (key) do update set value = excluded.value`,
    )
    try {
      expect((await register('after@test.si', without)).error).toEqual({
        code: 'invalid_request',
        fields: { terms: 'required' },
      })
      expect((await register('after@test.si')).status).toBe(204)
    } finally {
      await server.db.run(sql`delete from setting where key = 'site'`)
    }
  })

  test('names every wrong field by the rule it breaks', async () => {
    const { error } = await register('nonsense', {
      first_name: ' ',
      terms: 'yes',
      privacy: undefined,
      locale: 'xx',
    })
    expect(error).toEqual({
      code: 'invalid_request',
      fields: {
        email: 'email',
        first_name: 'required',
        terms: 'required',
        privacy: 'required',
        locale: 'regex',
      },
    })
    expect((await verify('none', 'short')).error?.fields).toEqual({ password: 'min' })
    expect((await verify('none', password, 'other')).error?.fields).toEqual({ password_repeat: 'confirmed' })
  })

  test.each([
    ['a common password', 'Password1234!', 'password_too_common'],
    ['their own address', 'like-me@test.si', 'password_like_yourself'],
  ])('refuses the password %s, and leaves the link valid', async (_, bad, code) => {
    await register('like-me@test.si')
    const { token } = await mails.next('like-me@test.si')
    expect((await verify(token, bad)).error?.code).toBe(code)
    expect((await check(token)).state).toBe('ok')
  })

  test('a name cannot inject headers, markup or links into a mail', async () => {
    const broken = await register('eve@test.si', {
      first_name: 'Eve\r\nBcc: victim@test.si',
      last_name: 'Kos',
    })
    expect(broken.error?.fields).toEqual({ first_name: 'single_line' })
    const evil = 'Eve Bcc: victim@test.si <script>https://evil.example/x</script>'
    await register('eve@test.si', { first_name: evil, last_name: evil })
    const mail = await mails.next('eve@test.si')
    expect(mail.recipients).toEqual(['eve@test.si'])
    expect(mail.raw).not.toMatch(/^bcc:/im)
    expect(mail.raw).not.toContain('evil.example')
    for (const address of [
      'a@test.si\r\nBcc: b@test.si',
      'a@test.si, b@test.si',
      '<a@test.si>',
      'a@test.si%0ab',
    ])
      expect((await register(address)).error?.fields?.email, address).toBe('email')
  })
})

describe('a mailed link', () => {
  test('works once', async () => {
    await register('once@test.si')
    const { token } = await mails.next('once@test.si')
    const answers = await Promise.all([verify(token), verify(token), verify(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409])
    expect((await verify(token)).error?.code).toBe('token_used')
    expect(await check(token)).toEqual({ state: 'confirmed', action: 'verify_email', registration: null })
  })

  test('expires after a day', async () => {
    await register('slow@test.si')
    const { token } = await mails.next('slow@test.si')
    server.clock.time += 24 * 3_600_000
    expect(await check(token)).toEqual({ state: 'expired', action: 'verify_email', registration: null })
    expect((await verify(token)).error?.code).toBe('token_expired')
    expect((await login('slow@test.si')).error?.code).toBe('invalid_credentials')
  })

  test('that does not exist is missing, and is invalid for another action', async () => {
    expect(await check('nonsense')).toEqual({ state: 'missing', action: null, registration: null })
    expect((await verify('x'.repeat(43))).error?.code).toBe('token_missing')
    await register('crossed@test.si')
    const { token } = await mails.next('crossed@test.si')
    const answer = await server
      .client()
      .call('POST /auth/reset-password', { body: { token, password, password_repeat: password } })
    expect(answer.error?.code).toBe('token_missing')
  })

  test('is stored as a hash, and leaves the outbox when it has been sent', async () => {
    await register('hashed@test.si')
    const { token } = await mails.next('hashed@test.si')
    await server.deps.mailer.sendDue()
    const kept = await server.db.rows(
      sql`select encode(token_hash, 'escape') as a, null as b from link_token union all select body_text, body_html from mail`,
    )
    expect(JSON.stringify(kept)).not.toContain(token)
  })

  test('cannot be guessed freely', async () => {
    for (let guess = 0; guess < 50; guess++) await verify(`guess-${guess}`)
    expect((await verify('guess')).error?.code).toBe('too_many_attempts')
    expect((await server.client().call('POST /auth/token-validation', { body: { token: 'x' } })).status).toBe(
      429,
    )
  })
})

describe('requesting another link', () => {
  const resend = (email: string) =>
    server.client().call('POST /auth/resend-verification', { body: { email } })

  test('answers the same for every address and mails only unconfirmed accounts', async () => {
    await register('waiting@test.si')
    const first = await mails.next('waiting@test.si')
    await insertUser(server.db, 'confirmed@test.si', 'ROLE_USER_BASIC')
    const before = mails.received.length
    for (const email of ['confirmed@test.si', 'nobody@test.si', 'waiting@test.si'])
      expect((await resend(email)).status).toBe(204)
    const second = await mails.next('waiting@test.si')
    expect(second.token).not.toBe(first.token)
    await server.deps.background.settled()
    await server.deps.mailer.sendDue()
    expect(mails.received).toHaveLength(before + 1)
    expect((await verify(second.token)).status).toBe(204)
  })

  test('sends five mails and then none for a while, which no answer reveals', async () => {
    await register('bombed@test.si')
    await server.deps.background.settled()
    const count = async () => {
      await server.deps.background.settled()
      return server.db.row(sql`select count(*) as mails from mail where recipient = 'bombed@test.si'`)
    }
    for (let asked = 0; asked < 7; asked++)
      for (const email of ['bombed@test.si', 'nobody-at-all@test.si'])
        expect((await resend(email)).status).toBe(204)
    expect(await count()).toEqual({ mails: 1 + 5 })
    server.clock.time += 301_000
    await resend('bombed@test.si')
    expect(await count()).toEqual({ mails: 1 + 6 })
  })
})

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { testPassword } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser, shareLocation } from '../../testing/test-world.ts'
import { createAdmin, createPasswordLink, listAdmins, removeSecondFactor } from './operator-commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const chosen = 'seven green kettles'
const tokenOf = (lines: string[]) => /#token=([\w-]{43})$/.exec(lines.at(-1)!)?.[1] ?? ''
const choose = (token: string, password = chosen) =>
  server.client().call('POST /auth/reset-password', { body: { token, password, password_repeat: password } })
const rolesOf = async (email: string) => {
  const rows = await server.db.rows<{ role: string }>(
    sql`select role from user_role r join app_user u on u.id = r.user_id where u.email = ${email}`,
  )
  return rows.map(({ role }) => role)
}
const signIn = (email: string, password: string) =>
  server.client().call('POST /auth/login', { body: { email, password } })

describe('npm run admin', () => {
  test('create makes the first super admin, who chooses a password through the link, once', async () => {
    expect(await listAdmins(server.deps)).toEqual([expect.stringContaining('There is no super admin')])
    const lines = await createAdmin(server.deps, ' Ana@Test.si ')
    expect(lines[0]).toBe('ana@test.si is a super admin now.')
    expect(lines[2]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/auth\/reset-password#token=/)
    expect((await signIn('ana@test.si', chosen)).status).toBe(401)
    expect((await choose(tokenOf(lines))).status).toBe(204)
    expect((await choose(tokenOf(lines))).error?.code).toBe('token_used')
    const { data } = await signIn('ana@test.si', chosen)
    expect(data.user).toMatchObject({ email: 'ana@test.si', roles: ['ROLE_SUPER_ADMIN'] })
    expect(await listAdmins(server.deps)).toEqual([expect.stringMatching(/^ana@test\.si, signed in 20/)])
    const audit = await server.db.rows(sql`select action, actor_id from audit_log order by id limit 2`)
    expect(audit).toEqual([
      { action: 'role_changed', actor_id: null },
      { action: 'password_link_made', actor_id: null },
    ])
  })

  test('choosing a password through the link sets the mail language to that of the page, permanently', async () => {
    const localeOf = async (email: string) =>
      (await server.db.row<{ locale: string }>(sql`select locale from app_user where email = ${email}`))!
        .locale
    const mailLanguage = async (email: string) =>
      (await server.db.row<{ locale: string }>(
        sql`select locale from mail where recipient = ${email} order by id desc limit 1`,
      ))!.locale
    await insertUser(server.db, 'bystander@test.si', 'ROLE_USER_BASIC')
    for (const locale of ['en', 'de'] as const) {
      const make = locale === 'en' ? createAdmin : createPasswordLink
      const token = tokenOf(await make(server.deps, 'eva@test.si'))
      const body = { token, password: chosen, password_repeat: chosen, locale }
      expect((await server.client().call('POST /auth/reset-password', { body })).status).toBe(204)
      expect([await localeOf('eva@test.si'), await mailLanguage('eva@test.si')]).toEqual(['en', 'en'])
      expect(await localeOf('bystander@test.si')).toBeNull()
    }
  })

  test('a link expires after an hour, and a newer one invalidates it', async () => {
    const first = tokenOf(await createPasswordLink(server.deps, 'ana@test.si'))
    const second = tokenOf(await createPasswordLink(server.deps, 'ana@test.si'))
    expect((await choose(first)).error?.code).toBe('token_missing')
    server.clock.time += 3_600_000
    expect((await choose(second)).error?.code).toBe('token_expired')
  })

  test('create twice, also at once, makes one account', async () => {
    const both = await Promise.all([
      createAdmin(server.deps, 'twice@test.si'),
      createAdmin(server.deps, 'twice@test.si'),
    ])
    const outcomes = await Promise.all(both.map((lines) => choose(tokenOf(lines))))
    expect(outcomes.map(({ status }) => status).sort()).toEqual([204, 400])
    expect(await rolesOf('twice@test.si')).toEqual(['ROLE_SUPER_ADMIN'])
  })

  test('registrations of strangers for the address, before, meanwhile and after, take nothing from the created account', async () => {
    const register = async () => {
      const { status } = await server.client().call('POST /auth/register', {
        body: {
          ...{ email: 'chief@test.si', first_name: 'Evil', last_name: 'Person', locale: 'en' as const },
          ...{ terms: true as const, privacy: true as const },
        },
      })
      expect(status).toBe(204)
    }
    await register()
    await server.deps.background.settled()
    const lines = await createAdmin(server.deps, 'chief@test.si')
    await register()
    await server.deps.background.settled()
    expect(await rolesOf('chief@test.si')).toEqual(['ROLE_SUPER_ADMIN'])
    expect((await choose(tokenOf(lines))).status).toBe(204)
    const { data } = await signIn('chief@test.si', chosen)
    expect(data.user).toMatchObject({ role: 'ROLE_SUPER_ADMIN', first_name: '' })
    await server.db.run(sql`delete from app_user where email = 'chief@test.si'`)
    await register()
    await createAdmin(server.deps, 'chief@test.si')
    await server.deps.background.settled()
    expect(await rolesOf('chief@test.si')).toEqual(['ROLE_SUPER_ADMIN'])
  })

  test('create gives the role to an existing account, which keeps the password', async () => {
    await insertUser(server.db, 'old@test.si', 'ROLE_USER_BASIC')
    await server.db.run(sql`update app_user set disabled_at = now() where email = 'old@test.si'`)
    const lines = await createAdmin(server.deps, 'old@test.si')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('signs in as before')
    expect((await signIn('old@test.si', testPassword)).status).toBe(200)
    expect(await rolesOf('old@test.si')).toEqual(['ROLE_SUPER_ADMIN'])
  })

  test('create takes over nothing that a stranger put into an unconfirmed account', async () => {
    const { companyId, rootGroupId } = await insertCompany(server.db, 'Sun')
    const userId = await insertUser(server.db, 'boss@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
    await server.db.run(sql`update app_user set email_verified_at = null where id = ${userId}`)
    const locationId = await insertLocation(server.db, { companyId, locationGroupId: rootGroupId })
    await shareLocation(server.db, userId, locationId)
    const lines = await createAdmin(server.deps, 'boss@test.si')
    expect((await signIn('boss@test.si', testPassword)).error?.code).toBe('invalid_credentials')
    expect((await choose(tokenOf(lines))).status).toBe(204)
    expect((await signIn('boss@test.si', testPassword)).error?.code).toBe('invalid_credentials')
    expect((await signIn('boss@test.si', chosen)).status).toBe(200)
    expect(
      await server.db.row(sql`select 1 from location_permission where user_id = ${userId}`),
    ).toBeUndefined()
    expect(await server.db.row(sql`select 1 from user_company where user_id = ${userId}`)).toBeUndefined()
  })

  test('remove-second-factor lets somebody in who has lost the app, and notifies them', async () => {
    await insertUser(server.db, 'lost@test.si', 'ROLE_SUPER_ADMIN')
    await server.db.run(sql`
      insert into totp (user_id, secret, enabled_at, last_step)
      select id, '\\x00', now(), 0 from app_user where email = 'lost@test.si'`)
    expect((await signIn('lost@test.si', testPassword)).error?.code).toBe('second_factor_required')
    await removeSecondFactor(server.deps, 'lost@test.si')
    expect((await signIn('lost@test.si', testPassword)).status).toBe(200)
    const mail = await server.db.row(
      sql`select 1 from mail where recipient = 'lost@test.si' and kind = 'sign_in_changed'`,
    )
    expect(mail).toBeDefined()
    expect(await removeSecondFactor(server.deps, 'lost@test.si')).toEqual([
      'lost@test.si has neither an authenticator app nor a passkey.',
    ])
  })

  test('remove-second-factor lets somebody in who has lost the passkeys that were the required second factor', async () => {
    const email = 'keys@test.si'
    const userId = await insertUser(server.db, email, 'ROLE_AGGREGATOR')
    const [before, demanded] = [new Date(0), JSON.stringify({ days: 0, since: 0 })]
    await server.db.run(sql`update app_user set created_at = ${before} where id = ${userId}`)
    const earlier = server.client()
    await earlier.signIn(email)
    for (const name of ['Laptop', 'Phone'])
      await server.db.run(sql`
        insert into passkey (user_id, credential_id, public_key, counter, synced, name, created_at)
        values (${userId}, ${name}, '\\x00', 0, false, ${name}, now())`)
    await server.db.run(sql`insert into setting (key, value) values ('second_factor', ${demanded}::jsonb)`)
    onTestFinished(() => server.db.run(sql`delete from setting where key = 'second_factor'`).then(() => {}))
    expect((await signIn(email, testPassword)).error?.code).toBe('second_factor_required')
    expect((await removeSecondFactor(server.deps, email))[0]).toBe('Removed: passkeys: 2. Sessions ended: 1.')
    expect((await earlier.call('GET /auth/user')).status).toBe(401)
    const browser = server.client()
    await browser.signIn(email)
    // And no further before there is a new one.
    expect((await browser.call('GET /companies')).error?.code).toBe('second_factor_needed')
    expect(
      (await browser.call('POST /auth/passkeys/options', { body: { password: testPassword } })).error,
    ).toBe(null)
    const notices = await server.db.rows(sql`
      select 'mail' as by, kind as what from mail where recipient = ${email} and kind = 'sign_in_changed'
      union all select 'audit', after ->> 'change' from audit_log
        where user_id = ${userId} and action = 'sign_in_method_changed' and actor_id is null
      order by 1 desc`)
    expect(notices).toEqual([
      { by: 'mail', what: 'sign_in_changed' },
      { by: 'audit', what: 'passkeys_removed' },
    ])
  })

  test.each([
    ['nobody@test.si', /Nobody has an account/],
    ['not an address', /no e-mail address/],
  ])('link for %s is refused', async (email, reason) => {
    await expect(createPasswordLink(server.deps, email)).rejects.toThrow(reason)
  })
})

import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { notifyLive } from '../../../platform/live/notify-live.ts'
import { openLive } from '../../../testing/read-events.ts'
import { createSoftwarePasskey } from '../../../testing/software-passkey.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { type TestClient, testPassword } from '../../../testing/test-client.ts'
import { insertCompany, insertUser } from '../../../testing/test-world.ts'

const dayMs = 86_400_000
let server: TestServer
let admin: TestClient
let companyId: number

beforeAll(async () => {
  server = await startTestServer()
  ;({ companyId } = await insertCompany(server.db, 'Sun'))
  for (const [email, role, companyIds] of [
    ['admin@test.si', 'ROLE_SUPER_ADMIN', []],
    ['boss@test.si', 'ROLE_AGGREGATOR', [companyId]],
    ['home@test.si', 'ROLE_USER_BASIC', []],
  ] as const)
    await insertUser(server.db, email, role, { companyIds: [...companyIds] })
  await server.db.run(sql`update app_user set created_at = ${new Date(server.clock.time - 400 * dayMs)}`)
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.db.run(sql`delete from setting where key = 'second_factor'`)
  await server.db.run(sql`delete from totp`)
  await server.db.run(sql`delete from passkey`)
  admin = await signedIn('admin@test.si')
})

async function signedIn(email: string): Promise<TestClient> {
  const client = server.client()
  await client.signIn(email)
  return client
}
const demand = (secondFactorDays: number | null) =>
  admin.call('PUT /site/settings', { body: { secondFactorDays } })
const look = async (client: TestClient) => (await client.call('GET /companies')).error?.code ?? 'open'
const dueOf = async (client: TestClient) => (await client.call('GET /auth/user')).data.user.second_factor_due
async function connectApp(client: TestClient): Promise<void> {
  const { secret } = (
    await client.call('POST /auth/second-factor/totp', { body: { password: testPassword } })
  ).data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.time })
  const { error } = await client.call('POST /auth/second-factor/totp/enable', { body: { code } })
  expect(error).toBe(null)
}
const insertPasskey = (email: string) =>
  server.db.run(sql`
    insert into passkey (user_id, credential_id, public_key, counter, synced, name, created_at)
    select id, ${`of ${email}`}, '\\x00', 0, false, 'Laptop', now() from app_user where email = ${email}`)

test('people who run companies have a grace period, after which they cannot continue without a second factor', async () => {
  const [boss, home] = [await signedIn('boss@test.si'), await signedIn('home@test.si')]
  const begun = server.clock.time
  const bossId = (await boss.call('GET /auth/user')).data.user.id
  await demand(3)
  expect([await dueOf(boss), await dueOf(home)]).toEqual([begun + 3 * dayMs, null])
  expect(await look(boss)).toBe('open')
  server.clock.time = begun + 3 * dayMs - 1000
  const stream = await openLive(server.url, (await signedIn('boss@test.si')).cookie, [])
  server.clock.time = begun + 3 * dayMs
  const late = [await signedIn('boss@test.si'), await signedIn('admin@test.si')] as const
  for (const client of late) expect(await look(client)).toBe('second_factor_needed')
  expect((await late[1].call('PUT /site/settings', { body: { secondFactorDays: null } })).error?.code).toBe(
    'second_factor_needed',
  )
  expect((await openLive(server.url, late[0].cookie, []).catch(String)).toString()).toContain('403')
  // One that is open already ends with the next check of its rights.
  await notifyLive(server.db, { t: 'access', user: bossId })
  await stream.ended
  expect(await look(home)).not.toBe('second_factor_needed')
  await connectApp(late[0])
  expect([await dueOf(late[0]), await look(late[0])]).toEqual([null, 'open'])
  server.clock.time = begun
})

test('people they impersonate are no way around it, except for going back', async () => {
  const { id } = (await server.db.row<{ id: number }>(
    sql`select id from app_user where email = 'home@test.si'`,
  ))!
  const acting = await signedIn('admin@test.si')
  expect((await acting.call('POST /auth/impersonate', { body: { userId: id } })).status).toBe(200)
  expect((await acting.call('GET /menu')).status).toBe(200)
  await demand(0)
  expect((await acting.call('GET /menu')).error?.code).toBe('second_factor_needed')
  expect((await acting.call('POST /auth/unimpersonate')).data.user.role).toBe('ROLE_SUPER_ADMIN')
  await connectApp(acting)
  expect(await look(acting)).toBe('open')
  expect((await acting.call('POST /auth/impersonate', { body: { userId: id } })).status).toBe(200)
  expect((await acting.call('GET /menu')).status).toBe(200)
})

test("only setting one up, one's language and signing out stay available", async () => {
  const boss = await signedIn('boss@test.si')
  await demand(0)
  expect((await boss.call('GET /auth/second-factor')).status).toBe(200)
  expect((await boss.call('GET /auth/passkeys')).status).toBe(200)
  expect((await boss.call('PUT /auth/user/settings', { body: { locale: 'sl' } })).status).toBe(200)
  for (const name of ['GET /menu', 'GET /auth/sessions', 'GET /jobs', 'GET /auth/identities'] as const)
    expect((await boss.call(name)).error?.code, name).toBe('second_factor_needed')
  expect((await boss.call('POST /auth/logout')).status).toBe(204)
})

test('a passkey counts as well, and is then required after a password', async () => {
  await insertPasskey('boss@test.si')
  const login = () =>
    server.client().call('POST /auth/login', { body: { email: 'boss@test.si', password: testPassword } })
  expect((await login()).status).toBe(200)
  await demand(14)
  expect((await login()).error?.code).toBe('second_factor_required')
  const browser = server.client()
  await browser.call('POST /auth/login', { body: { email: 'boss@test.si', password: testPassword } })
  expect((await browser.call('GET /auth/login/second-factor')).data.methods).toEqual(['passkey'])
  expect(
    (await browser.call('POST /auth/login/second-factor', { body: { code: '123456' } })).error?.code,
  ).toBe('step_expired')
  expect((await browser.call('GET /auth/user')).status).toBe(401)
})

test('adding a passkey gives nothing to sessions started elsewhere with only a password', async () => {
  const [boss, thief] = [await signedIn('boss@test.si'), await signedIn('boss@test.si')]
  await demand(0)
  expect(await look(thief)).toBe('second_factor_needed')
  const { publicUrl } = server.deps.settings
  const passkey = createSoftwarePasskey({ origin: new URL(publicUrl).origin })
  const { options } = (await boss.call('POST /auth/passkeys/options', { body: { password: testPassword } }))
    .data
  const credential = passkey.create((options as { challenge: string }).challenge)
  expect((await boss.call('POST /auth/passkeys', { body: { credential, name: 'Phone' } })).error).toBe(null)
  expect([await look(boss), await look(thief)]).toEqual(['open', 'not_signed_in'])
})

test('if a passkey is the only one, sessions from before the rule or the role end', async () => {
  for (const email of ['boss@test.si', 'admin@test.si', 'home@test.si']) await insertPasskey(email)
  const [boss, home, otherAdmin] = [
    await signedIn('boss@test.si'),
    await signedIn('home@test.si'),
    await signedIn('admin@test.si'),
  ]
  await demand(14)
  const asked = [boss, otherAdmin, home, admin]
  expect(await Promise.all(asked.map(look))).toEqual(['not_signed_in', 'not_signed_in', 'open', 'open'])
  const { id: userId } = (await home.call('GET /auth/user')).data.user
  const role = { role: 'ROLE_AGGREGATOR' as const, companyIds: [companyId] }
  expect((await admin.call('PUT /users/:userId/role', { params: { userId }, body: role })).error).toBe(null)
  expect(await look(home)).toBe('not_signed_in')
  await admin.call('PUT /users/:userId/role', { params: { userId }, body: { role: 'ROLE_USER_BASIC' } })
})

test('users with an app besides the passkey were asked for it, and stay signed in', async () => {
  const boss = await signedIn('boss@test.si')
  await connectApp(boss)
  await insertPasskey('boss@test.si')
  await demand(14)
  expect(await look(boss)).toBe('open')
})

test('is stored with its first day, audited, and revocable', async () => {
  await demand(14)
  const begun = server.clock.time
  server.clock.time += dayMs / 4
  await demand(30)
  expect(await dueOf(await signedIn('boss@test.si'))).toBe(begun + 30 * dayMs)
  const { entries } = (await admin.call('GET /audit-log', { query: { action: 'site_settings_changed' } }))
    .data
  expect(entries[0]).toMatchObject({ before: { secondFactorDays: 14 }, after: { secondFactorDays: 30 } })
  await demand(null)
  expect(await dueOf(await signedIn('boss@test.si'))).toBe(null)
  expect((await demand(91)).error?.fields).toEqual({ secondFactorDays: 'max_value' })
  server.clock.time = begun
})

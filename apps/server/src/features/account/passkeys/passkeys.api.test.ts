import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { createSoftwarePasskey } from '../../../testing/software-passkey.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { type TestClient, testPassword } from '../../../testing/test-client.ts'
import { insertUser } from '../../../testing/test-world.ts'

const origin = 'http://cloud.test'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { publicUrl: origin } })
})
afterAll(() => server.stop())
beforeEach(() => server.db.run(sql`delete from throttle`))

type Passkey = ReturnType<typeof createSoftwarePasskey>

async function begin(client: TestClient) {
  const begun = await client.call('POST /auth/passkeys/options', { body: { password: testPassword } })
  return begun.data.options
}
async function add(client: TestClient, passkey: Passkey) {
  const credential = passkey.create((await begin(client)).challenge)
  return client.call('POST /auth/passkeys', { body: { credential, name: 'Laptop' } })
}
async function enrol(email: string) {
  await insertUser(server.db, email, 'ROLE_USER_BASIC')
  const client = server.client()
  await client.signIn(email)
  const passkey = createSoftwarePasskey({ origin })
  const added = (await add(client, passkey)).data.passkey
  return { client, passkey, added }
}
const challengeFor = async (client: TestClient) =>
  (await client.call('POST /auth/login/passkey-options')).data.options.challenge
const signIn = (client: TestClient, credential: ReturnType<Passkey['get']>) =>
  client.call('POST /auth/login/passkey', { body: { credential } })

test('a passkey signs in without anything else, is listed with its use, and is removed with the password', async () => {
  const { client, passkey, added } = await enrol('ana@test.si')
  expect(added).toMatchObject({ name: 'Laptop', last_used_at: null, synced: false })
  const browser = server.client()
  const { data } = await signIn(browser, passkey.get(await challengeFor(browser)))
  expect(data.user.email).toBe('ana@test.si')
  expect((await browser.call('GET /auth/user')).status).toBe(200)
  const { passkeys } = (await client.call('GET /auth/passkeys')).data
  expect(passkeys).toMatchObject([{ id: added.id, last_used_at: server.clock.time }])

  const remove = (given: TestClient, password: string) =>
    given.call('POST /auth/passkeys/:passkeyId/remove', {
      params: { passkeyId: added.id },
      body: { password },
    })
  await insertUser(server.db, 'other@test.si', 'ROLE_USER_BASIC')
  const other = server.client()
  await other.signIn('other@test.si')
  expect((await remove(other, testPassword)).error?.code).toBe('not_found')
  expect((await remove(client, 'wrong')).error?.code).toBe('current_password_wrong')
  expect((await remove(client, testPassword)).status).toBe(204)
  // Whoever removes one may have lost the device: nothing stays signed in except this browser.
  expect((await browser.call('GET /auth/user')).status).toBe(401)
  expect((await client.call('GET /auth/user')).status).toBe(200)
  const again = server.client()
  expect((await signIn(again, passkey.get(await challengeFor(again)))).error?.code).toBe('passkey_refused')
})

test('a sign-in with a passkey is in the audit log, and so is a refused one', async () => {
  const { passkey, added } = await enrol('logged@test.si')
  const { user_id: userId } = (await server.db.row<{ user_id: number }>(
    sql`select user_id from passkey where id = ${added.id}`,
  ))!
  const browser = server.client()
  const trySignIn = async (more: Parameters<Passkey['get']>[1] = {}) =>
    (await signIn(browser, passkey.get(await challengeFor(browser), more))).error?.code
  expect(await trySignIn()).toBeUndefined()
  expect(await trySignIn({ step: 0 })).toBe('passkey_refused')
  expect(await trySignIn({ rpId: 'evil.test' })).toBe('passkey_refused')
  await server.db.run(sql`update app_user set email_verified_at = null where id = ${userId}`)
  expect(await trySignIn()).toBe('email_not_verified')
  await server.db.run(
    sql`update app_user set email_verified_at = now(), disabled_at = now() where id = ${userId}`,
  )
  expect(await trySignIn()).toBe('invalid_credentials')
  const entries = await server.db.rows(
    sql`select action, actor_id, after from audit_log where user_id = ${userId} and after ->> 'way' = 'passkey' order by id`,
  )
  const refused = { action: 'sign_in_failed', actor_id: null, after: { way: 'passkey' } }
  expect(entries).toEqual([
    { action: 'sign_in', actor_id: userId, after: { way: 'passkey' } },
    ...[refused, refused, refused, refused],
  ])
})

test('options reveal nothing about any user and are for this host', async () => {
  const { data } = await server.client().call('POST /auth/login/passkey-options')
  expect(data.options).toMatchObject({ rpId: 'cloud.test', userVerification: 'required' })
  expect(data.options.allowCredentials ?? []).toEqual([])
})

test('an answer is valid only once, for the challenge of its own browser', async () => {
  const { passkey } = await enrol('replay@test.si')
  const [mine, theirs] = [server.client(), server.client()]
  const credential = passkey.get(await challengeFor(mine))
  await challengeFor(theirs)
  expect((await signIn(theirs, credential)).error?.code).toBe('passkey_refused')
  expect((await signIn(mine, credential)).status).toBe(200)
  expect((await signIn(mine, credential)).error?.code).toBe('step_expired')
})

test('another site, a copy, and a device that has not verified its user are refused', async () => {
  const { client, passkey } = await enrol('strict@test.si')
  const browser = server.client()
  await signIn(browser, passkey.get(await challengeFor(browser)))
  expect((await signIn(browser, passkey.get(await challengeFor(browser), { step: 0 }))).error?.code).toBe(
    'passkey_refused',
  )
  const foreign = passkey.get(await challengeFor(browser), { rpId: 'evil.test' })
  expect((await signIn(browser, foreign)).error?.code).toBe('passkey_refused')
  for (const bad of [
    createSoftwarePasskey({ origin: 'http://evil.test' }),
    createSoftwarePasskey({ origin, userVerified: false }),
  ])
    expect((await add(client, bad)).error?.code).toBe('passkey_refused')
})

test('a passkey and its copy that answer at the same moment do not both get in', async () => {
  const { passkey } = await enrol('copy@test.si')
  const browsers = [server.client(), server.client()]
  const credentials = [
    passkey.get(await challengeFor(browsers[0]!)),
    passkey.get(await challengeFor(browsers[1]!), { step: 0 }),
  ]
  const answers = await Promise.all(browsers.map((browser, at) => signIn(browser, credentials[at]!)))
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
})

test('an account disabled between proof and session stays locked, and no sign-in is audited', async () => {
  const { passkey } = await enrol('late@test.si')
  const { db } = server.deps
  const browser = server.client()
  const credential = passkey.get(await challengeFor(browser))
  const { id: before } = (await server.db.row<{ id: number }>(sql`select max(id) as id from audit_log`))!
  const { transaction } = db
  const opening = vi.spyOn(db, 'transaction').mockImplementationOnce(async (work) => {
    await db.run(sql`update app_user set disabled_at = now() where email = 'late@test.si'`)
    return transaction.call(db, work)
  })
  const answer = await signIn(browser, credential)
  expect(opening).toHaveBeenCalled()
  opening.mockRestore()
  // The passkey was right: only the account is refused.
  expect(
    await server.db.row(sql`
    select last_used_at from passkey p join app_user u on u.id = p.user_id where u.email = 'late@test.si'`),
  ).toEqual({ last_used_at: server.clock.time })
  expect([answer.status, answer.error?.code]).toEqual([401, 'invalid_credentials'])
  expect(answer.headers.getSetCookie().filter((line) => /^ohmstead(-device)?=[^;]/.test(line))).toEqual([])
  expect((await browser.call('GET /auth/user')).status).toBe(401)
  // A failed attempt, and no sign-in.
  expect(await server.db.rows(sql`select action from audit_log where id > ${before}`)).toEqual([
    { action: 'sign_in_failed' },
  ])
})

test('a passkey of one user cannot be added to another one', async () => {
  const { passkey } = await enrol('first@test.si')
  await insertUser(server.db, 'second@test.si', 'ROLE_USER_BASIC')
  const client = server.client()
  await client.signIn('second@test.si')
  expect((await add(client, passkey)).error?.code).toBe('passkey_refused')
})

test('adding requires the password', async () => {
  const { client } = await enrol('asked@test.si')
  const answer = await client.call('POST /auth/passkeys/options', { body: { password: null } })
  expect(answer.error?.code).toBe('current_password_wrong')
})

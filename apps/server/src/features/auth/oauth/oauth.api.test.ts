import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import type { OidcProvider } from '../../../read-oidc-providers.ts'
import { startOidcServer, type TestIdToken, type TestOidcServer } from '../../../testing/start-oidc-server.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { type TestClient, testPassword } from '../../../testing/test-client.ts'
import { insertUser } from '../../../testing/test-world.ts'

const publicUrl = 'http://cloud.test'
const callback = `${publicUrl}/api/auth/oauth/google/callback`
let server: TestServer
let oidc: TestOidcServer

beforeAll(async () => {
  oidc = await startOidcServer([callback])
  const { issuer, clientId, clientSecret: secret } = oidc
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const providers: OidcProvider[] = [
    { id: 'google', name: 'Google', issuer, clientId, secret },
    { id: 'apple', name: 'Apple', issuer, clientId, secret: { teamId: 'T', keyId: 'K', privateKey: pem } },
    { id: 'other', name: 'Silent', issuer: 'http://127.0.0.1:9', clientId, secret },
  ]
  server = await startTestServer({ settings: { publicUrl, oidc: providers } })
})
afterAll(async () => {
  await server.stop()
  await oidc.stop()
})
beforeEach(() => server.db.run(sql`delete from throttle`))

const locationOf = (response: Response) => response.headers.get('location') ?? `no way on: ${response.status}`
const person = (email: string, more: object = {}) => ({
  email,
  email_verified: true,
  given_name: 'Eva',
  family_name: 'Zupan',
  ...more,
})

/** To the provider, signed in there, and back: the redirect URL, not yet followed. */
async function visitProvider(
  client: TestClient,
  subject: string,
  returnTo: string | null = null,
): Promise<string> {
  return oidc.signIn((await setOut(client, 'google', returnTo)).data.url, subject)
}
const setOut = (client: TestClient, provider: string, returnTo: string | null = null) =>
  client.call('POST /auth/oauth/:provider', {
    params: { provider },
    body: { returnTo, staySignedIn: false },
  })
const comeBack = async (client: TestClient, url: string) =>
  locationOf(await client.request('GET', url.replace(`${publicUrl}/api`, '')))
const signIn = async (client: TestClient, subject: string, returnTo: string | null = null) =>
  comeBack(client, await visitProvider(client, subject, returnTo))
const agree = { first_name: 'Eva', last_name: 'Zupan', terms: true, privacy: true, locale: 'sl' } as const

describe('somebody new', () => {
  test('agrees to the terms, gets an account without a password, and signs in again without typing', async () => {
    oidc.people.set('eva', person('Eva@Test.si'))
    const client = server.client()
    expect(await signIn(client, 'eva', '/overview')).toBe('/auth/register?oauth=new')
    expect((await client.call('GET /auth/user')).status).toBe(401)
    expect((await client.call('GET /auth/oauth/pending')).data).toEqual({
      kind: 'new',
      provider: 'google',
      email: 'eva@test.si',
      first_name: 'Eva',
      last_name: 'Zupan',
    })
    const links = { termsAndConditions: 'https://sonce.si/terms' }
    await server.db.run(sql`insert into setting values ('site', ${JSON.stringify({ links })}::jsonb)`)
    const silent = await client.call('POST /auth/oauth/register', { body: { ...agree, terms: false } })
    expect(silent.error?.fields).toEqual({ terms: 'required' })
    const registered = await client.call('POST /auth/oauth/register', { body: agree })
    await server.db.run(sql`delete from setting where key = 'site'`)
    expect(registered.data).toMatchObject({
      returnTo: '/overview',
      user: { email: 'eva@test.si', roles: ['ROLE_USER_BASIC'] },
    })

    const again = server.client()
    expect(await signIn(again, 'eva', '/locations/7')).toBe('/locations/7')
    expect((await again.call('GET /auth/user')).data.user.email).toBe('eva@test.si')
    expect(await signIn(again, 'eva')).toBe('/')
  })

  test('gets a name of one line, whatever the provider sends', async () => {
    const names = { given_name: 'Eva\r\n\u202eMarija', family_name: `${'Z'.repeat(99)}👩u` }
    oidc.people.set('odd', person('odd@test.si', names))
    const client = server.client()
    await signIn(client, 'odd')
    expect((await client.call('GET /auth/oauth/pending')).data).toMatchObject({
      first_name: 'Eva Marija',
      last_name: `${'Z'.repeat(99)}👩`,
    })
  })

  test('without an address verified by the provider is refused', async () => {
    oidc.people.set('unverified', person('boss@test.si', { email_verified: false }))
    oidc.people.set('nameless', {})
    for (const subject of ['unverified', 'nameless']) {
      const client = server.client()
      expect(await signIn(client, subject)).toBe('/auth/login?oauth=failed')
      expect((await client.call('GET /auth/oauth/pending')).error?.code).toBe('step_expired')
    }
  })

  test('takes over an unconfirmed account, whose password becomes invalid', async () => {
    const id = await insertUser(server.db, 'squatted@test.si', 'ROLE_USER_BASIC')
    await server.db.run(
      sql`update app_user set email_verified_at = null, terms_accepted_at = now() where id = ${id}`,
    )
    oidc.people.set('owner', person('squatted@test.si'))
    const client = server.client()
    expect(await signIn(client, 'owner')).toBe('/auth/register?oauth=new')
    expect((await client.call('POST /auth/oauth/register', { body: agree })).data.user.id).toBe(id)
    const squatter = await server
      .client()
      .call('POST /auth/login', { body: { email: 'squatted@test.si', password: testPassword } })
    expect(squatter.error?.code).toBe('invalid_credentials')
  })
})

describe('an address that has an account', () => {
  test('is connected only after its owner has signed in', async () => {
    await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
    oidc.people.set('ana', person('ana@test.si'))
    const client = server.client()
    expect(await signIn(client, 'ana')).toBe('/auth/login?oauth=confirm')
    expect((await client.call('GET /auth/user')).status).toBe(401)
    expect((await client.call('POST /auth/oauth/confirm')).status).toBe(401)
    expect((await client.call('POST /auth/oauth/register', { body: agree })).error?.code).toBe('conflict')

    expect(await signIn(client, 'ana')).toBe('/auth/login?oauth=confirm')
    await client.signIn('ana@test.si')
    expect((await client.call('POST /auth/oauth/confirm')).data).toEqual({ returnTo: null })
    expect(await signIn(server.client(), 'ana')).toBe('/')
  })

  test('is not connected to the account of another user who signs in there', async () => {
    await insertUser(server.db, 'victim@test.si', 'ROLE_USER_BASIC')
    await insertUser(server.db, 'attacker@test.si', 'ROLE_USER_BASIC')
    oidc.people.set('victim', person('victim@test.si'))
    const client = server.client()
    await signIn(client, 'victim')
    await client.signIn('attacker@test.si')
    expect((await client.call('POST /auth/oauth/confirm')).error?.code).toBe('conflict')
    expect((await client.call('GET /auth/identities')).data.identities).toEqual([])
  })
})

describe('in the settings', () => {
  test('a provider is connected with the password, once, and disconnected unless it is the only way in', async () => {
    await insertUser(server.db, 'set@test.si', 'ROLE_USER_BASIC')
    const client = server.client()
    await client.signIn('set@test.si')
    const link = (password: string) =>
      client.call('POST /auth/oauth/:provider/link', { params: { provider: 'google' }, body: { password } })
    expect((await link('wrong')).error?.code).toBe('current_password_wrong')
    oidc.people.set('set', person('elsewhere@test.si'))
    const { url } = (await link(testPassword)).data
    expect(await comeBack(client, await oidc.signIn(url, 'set'))).toBe('/user/settings?oauth=linked')
    const { identities } = (await client.call('GET /auth/identities')).data
    expect(identities).toMatchObject([{ provider: 'google', email: 'elsewhere@test.si' }])

    await insertUser(server.db, 'rival@test.si', 'ROLE_USER_BASIC')
    const rival = server.client()
    await rival.signIn('rival@test.si')
    const rivalUrl = (
      await rival.call('POST /auth/oauth/:provider/link', {
        params: { provider: 'google' },
        body: { password: testPassword },
      })
    ).data.url
    expect(await comeBack(rival, await oidc.signIn(rivalUrl, 'set'))).toBe('/user/settings?oauth=taken')

    const unlink = (given: TestClient, password: string | null) =>
      given.call('POST /auth/identities/:identityId/remove', {
        params: { identityId: identities[0]!.id },
        body: { password },
      })
    expect((await unlink(rival, testPassword)).error?.code).toBe('not_found')
    await server.db.run(sql`update app_user set password_hash = null where email = 'set@test.si'`)
    expect((await unlink(client, null)).error?.code).toBe('last_way_in')
    server.clock.time += 15 * 60_000 + 1
    expect((await unlink(client, null)).error?.code).toBe('sign_in_again')
    await server.db.run(sql`
      update app_user set password_hash = (select password_hash from app_user where email = 'rival@test.si')
      where email = 'set@test.si'`)
    const elsewhere = server.client()
    await elsewhere.signIn('set@test.si')
    expect((await unlink(client, testPassword)).status).toBe(204)
    // A removed way in ends the sessions that used it.
    expect((await elsewhere.call('GET /auth/user')).status).toBe(401)
    expect((await client.call('GET /auth/identities')).data.identities).toEqual([])
  })

  test('a link started by one user cannot be finished by another', async () => {
    for (const email of ['one@test.si', 'two@test.si']) await insertUser(server.db, email, 'ROLE_USER_BASIC')
    const client = server.client()
    await client.signIn('one@test.si')
    const begun = await client.call('POST /auth/oauth/:provider/link', {
      params: { provider: 'google' },
      body: { password: testPassword },
    })
    oidc.people.set('one', person('one@test.si'))
    const back = await oidc.signIn(begun.data.url, 'one')
    await client.signIn('two@test.si')
    expect(await comeBack(client, back)).toBe('/auth/login?oauth=failed')
    expect((await client.call('GET /auth/identities')).data.identities).toEqual([])
  })
})

test('a second factor is required here, too, and a disabled user stays locked out', async () => {
  oidc.people.set('factor', person('factor@test.si'))
  const client = server.client()
  await signIn(client, 'factor')
  const { user } = (await client.call('POST /auth/oauth/register', { body: agree })).data
  await server.db.run(
    sql`insert into totp (user_id, secret, enabled_at, last_step) values (${user.id}, '\\x00', now(), 0)`,
  )
  const again = server.client()
  expect(await signIn(again, 'factor')).toBe('/auth/login?oauth=second-factor')
  expect((await again.call('GET /auth/user')).status).toBe(401)
  expect((await again.call('GET /auth/login/second-factor')).data.methods).toEqual(['totp'])
  const wrong = await again.call('POST /auth/login/second-factor', { body: { code: 'AAAA-AAAA-AAAA' } })
  expect(wrong.error?.code).toBe('invalid_code')
  await server.db.run(sql`delete from totp`)
  await server.db.run(sql`update app_user set disabled_at = now() where id = ${user.id}`)
  const gone = server.client()
  await server.db.run(sql`update app_user set deletion_due_at = now() where id = ${user.id}`)
  const signIns = sql`select count(*) as count from audit_log where action = 'sign_in' and user_id = ${user.id}`
  const before = await server.db.row(signIns)
  expect(await signIn(gone, 'factor')).toBe('/auth/login?oauth=failed')
  expect((await gone.call('GET /auth/user')).status).toBe(401)
  // No sign-in was recorded, and the requested step continues.
  expect(await server.db.row(signIns)).toEqual(before)
  expect(
    await server.db.row(sql`
      select deletion_due_at is not null as due, (select count(*) from session where user_id = ${user.id}) as sessions
      from app_user where id = ${user.id}`),
  ).toEqual({ due: true, sessions: 1 })
  await server.db.run(
    sql`update app_user set disabled_at = null, email_verified_at = null where id = ${user.id}`,
  )
  expect(await signIn(gone, 'factor')).toBe('/auth/awaiting-email-verification')
  const entries = await server.db.rows(sql`
    select action, after from audit_log where user_id = ${user.id} and action like 'sign_in%' order by id`)
  const after = { way: 'provider', provider: 'google' }
  expect(entries).toEqual([
    { action: 'sign_in', after },
    { action: 'sign_in_failed', after: { ...after, way: 'provider_code' } },
    { action: 'sign_in_failed', after },
    { action: 'sign_in_failed', after },
  ])
})

describe('the callback', () => {
  test('is valid only once, unchanged, in the browser that started it', async () => {
    oidc.people.set('csrf', person('csrf@test.si'))
    const attacker = server.client()
    const url = await visitProvider(attacker, 'csrf')
    expect(await comeBack(server.client(), url)).toBe('/auth/login?oauth=failed')
    const changed = new URL(url)
    changed.searchParams.set('state', 'another')
    expect(await comeBack(attacker, changed.href)).toBe('/auth/login?oauth=failed')
    expect(await comeBack(attacker, url)).toBe('/auth/login?oauth=failed')

    const honest = server.client()
    const good = await visitProvider(honest, 'csrf')
    expect(await comeBack(honest, good)).toBe('/auth/register?oauth=new')
    expect(await comeBack(honest, good)).toBe('/auth/login?oauth=failed')
  })

  test.each<[string, (token: TestIdToken) => Partial<TestIdToken>]>([
    ['signed by somebody else', () => ({ signer: 'somebody' })],
    ['signed by nobody', ({ header }) => ({ header: { ...header, alg: 'none' }, signer: 'nobody' })],
    ['without its signature', () => ({ signer: 'nobody' })],
    [
      'that brings its own key',
      ({ header }) => ({
        header: { ...header, jwk: { kty: 'oct', k: 'AA' }, kid: 'mine' },
        signer: 'somebody',
      }),
    ],
    ['for another application', ({ claims }) => ({ claims: { ...claims, aud: 'somebody-else' } })],
    ['of another provider', ({ claims }) => ({ claims: { ...claims, iss: 'https://evil.example' } })],
    ['that has expired', ({ claims }) => ({ claims: { ...claims, exp: 1_000_000 } })],
    ['of another sign-in', ({ claims }) => ({ claims: { ...claims, nonce: 'replayed' } })],
  ])('an identity %s is refused', async (_, forge) => {
    oidc.people.set('forged', person('forged@test.si'))
    oidc.forge = forge
    try {
      expect(await signIn(server.client(), 'forged')).toBe('/auth/login?oauth=failed')
    } finally {
      oidc.forge = null
    }
    expect(await signIn(server.client(), 'forged')).toBe('/auth/register?oauth=new')
  })

  test('from a different provider than requested is no sign-in', async () => {
    oidc.people.set('mixed', person('mixed@test.si'))
    const client = server.client()
    const url = await visitProvider(client, 'mixed')
    expect(await comeBack(client, url.replace('/google/', '/apple/'))).toBe('/auth/login?oauth=failed')
  })

  test('with an error of the provider is no sign-in', async () => {
    const client = server.client()
    await setOut(client, 'google')
    expect(await comeBack(client, `${callback}?error=access_denied`)).toBe('/auth/login?oauth=failed')
  })

  test.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    '/auth/login',
  ])('leads to internal pages only, not to %s', async (returnTo) => {
    oidc.people.set('home', person('home@test.si'))
    const client = server.client()
    const first = await signIn(client, 'home', decodeURIComponent(returnTo))
    if (first === '/auth/register?oauth=new') {
      expect((await client.call('POST /auth/oauth/register', { body: agree })).data.returnTo).toBe(null)
    } else expect(first).toBe('/')
  })

  test('posted as a form from the provider is redirected to the same check, with only its own parameters', async () => {
    const response = await fetch(`${server.url}/api/auth/oauth/apple/callback`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://appleid.apple.com' },
      body: new URLSearchParams({ code: 'a&b', state: 's', evil: 'x', user: '{"name":{"firstName":"Eva"}}' }),
    })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(
      '/api/auth/oauth/apple/callback?code=a%26b&state=s&user=%7B%22name%22%3A%7B%22firstName%22%3A%22Eva%22%7D%7D',
    )
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

test('a provider that is not configured or unreachable is refused before redirecting', async () => {
  const { providers } = (await server.client().call('GET /auth/oauth')).data
  expect(providers).toEqual([
    { id: 'google', name: 'Google' },
    { id: 'apple', name: 'Apple' },
    { id: 'other', name: 'Silent' },
  ])
  expect((await setOut(server.client(), 'other')).error?.code).toBe('provider_unavailable')
  expect((await setOut(server.client(), 'nobody')).status).toBe(404)
})

test('another site cannot start it, by a link or by a call', async () => {
  const from = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  const begun = sql`select count(*) as steps from door_step where kind = 'oauth'`
  const before = await server.db.row(begun)
  const link = await server.client().request('GET', '/auth/oauth/google', { headers: from })
  expect([link.status, link.headers.getSetCookie()]).toEqual([404, []])
  const called = await server.client().call('POST /auth/oauth/:provider', {
    params: { provider: 'google' },
    body: { returnTo: null, staySignedIn: false },
    headers: from,
  })
  expect(called.error?.code).toBe('cross_site_request')
  expect(await server.db.row(begun)).toEqual(before)
})

test('the request to the provider has PKCE, state and nonce, and Apple is asked for a form', async () => {
  const to = async (provider: string) =>
    new URL((await setOut(server.client(), provider)).data.url).searchParams
  const google = await to('google')
  expect(Object.fromEntries(google)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: callback,
    scope: 'openid email profile',
  })
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(google.get(name)?.length).toBeGreaterThan(30)
  expect((await to('apple')).get('response_mode')).toBe('form_post')
})

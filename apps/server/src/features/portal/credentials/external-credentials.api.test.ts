import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  dumpTables,
  flat,
  flatToken,
  house,
  houseToken,
  type PortalWorld,
  portalDays,
  startPortalWorld,
} from '../../../testing/portal-world.ts'
import type { TestClient } from '../../../testing/test-client.ts'

let world: PortalWorld
let ana: TestClient
let bor: TestClient

beforeAll(async () => {
  world = await startPortalWorld()
  ana = await world.person('ana')
  bor = await world.person('bor')
})
afterAll(() => world.stop())

const list = async (client: TestClient) =>
  (await client.call('GET /auth/user/external-credentials')).data.credentials
const add = (client: TestClient, token: string) =>
  client.call('POST /auth/user/external-credential', { body: { token } })
const devices = async (client: TestClient) => (await client.call('GET /abstract-devices-all')).data.devices

test('a token is trimmed, checked with the portal and shown by its first five characters only', async () => {
  const { data } = await add(ana, `  ${houseToken}\n`)
  expect(data.credential).toMatchObject({
    token: 'house••••••••',
    devices: 0,
    state: 'accepted',
    reason: null,
  })
  expect(await list(ana)).toMatchObject([{ token: 'house••••••••', state: 'accepted' }])
  const dumped = await dumpTables(world.server, ['external_credential', 'audit_log', 'job', 'throttle'])
  expect(dumped).toContain('external_credential_added')
  expect(dumped).not.toContain(houseToken)
  expect(JSON.stringify(await list(ana))).not.toContain(houseToken.slice(5))
})

test('an empty token is refused, and the same one cannot be added twice', async () => {
  expect((await add(ana, '   ')).error).toMatchObject({
    code: 'invalid_request',
    fields: { token: 'required' },
  })
  expect((await add(ana, ` ${houseToken}`)).error?.code).toBe('credential_exists')
})

test('two people may have the same token without learning of each other', async () => {
  expect((await add(bor, houseToken)).status).toBe(200)
  expect(await list(bor)).toHaveLength(1)
})

test('a token rejected by the portal is reported at once, with the portal’s reason', async () => {
  const { data } = await add(bor, 'nobody-knows-this-token')
  expect(data.credential).toMatchObject({ state: 'rejected', reason: '401 Neveljaven žeton' })
})

test.each([
  ['an error, as it also gives for a token that it does not know', { status: 500 }, 'doubtful'],
  ['that it is out of order', { status: 503 }, 'unreachable'],
  ['that it is busy for long', { status: 429, headers: { 'retry-after': '600' } }, 'unreachable'],
])("a token is checked again after the portal's answer %s", async (_, fault, state) => {
  const client = await world.person(`doubt-${fault.status}`)
  world.portal.fault = () => fault
  expect((await add(client, flatToken)).data.credential).toMatchObject({ state, reason: 'NAPAKA Napaka' })
  world.portal.fault = null
  world.server.clock.time += 3_600_000
  await world.server.deps.imports.look()
  expect(await list(client)).toMatchObject([{ state: 'accepted', reason: null }])
})

test('a slow portal leaves the token unchecked, and its answer follows', async () => {
  const client = await world.person('slow')
  const held = Promise.withResolvers<void>()
  world.portal.fault = () => ({ wait: held.promise })
  expect((await add(client, flatToken)).data.credential).toMatchObject({ state: 'unchecked' })
  world.portal.fault = null
  held.resolve()
  await world.server.deps.background.settled()
  expect(await list(client)).toMatchObject([{ state: 'accepted' }])
})

test('a new token counts as unchecked until the portal has answered, whatever was known of the old one', async () => {
  const client = await world.person('slow-again')
  const credentialId = await world.addToken(client, flatToken)
  expect(await list(client)).toMatchObject([{ state: 'accepted' }])
  const held = Promise.withResolvers<void>()
  world.portal.fault = () => ({ wait: held.promise })
  const { data } = await client.call('PUT /auth/user/external-credential/:credentialId', {
    params: { credentialId },
    body: { token: 'wrong-token-of-somebody' },
  })
  expect(data.credential).toMatchObject({ state: 'unchecked', reason: null, checked_at: null })
  world.portal.fault = null
  held.resolve()
  await world.server.deps.background.settled()
})

test.each([401, 500])('a token that the portal answers with %i can be replaced in place', async (status) => {
  const client = await world.person(`wrong-${status}`)
  world.portal.fault = ({ token }) => (world.portal.tokens.has(token) ? undefined : { status })
  const wrong = (await add(client, 'wrong-token-of-somebody')).data.credential
  expect(wrong.state).toBe(status === 401 ? 'rejected' : 'doubtful')
  const body = { eimm: house.eimm, token_id: wrong.id }
  const refused = await client.call('POST /abstract-device', { body })
  expect(refused.error?.code).toBe(status === 401 ? 'portal_token_rejected' : 'portal_unavailable')
  expect(await list(client)).toMatchObject([{ id: wrong.id, state: wrong.state }])

  const replace = (token: string) =>
    client.call('PUT /auth/user/external-credential/:credentialId', {
      params: { credentialId: wrong.id },
      body: { token },
    })
  expect((await replace('wrong-token-again')).data.credential).toMatchObject({
    id: wrong.id,
    state: wrong.state,
  })
  expect((await replace(` ${houseToken}`)).data.credential).toMatchObject({
    ...{ id: wrong.id, token: 'house••••••••', state: 'accepted', reason: null },
  })
  expect(await list(client)).toHaveLength(1)
  world.portal.fault = null
})

test('what the portal says late of a token is not said of the one in its place', async () => {
  const client = await world.person('late')
  const held = Promise.withResolvers<void>()
  const late = 'late-token-of-nobody-at-all'
  world.portal.fault = ({ token }) => (token === late ? { status: 401, wait: held.promise } : undefined)
  const { id, state } = (await add(client, late)).data.credential
  expect(state).toBe('unchecked')
  const { data } = await client.call('PUT /auth/user/external-credential/:credentialId', {
    params: { credentialId: id },
    body: { token: houseToken },
  })
  expect(data.credential.state).toBe('accepted')
  held.resolve()
  await world.server.deps.background.settled()
  world.portal.fault = null
  expect(await list(client)).toMatchObject([{ token: 'house••••••••', state: 'accepted', reason: null }])
})

test('replacing a revoked token resumes the import by itself', async () => {
  const client = await world.person('revoked')
  const tokenId = await world.addToken(client, flatToken)
  let isRevoked = false
  world.portal.fault = ({ token, path }) => {
    if (path === '/meter-readings' && token === flatToken) isRevoked = true
    return isRevoked && token === flatToken ? { status: 401 } : undefined
  }
  await world.addPoint(client, tokenId)
  expect(await devices(client)).toMatchObject([{ readings: { last_error: 'portal_token_rejected' } }])
  expect(await list(client)).toMatchObject([{ state: 'rejected', devices: 1 }])
  const replace = async (token: string) => {
    const params = { credentialId: tokenId }
    await client.call('PUT /auth/user/external-credential/:credentialId', { params, body: { token } })
    await world.server.deps.background.settled()
  }
  // A token that the portal refuses as well opens nothing.
  const start = vi.spyOn(world.server.deps.imports, 'start')
  onTestFinished(() => start.mockRestore())
  world.portal.fault = ({ token }) => (token === houseToken ? undefined : { status: 401 })
  await replace('wrong-token-again')
  expect(start).not.toHaveBeenCalled()
  await replace(houseToken)
  expect(start).toHaveBeenCalledOnce()
  await world.server.deps.imports.look()
  expect(await devices(client)).toMatchObject([{ readings: { days: portalDays, last_error: null } }])
  world.portal.fault = null
})

test('an import that was asking with the token before goes on with the one in its place', async () => {
  const client = await world.person('under-way')
  const tokenId = await world.addToken(client, flatToken)
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  world.portal.fault = ({ token, path }) => {
    if (path !== '/meter-readings' || token !== flatToken) return undefined
    asked.resolve()
    return { status: 401, wait: held.promise }
  }
  const added = world.addPoint(client, tokenId)
  await asked.promise
  await client.call('PUT /auth/user/external-credential/:credentialId', {
    params: { credentialId: tokenId },
    body: { token: houseToken },
  })
  held.resolve()
  await added
  await world.server.deps.background.settled()
  world.portal.fault = null
  expect(await devices(client)).toMatchObject([{ readings: { days: portalDays, last_error: null } }])
  expect(await list(client)).toMatchObject([{ state: 'accepted', devices: 1 }])
})

test('nobody replaces somebody else’s token, or enters one that they already have', async () => {
  const client = await world.person('twice')
  const first = await world.addToken(client, houseToken)
  await world.addToken(client, flatToken)
  const replace = (who: TestClient, credentialId: number) =>
    who.call('PUT /auth/user/external-credential/:credentialId', {
      params: { credentialId },
      body: { token: flatToken },
    })
  expect((await replace(client, first)).error?.code).toBe('credential_exists')
  expect((await replace(bor, first)).error?.code).toBe('not_found')
  expect(await list(client)).toMatchObject([{ token: 'house••••••••' }, { token: 'flat0••••••••' }])
  // The same one once more is no second one: it is asked about again.
  const { data } = await client.call('PUT /auth/user/external-credential/:credentialId', {
    params: { credentialId: first },
    body: { token: houseToken },
  })
  expect(data.credential).toMatchObject({ id: first, token: 'house••••••••', state: 'accepted' })
})

test('without a country no external service is called; naming one allows it', async () => {
  const client = await world.person('nowhere', null)
  const before = world.portal.requests.length
  const refused = { status: 409, error: { code: 'country_required', fields: { country_code: 'required' } } }
  expect(await add(client, houseToken)).toMatchObject(refused)
  const body = { eimm: house.eimm, token_id: 1 }
  expect(await client.call('POST /abstract-device', { body })).toMatchObject(refused)
  expect(await list(client)).toEqual([])
  expect(world.portal.requests).toHaveLength(before)
  await client.call('PUT /auth/user/settings', { body: { country_code: 'SI' } })
  expect((await add(client, houseToken)).data.credential).toMatchObject({ state: 'accepted' })
})

test('somebody else’s token does not exist', async () => {
  const [{ id } = { id: 0 }] = await list(ana)
  const remove = (client: TestClient, credentialId: number) =>
    client.call('DELETE /auth/user/external-credential/:credentialId', { params: { credentialId } })
  expect((await remove(bor, id)).error?.code).toBe('not_found')
  expect((await remove(bor, 2_000_000_000)).error?.code).toBe('not_found')
  const body = { eimm: house.eimm, token_id: id }
  expect((await bor.call('POST /abstract-device', { body })).error?.code).toBe('not_found')
  expect(await list(ana)).toHaveLength(1)
})

test('with a token the devices that only it gives access to are removed; the others lose the token', async () => {
  const client = await world.person('cita')
  const first = await world.addToken(client, houseToken)
  const second = await world.addToken(client, flatToken)
  await world.addPoint(client, second, flat)
  const shared = await world.addPoint(client, first)
  await client.call('POST /abstract-device', { body: { eimm: house.eimm, token_id: second } })
  await world.server.deps.imports.look()
  expect(await devices(client)).toMatchObject([
    { eimm: house.eimm, credentials: [{ token_id: first }, { token_id: second }] },
    { eimm: flat.eimm, credentials: [{ token_id: second }] },
  ])
  const { data } = await client.call('DELETE /auth/user/external-credential/:credentialId', {
    params: { credentialId: second },
  })
  expect(data.removed_device_ids).toHaveLength(1)
  expect(await devices(client)).toMatchObject([{ id: shared, credentials: [{ token_id: first }] }])
  const remove = await client.call('DELETE /abstract-device/:deviceId/token/:tokenId', {
    params: { deviceId: shared, tokenId: first },
  })
  expect(remove.data.removed).toBe(true)
  expect(await devices(client)).toEqual([])
})

test('trying many tokens is throttled', async () => {
  const client = await world.person('gost')
  const answers = []
  for (let at = 0; at < 22; at++) answers.push((await add(client, `guess-number-${at}-of-many`)).error?.code)
  expect(answers.at(-1)).toMatch(/too_many/)
})

test('who tries many tokens in the place of one has to wait too', async () => {
  const client = await world.person('menjalec')
  const credentialId = await world.addToken(client, houseToken)
  const answers = []
  for (let at = 0; at < 21; at++) {
    const asked = { params: { credentialId }, body: { token: `guess-number-${at}-of-many` } }
    answers.push((await client.call('PUT /auth/user/external-credential/:credentialId', asked)).error?.code)
  }
  expect(answers.slice(0, 19)).toEqual(Array(19).fill(undefined))
  expect(answers.at(-1)).toBe('too_many_attempts')
})

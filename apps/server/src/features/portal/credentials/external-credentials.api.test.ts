import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  dumpTables,
  flat,
  flatToken,
  house,
  houseToken,
  type PortalWorld,
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
  // The portal may have answered before the list was read again: which of the two states it tells is chance.
  expect(data.credential).toMatchObject({ token: 'house••••••••', devices: 0 })
  expect(['unchecked', 'accepted']).toContain(data.credential.state)
  await world.server.deps.background.settled()
  expect(await list(ana)).toMatchObject([{ token: 'house••••••••', state: 'accepted' }])
  const told = await dumpTables(world.server, ['external_credential', 'audit_log', 'job', 'throttle'])
  expect(told).toContain('external_credential_added')
  expect(told).not.toContain(houseToken)
  expect(JSON.stringify(await list(ana))).not.toContain(houseToken.slice(5))
})

test('an empty token is required, and the same one is refused twice', async () => {
  expect((await add(ana, '   ')).error).toMatchObject({
    code: 'invalid_request',
    fields: { token: 'required' },
  })
  expect((await add(ana, ` ${houseToken}`)).error?.code).toBe('credential_exists')
})

test('two people may have the same token without knowing of each other', async () => {
  expect((await add(bor, houseToken)).status).toBe(200)
  expect(await list(bor)).toHaveLength(1)
})

test('a token that the portal rejects says so, and one it does not answer about is asked again', async () => {
  await world.addToken(bor, 'nobody-knows-this-token')
  expect((await list(bor)).at(-1)).toMatchObject({ state: 'rejected' })
  world.portal.fault = () => ({ status: 500 })
  await world.addToken(bor, flatToken)
  expect((await list(bor)).at(-1)).toMatchObject({ state: 'unreachable' })
  world.portal.fault = null
  world.server.clock.time += 3_600_000
  await world.server.deps.imports.look()
  expect((await list(bor)).at(-1)).toMatchObject({ state: 'accepted' })
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

test('with a token go the devices that only it opens; the others lose the token', async () => {
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

test('who tries many tokens has to wait', async () => {
  const client = await world.person('gost')
  const answers = []
  for (let at = 0; at < 22; at++) answers.push((await add(client, `guess-number-${at}-of-many`)).error?.code)
  expect(answers.at(-1)).toMatch(/too_many/)
})

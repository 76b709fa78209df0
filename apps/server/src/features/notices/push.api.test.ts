import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { type TestClient, testPassword } from '../../testing/test-client.ts'
import {
  insertCompany,
  insertController,
  insertGroup,
  insertLocation,
  insertUser,
  shareLocation,
} from '../../testing/test-world.ts'
import { raiseAlarm } from '../alarms/alarm-queries.ts'

const begin = Date.UTC(2026, 5, 1, 10)
let server: TestServer
let ana: TestClient
let anaId: number
let locationId: number
let controllerId: number
let pushService: Server
let base: string
/** What the push service answers next, and what it got. */
let answers: { status: number; headers?: Record<string, string> }[] = []
/** What it does not answer, before the test ends. */
const hanging: ServerResponse[] = []
let got: { headers: IncomingHttpHeaders; body: Buffer }[] = []

const browser = createECDH('prime256v1')
browser.generateKeys()
const auth = randomBytes(16)

/** As a browser does it (RFC 8291). */
function decrypt(body: Buffer): { title: string; body: string; url: string; tag: string } {
  const [salt, ours] = [body.subarray(0, 16), body.subarray(21, 86)]
  const derive = (key: Uint8Array, by: Uint8Array, info: Uint8Array | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, by, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), ours])
  const key = derive(browser.computeSecret(ours), auth, info, 32)
  const open = createDecipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  )
  open.setAuthTag(body.subarray(-16))
  const text = Buffer.concat([open.update(body.subarray(86, -16)), open.final()])
  expect(text.at(-1)).toBe(2)
  return JSON.parse(text.subarray(0, -1).toString())
}

beforeAll(async () => {
  pushService = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    got.push({ headers: request.headers, body: Buffer.concat(chunks) })
    if (request.url?.startsWith('/hang')) return void hanging.push(response)
    const { status, headers = {} } = answers.shift() ?? { status: 201 }
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => pushService.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(pushService.address() as AddressInfo).port}`
  server = await startTestServer({ time: begin, settings: { noticesToPrivateNetworks: true } })
  const { db } = server
  anaId = await insertUser(db, 'ana@test.si', 'ROLE_USER_BASIC')
  const { companyId, rootGroupId } = await insertCompany(db, 'Alpha')
  const locationGroupId = await insertGroup(db, companyId, rootGroupId, 'North')
  locationId = await insertLocation(db, { companyId, locationGroupId, name: 'Home' })
  controllerId = (await insertController(db, locationId)).controllerId
  await shareLocation(db, anaId, locationId, {})
  await db.run(sql`update app_user set locale = 'en'`)
  ana = server.client()
  await ana.signIn('ana@test.si')
})
afterAll(async () => {
  await server.stop()
  pushService.close()
})
beforeEach(async () => {
  for (const table of ['alarm', 'alarm_notice', 'push_device']) await server.db.script(`delete from ${table}`)
  ;[answers, got] = [[], []]
  server.clock.time = begin
})

const subscribe = (change: object = {}) =>
  ana.call('POST /notices/devices', {
    body: {
      endpoint: `${base}/send/1`,
      p256dh: browser.getPublicKey().toString('base64url'),
      auth: auth.toString('base64url'),
      ...change,
    },
  })
const raise = (code: string) =>
  raiseAlarm(server.db, {
    ...{ locationId, controllerId, deviceId: null, type: 'ERROR', code, text: null, at: server.clock.time },
  })
const later = async (seconds: number) => {
  server.clock.time += seconds * 1000
  await server.deps.notices.tellDue()
}
const log = async () =>
  (await ana.call('GET /notices')).data.notices.map(({ channel, state, reason }) => [channel, state, reason])

test('a browser is told at once, so that only it can read it, and of what follows together', async () => {
  expect((await subscribe()).status).toBe(204)
  await raise('E1')
  await later(0)
  expect(got).toHaveLength(1)
  const { id } = (await server.db.row<{ id: number }>(sql`select id from alarm`))!
  expect(decrypt(got[0]!.body)).toEqual({
    ...{ title: 'Device error', body: 'Home · 1 Jun 2026, 12:00', tag: `alarm-${id}` },
    url: `/locations/${locationId}/alarms/${id}`,
  })
  const { push_key } = (await ana.call('GET /notices/settings')).data
  expect(got[0]!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '43200' })
  expect(got[0]!.headers.authorization).toMatch(new RegExp(`^vapid t=[\\w.-]+, k=${push_key}$`))
  await raise('E2')
  await raise('E3')
  await later(60)
  expect(got).toHaveLength(1)
  await later(30)
  expect(got).toHaveLength(2)
  expect(decrypt(got[1]!.body)).toMatchObject({ title: 'Alarms: 2 new, 0 over', url: '/' })
  expect(await log()).toEqual(Array(3).fill(['push', 'sent', null]))
})

test('a push service that is busy is asked again when it says, one that fails after a while', async () => {
  await subscribe()
  answers = [{ status: 429, headers: { 'retry-after': '60' } }, { status: 503 }]
  await raise('E1')
  await later(0)
  await later(59)
  expect(got).toHaveLength(1)
  expect(await log()).toEqual([['push', 'waiting', 'status 429']])
  await later(1)
  expect(got).toHaveLength(2)
  await later(20)
  expect(got).toHaveLength(3)
  expect(await log()).toEqual([['push', 'sent', null]])
})

test('what is refused for good is given up, and a browser that is gone is forgotten', async () => {
  await subscribe()
  answers = [{ status: 400 }, { status: 410 }]
  await raise('E1')
  await later(0)
  expect(await log()).toEqual([['push', 'failed', 'status 400']])
  await raise('E2')
  await later(91)
  expect(got).toHaveLength(2)
  expect((await ana.call('GET /notices/settings')).data.devices).toEqual([])
})

test('a push service that cannot be reached is given up after six tries', async () => {
  await subscribe({ endpoint: 'http://127.0.0.1:1/send' })
  await raise('E1')
  for (let turn = 0; turn < 6; turn++) await later(3600)
  expect(await log()).toEqual([['push', 'failed', 'unreachable']])
})

test('whose push services do not answer keeps others neither from pushes nor from mail', async () => {
  for (const at of [1, 2, 3]) await subscribe({ endpoint: `${base}/hang/${at}` })
  const borId = await insertUser(server.db, 'bor@test.si', 'ROLE_USER_BASIC')
  await shareLocation(server.db, borId, locationId, {})
  const bor = server.client()
  await bor.signIn('bor@test.si')
  const keys = { p256dh: browser.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }
  await bor.call('POST /notices/devices', { body: { endpoint: `${base}/send/bor`, ...keys } })
  await server.db.run(sql`update notice_setting set mail = true where user_id = ${borId}`)
  await raise('E1')
  const told = later(0)
  const states = async () =>
    (await bor.call('GET /notices')).data.notices.map(({ channel, state }) => `${channel} ${state}`).sort()
  await vi.waitFor(async () => expect(await states()).toEqual(['mail sent', 'push sent']), {
    timeout: 20_000,
  })
  expect(hanging).toHaveLength(2)
  await server.db.run(
    sql`delete from alarm_notice where state = 'waiting' and user_id = ${anaId} and leased_until is null`,
  )
  for (const response of hanging) response.writeHead(201).end()
  await told
})

test('an address inside is refused, where the settings do not allow it, and so are keys that are none', async () => {
  const { settings } = server.deps
  settings.noticesToPrivateNetworks = false
  for (const endpoint of [`${base}/x`, 'https://10.0.0.1/x', 'https://[::1]/x'])
    expect((await subscribe({ endpoint })).status, endpoint).toBe(400)
  settings.noticesToPrivateNetworks = true
  expect((await subscribe({ auth: 'short' })).status).toBe(400)
  expect((await ana.call('GET /notices/settings')).data.devices).toEqual([])
})

test('a browser is turned off by its person only, and belongs to whoever turned it on last', async () => {
  await subscribe()
  const [device] = (await ana.call('GET /notices/settings')).data.devices
  const params = { pushDeviceId: device!.id }
  await insertUser(server.db, `bor-${device!.id}@test.si`, 'ROLE_USER_BASIC')
  const bor = server.client()
  await bor.signIn(`bor-${device!.id}@test.si`)
  expect((await bor.call('DELETE /notices/devices/:pushDeviceId', { params })).status).toBe(404)
  expect((await ana.call('DELETE /notices/devices/:pushDeviceId', { params })).status).toBe(204)
  await subscribe()
  await subscribe()
  expect((await ana.call('GET /notices/settings')).data.devices).toHaveLength(1)
})

test('a test is shown at once in a browser of one’s own, is in the log, and is limited', async () => {
  await subscribe()
  const { devices } = (await ana.call('GET /notices/settings')).data
  const send = (id: number) =>
    ana.call('POST /notices/devices/:pushDeviceId/test', { params: { pushDeviceId: id } })
  expect((await send(devices[0]!.id)).data).toEqual({ is_sent: true })
  expect(decrypt(got[0]!.body)).toMatchObject({ title: 'Test', url: '/user/notifications' })
  answers = [{ status: 503 }]
  expect((await send(devices[0]!.id)).data).toEqual({ is_sent: false })
  expect(await log()).toEqual([
    ['push', 'failed', 'status 503'],
    ['push', 'sent', null],
  ])
  const otherId = await insertUser(server.db, 'other@test.si', 'ROLE_USER_BASIC')
  await server.db.run(sql`update push_device set user_id = ${otherId}`)
  expect((await send(devices[0]!.id)).status).toBe(404)
  await server.db.run(sql`update push_device set user_id = ${anaId}`)
  for (let sent = 2; sent < 10; sent++) await send(devices[0]!.id)
  expect((await send(devices[0]!.id)).error?.code).toBe('too_many_attempts')
})

test('a test mail says whether it was taken, in the log as well', async () => {
  server.clock.time += 24 * 3_600_000
  await ana.signIn('ana@test.si')
  expect((await ana.call('POST /notices/test')).data).toEqual({ is_sent: false })
  expect(await log()).toEqual([['mail', 'failed', 'refused']])
})

test('a browser is told until its session is ended, wherever that is done; one that has expired ends nothing', async () => {
  const tablet = server.client()
  await tablet.signIn('ana@test.si')
  const ask = { p256dh: browser.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }
  const turnOn = (client: TestClient, name: string) =>
    client.call('POST /notices/devices', { body: { endpoint: `${base}/send/${name}`, ...ask } })
  const turnedOn = async () =>
    (await server.db.rows<{ endpoint: string }>(sql`select endpoint from push_device order by id`)).map(
      ({ endpoint }) => endpoint.split('/').at(-1),
    )
  await turnOn(ana, 'desk')
  await turnOn(tablet, 'tablet')
  // Signing in again in the same browser changes nothing.
  await tablet.signIn('ana@test.si')
  expect(await turnedOn()).toEqual(['desk', 'tablet'])
  expect(
    (await ana.call('POST /auth/sessions/end-others', { body: { password: testPassword } })).error,
  ).toBeNull()
  expect(await turnedOn()).toEqual(['desk'])

  await tablet.signIn('ana@test.si')
  await turnOn(tablet, 'tablet')
  await server.db.run(sql`update session set expires_at = ${new Date(server.clock.time - 1000)}
    where id = (select session_id from push_device where endpoint like '%/tablet')`)
  const third = server.client()
  await third.signIn('ana@test.si')
  expect(await turnedOn()).toEqual(['desk', 'tablet'])
  // Somebody else who signs in there gets nothing of hers.
  await turnOn(third, 'shared')
  await insertUser(server.db, 'eva@test.si', 'ROLE_USER_BASIC')
  await third.signIn('eva@test.si')
  expect(await turnedOn()).toEqual(['desk', 'tablet'])
})

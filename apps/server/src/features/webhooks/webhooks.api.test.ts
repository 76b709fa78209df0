import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import {
  insertCompany,
  insertController,
  insertGroup,
  insertLocation,
  insertUser,
  shareLocation,
} from '../../testing/test-world.ts'
import { clearAlarm, raiseAlarm } from '../alarms/alarm-queries.ts'
import { forgetOldSecrets } from './webhook-queries.ts'

const begin = Date.UTC(2026, 5, 1, 10)
const minute = 60_000
let server: TestServer
let agg: TestClient
let ana: TestClient
let anaId: number
let companyId: number
const homes: { locationId: number; controllerId: number }[] = []
let receiver: Server
let url: string
/** What the receiver answers next, and what it got. */
let answers: { status: number; headers?: Record<string, string> }[] = []
let isDown = false
let got: { headers: IncomingHttpHeaders; body: string }[] = []

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (isDown) return response.destroy()
    got.push({ headers: request.headers, body })
    const { status, headers = {} } = answers.shift() ?? { status: 200 }
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alarms`
  server = await startTestServer({ time: begin, settings: { noticesToPrivateNetworks: true } })
  const { db } = server
  const company = await insertCompany(db, 'Alpha')
  companyId = company.companyId
  await insertUser(db, 'agg@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  anaId = await insertUser(db, 'ana@test.si', 'ROLE_USER_BASIC')
  const locationGroupId = await insertGroup(db, companyId, company.rootGroupId, 'North')
  for (const name of ['Home', 'Farm']) {
    const locationId = await insertLocation(db, { companyId, locationGroupId, name })
    homes.push({ locationId, controllerId: (await insertController(db, locationId)).controllerId })
  }
  await db.run(sql`update location set owner_id = ${anaId} where id = ${homes[0]!.locationId}`)
  agg = server.client()
  await agg.signIn('agg@test.si')
  ana = server.client()
  await ana.signIn('ana@test.si')
})
afterAll(async () => {
  await server.stop()
  receiver.close()
})
beforeEach(async () => {
  for (const table of ['alarm', 'alarm_notice', 'webhook']) await server.db.script(`delete from ${table}`)
  ;[answers, got, isDown] = [[], [], false]
  server.clock.time = begin
})

const create = async (change: object = {}) =>
  agg.call('POST /companies/:companyId/webhooks', {
    params: { companyId },
    body: { url, types: null, ...change },
  })
const caseOf = (home: number, code: string, at = server.clock.time) => ({
  ...homes[home]!,
  ...{ deviceId: null, type: 'ERROR' as const, code, text: 'Fan stuck', at },
})
const raise = (home: number, code: string) => raiseAlarm(server.db, caseOf(home, code))
const clear = (home: number, code: string) => clearAlarm(server.db, caseOf(home, code))
const later = async (minutes: number) => {
  server.clock.time += minutes * minute
  await server.deps.notices.tellDue()
}
const told = () =>
  got.map(({ body }) => {
    const { type, data } = JSON.parse(body)
    return [data.code, type].filter(Boolean).join(' ')
  })
const list = async () =>
  (await agg.call('GET /companies/:companyId/webhooks', { params: { companyId } })).data.webhooks
const log = async (webhookId: number) =>
  (
    await agg.call('GET /companies/:companyId/webhooks/:webhookId/deliveries', {
      params: { companyId, webhookId },
    })
  ).data.deliveries.map(({ kind, state, reason }) => [kind, state, reason].filter(Boolean).join(' '))

/** As docs/webhooks.md tells receivers to check it. */
function isGenuine({ headers, body }: (typeof got)[number], secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = createHmac('sha256', key).update(signed).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`)
}

test('a receiver is told at once, signed, with what the alarm is', async () => {
  const { data } = await create()
  await raise(0, 'E1')
  await later(0)
  expect(got).toHaveLength(1)
  expect(isGenuine(got[0]!, data.secret)).toBe(true)
  expect(Number(got[0]!.headers['webhook-timestamp'])).toBe(begin / 1000)
  const { id } = (await server.db.row<{ id: number }>(sql`select id from alarm`))!
  const [home] = homes
  expect(JSON.parse(got[0]!.body)).toMatchObject({
    ...{ type: 'alarm.raised', timestamp: '2026-06-01T10:00:00.000Z' },
    data: {
      ...{ alarm_id: id, alarm_type: 'ERROR', code: 'E1', text: 'Fan stuck', ended_at: null },
      location: { id: home!.locationId, name: 'Home' },
      controller: { id: home!.controllerId },
      url: expect.stringContaining(`/locations/${home!.locationId}/alarms/${id}`),
    },
  })
})

test('a receiver that is down for an hour gets each message once, in its order', async () => {
  const { data } = await create()
  isDown = true
  await raise(0, 'E1')
  await later(0)
  for (let turn = 0; turn < 60; turn++) {
    if (turn === 5) await clear(0, 'E1')
    if (turn === 10) await raise(1, 'E2')
    if (turn === 20) await raise(0, 'E1')
    await later(1)
  }
  expect(got).toEqual([])
  const [before] = await list()
  expect(before).toMatchObject({ failing_since: begin, last_failure: 'unreachable', stopped_at: null })
  isDown = false
  await later(60)
  await later(60)
  expect(told()).toEqual(['E1 alarm.raised', 'E1 alarm.cleared', 'E2 alarm.raised', 'E1 alarm.raised'])
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(4)
  expect(await log(data.id)).toEqual(
    Array(4)
      .fill(0)
      .map((_, at) => (at === 2 ? 'cleared sent' : 'raised sent')),
  )
  expect((await list())[0]).toMatchObject({ failing_since: null, waiting: 0 })
})

test('each try is signed anew with the same id, no earlier than the receiver asked', async () => {
  const { data } = await create()
  answers = [
    { status: 503, headers: { 'retry-after': '600' } },
    { status: 302, headers: { location: url } },
  ]
  await raise(0, 'E1')
  await later(0)
  await later(9)
  expect(got).toHaveLength(1)
  await later(1)
  // A redirect is not followed.
  expect(got).toHaveLength(2)
  expect(await log(data.id)).toEqual(['raised waiting status 302'])
  await later(1)
  expect(got).toHaveLength(3)
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(got.every((one) => isGenuine(one, data.secret))).toBe(true)
  expect(new Set(got.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3)
})

test('a receiver that fails for a day is stopped, and goes on with a press', async () => {
  const { data } = await create()
  const params = { companyId, webhookId: data.id }
  isDown = true
  await raise(0, 'E1')
  for (let hour = 0; hour <= 48; hour++) await later(60)
  await agg.signIn('agg@test.si')
  await ana.signIn('ana@test.si')
  expect((await list())[0]).toMatchObject({ stop_reason: 'failing', waiting: 0 })
  expect(await log(data.id)).toEqual(['raised failed stopped'])
  isDown = false
  await raise(0, 'E2')
  await later(1)
  expect(got).toEqual([])
  await agg.call('POST /companies/:companyId/webhooks/:webhookId/resume', { params })
  await raise(0, 'E3')
  await later(1)
  expect(told()).toEqual(['E3 alarm.raised'])
  const actions = await server.db.rows<{ action: string }>(
    sql`select action from audit_log where action like 'webhook%' order by id desc limit 2`,
  )
  expect(actions.map(({ action }) => action)).toEqual(['webhook_resumed', 'webhook_stopped'])
})

test('a receiver that is gone is stopped at once', async () => {
  const { data } = await create()
  answers = [{ status: 410 }]
  await raise(0, 'E1')
  await later(0)
  expect((await list())[0]).toMatchObject({ id: data.id, stop_reason: 'gone' })
})

test('a test is sent once and at once, before what waits, and tells what became of it', async () => {
  const { data } = await create()
  const params = { companyId, webhookId: data.id }
  const test = () => agg.call('POST /companies/:companyId/webhooks/:webhookId/test', { params })
  answers = [{ status: 500 }]
  await test()
  await later(0)
  expect(await log(data.id)).toEqual(['test failed status 500'])
  answers = [{ status: 401 }]
  await raise(0, 'E1')
  await later(1)
  await test()
  server.clock.time += minute
  await later(0)
  expect(told().slice(-2)).toEqual(['test', 'E1 alarm.raised'])
  expect(await log(data.id)).toEqual(['test sent', 'raised sent', 'test failed status 500'])
})

test('a test does not wait until a failing receiver is tried again, and what waits follows it', async () => {
  const { data } = await create()
  isDown = true
  await raise(0, 'E1')
  for (let turn = 0; turn < 60; turn++) await later(1)
  isDown = false
  await later(1)
  expect(got).toEqual([])
  await agg.call('POST /companies/:companyId/webhooks/:webhookId/test', {
    params: { companyId, webhookId: data.id },
  })
  await later(0)
  expect(told()).toEqual(['test', 'E1 alarm.raised'])
  expect((await list())[0]).toMatchObject({ failing_since: null })
})

test('a new secret signs from then on, beside the old one for a day', async () => {
  const { data } = await create()
  const params = { companyId, webhookId: data.id }
  const renewed = await agg.call('POST /companies/:companyId/webhooks/:webhookId/secret', { params })
  const signs = () => [data.secret, renewed.data.secret].map((secret) => isGenuine(got.at(-1)!, secret))
  await raise(0, 'E1')
  await later(0)
  expect(signs()).toEqual([true, true])
  const until = server.clock.time + 24 * 60 * minute
  expect((await list())[0]?.old_secret_until).toBe(until)
  server.clock.time = until
  await agg.signIn('agg@test.si')
  await raise(0, 'E2')
  await later(0)
  expect(signs()).toEqual([false, true])
  expect((await list())[0]?.old_secret_until).toBeNull()
  await forgetOldSecrets(server.db, until)
  expect(await server.db.row(sql`select old_secret from webhook where id = ${data.id}`)).toEqual({
    old_secret: null,
  })
  expect(JSON.stringify(await list())).not.toContain('whsec_')
})

test('address and types are changed by whoever may make one, to an address outside only, and what waits goes there', async () => {
  const { data } = await create()
  const params = { companyId, webhookId: data.id }
  const change = (client: TestClient, body: { url: string; types: null }) =>
    client.call('PUT /companies/:companyId/webhooks/:webhookId', { params, body })
  answers = [{ status: 500 }]
  await raise(0, 'E1')
  await later(0)
  expect((await list())[0]?.failing_since).not.toBeNull()
  expect((await change(agg, { url: 'ftp://x.test', types: null })).error?.fields).toEqual({ url: 'regex' })
  expect((await change(ana, { url: `${url}?new`, types: null })).status).toBeGreaterThan(400)
  expect((await change(agg, { url: `${url}?new`, types: null })).status).toBe(204)
  expect((await list())[0]).toMatchObject({ url: `${url}?new`, failing_since: null })
  await later(0)
  expect(told().at(-1)).toBe('E1 alarm.raised')
  expect(isGenuine(got.at(-1)!, data.secret)).toBe(true)
  const [entry] = await server.db.rows<{ action: string }>(
    sql`select action from audit_log where action like 'webhook%' order by id desc limit 1`,
  )
  expect(entry?.action).toBe('webhook_changed')
})

test('one of a location hears of it alone, for as long as whoever made it sees it', async () => {
  const [home] = homes
  const params = { locationId: home!.locationId }
  const made = await ana.call('POST /locations/:locationId/webhooks', {
    params,
    body: { url, types: ['ERROR'] },
  })
  await raise(1, 'E1')
  await raise(0, 'E2')
  await later(0)
  expect(told()).toEqual(['E2 alarm.raised'])
  expect((await list())[0]).toMatchObject({
    id: made.data.id,
    location: { id: home!.locationId, name: 'Home' },
  })
  await server.db.run(sql`update location set owner_id = null where id = ${home!.locationId}`)
  await raise(0, 'E3')
  await later(0)
  expect(got).toHaveLength(1)
  expect((await list())[0]).toMatchObject({ stop_reason: 'no_access' })
  await server.db.run(sql`update location set owner_id = ${anaId} where id = ${home!.locationId}`)
})

test('one that asked for some types hears of those alone', async () => {
  await create({ types: ['OFF_GRID'] })
  await raise(0, 'E1')
  await raiseAlarm(server.db, { ...caseOf(0, 'E2'), type: 'OFF_GRID' })
  await later(0)
  expect(told()).toEqual(['E2 alarm.raised'])
})

test('of what befalls the platform companies hear, and no single location', async () => {
  const { data } = await create()
  const params = { locationId: homes[0]!.locationId }
  await ana.call('POST /locations/:locationId/webhooks', { params, body: { url, types: null } })
  const { id } = (await server.db.row<{ id: number }>(sql`
    insert into platform_incident (kind, started_at, lost, controllers)
    values ('lost_contact', ${new Date(begin)}, 812, 1000) returning id`))!
  const at = new Date(begin)
  await server.db.run(sql`insert into alarm_event (incident_id, kind, at) values (${id}, 'raised', ${at})`)
  await later(0)
  expect(got.map((one) => isGenuine(one, data.secret))).toEqual([true])
})

test('tests are limited, since they show whether an address answers', async () => {
  const { data } = await create()
  const params = { companyId, webhookId: data.id }
  const test = () => agg.call('POST /companies/:companyId/webhooks/:webhookId/test', { params })
  let sent = 0
  while (sent < 25 && (await test()).status < 400) sent++
  expect(sent).toBeLessThanOrEqual(20)
  expect((await test()).error?.code).toBe('too_many_attempts')
})

test('addresses inside are refused, and more than ten', async () => {
  const { settings } = server.deps
  settings.noticesToPrivateNetworks = false
  for (const inside of [url, 'https://10.0.0.1/x', 'https://[::1]/x', 'https://a:b@example.com/'])
    expect((await create({ url: inside })).status, inside).toBe(400)
  settings.noticesToPrivateNetworks = true
  const all = []
  for (let index = 0; index < 11; index++) all.push((await create()).status)
  expect(all.slice(9)).toEqual([200, 409])
})

test('one of another company, or of a location through its company, is not found', async () => {
  const { companyId: other } = await insertCompany(server.db, 'Beta')
  await server.db.run(sql`
    insert into webhook (company_id, url, secret, created_at) values (${other}, 'https://x.test', '', now())`)
  const { id } = (await server.db.row<{ id: number }>(sql`select id from webhook`))!
  const call = await agg.call('DELETE /companies/:companyId/webhooks/:webhookId', {
    params: { companyId, webhookId: id },
  })
  expect(call.status).toBe(404)
  await shareLocation(server.db, anaId, homes[1]!.locationId, {})
  const shared = { params: { locationId: homes[1]!.locationId } }
  expect((await ana.call('GET /locations/:locationId/webhooks', shared)).status).toBe(403)
})

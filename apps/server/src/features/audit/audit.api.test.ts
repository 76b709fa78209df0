import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import {
  insertCompany,
  insertController,
  insertLocation,
  insertUser,
  shareLocation,
} from '../../testing/test-world.ts'
import { sendCommand } from '../link/commands.ts'
import { deleteDueLocations } from '../locations/delete-locations.ts'
import { findAuditPage } from './audit-queries.ts'

let server: TestServer
let sun: { companyId: number; rootGroupId: number }
let homeId: number
let ownerId: number
const clients: Record<string, TestClient> = {}

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  sun = await insertCompany(db, 'Sun')
  const wind = await insertCompany(db, 'Wind')
  ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC', { firstName: 'Olga' })
  const viewerId = await insertUser(db, 'viewer@test.si', 'ROLE_USER')
  await insertUser(db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  await insertUser(db, 'sun@test.si', 'ROLE_AGGREGATOR', { companyIds: [sun.companyId] })
  await insertUser(db, 'wind@test.si', 'ROLE_AGGREGATOR', { companyIds: [wind.companyId] })
  homeId = await insertLocation(db, { companyId: sun.companyId, locationGroupId: sun.rootGroupId, ownerId })
  await shareLocation(db, viewerId, homeId, { edit: true, control: true })
  for (const name of ['owner', 'viewer', 'admin', 'sun', 'wind']) {
    clients[name] = server.client()
    await clients[name].signIn(`${name}@test.si`)
  }
})
afterAll(() => server.stop())

const read = async (client: string, query: Record<string, string | number> = {}) =>
  (await clients[client]!.call('GET /audit-log', { query })).data
const actions = async (client: string, query: Record<string, string | number> = {}) =>
  (await read(client, query)).entries.map((entry) => entry.action)
const rename = (name: string) =>
  clients.owner!.call('PUT /locations/:locationId', { params: { locationId: homeId }, body: { name } })

test('signing in, failing to and signing out are recorded, without what was typed', async () => {
  const client = server.client()
  const secret = 'my real password'
  await client.call('POST /auth/login', { body: { email: 'owner@test.si', password: secret } })
  await client.call('POST /auth/login', { body: { email: 'nobody@test.si', password: secret } })
  await client.signIn('owner@test.si')
  await client.call('POST /auth/logout')
  const { entries } = await read('admin')
  expect(
    entries
      .slice(0, 4)
      .map((entry) => [entry.action, entry.actor?.id ?? null, entry.user?.id ?? null, entry.after]),
  ).toEqual([
    ['sign_out', ownerId, ownerId, null],
    ['sign_in', ownerId, ownerId, { way: 'password' }],
    ['sign_in_failed', null, null, { way: 'password' }],
    ['sign_in_failed', null, ownerId, { way: 'password' }],
  ])
  const all = JSON.stringify(await server.db.rows(sql`select * from audit_log`))
  expect(all).not.toContain(secret)
  expect(all).not.toContain('nobody@test.si')
})

test('changes that concern energy are recorded: controllers, credentials, commands', async () => {
  const params = { locationId: homeId }
  const created = await clients.owner!.call('POST /controllers', {
    body: { kind: 'CONTROLLER', locationId: homeId },
  })
  const { id: controllerId, settings } = created.data
  const one = { ...params, controllerId }
  await clients.owner!.call('POST /locations/:locationId/controllers/:controllerId/credentials', {
    params: one,
  })
  await server.db.run(sql`update controller set online = true where id = ${controllerId}`)
  const audit = { actor: { userId: ownerId }, address: '192.0.2.1', at: server.clock.time }
  const command = { controllerId, op: 'refresh' as const, args: {}, ttlSeconds: 30 }
  await sendCommand(server.deps, { ...command, audit })
  await sendCommand(server.deps, { ...command, audit: null })
  await clients.owner!.call('DELETE /locations/:locationId/controllers/:controllerId', { params: one })
  const log = (await clients.owner!.call('GET /locations/:locationId/audit-log', { params })).data.entries
  expect(log.slice(0, 4).map((entry) => [entry.action, entry.controller?.id])).toEqual([
    ['controller_removed', controllerId],
    ['command_sent', controllerId],
    ['controller_credentials_renewed', controllerId],
    ['controller_added', controllerId],
  ])
  expect(log[1]).toMatchObject({
    after: { op: 'refresh' },
    address: '192.0.2.1',
    actor: { id: ownerId, name: 'Olga' },
  })
  expect(JSON.stringify(log)).not.toContain(settings.mqtt.password)
})

test('is read by admins, within their companies, and by owners for their location', async () => {
  await rename('A house')
  expect(await actions('sun')).toContain('location_changed')
  expect(await actions('sun')).not.toContain('sign_in_failed')
  expect(await actions('wind', { action: 'location_changed' })).toEqual([])
  expect(await actions('wind', { locationId: homeId })).toEqual([])
  expect(await actions('wind', { companyId: sun.companyId })).toEqual([])
  expect((await clients.owner!.call('GET /audit-log')).error?.code).toBe('not_allowed')
  const params = { locationId: homeId }
  const viewer = await clients.viewer!.call('GET /locations/:locationId/audit-log', { params })
  expect(viewer.error?.code).toBe('not_allowed')
})

test('is searched by people, place, action and time', async () => {
  server.clock.time += 60_000
  const from = server.clock.time
  await rename('Hiša na griču')
  expect(await actions('admin', { search: 'olga GRIČU', from })).toEqual(['location_changed'])
  expect(await actions('admin', { search: 'olga wind' })).toEqual([])
  expect(await actions('admin', { search: '%' })).toEqual([])
  expect(await actions('admin', { userId: ownerId, action: 'location_changed', from })).toHaveLength(1)
  expect(await actions('admin', { to: from, action: 'location_changed', search: 'griču' })).toHaveLength(1)
  expect(await actions('admin', { from: new Date(from + 1).toISOString() })).toEqual([])
})

test.each(['', ' ', 'first of may', '2026-07-01', '2026-13-45T00:00:00Z', '1e3', '-1'])(
  'refuses %j as its first or last day, and says which',
  async (day) => {
    for (const end of ['from', 'to']) {
      const { status, error } = await clients.admin!.call('GET /audit-log', { query: { [end]: day } })
      expect(status).toBe(400)
      expect(error).toMatchObject({ code: 'invalid_request', fields: { [end]: expect.any(String) } })
    }
  },
)

test('what somebody did in the name of another is found by either', async () => {
  const helperId = await insertUser(server.db, 'helper@test.si', 'ROLE_SUPER_ADMIN', { firstName: 'Zdravko' })
  server.clock.time += 60_000
  const from = server.clock.time
  await server.db.run(sql`insert into audit_log (at, action, actor_id, impersonator_id, company_id)
    values (${new Date(from)}, 'location_changed', ${ownerId}, ${helperId}, ${sun.companyId})`)
  const queries: Record<string, string | number>[] = [
    { search: 'zdravko' },
    { search: 'zdravko olga' },
    { userId: helperId },
    { userId: ownerId },
  ]
  for (const query of queries)
    expect(await actions('admin', { ...query, from }), JSON.stringify(query)).toEqual(['location_changed'])
  expect(await actions('wind', { search: 'zdravko', from })).toEqual([])
})

test('a search word without any match never touches the log', async () => {
  const asked: string[] = []
  const watched = new Proxy(server.db, {
    get: (db, name) =>
      name === 'rows' || name === 'row'
        ? (statement: { text: string }) => {
            asked.push(JSON.stringify(statement))
            return db[name](statement as never)
          }
        : Reflect.get(db, name),
  })
  expect(await findAuditPage(watched, null, { search: 'olga qqqqqq' }, 50)).toEqual({
    entries: [],
    nextBefore: null,
  })
  expect(asked.filter((text) => text.includes('audit_log'))).toEqual([])
  expect((await findAuditPage(watched, null, { search: 'olga' }, 50)).entries).not.toEqual([])
  expect(asked.filter((text) => text.includes('audit_log'))).toHaveLength(1)
})

test('is paginated, newest first, without gaps', async () => {
  for (let round = 0; round < 60; round++) await rename(`Name ${round}`)
  const seen: number[] = []
  let before: number | null = null
  do {
    const page = await read('admin', { ...(before !== null && { before }), action: 'location_changed' })
    expect(page.entries.length).toBeLessThanOrEqual(50)
    seen.push(...page.entries.map((entry) => entry.id))
    before = page.next_before
  } while (before !== null)
  expect(seen).toEqual([...new Set(seen)].sort((one, other) => other - one))
  const { count } = (await server.db.row<{ count: number }>(
    sql`select count(*) as count from audit_log where action = 'location_changed'`,
  ))!
  expect(seen).toHaveLength(count)
})

test('a search for what many are called goes back piece by piece, over gaps, until it has found all', async () => {
  const { db } = server
  await db.run(sql`
    insert into location (company_id, location_group_id, name, country_code, time_zone)
    select ${sun.companyId}, ${sun.rootGroupId}, 'Mnogo ' || n, 'SI', 'Europe/Ljubljana' from generate_series(1, 300) as n`)
  const newest = (await read('admin')).entries[0]!.id
  for (const id of [newest + 1, newest + 400_000, newest + 400_001])
    await db.run(sql`
      insert into audit_log (id, at, action, location_id) overriding system value
      select ${id}, now(), 'location_changed', max(id) from location`)
  const found: number[] = []
  let before: number | null = null
  let pages = 0
  do {
    const page = await read('admin', { ...(before !== null && { before }), search: 'mnogo' })
    found.push(...page.entries.map((entry) => entry.id))
    before = page.next_before
    pages++
  } while (before !== null)
  expect(found).toEqual([newest + 400_001, newest + 400_000, newest + 1])
  expect(pages).toBe(2)
  await db.run(sql`select setval(pg_get_serial_sequence('audit_log', 'id'), ${newest + 400_001})`)
})

test('a time that many entries came after has all of its own, also those written later by a clock set back', async () => {
  const { db } = server
  const insert = (at: string, count: number) =>
    db.run(sql`
      insert into audit_log (at, action, location_id, company_id)
      select ${new Date(at)}, 'location_changed', ${homeId}, ${sun.companyId} from generate_series(1, ${count})`)
  await insert('2001-01-01T10:00:00Z', 2)
  await insert('2001-06-01T10:00:00Z', 20_001)
  await insert('2001-01-01T09:00:00Z', 1)
  const from = new Date('2001-01-01T00:00:00Z').getTime()
  const day = { from, to: from + 86_400_000 }
  for (const reader of ['admin', 'sun'])
    for (const query of [day, { ...day, action: 'location_changed' }, { ...day, search: 'name' }]) {
      const { entries, next_before } = await read(reader, query)
      expect(entries.map(({ at }) => new Date(at).getUTCHours())).toEqual([9, 10, 10])
      expect(next_before).toBe(null)
    }
  const before = { from: from - 86_400_000, to: from }
  expect(await read('admin', before)).toMatchObject({ entries: [], next_before: null })
})

test('outlives its subjects', async () => {
  const { controllerId } = await insertController(server.db, homeId)
  await clients.owner!.call('DELETE /locations/:locationId/controllers/:controllerId', {
    params: { locationId: homeId, controllerId },
  })
  await clients.owner!.call('DELETE /locations/:locationId', {
    params: { locationId: homeId },
    body: { confirmed: true },
  })
  server.clock.time += 30 * 86_400_000
  await deleteDueLocations(server.deps)
  for (const name of ['admin', 'sun', 'wind']) await clients[name]!.signIn(`${name}@test.si`)
  const [entry] = (await read('sun', { locationId: homeId })).entries
  expect(entry).toMatchObject({
    action: 'location_deleted',
    location: { id: homeId, name: null },
    company: { id: sun.companyId },
  })
})

test('nothing is recorded for actions without effect', async () => {
  const count = async () => (await read('admin')).entries[0]!.id
  const before = await count()
  await clients.wind!.call('PUT /companies/:companyId/settings', {
    params: { companyId: sun.companyId },
    body: { name: 'X' },
  })
  await clients.sun!.call('PUT /companies/:companyId/settings', {
    params: { companyId: sun.companyId },
    body: { name: 'Sun' },
  })
  await clients.sun!.call('POST /companies/:companyId/location-groups', {
    params: { companyId: sun.companyId },
    body: { name: 'X', parentId: 999_999 },
  })
  expect(await count()).toBe(before)
})

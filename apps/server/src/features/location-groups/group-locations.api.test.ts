import { afterAll, beforeAll, expect, test } from 'vitest'
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
import { storeReadings } from '../telemetry/store-readings.ts'

const now = Date.UTC(2026, 5, 1, 12)
const minute = 60_000

let server: TestServer
let aggregator: TestClient
let guest: TestClient
let rootGroupId: number
let seenId: number

interface Place {
  name: string
  /** W at the grid meter; nothing is read if omitted. */
  gridW?: number
  sunW?: number
  newestMinutes?: number
  seenMinutes?: number
  isOnline?: boolean
  alarms?: string[]
}

async function add(companyId: number, locationGroupId: number, place: Place): Promise<number> {
  const { db } = server
  const { name, gridW, sunW, newestMinutes = 1, seenMinutes = 1, isOnline = true, alarms = [] } = place
  const id = await insertLocation(db, { companyId, locationGroupId, name })
  const { controllerId } = await insertController(db, id, [
    { key: 'grid', category: 'GRID' },
    ...(sunW === undefined ? [] : [{ key: 'pv', category: 'SOLAR_POWER_PLANT' }]),
  ])
  const newest = new Date(now - newestMinutes * minute)
  await db.run(sql`update device set newest_at = ${newest} where location_id = ${id}`)
  await db.run(sql`update controller set online = ${isOnline}, last_seen_at = ${new Date(now - seenMinutes * minute)}
    where id = ${controllerId}`)
  for (const [index, status] of alarms.entries())
    await db.run(sql`insert into alarm (location_id, controller_id, type, code, status, first_recurrence_at, last_recurrence_at)
      values (${id}, ${controllerId}, 'ERROR', ${`e${index}`}, ${status}, ${newest}, ${newest})`)
  if (gridW !== undefined) {
    const values = { 'grid/power': gridW, ...(sunW !== undefined && { 'pv/power': sunW }) }
    await storeReadings(db, [
      {
        locationId: id,
        controllerId,
        devices: {},
        samples: [{ ts: newest.getTime(), stepSeconds: null, values }],
      },
    ])
  }
  return id
}

beforeAll(async () => {
  server = await startTestServer({ time: now })
  const { db } = server
  const company = await insertCompany(db, 'Sonce')
  const other = await insertCompany(db, 'Veter')
  rootGroupId = company.rootGroupId
  const belowId = await insertGroup(db, company.companyId, rootGroupId, 'Žalec')
  const at = (place: Place, groupId = rootGroupId) => add(company.companyId, groupId, place)
  await at({ name: 'Mirna', gridW: 200 })
  seenId = await at({ name: 'Močna', gridW: -3000, sunW: 4000 }, belowId)
  await at({ name: 'Brez moči' })
  await at({ name: 'Tiha', gridW: 9000, newestMinutes: 20 })
  await at({ name: 'Dolgo brez zveze', isOnline: false, seenMinutes: 900 })
  await at({ name: 'Pravkar brez zveze', isOnline: false, seenMinutes: 5, gridW: 50 })
  await at({ name: 'Videni alarm', alarms: ['ACKNOWLEDGED'], gridW: 700 })
  await at({ name: 'Novi alarm', alarms: ['ACTIVE', 'ACKNOWLEDGED', 'CLEARED'], isOnline: false })
  await at({ name: 'Minuli alarm', alarms: ['CLEARED'], gridW: 10 })
  await insertLocation(db, { companyId: company.companyId, locationGroupId: rootGroupId, name: 'Prazna' })
  await add(other.companyId, other.rootGroupId, { name: 'Tuja', gridW: 5 })
  await insertUser(db, 'aggregator@test.si', 'ROLE_AGGREGATOR', { companyIds: [company.companyId] })
  await shareLocation(db, await insertUser(db, 'guest@test.si', 'ROLE_USER'), seenId)
  aggregator = server.client()
  guest = server.client()
  await aggregator.signIn('aggregator@test.si')
  await guest.signIn('guest@test.si')
})
afterAll(() => server.stop())

const ask = async (
  client: TestClient,
  query: { search?: string; state?: 'live' | 'offline'; page?: number } = {},
) =>
  (
    await client.call('GET /location-groups/:locationGroupId/locations', {
      params: { locationGroupId: rootGroupId },
      query,
    })
  ).data

test('what needs attention comes first: alarms, then offline or silent locations; the rest by power', async () => {
  const { locations, counts, total, attention_count } = await ask(aggregator)
  expect(locations.map(({ name, state }) => [name, state])).toEqual([
    ['Novi alarm', 'alarm'],
    ['Videni alarm', 'alarm'],
    ['Pravkar brez zveze', 'offline'],
    ['Dolgo brez zveze', 'offline'],
    ['Tiha', 'silent'],
    ['Močna', 'live'],
    ['Mirna', 'live'],
    ['Minuli alarm', 'live'],
    ['Brez moči', 'live'],
    ['Prazna', 'empty'],
  ])
  expect(counts).toEqual({ alarm: 2, offline: 2, silent: 1, live: 4, empty: 1 })
  // All in trouble but the one whose alarm has been seen.
  const waiting = locations.filter(({ needs_attention }) => needs_attention).map(({ name }) => name)
  expect(waiting).toEqual(['Novi alarm', 'Pravkar brez zveze', 'Dolgo brez zveze', 'Tiha'])
  expect(attention_count).toBe(4)
  expect(await ask(aggregator, { page: 2 })).toMatchObject({ locations: [], attention_count: 4 })
  expect(total).toBe(10)
})

test('an alarm of a rule says what the rule was then', async () => {
  const { db } = server
  const rule = { name: 'Much import', kind: 'metric', settings: { condition: 'above' }, durationSeconds: 600 }
  const facts = { ...rule, value: 1, limit: 2, compared: null, isTogether: false }
  await db.run(sql`update alarm set rule_facts = ${JSON.stringify(facts)}::jsonb where status = 'ACTIVE'`)
  const { locations } = await ask(aggregator)
  expect(locations.find(({ name }) => name === 'Novi alarm')!.worst_alarm!.rule).toEqual(rule)
  await db.run(sql`update alarm set rule_facts = null`)
})

test('each has its alarms, its current powers and when it was last seen', async () => {
  const { locations } = await ask(aggregator)
  const of = (name: string) => locations.find((location) => location.name === name)
  expect(of('Novi alarm')).toMatchObject({
    alarms: { open: 2, unseen: 1 },
    worst_alarm: { type: 'ERROR', device_name: null, since: now - minute, rule: null },
  })
  expect(of('Mirna')!.worst_alarm).toBeNull()
  expect(of('Močna')).toMatchObject({
    group: { name: 'Žalec' },
    power: { home: 1000, production: 4000, grid: -3000 },
    last_seen_at: now - minute,
  })
  // A reading of 20 minutes ago is not current.
  expect(of('Tiha')!.power).toEqual({ home: null, production: null, grid: null })
})

test('words of a name or a group match, a state filters, and its count covers all', async () => {
  expect((await ask(aggregator, { search: 'ZVEZE dolgo' })).locations.map(({ name }) => name)).toEqual([
    'Dolgo brez zveze',
  ])
  expect((await ask(aggregator, { search: 'alec' })).locations.map(({ name }) => name)).toEqual(['Močna'])
  const { locations, total, counts } = await ask(aggregator, { state: 'offline' })
  expect(locations.map(({ name }) => name)).toEqual(['Pravkar brez zveze', 'Dolgo brez zveze'])
  expect([total, counts.live]).toEqual([2, 4])
})

test('a page beyond the end is empty, and nobody sees more than they may', async () => {
  expect(await ask(aggregator, { page: 2 })).toMatchObject({ locations: [], total: 10 })
  const { locations, total } = await ask(guest)
  expect(locations.map(({ id }) => id)).toEqual([seenId])
  expect(total).toBe(1)
})

test('a removed device no longer says that a location is silent or live', async () => {
  const gone = new Date(now)
  await server.db.run(sql`update device set deleted_at = ${gone} where location_id = ${seenId}`)
  const [location] = (await ask(guest)).locations
  expect(location).toMatchObject({ id: seenId, state: 'silent', power: { home: null, grid: null } })
})

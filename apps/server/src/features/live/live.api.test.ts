import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { notifyLive } from '../../platform/live/notify-live.ts'
import { mostStreamsPerUser } from '../../platform/live/start-live-hub.ts'
import { type EventReader, openLive } from '../../testing/read-events.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import {
  insertCompany,
  insertController,
  insertLocation,
  insertUser,
  shareLocation,
} from '../../testing/test-world.ts'

let server: TestServer
let ownerId: number
let adminId: number
let homeId: number
let sharedId: number
let foreignId: number
let controllerId: number
const readers: EventReader[] = []
const watched: [locationId: number, isWatched: boolean][] = []

beforeAll(async () => {
  server = await startTestServer()
  const { db } = server
  const { companyId, rootGroupId } = await insertCompany(db, 'Sun')
  ownerId = await insertUser(db, 'owner@test.si', 'ROLE_USER_BASIC')
  adminId = await insertUser(db, 'admin@test.si', 'ROLE_SUPER_ADMIN')
  homeId = await insertLocation(db, { companyId, locationGroupId: rootGroupId, ownerId })
  sharedId = await insertLocation(db, { companyId, locationGroupId: rootGroupId })
  foreignId = await insertLocation(db, { companyId, locationGroupId: rootGroupId })
  await shareLocation(db, ownerId, sharedId)
  ;({ controllerId } = await insertController(db, homeId))
  server.deps.live.onWatched((locationId, isWatched) => watched.push([locationId, isWatched]))
})
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close()
  // The server notices it a moment later: no test starts with streams of the previous one.
  const watchedNow = () => [...new Map(watched)].filter(([, isWatched]) => isWatched)
  await expect.poll(watchedNow).toEqual([])
})
afterAll(() => server.stop())

async function live(
  email: string,
  locations: number[],
): Promise<EventReader & { client: ReturnType<TestServer['client']> }> {
  const client = server.client()
  await client.signIn(email)
  const reader = await openLive(server.url, client.cookie, locations)
  readers.push(reader)
  return Object.assign(reader, { client })
}

/** What the telemetry part does when it has stored readings. */
async function store(locationId: number, ts: number, values: Record<string, [number, number]>) {
  await server.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into telemetry_state (location_id, controller_id, version, newest, longest_step_seconds, values, energy)
      values (${locationId}, ${controllerId}, 0, ${new Date(ts)}, 0, ${JSON.stringify(values)}::json, '{}')
      on conflict (location_id, controller_id) do update
      set newest = excluded.newest, values = (telemetry_state.values::jsonb || excluded.values::jsonb)::json`)
    await notifyLive(tx, { t: 'latest', l: [locationId] })
  })
}

test('a new stream gets everything, then only changes', async () => {
  await store(homeId, 1000, { 'grid/power': [1000, 500], 'pv/power': [1000, 0] })
  const reader = await live('owner@test.si', [homeId])
  expect(await reader.next('latest')).toEqual({
    location_id: homeId,
    ts: 1000,
    values: { 'grid/power': [1000, 500], 'pv/power': [1000, 0] },
  })
  expect(await reader.next('alarms')).toEqual({ location_id: homeId, count: 0, unseen: 0 })
  await store(homeId, 2000, { 'grid/power': [2000, 510] })
  expect(await reader.next('latest')).toEqual({
    location_id: homeId,
    ts: 2000,
    values: { 'grid/power': [2000, 510] },
  })
})

test('a second stream of the same location gets everything, too', async () => {
  const first = await live('owner@test.si', [homeId])
  await first.next('latest')
  const second = await live('admin@test.si', [homeId])
  expect(Object.keys((await second.next('latest')).values).sort()).toEqual(['grid/power', 'pv/power'])
})

test('a location without readings says so', async () => {
  const reader = await live('owner@test.si', [sharedId])
  expect(await reader.next('latest')).toEqual({ location_id: sharedId, ts: null, values: {} })
})

test('locations that the user may not see, or that do not exist, are omitted', async () => {
  const reader = await live('owner@test.si', [foreignId, homeId, 999_999])
  await reader.next('latest', (event) => event.location_id === homeId)
  await store(foreignId, 1000, { 'grid/power': [1000, 1] })
  await store(homeId, 3000, { 'grid/power': [3000, 520] })
  await reader.next('latest', (event) => event.ts === 3000)
  expect(
    reader.seen.filter((event) => 'location_id' in event.data && event.data.location_id !== homeId),
  ).toEqual([])
})

test('without a session there is no stream', async () => {
  await expect(openLive(server.url, '', [homeId])).rejects.toThrow('401')
})

// How few events they become is tested with the feed, by its clock.
test('many changes of one location end with the last', async () => {
  const reader = await live('owner@test.si', [homeId])
  await reader.next('latest')
  for (let index = 1; index <= 100; index++)
    await store(homeId, 10_000 + index, { 'grid/power': [10_000 + index, index] })
  const { values } = await reader.next('latest', (event) => event.ts === 10_100)
  expect(values).toEqual({ 'grid/power': [10_100, 100] })
})

test('alarms and connections are sent to people who watch the location', async () => {
  const reader = await live('owner@test.si', [homeId])
  await reader.next('alarms')
  await server.db.run(sql`
    insert into alarm (location_id, controller_id, type, first_recurrence_at, last_recurrence_at)
    values (${homeId}, ${controllerId}, 'OFF_GRID', now(), now())`)
  await notifyLive(server.db, { t: 'alarms', l: [homeId, foreignId] })
  expect(await reader.next('alarms')).toEqual({ location_id: homeId, count: 1, unseen: 1 })
  await server.db.run(sql`update alarm set status = 'ACKNOWLEDGED' where location_id = ${homeId}`)
  await notifyLive(server.db, { t: 'alarms', l: [homeId] })
  expect(await reader.next('alarms')).toEqual({ location_id: homeId, count: 1, unseen: 0 })
  await server.db.run(sql`update alarm set status = 'CLEARED' where location_id = ${homeId}`)
  await notifyLive(server.db, { t: 'alarms', l: [homeId] })
  expect(await reader.next('alarms')).toEqual({ location_id: homeId, count: 0, unseen: 0 })
  await notifyLive(server.db, { t: 'controller', l: homeId, c: controllerId, online: true })
  expect(await reader.next('controller')).toEqual({
    controller_id: controllerId,
    location_id: homeId,
    online: true,
  })
})

test('who looks at a fleet hears of the alarms of all locations that they see, and of no others', async () => {
  const hear = async (email: string) => {
    const client = server.client()
    await client.signIn(email)
    const reader = await openLive(server.url, client.cookie, [], 'all')
    readers.push(reader)
    return reader
  }
  const [owner, admin] = [await hear('owner@test.si'), await hear('admin@test.si')]
  await notifyLive(server.db, { t: 'alarms', l: [foreignId, sharedId] })
  expect(await admin.next('alarms')).toEqual({ location_id: foreignId, count: 0, unseen: 0 })
  expect(await admin.next('alarms')).toEqual({ location_id: sharedId, count: 0, unseen: 0 })
  expect(await owner.next('alarms')).toEqual({ location_id: sharedId, count: 0, unseen: 0 })
  // What is withdrawn is told no more, at once.
  await server.db.run(sql`delete from location_permission where location_id = ${sharedId}`)
  await notifyLive(server.db, { t: 'access', user: ownerId })
  onTestFinished(() => shareLocation(server.db, ownerId, sharedId))
  await expect
    .poll(async () => {
      const before = owner.seen.length
      await notifyLive(server.db, { t: 'alarms', l: [sharedId] })
      await notifyLive(server.db, { t: 'alarms', l: [homeId] })
      await owner.next('alarms', (event) => event.location_id === homeId)
      return owner.seen
        .slice(before)
        .some(({ data }) => 'location_id' in data && data.location_id === sharedId)
    })
    .toBe(false)
})

test('signing out ends the stream, and the loss of the last watcher is announced', async () => {
  const reader = await live('owner@test.si', [homeId])
  await reader.next('latest')
  expect(watched.at(-1)).toEqual([homeId, true])
  await reader.client.call('POST /auth/logout')
  await reader.ended
  expect(watched.at(-1)).toEqual([homeId, false])
})

test('a stream alone does not count as use of the session, which expires in its time', async () => {
  const reader = await live('owner@test.si', [homeId, sharedId])
  await reader.next('latest')
  const begun = server.clock.time
  const newest = sql`select max(last_seen_at) as at, max(expires_at) as until from session where user_id = ${ownerId}`
  const before = await server.db.row(newest)
  server.clock.time = begun + 11 * 3_600_000
  // The session was checked again, as with every heartbeat, once a revoked share is gone.
  await server.db.run(sql`delete from location_permission where location_id = ${sharedId}`)
  await notifyLive(server.db, { t: 'access', user: ownerId })
  await expect.poll(() => watched.at(-1)).toEqual([sharedId, false])
  await shareLocation(server.db, ownerId, sharedId)
  expect(await server.db.row(newest)).toEqual(before)
  server.clock.time = begun + 12 * 3_600_000 + 1000
  await notifyLive(server.db, { t: 'access', user: ownerId })
  await reader.ended
  server.clock.time = begun
})

test('a revoked share ends that location only', async () => {
  const reader = await live('owner@test.si', [homeId, sharedId])
  await reader.next('latest', (event) => event.location_id === sharedId)
  await server.db.run(sql`delete from location_permission where location_id = ${sharedId}`)
  const gone = Promise.withResolvers<void>()
  server.deps.live.onWatched((locationId, isWatched) => {
    if (locationId === sharedId && !isWatched) gone.resolve()
  })
  await notifyLive(server.db, { t: 'access', user: ownerId })
  await gone.promise
  await store(sharedId, 5000, { 'grid/power': [5000, 1] })
  await store(homeId, 50_000, { 'grid/power': [50_000, 1] })
  await reader.next('latest', (event) => event.ts === 50_000)
  expect(reader.seen.some((event) => 'ts' in event.data && event.data.ts === 5000)).toBe(false)
})

test('a location that is being deleted is neither watched any longer nor newly', async () => {
  const reader = await live('admin@test.si', [homeId, sharedId])
  await reader.next('latest', (event) => event.location_id === sharedId)
  await server.db.run(
    sql`update location set deletion_due_at = ${new Date(server.clock.time + 1000)} where id = ${sharedId}`,
  )
  onTestFinished(() =>
    server.db.run(sql`update location set deletion_due_at = null where id = ${sharedId}`).then(() => {}),
  )
  await notifyLive(server.db, { t: 'access', user: adminId })
  await expect.poll(() => watched.at(-1)).toEqual([sharedId, false])
  const another = await live('admin@test.si', [sharedId, homeId])
  await another.next('latest', (event) => event.location_id === homeId)
  expect(watched.at(-1)).toEqual([sharedId, false])
})

test('a malformed list of locations is refused', async () => {
  const client = server.client()
  await client.signIn('owner@test.si')
  for (const locations of ['a', '1,', '1;2', '-1']) {
    expect((await client.request('GET', `/live?locations=${locations}`)).status).toBe(400)
  }
})

test('one stream too many of a person is refused, ends none of the others, and is accepted once one has ended', async () => {
  const first = await live('owner@test.si', [homeId])
  await first.next('latest')
  const { client } = first
  for (let count = 1; count < mostStreamsPerUser; count++)
    readers.push(await openLive(server.url, client.cookie, []))
  const refused = await client.request('GET', `/live?locations=${homeId}`)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  await store(homeId, 70_000, { 'grid/power': [70_000, 7] })
  await first.next('latest', (event) => event.ts === 70_000)
  // Each person has a separate limit.
  await live('admin@test.si', [homeId])
  readers[1]!.close()
  await expect
    .poll(async () => {
      const reader = await openLive(server.url, client.cookie, [homeId]).catch(() => null)
      if (reader) readers.push(reader)
      return reader !== null
    })
    .toBe(true)
})

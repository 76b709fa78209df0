import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { createSecretBox } from '../../../platform/keys/secret-box.ts'
import {
  flatToken,
  house,
  houseToken,
  type PortalWorld,
  portalDays,
  startPortalWorld,
} from '../../../testing/portal-world.ts'
import type { TestClient } from '../../../testing/test-client.ts'
import { startImports } from './start-imports.ts'

const hourMs = 3_600_000
const start = Date.UTC(2026, 5, 1, 12)
let world: PortalWorld
let ana: TestClient
let tokenId: number

beforeAll(async () => {
  world = await startPortalWorld()
})
afterAll(() => world.stop())

let people = 0

beforeEach(async () => {
  const { server, portal } = world
  await server.db.run(sql`delete from abstract_device`)
  await server.db.run(sql`delete from external_credential`)
  server.clock.time = start
  Object.assign(portal, { fault: null, change: null })
  portal.requests.length = 0
  portal.tokens.set(houseToken, [house.eimm])
  ana = await world.person(`ana${++people}`)
  tokenId = await world.addToken(ana, houseToken)
})

const device = async () => (await ana.call('GET /abstract-devices-all')).data.devices[0]!
const jobs = async () =>
  (await ana.call('GET /jobs')).data.jobs.filter(({ kind }) => kind === 'portal_import')
const look = () => world.server.deps.imports.look()
const windows = () => world.portal.requests.filter(({ path }) => path === '/meter-readings')

/** The queue of imports; a finished one leaves only its job. */
const waiting = () => world.server.db.rows(sql`select device_id from portal_import`)

test('while a first import runs the point says from when on it is complete, and figures beyond that are so far', async () => {
  const reached = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  world.portal.fault = ({ path }) => {
    if (path !== '/meter-readings' || windows().length < 4) return undefined
    reached.resolve()
    return { wait: held.promise }
  }
  await ana.call('POST /abstract-device', { body: { eimm: house.eimm, token_id: tokenId } })
  await reached.promise
  const now = await device()
  expect(now.readings).toMatchObject({ from: '2026-03-03', to: '2026-05-31', read_since: '2026-03-03' })

  const run = await ana.call('POST /portfolio/optimisations', {
    body: { from: '2025-06-01', to: '2026-05-31' },
  })
  const optimisationId = run.data.optimisation.id
  const rows = async () =>
    (await ana.call('GET /portfolio/optimisations/:optimisationId', { params: { optimisationId } })).data
  await expect.poll(async () => (await rows()).optimisation.state, { timeout: 20_000 }).toBe('done')
  expect(await rows()).toMatchObject({
    rows: [{ so_far: { from: '2026-03-03', to: '2026-05-31' } }],
    totals: { points: 1, so_far: 1 },
  })
  held.resolve()
  await look()
  expect((await device()).readings).toMatchObject({ days: portalDays, read_since: null })

  // Later imports update existing data: their history is complete all the time.
  const again = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  world.portal.fault = ({ path }) => {
    if (path !== '/meter-readings') return undefined
    again.resolve()
    return { wait: goesOn.promise }
  }
  await ana.call('POST /abstract-devices/:deviceId/import', { params: { deviceId: now.id }, body: {} })
  await again.promise
  expect((await device()).readings).toMatchObject({ days: portalDays, read_since: null })
  goesOn.resolve()
  await look()
})

test('a burst of 429 and a temporary 500 cost nothing but time', async () => {
  let asked = 0
  world.portal.fault = ({ path }) => {
    asked += 1
    if (path !== '/meter-readings') return undefined
    if (asked % 7 === 0) return { status: 429, headers: { 'retry-after': '0' } }
    return asked % 5 === 0 ? { status: 500 } : undefined
  }
  await world.addPoint(ana, tokenId)
  expect((await device()).readings).toMatchObject({ days: portalDays, missing_days: 0, last_error: null })
  expect(await waiting()).toEqual([])
})

test('a token revoked in the middle ends the import with its reason; the imported part stays and is marked as partial', async () => {
  world.portal.fault = () => {
    if (windows().length === 4) world.portal.tokens.delete(houseToken)
    return undefined
  }
  await world.addPoint(ana, tokenId)
  const { readings, job } = await device()
  expect(readings).toMatchObject({
    days: 90,
    to: '2026-05-31',
    last_error: 'portal_token_rejected',
    last_import_at: null,
    read_since: '2026-03-03',
  })
  expect(job).toMatchObject({ state: 'failed', done: 3, total: 25 })
  expect(await waiting()).toEqual([])
  expect((await jobs())[0]).toMatchObject({ error: 'portal_token_rejected', detail: { eimm: house.eimm } })
  const { credentials } = (await ana.call('GET /auth/user/external-credentials')).data
  expect(credentials).toMatchObject([{ state: 'rejected' }])

  // Nobody uses a token that is known to be invalid; another one resumes the whole.
  const before = world.portal.requests.length
  world.server.clock.time += 48 * hourMs
  await look()
  expect(world.portal.requests).toHaveLength(before)
  world.portal.fault = null
  const other = await world.addToken(ana, flatToken)
  await world.addPoint(ana, other)
  expect((await device()).readings).toMatchObject({ days: portalDays, missing_days: 0, last_error: null })
})

test('a token refused by mistake is tried again when its person requests an import', async () => {
  world.portal.fault = ({ path }) => (path === '/meter-readings' ? { status: 401 } : undefined)
  const deviceId = await world.addPoint(ana, tokenId)
  expect((await device()).readings).toMatchObject({ days: 0, last_error: 'portal_token_rejected' })
  world.portal.fault = null
  await ana.call('POST /abstract-devices/:deviceId/import', { params: { deviceId }, body: {} })
  await look()
  expect((await device()).readings).toMatchObject({ days: portalDays, last_error: null })
  expect((await ana.call('GET /auth/user/external-credentials')).data.credentials).toMatchObject([
    { state: 'accepted' },
  ])
})

test('a token that cannot be opened is not tried again, and the message says what to do', async () => {
  const deviceId = await world.addPoint(ana, tokenId)
  const box = createSecretBox(Buffer.alloc(32, 200))
  await world.server.db.run(sql`
    update external_credential set token = ${box.seal(Buffer.from(houseToken), 'portalToken', 1)} where id = ${tokenId}`)
  const before = world.portal.requests.length
  await ana.call('POST /abstract-devices/:deviceId/import', { params: { deviceId }, body: {} })
  await look()
  expect((await device()).readings.last_error).toBe('portal_token_unreadable')
  expect((await ana.call('GET /auth/user/external-credentials')).data.credentials).toMatchObject([
    { state: 'rejected' },
  ])
  expect(world.portal.requests).toHaveLength(before)
})

test('a second token continues where the first one is revoked', async () => {
  const second = await world.addToken(ana, flatToken)
  world.portal.fault = () => {
    if (windows().length === 4) world.portal.tokens.delete(houseToken)
    return undefined
  }
  await ana.call('POST /abstract-device', {
    body: { eimm: house.eimm, token_id: tokenId, credentials: [{ token_id: second }] },
  })
  await look()
  expect((await device()).readings).toMatchObject({ days: portalDays, last_error: null })
})

test('a portal that is down for a day is retried, nothing is lost and the state says so', async () => {
  let isDown = false
  world.portal.fault = ({ path }) => {
    if (path === '/meter-readings' && windows().length === 6) isDown = true
    return isDown ? { status: 503 } : undefined
  }
  await world.addPoint(ana, tokenId)
  expect((await device()).readings).toMatchObject({
    days: 150,
    last_error: 'portal_unavailable',
    last_import_at: null,
  })
  expect((await device()).readings.next_try_at).toBe(world.server.clock.time + 60_000)
  for (let hour = 0; hour < 24; hour++) {
    world.server.clock.time += hourMs
    await look()
  }
  expect((await device()).readings).toMatchObject({ days: 150, last_error: 'portal_unavailable' })
  isDown = false
  world.portal.fault = null
  world.server.clock.time += hourMs
  const before = windows().length
  await look()
  // It continued where it had stopped: the first five windows were not read again.
  expect(windows().slice(before)[0]?.query.get('endTime')).toBe('2026-01-02')
  expect((await device()).readings).toMatchObject({ from: '2025-09-29', missing_days: 0, last_error: null })
})

test('the lease of a dead process expires by itself', async () => {
  await world.addPoint(ana, tokenId)
  const { db, clock } = world.server
  const { id } = await device()
  await db.run(sql`delete from quarter_hour_day where device_id = ${id} and day < '2025-12-01'`)
  await db.run(sql`insert into portal_import (device_id, from_day, open_day, to_day, next_day, try_at, created_at, leased_until)
    values (${id}, '2025-06-01', '2026-06-01', '2026-06-01', '2025-12-01', ${new Date(clock.time)},
      ${new Date(clock.time)}, ${new Date(clock.time + 600_000)})`)
  const busy = await ana.call('POST /abstract-devices/:deviceId/import', {
    params: { deviceId: id },
    body: {},
  })
  expect(busy.error?.code).toBe('conflict')
  const before = windows().length
  await look()
  expect(windows().length).toBe(before)
  clock.time += 600_000
  await look()
  expect(windows().length - before).toBe(7)
  expect(
    await db.rows(sql`select 1 from quarter_hour_day where device_id = ${id} and is_current`),
  ).toHaveLength(portalDays)
})

test('a person stops an import, keeps the imported part and restarts it', async () => {
  const held = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  world.portal.fault = ({ path }) => {
    if (path !== '/meter-readings' || windows().length < 3) return undefined
    reached.resolve()
    return { wait: held.promise }
  }
  await ana.call('POST /abstract-device', { body: { eimm: house.eimm, token_id: tokenId } })
  await reached.promise
  const { id, job } = await device()
  await ana.call('POST /jobs/:jobId/cancel', { params: { jobId: job!.id } })
  // A job checks twice a second whether it should stop.
  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000)
  held.resolve()
  await look()
  later.mockRestore()
  const stopped = await device()
  expect(stopped.job?.state).toBe('cancelled')
  expect(stopped.readings).toMatchObject({ last_error: 'import_cancelled', last_import_at: null })
  expect(stopped.readings.days).toBeGreaterThanOrEqual(60)
  world.portal.fault = null
  const again = await ana.call('POST /abstract-devices/:deviceId/import', {
    params: { deviceId: id },
    body: {},
  })
  expect(again.data.job).not.toBeNull()
  await look()
  expect((await device()).readings).toMatchObject({ days: portalDays, last_error: null })
})

test('raw answers are stored, except those that changed nothing', async () => {
  await world.addPoint(ana, tokenId)
  const answers = async () =>
    world.server.db.rows<{ source: string; content: Uint8Array }>(
      sql`select source, content from portal_answer order by id`,
    )
  const first = await answers()
  expect(first.map(({ source }) => source)).toEqual([
    'place',
    ...Array(Math.ceil(portalDays / 30)).fill('readings'),
  ])
  const raw = JSON.parse(gunzipSync(first[1]!.content).toString())
  expect(raw.intervalBlocks[0].intervalReadings[0]).toMatchObject({ timestamp: '2026-05-02T00:15:00+02:00' })
  const { id } = await device()
  await ana.call('POST /abstract-devices/:deviceId/import', { params: { deviceId: id }, body: {} })
  await look()
  expect(await answers()).toHaveLength(first.length)
})

// The last one: it stops the scheduler of imports.
test('an import resumes at its window after a server restart', async () => {
  const { deps } = world.server
  const reached = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  world.portal.fault = ({ path }) => {
    if (path !== '/meter-readings' || windows().length !== 8) return undefined
    reached.resolve()
    return { wait: goesOn.promise }
  }
  const added = await ana.call('POST /abstract-device', { body: { eimm: house.eimm, token_id: tokenId } })
  await reached.promise
  expect((await device()).job).toMatchObject({ id: added.data.addDevice.job?.id, state: 'running' })
  const closing = deps.imports.close()
  goesOn.resolve()
  await closing
  expect((await device()).readings).toMatchObject({ days: 210, last_error: null })
  world.portal.fault = null
  const before = windows().length
  const restarted = await startImports(deps)
  await restarted.look()
  await restarted.close()
  expect(windows().length - before).toBe(18)
  expect((await device()).readings).toMatchObject({ days: portalDays, missing_days: 0 })
})

import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import process from 'node:process'
import type { ControllerProblem } from '@ohmstead/domain/fleet/controller-problem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { noteDatabaseSize } from './database-size.ts'
import { countSince, describeLink, registerProcess } from './register-process.ts'

const dayMs = 86_400_000
let server: TestServer
let operator: TestClient
let homeId: number
let companyId: number

beforeAll(async () => {
  server = await startTestServer()
  await insertUser(server.db, 'root@test.si', 'ROLE_SUPER_ADMIN')
  operator = server.client()
  await operator.signIn('root@test.si')
  const company = await insertCompany(server.db, 'Sun')
  companyId = company.companyId
  homeId = await insertLocation(server.db, {
    ...{ companyId, locationGroupId: company.rootGroupId, name: 'Hiša' },
  })
})
afterAll(() => server.stop())

const getOperation = async () => (await operator.call('GET /operation')).data.operation
const ago = (ms: number) => new Date(server.clock.time - ms)

async function list(problem: ControllerProblem, page = 1) {
  const { data } = await operator.call('GET /operation/controllers', { query: { problem, page } })
  return { ids: data.controllers.map(({ unit_id }) => unit_id), ...data }
}

describe('processes', () => {
  test('are this one, with its version, memory and load', async () => {
    const { processes } = await getOperation()
    expect(processes).toHaveLength(1)
    const [own] = processes
    expect(own).toMatchObject({ version: '0.1.0', is_silent: false })
    expect(own!.name).toContain(String(process.pid))
    expect(own!.memory_bytes).toBeGreaterThan(30_000_000)
    expect(own!.cpu_share).toBeGreaterThanOrEqual(0)
    expect(own!.link).toMatchObject({ broker: 'embedded', is_connected: true, unreachable_nodes: [] })
  })

  test('say how readings come in: the broker, its lost nodes, what is stored a second and what waits', () => {
    const broker = {
      ...server.deps.link.findBrokerState(),
      ...{ kind: 'external' as const, isConnected: false },
      nodes: [
        { node: 'one:1883', isReachable: true },
        { node: 'two:1883', isReachable: false },
      ],
    }
    expect(describeLink(broker, { stored: 300, waiting: 7, passedMs: 15_000 })).toEqual({
      ...{ broker: 'external', is_connected: false, unreachable_nodes: ['two:1883'] },
      ...{ stored_per_second: 20, waiting: 7 },
    })
  })

  test('tell the rate of five minutes, so that a minute without a message is no 0', () => {
    const counted = [{ at: 0, stored: 100 }]
    const minute = 60_000
    expect(countSince(counted, { at: minute, stored: 106 })).toEqual({ stored: 6, passedMs: minute })
    expect(countSince(counted, { at: 1.25 * minute, stored: 106 })).toEqual({
      stored: 6,
      passedMs: 1.25 * minute,
    })
    expect(countSince(counted, { at: 6 * minute, stored: 136 })).toEqual({ stored: 30, passedMs: 5 * minute })
  })

  test('renew what they say: the rate of late, and a broker that is lost', async () => {
    let [stored, isConnected] = [100, true]
    const link = {
      ...server.deps.link,
      findCounts: () => ({ stored, waiting: 0 }),
      findBrokerState: () => ({
        ...server.deps.link.findBrokerState(),
        kind: 'external' as const,
        isConnected,
      }),
    }
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const another = await registerProcess({ ...server.deps, link })
    const read = () =>
      server.db.row<{ rate: number; is_connected: boolean }>(sql`
        select (link->>'stored_per_second')::float8 as rate, (link->>'is_connected')::boolean as is_connected
        from server_process where link->>'broker' = 'external'`)
    expect(await read()).toEqual({ rate: 0, is_connected: true })
    stored = 130
    vi.advanceTimersByTime(15_000)
    await expect.poll(async () => (await read())!.rate).toBeGreaterThan(0)
    isConnected = false
    vi.advanceTimersByTime(15_000)
    await expect.poll(async () => (await read())!.is_connected).toBe(false)
    await another.close()
  })

  test('show one that has died, until it is forgotten', async () => {
    const insert = (id: string, age: string) =>
      server.db.run(sql`insert into server_process (process_id, name, version, started_at, seen_at, memory_bytes, cpu_share)
        values (${id}, ${id}, '0.0.9', now() - interval '2 days', now() - ${age}::interval, 1000, 0.5)`)
    await insert('late', '40 seconds')
    await insert('dead', '50 seconds')
    const { processes } = await getOperation()
    const silent = new Map(processes.map(({ name, is_silent }) => [name, is_silent]))
    expect([silent.get('late'), silent.get('dead')]).toEqual([false, true])
    await server.db.run(sql`delete from server_process where process_id in ('late', 'dead')`)
  })

  test('that died are forgotten after a day, and one that stops at once', async () => {
    await server.db.run(sql`insert into server_process (process_id, name, version, started_at, seen_at, memory_bytes, cpu_share)
      select hours || ' h', hours || ' h', '0.0.9', now() - interval '2 days', now() - make_interval(hours => hours), 1000, 0.5
      from unnest(array[23, 25]) as hours`)
    const another = await registerProcess(server.deps)
    const isOwn = (name: string) => name.endsWith(` ${process.pid}`)
    const names = async () =>
      (await getOperation()).processes.map(({ name }) => (isOwn(name) ? 'own' : name)).sort()
    expect(await names()).toEqual(['23 h', 'own', 'own'])
    await another.close()
    expect(await names()).toEqual(['23 h', 'own'])
    await server.db.run(sql`delete from server_process where process_id = '23 h'`)
  })
})

test('a process that died is forgotten when another one starts on its machine', async () => {
  const ended = spawnSync(process.execPath, ['--version']).pid
  const names = {
    ended: `${hostname()} ${ended}`,
    before: `${hostname()} ${process.pid}`,
    running: `${hostname()} ${process.ppid}`,
    elsewhere: `elsewhere ${ended}`,
  }
  for (const [id, name] of Object.entries(names))
    await server.db.run(sql`insert into server_process (process_id, name, version, started_at, seen_at, memory_bytes, cpu_share)
      values (${id}, ${name}, '0.0.9', now(), now(), 1000, 0.5)`)
  const another = await registerProcess(server.deps)
  const left = await server.db.rows<{ id: string }>(sql`select process_id as id from server_process
    where process_id = any(${Object.keys(names)}::text[]) order by 1`)
  expect(left.map(({ id }) => id)).toEqual(['elsewhere', 'running'])
  await another.close()
  await server.db.run(sql`delete from server_process where process_id = any(${Object.keys(names)}::text[])`)
})

describe('work', () => {
  test('is open and failed jobs by kind, and the last that failed with their place and reason', async () => {
    const insert = (kind: string, state: string, finishedAt: Date | null, locationId: number | null = null) =>
      server.db.run(sql`insert into job (kind, state, error, finished_at, location_id)
        values (${kind}, ${state}, ${state === 'failed' ? 'portal_away' : null}, ${finishedAt}, ${locationId})`)
    await insert('portal_import', 'running', null)
    await insert('portal_import', 'queued', null)
    await insert('portal_import', 'failed', ago(3_600_000), homeId)
    await insert('portal_import', 'failed', ago(2 * dayMs))
    await insert('export', 'done', ago(1000))
    const { jobs } = await getOperation()
    expect(jobs.kinds).toEqual([{ kind: 'portal_import', waiting: 1, running: 1, failed: 1 }])
    expect(jobs.last_failed).toMatchObject([
      {
        kind: 'portal_import',
        error: 'portal_away',
        location: { id: homeId, name: 'Hiša', company_id: companyId },
      },
    ])
    await server.db.run(sql`delete from job`)
  })

  test('is mails that wait or failed today', async () => {
    const insert = (id: string, state: string, at: Date) =>
      server.db.run(sql`insert into mail (message_id, kind, recipient, locale, sender_name, subject, state, created_at)
        values (${id}, 'welcome', 'a@test.si', 'en', 'x', 'x', ${state}, ${at})`)
    await insert('1', 'queued', ago(7_200_000))
    await insert('2', 'queued', ago(1000))
    await insert('3', 'failed', ago(1000))
    await insert('4', 'failed', ago(2 * dayMs))
    expect((await getOperation()).mail).toEqual({
      waiting: 2,
      oldest_at: server.clock.time - 7_200_000,
      failed: 1,
    })
  })

  test('is imports that wait, and of these the ones that were refused or unanswered before', async () => {
    const userId = await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
    await server.db.run(sql`
      with device as (insert into abstract_device (user_id, eimm, source, created_at)
        select ${userId}::int, '3-' || n, 'portal', now() from generate_series(0, 2) n returning id, eimm)
      insert into portal_import (device_id, from_day, open_day, to_day, next_day, attempts, try_at, created_at)
      select id, '2026-01-01', '2026-01-01', '2026-02-01', '2026-01-01', right(eimm, 1)::int, now() + interval '1 day', now()
      from device`)
    expect((await getOperation()).imports).toEqual({ waiting: 3, failing: 2 })
    await server.db.run(sql`delete from portal_import`)
  })
})

describe('controllers', () => {
  beforeAll(async () => {
    const insert = (
      unitId: string,
      more: {
        seen?: Date
        online?: boolean
        offsetMs?: number
        wrong?: boolean
        version?: string
        revoked?: Date
      },
    ) =>
      server.db.run(sql`insert into controller (unit_id, kind, location_id, online, last_seen_at, clock_offset_ms, clock_wrong, info, revoked_at)
        values (${unitId}, 'CONTROLLER', ${homeId}, ${more.online ?? false}, ${more.seen ?? null}, ${more.offsetMs ?? null},
          ${more.wrong ?? false}, ${JSON.stringify(more.version ? { softwareVersion: more.version } : {})}::jsonb, ${more.revoked ?? null})`)
    await insert('A', { online: true, seen: ago(1000), version: '1.10.0' })
    await insert('B', { seen: ago(3_600_000), version: '1.9.2', offsetMs: 300_000, wrong: true })
    await insert('C', { seen: ago(2 * dayMs), version: '1.2', offsetMs: -900_000, wrong: true })
    await insert('D', { seen: ago(8 * dayMs), offsetMs: 5000 })
    await insert('E', {})
    await insert('F', { seen: ago(1000), version: '0.1', offsetMs: 9e9, wrong: true, revoked: ago(500) })
    await server.db.run(sql`insert into link_refusal (controller_id, reason, count, first_at, last_at)
      select id, 'implausible', 7, ${ago(9 * dayMs)}::timestamptz, ${ago(1000)}::timestamptz from controller where unit_id in ('A', 'B')`)
    await server.db.run(sql`insert into link_refusal (controller_id, reason, count, first_at, last_at)
      select id, 'bad_credentials', 7, ${ago(9 * dayMs)}::timestamptz, ${ago(60_000)}::timestamptz from controller where unit_id in ('B', 'F')`)
    await server.db.run(sql`insert into link_refusal (controller_id, reason, count, first_at, last_at)
      select id, 'oversized', 7, ${ago(500)}::timestamptz, ${ago(500)}::timestamptz from controller where unit_id = 'B'`)
    await server.db.run(sql`insert into link_refusal (controller_id, reason, count, first_at, last_at)
      select id, 'oversized', 7, ${ago(9 * dayMs)}::timestamptz, ${ago(2 * dayMs)}::timestamptz from controller where unit_id = 'A'`)
  })

  test('are counted by state, and by what is the matter with them', async () => {
    expect((await getOperation()).controllers).toEqual({
      ...{
        connected: 1,
        late: 2,
        lost: 1,
        new: 1,
        wrong_clock: 2,
        old_software: 2,
        refused: 2,
        lost_at_once: 0,
      },
      versions: [
        { kind: 'CONTROLLER', version: '1.10.0', count: 1, is_newest: true },
        { kind: 'CONTROLLER', version: '1.9.2', count: 1, is_newest: false },
        { kind: 'CONTROLLER', version: '1.2', count: 1, is_newest: false },
      ],
      // Those that nobody lets in any more are no trouble.
      refusals: [
        { reason: 'implausible', controllers: 2 },
        { reason: 'bad_credentials', controllers: 1 },
        { reason: 'oversized', controllers: 1 },
      ],
    })
  })

  test('are listed: the longest silence, the furthest clock, the oldest software first', async () => {
    expect(await list('late')).toMatchObject({ ids: ['C', 'B'], total: 2, page: 1, page_size: 50 })
    expect(await list('wrong_clock')).toMatchObject({ ids: ['C', 'B'], total: 2 })
    const old = await list('old_software')
    expect(old).toMatchObject({ ids: ['C', 'B'], total: 2 })
    expect(old.controllers[0]).toEqual({
      ...{ id: expect.any(Number), unit_id: 'C', alias: null, kind: 'CONTROLLER', version: '1.2' },
      ...{ clock_offset_ms: -900_000, last_seen_at: server.clock.time - 2 * dayMs },
      location: { id: homeId, name: 'Hiša', company_id: companyId },
      refusals: [],
    })
  })

  test('from which something was refused are listed with it, the latest of a day first', async () => {
    const { controllers, total } = await list('refused')
    expect(total).toBe(2)
    expect(controllers.map(({ unit_id, refusals }) => ({ unit_id, refusals }))).toEqual([
      {
        unit_id: 'B',
        refusals: [
          { reason: 'oversized', last_at: server.clock.time - 500 },
          { reason: 'implausible', last_at: server.clock.time - 1000 },
          { reason: 'bad_credentials', last_at: server.clock.time - 60_000 },
        ],
      },
      { unit_id: 'A', refusals: [{ reason: 'implausible', last_at: server.clock.time - 1000 }] },
    ])
  })

  test('beyond fifty are on further pages', async () => {
    await server.db.run(sql`insert into controller (unit_id, kind, location_id, last_seen_at)
      select 'N' || n, 'GATEWAY', ${homeId}, ${ago(60_000)}::timestamptz from generate_series(1, 60) n`)
    expect((await list('late')).ids).toHaveLength(50)
    expect((await list('late', 2)).ids).toHaveLength(12)
    expect((await list('late', 3)).ids).toEqual([])
    await server.db.run(sql`delete from controller where kind = 'GATEWAY'`)
  })
})

describe('the database', () => {
  test('has a size, its largest tables, and no growth before the fourth day', async () => {
    const { database } = await getOperation()
    expect(database.kind).toBe(server.db.kind)
    expect(database.size_bytes).toBeGreaterThan(5_000_000)
    const names = database.tables.map(({ name }) => name)
    expect(names).toContain('sample')
    expect(names.some((name) => /_20\d\d_/.test(name))).toBe(false)
    expect(database.tables.map(({ bytes }) => bytes)).toEqual(
      database.tables.map(({ bytes }) => bytes).toSorted((a, b) => b - a),
    )
    expect(database.growth_bytes_per_day).toBeNull()
    expect(database.full_at).toBeNull()
  })

  test('is noted again and again: the last of a day stays, for four hundred days', async () => {
    const { db, clock, deps } = server
    const dayOf = (ago: number) => new Date(clock.time - ago * dayMs).toISOString().slice(0, 10)
    await db.run(sql`delete from database_size`)
    for (const ago of [401, 400, 0])
      await db.run(sql`insert into database_size (day, bytes) values (${dayOf(ago)}::date, 1)`)
    await noteDatabaseSize(deps)
    const days = await db.rows<{ day: string; is_new: boolean }>(
      sql`select to_char(day, 'YYYY-MM-DD') as day, bytes > 1 as is_new from database_size order by database_size.day`,
    )
    expect(days).toEqual([
      { day: dayOf(400), is_new: false },
      { day: dayOf(0), is_new: true },
    ])
  })

  test('is measured every hour, the last of a day staying, and says when its disk is full', async () => {
    await server.db.run(sql`delete from database_size`)
    const today = server.clock.time
    for (let day = 4; day >= 0; day--) {
      server.clock.time = today - day * dayMs
      await noteDatabaseSize(server.deps)
      await noteDatabaseSize(server.deps)
    }
    await server.db.run(
      sql`update database_size set bytes = 1000000000 + 1000000 * (day - (select min(day) from database_size))`,
    )
    const { database } = await getOperation()
    expect(database.days).toHaveLength(5)
    expect(database.days.at(-1)!.day).toBe(new Date(today).toISOString().slice(0, 10))
    expect(database.growth_bytes_per_day).toBe(1_000_000)
    // The test's server is given no disk, as PostgreSQL knows of none.
    if (server.db.kind === 'postgres') expect([database.free_bytes, database.full_at]).toEqual([null, null])
    server.deps.settings.databaseDiskBytes = database.size_bytes + 50_000_000
    const known = (await getOperation()).database
    if (server.db.kind === 'postgres') {
      expect(known.free_bytes! - 50_000_000).toBeLessThanOrEqual(0)
      expect(known.full_at! - today).toBeGreaterThan(40 * dayMs)
      expect(known.full_at! - today).toBeLessThanOrEqual(50 * dayMs)
    }
    server.deps.settings.databaseDiskBytes = null
  })
})

test('nobody else sees it', async () => {
  await insertUser(server.db, 'agg@test.si', 'ROLE_AGGREGATOR', { companyIds: [companyId] })
  const client = server.client()
  await client.signIn('agg@test.si')
  expect((await client.call('GET /operation')).status).toBe(403)
  expect((await client.call('GET /operation/controllers', { query: { problem: 'late' } })).status).toBe(403)
})

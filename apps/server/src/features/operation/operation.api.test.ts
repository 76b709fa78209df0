import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { rawSql, sql } from '../../platform/db/sql.ts'
import { openLive } from '../../testing/read-events.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { insertCompany, insertLocation, insertUser } from '../../testing/test-world.ts'
import { startSharedFigures } from './shared-figures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const readMetrics = async () => (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()

/** The value of one series, such as `ohmstead_controllers{state="late"}`. */
async function find(series: string): Promise<number | null> {
  const line = (await readMetrics()).split('\n').find((text) => text.startsWith(`${series} `))
  return line === undefined ? null : Number(line.slice(series.length + 1))
}

/** A row for each metric of the server itself, as docs/metrics.md has it. */
function describeMetrics(): string[] {
  return server.deps.metrics
    .getMetricsAsArray()
    .map((metric) => {
      const { name, help, type, labelNames } = metric as unknown as Described
      const labels = labelNames.map((label) => `\`${label}\``).join(', ')
      return `| \`${name}\` | ${type} | ${labels} | ${help.replace(/\.$/, '')} |`
    })
    .filter((row) => !/`ohmstead_(nodejs|process)_/.test(row))
    .toSorted()
}

interface Described {
  name: string
  help: string
  type: string
  labelNames: string[]
}

describe('metrics', () => {
  test('are all in docs/metrics.md, with type, labels and help', () => {
    const guide = readFileSync(new URL('../../../../../docs/metrics.md', import.meta.url), 'utf8')
    const rows = guide.split('\n').filter((line) => line.startsWith('| `ohmstead_'))
    expect(rows).toEqual(describeMetrics())
  })

  test('are named as Prometheus recommends, and no label could grow without bound', () => {
    const bounded = new Set(
      ['broker', 'chore', 'code', 'kind', 'lane', 'method', 'node', 'outcome'].concat([
        'pool',
        'reason',
        'route',
        'source',
        'state',
        'status',
        'table',
        'way',
      ]),
    )
    for (const metric of server.deps.metrics.getMetricsAsArray()) {
      const { name, type, labelNames } = metric as unknown as Described
      if (/^ohmstead_(nodejs|process)_/.test(name)) continue
      expect(name).toMatch(/^ohmstead_[a-z_]+$/)
      if (type === 'counter') expect(name).toMatch(/_total$/)
      else expect(name).not.toMatch(/_total$/)
      if (type === 'histogram') expect(name).toMatch(/_(seconds|bytes)$/)
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|hours|days|kb|mb)(_|$)/)
      expect(labelNames.filter((label) => !bounded.has(label))).toEqual([])
    }
  })

  test('have no series for an address that does not exist', async () => {
    for (const path of ['/api/none/1', '/api/none/2', '/link/v1/WRONG/data', '/a/b'])
      await fetch(server.url + path, { method: path.startsWith('/link') ? 'POST' : 'GET' })
    const routes = new Set(
      [...(await readMetrics()).matchAll(/ route="([^"]*)"|,route="([^"]*)"/g)].map((m) => m[1] ?? m[2]),
    )
    expect([...routes].filter((route) => /none\/|WRONG|\/a\/b/.test(route ?? ''))).toEqual([])
  })

  test('count sign-ins by way and outcome', async () => {
    await insertUser(server.db, 'ana@test.si', 'ROLE_USER_BASIC')
    const client = server.client()
    await client.call('POST /auth/login', { body: { email: 'ana@test.si', password: 'wrong' } })
    await client.signIn('ana@test.si')
    expect(await find('ohmstead_sign_ins_total{way="password",outcome="failed"}')).toBe(1)
    expect(await find('ohmstead_sign_ins_total{way="password",outcome="succeeded"}')).toBe(1)
  })

  test('count jobs by kind: waiting for their turn, running, and how they ended', async () => {
    const { jobs } = server.deps
    const held = Promise.withResolvers<void>()
    const first = await jobs.run({ kind: 'counted', takesTurns: true }, () => held.promise)
    const second = await jobs.run({ kind: 'counted', takesTurns: true }, async () => {
      throw new Error('broken on purpose')
    })
    await expect.poll(() => find('ohmstead_jobs{kind="counted",state="running"}')).toBe(1)
    expect(await find('ohmstead_jobs{kind="counted",state="waiting"}')).toBe(1)
    held.resolve()
    await Promise.all([first.finished, second.finished])
    expect(await find('ohmstead_jobs{kind="counted",state="running"}')).toBe(0)
    expect(await find('ohmstead_jobs_finished_total{kind="counted",outcome="done"}')).toBe(1)
    expect(await find('ohmstead_jobs_finished_total{kind="counted",outcome="failed"}')).toBe(1)
  })

  test('say that a process that stops, or has no database, takes no requests', async () => {
    expect(await find('ohmstead_ready')).toBe(1)
    const stopping = vi.spyOn(server.deps.health, 'isStopping').mockReturnValue(true)
    onTestFinished(() => stopping.mockRestore())
    expect(await find('ohmstead_ready')).toBe(0)
    stopping.mockRestore()
    const database = vi.spyOn(server.deps.health, 'database').mockReturnValue('away')
    onTestFinished(() => database.mockRestore())
    expect(await find('ohmstead_ready')).toBe(0)
  })

  test('count no stream among the answers, however long somebody watches', async () => {
    const client = server.client()
    await client.signIn('ana@test.si')
    const reader = await openLive(server.url, client.cookie, [])
    await expect.poll(() => find('ohmstead_streams')).toBe(1)
    await client.call('POST /auth/logout')
    await expect.poll(() => find('ohmstead_streams')).toBe(0)
    await client.call('GET /health')
    reader.close()
    const routes = [...(await readMetrics()).matchAll(/http_request_seconds_count\{.*route="([^"]*)"/g)]
    expect(routes.map(([, route]) => route)).toContain('/api/health')
    expect(routes.map(([, route]) => route)).not.toContain('/api/live')
  })

  test('show who waits for the database', async () => {
    const { db } = server
    const held = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<void>()
    const holder = db.at('job').transaction(async (tx) => {
      await tx.run(sql`lock table alarm in access exclusive mode`)
      taken.resolve()
      await held.promise
    })
    await taken.promise
    const waiting = Array.from({ length: 30 }, () => db.at('ingest').rows(sql`select 1 from alarm limit 1`))
    await expect.poll(() => find('ohmstead_database_waiting{pool="ingest"}')).toBeGreaterThanOrEqual(20)
    expect(await find('ohmstead_database_connections_idle{pool="ingest"}')).toBe(0)
    held.resolve()
    await Promise.all([holder, ...waiting])
    expect(await find('ohmstead_database_waiting{pool="ingest"}')).toBe(0)
  })
})

describe('the figures of the installation', () => {
  test('are counted by one process a minute, and read by all', async () => {
    const { db, clock } = server
    const at = (ms: number) => new Date(clock.time - ms)
    const day = 86_400_000
    const { companyId, rootGroupId } = await insertCompany(db, 'Sun')
    const home = await insertLocation(db, { companyId, locationGroupId: rootGroupId })
    const insert = (unit: string, online: boolean, seenAt: Date | null, wrong = false) =>
      db.run(sql`insert into controller (unit_id, kind, location_id, online, last_seen_at, clock_wrong)
        values (${unit}, 'CONTROLLER', ${home}, ${online}, ${seenAt}, ${wrong})`)
    await insert('A', true, at(1000))
    await insert('B', false, at(3_600_000), true)
    await insert('C', false, at(8 * day))
    await insert('D', false, null)
    await db.run(sql`insert into mail (message_id, kind, recipient, locale, sender_name, subject, created_at)
      values ('<figure@test>', 'test', 'a@test.si', 'en', 'x', 'x', ${at(7200_000)})`)

    await server.client().signIn('ana@test.si')
    await db.run(sql`update session set expires_at = ${at(1000)} where id = (select max(id) from session)`)
    const sessions = await db.row<{ count: number }>(sql`select count(*) as count from session`)
    const settings = { ...server.deps.settings, dataDir: tmpdir() }
    const others = [1, 2].map(() => startSharedFigures({ ...server.deps, settings }))
    // The turn of this minute was taken at the start.
    await Promise.all(others.map((one) => one.look()))
    expect(others.map((one) => one.find()?.controllers.late ?? 0)).toEqual([0, 0])
    await db.run(rawSql(`update setting set value = '0' where key = 'operation.figures.turn'`))
    await Promise.all(others.map((one) => one.look()))
    await others[0]!.look()
    expect(others[0]!.find()).toMatchObject({
      controllers: { connected: 1, late: 1, lost: 1, new: 1, wrongClock: 1 },
      mail: { waiting: 1, oldestAt: clock.time - 7_200_000 },
      openJobs: 0,
      sessions: sessions!.count - 1,
    })
    expect(others[0]!.find()!.databaseBytes).toBeGreaterThan(1_000_000)
    expect(others[0]!.findDisk()!.totalBytes).toBeGreaterThan(others[0]!.findDisk()!.freeBytes)
    const ends = others[0]!.find()!.partitions
    expect(ends.map(({ table }) => table)).toEqual(['sample', 'sample_pack', 'energy_hour'])
    for (const { endsAt } of ends) expect(endsAt - clock.time).toBeGreaterThan(60 * day)

    // The database's clock was put back: the last turn was an hour ahead.
    clock.time += 1000
    await db.run(
      rawSql(
        `update setting set value = to_jsonb(extract(epoch from now()) + 3600) where key = 'operation.figures.turn'`,
      ),
    )
    await others[0]!.look()
    expect(others[0]!.find()!.at).toBe(clock.time)

    // Nobody counts any more: old figures are not shown as if they were of now.
    clock.time += 180_000
    expect(others[0]!.find()).toBeNull()
    await Promise.all(others.map((one) => one.close()))
  })
})

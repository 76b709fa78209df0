import { startCalculator } from '../../apps/server/src/features/calculations/start-calculator.ts'
import { startSettlement } from '../../apps/server/src/features/energy-sharing/start-settlement.ts'
import { startSimulation } from '../../apps/server/src/features/energy-sharing/start-simulation.ts'
import { viewStatements } from '../../apps/server/src/features/energy-sharing/statement-view.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { type Jobs, startJobs } from '../../apps/server/src/platform/jobs/jobs.ts'
import { createMetrics } from '../../apps/server/src/platform/prometheus-metrics.ts'
import {
  insertMeteringPoint,
  insertQuarterHours,
  livingPower,
} from '../../apps/server/src/testing/insert-metering-point.ts'
import { insertPriceList } from '../../apps/server/src/testing/insert-price-list.ts'
import { insertSharingGroup, insertSharingKey } from '../../apps/server/src/testing/insert-sharing-group.ts'
import { insertUser } from '../../apps/server/src/testing/test-world.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import type { Figure } from './figure.ts'

// A community of 200 metering points, half of which feed in: reading, working out and issuing, on the whole server's way.

const now = Date.UTC(2026, 0, 10, 12)
const members = 200
const months = Array.from({ length: 12 }, (_, place) => `2025-${String(place + 1).padStart(2, '0')}`)

export async function measureSettlement(url: string | null): Promise<Figure[]> {
  const bench = await openBenchDatabase(url, now)
  const calculator = startCalculator(createMetrics())
  const clock = { now: () => now }
  const log = { warn: () => {}, error: (...line: unknown[]) => console.error(...line) } as never
  const started = await startJobs({ db: bench.db, clock, log })
  let finished: Promise<void> = Promise.resolve()
  const jobs: Jobs = {
    ...started,
    run: async (...work) => {
      const job = await started.run(...work)
      finished = job.finished
      return job
    },
  }
  try {
    const { db } = bench
    const { userId, groupId } = await fillCommunity(bench)
    const actor = { userId, roles: ['ROLE_USER_BASIC'], companyIds: [], locations: [] } as const
    const deps = { db, jobs, calculator, clock }
    const audit = { actor, address: null, at: now }
    const settle = (month: string) =>
      secondsOf(async () => {
        await startSettlement(deps, audit, { groupId, month })
        await finished
      })
    await settle('2025-06')
    const own: number[] = []
    for (const month of months) own.push(await settle(month))
    const listed = await secondsOf(() => viewStatements({ db, actor, deps }, groupId, '2025-07'))
    const simulated = await secondsOf(async () => {
      const whole = { from: '2025-01', to: '2025-12', key: null, withAdvice: false }
      await startSimulation(deps, audit, { groupId, ...whole })
      await finished
    })
    const failed = await db.rows(sql`select kind, state, error from job where state <> 'done'`)
    if (failed.length > 0) throw new Error(JSON.stringify(failed))
    const issued = (await db.row<{ count: number }>(
      sql`select count(*)::int as count from sharing_statement`,
    ))!
    const year = own.reduce((sum, seconds) => sum + seconds, 0)
    const [at, peer] = [bench.name, `${issued.count} statements in all`]
    return [
      row(
        `a month of ${members} members settled and issued, ${at}, dearest of 12`,
        Math.max(...own),
        2,
        peer,
      ),
      row(`the same, a year month by month, ${at}`, year, 30, peer),
      row(`statements of a month listed, all months compared with the present, ${at}`, listed, 1, peer),
      row(`a year of ${members} members simulated under three keys, ${at}`, simulated, 60, peer),
    ]
  } finally {
    await started.close()
    await calculator.close()
    await bench.close()
  }
}

async function fillCommunity({ db, name }: BenchDatabase): Promise<{ userId: number; groupId: number }> {
  const userId = await insertUser(db, 'bench@test.si', 'ROLE_USER_BASIC')
  const listId = await insertPriceList(
    db,
    { userId },
    {
      isMultiTariff: true,
      buy: { kind: 'fixed', t0: null, t1: '0.1199', t2: '0.0979' },
      hasExportPrice: true,
      sell: { kind: 'fixed', t0: '0.05', t1: null, t2: null },
      network: { kind: 'published' },
      taxes: { published: true, rows: [] },
    },
  )
  const groupId = await insertSharingGroup(db, {
    ownerId: userId,
    validFrom: '2025-01-01',
    priceTerms: { kind: 'middle' },
  })
  const first = await insertMeteringPoint(db, userId, '4-0000001')
  const sun = (ms: number) => Math.max(0, 4 * Math.sin(((((ms / 3_600_000) % 24) - 5) / 12) * Math.PI))
  await insertQuarterHours(db, first, ['2024-12-01', '2026-01-02'], livingPower, sun)
  await db.run(sql`
    insert into abstract_device (user_id, eimm, gsrn, title, source, portal_info, created_at, readings_from, readings_to, days)
    select user_id, '4-' || lpad(n::text, 7, '0'), gsrn, title, source, portal_info, created_at, readings_from, readings_to,
      days
    from abstract_device, generate_series(2, ${members}::int) as n where id = ${first}`)
  await db.run(sql`
    insert into quarter_hour_day (device_id, day, version, is_current, import_energy, export_energy, quality, missing,
      estimated, is_complete, answer_id, fetched_at)
    select d.id, q.day, 1, true, q.import_energy, q.export_energy, q.quality, q.missing, q.estimated, q.is_complete,
      q.answer_id, q.fetched_at
    from quarter_hour_day q, abstract_device d where q.device_id = ${first} and d.id <> ${first}`)
  await db.run(sql`
    insert into sharing_member (group_id, name, abstract_device_id, price_list_id, role, shared_share, state, valid_from,
      created_at, joined_at)
    select ${groupId}::int, 'Member ' || id, id, ${listId}::int, case when id % 2 = 0 then 'both' else 'receiver' end,
      case when id % 2 = 0 then '0.8' else '0' end, 'active', '2025-01-01', now(), now()
    from abstract_device`)
  await insertSharingKey(db, groupId, { kind: 'byUse' }, '2025-01-01')
  await db.script(name === 'postgres' ? 'vacuum analyze' : 'analyze')
  return { userId, groupId }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

const row = (name: string, value: number, limit: number, peer: string): Figure => ({
  ...{ figure: name, value: Math.round(value * 100) / 100, unit: 's', limit: `≤ ${limit}`, peer },
  holds: value <= limit,
})

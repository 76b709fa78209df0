import { startCalculator } from '../../apps/server/src/features/calculations/start-calculator.ts'
import { getMeteringPoint } from '../../apps/server/src/features/portal/points/get-metering-point.ts'
import { readQuarterHours } from '../../apps/server/src/features/portal/readings/read-quarter-hours.ts'
import { optimisePortfolio } from '../../apps/server/src/features/portfolio/optimise-portfolio.ts'
import { insertOptimisation } from '../../apps/server/src/features/portfolio/portfolio-queries.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { createMetrics } from '../../apps/server/src/platform/prometheus-metrics.ts'
import {
  insertMeteringPoint,
  insertQuarterHours,
  livingPower,
} from '../../apps/server/src/testing/insert-metering-point.ts'
import { insertUser } from '../../apps/server/src/testing/test-world.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { type Figure, median, p95 } from './figure.ts'

// Calculations as the endpoints run them: readings from the database, the engine in separate threads.

const now = Date.UTC(2026, 10, 21, 12)
const points = 500
const runs = 15

export async function measurePortfolio(url: string | null): Promise<Figure[]> {
  const bench = await openBenchDatabase(url, now)
  const calculator = startCalculator(createMetrics())
  try {
    const deviceIds = await fill(bench)
    return [
      await measureCalculation(bench, calculator, deviceIds[0]!),
      await measureMany(bench, calculator, deviceIds),
    ]
  } finally {
    await calculator.close()
    await bench.close()
  }
}

/** One house with two years, and 499 others with the second of them. */
async function fill({ db }: BenchDatabase): Promise<number[]> {
  const userId = await insertUser(db, 'bench@test.si', 'ROLE_USER_BASIC')
  const first = await insertMeteringPoint(db, userId, '4-0000000')
  await insertQuarterHours(db, first, ['2024-11-01', '2026-11-01'], livingPower)
  await db.run(sql`
    insert into abstract_device (user_id, eimm, source, portal_info, created_at)
    select user_id, '5-' || lpad(n::text, 7, '0'), source, portal_info, created_at
    from abstract_device, generate_series(1, ${points - 1}::int) as n where id = ${first}`)
  await db.run(sql`
    insert into quarter_hour_day (device_id, day, version, is_current, import_energy, export_energy, quality, missing,
      estimated, is_complete, answer_id, fetched_at)
    select d.id, q.day, 1, true, q.import_energy, null, q.quality, q.missing, q.estimated, q.is_complete, null, q.fetched_at
    from quarter_hour_day q cross join abstract_device d
    where q.device_id = ${first} and q.day >= '2025-11-01' and d.id <> ${first}`)
  const rows = await db.rows<{ id: number }>(sql`select id from abstract_device order by id`)
  return rows.map(({ id }) => id)
}

const advice = { adviceFrom: '2026-12-01', levies: true, vat: true }

async function measureCalculation(
  { db, name }: BenchDatabase,
  calculator: ReturnType<typeof startCalculator>,
  deviceId: number,
): Promise<Figure> {
  const range = { fromDay: '2024-11-01', toDay: '2026-10-31' }
  const times: number[] = []
  for (let run = -3; run < runs; run++) {
    const start = performance.now()
    const { point } = await getMeteringPoint(db, deviceId)
    const { series, problems } = await readQuarterHours(db, deviceId, range)
    // Another price each time, so that nothing is answered from memory.
    const energyPrices = { vt: 0.1 + run / 1000, mt: 0.09, et: null }
    const input = { series, problems, point, energyPrices, customPowersKw: null, ...advice }
    await calculator.calculate(input, { person: 1 })
    if (run >= 0) times.push(performance.now() - start)
  }
  const value = p95(times)
  return {
    figure: `calculation of 730 days with proof, from the database to the answer's text, p95, ${name}`,
    value,
    unit: 'ms',
    limit: '≤ 400',
    peer: `median ${median(times).toFixed(0)} ms`,
    holds: value <= 400,
  }
}

async function measureMany(
  { db, name }: BenchDatabase,
  calculator: ReturnType<typeof startCalculator>,
  deviceIds: number[],
): Promise<Figure> {
  const run = {
    userId: 1,
    companyId: null,
    fromDay: '2025-11-01',
    toDay: '2026-10-31',
    total: points,
    jobId: null,
    now,
    ...advice,
  }
  const { id: userId } = (await db.row<{ id: number }>(sql`select id from app_user limit 1`))!
  const id = await insertOptimisation(db, { ...run, userId })
  const longest = watchEventLoop()
  const before = process.cpuUsage()
  const start = performance.now()
  await optimisePortfolio(
    { calculator },
    { id: 0, db, report: () => new Promise((resolve) => setImmediate(resolve)) },
    { ...run, id, userId, deviceIds },
  )
  const value = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(before)
  const { count } = (await db.row<{ count: number }>(
    sql`select count(*) as count from portfolio_row where optimisation_id = ${id} and error is null`,
  ))!
  if (count !== points) throw new Error(`${count} of ${points} points have a result`)
  return {
    figure: `${points} metering points optimised over a year, with database, ${name}`,
    value,
    unit: 's',
    limit: '≤ 20',
    peer: `${((user + system) / 1e6).toFixed(1)} s of processor time; the event loop stood for ${longest().toFixed(0)} ms at most`,
    holds: value <= 20,
  }
}

/** The longest time without an answer for anybody else. */
function watchEventLoop(): () => number {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 5)
    last = performance.now()
  }, 5)
  return () => {
    clearInterval(timer)
    return longest
  }
}

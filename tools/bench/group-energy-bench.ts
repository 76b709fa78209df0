import { randomBytes } from 'node:crypto'
import { getChartRange } from '../../apps/server/src/features/charts/chart-range.ts'
import { getEnergy, getGroupEnergy } from '../../apps/server/src/features/charts/get-energy.ts'
import { closeDays } from '../../apps/server/src/features/telemetry/close-days.ts'
import { storeReadings } from '../../apps/server/src/features/telemetry/store-readings.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { type Figure, median } from './figure.ts'
import { fillGroup, group, repeatDays } from './fill-group.ts'

// A company of 5,000 homes in one group: its charts, the closing of a night, alone and beside the readings of all of them,
// and the start of the server on its database.

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const repeats = 9

export async function measureGroupEnergy(url: string | null): Promise<Figure[]> {
  if (!url) return []
  const bench = await openBenchDatabase(url, group.now)
  try {
    await fillGroup(bench)
    return [
      ...(await measureNight(bench)),
      ...(await measureCharts(bench)),
      await measureBeside(bench),
      await measureStart(bench.url!),
    ]
  } finally {
    await bench.close()
  }
}

const seconds = async (work: () => Promise<unknown>) => {
  const begin = performance.now()
  await work()
  return (performance.now() - begin) / 1000
}

/** A night after which everything of the day is still to be summed up, as if no process had run. */
async function measureNight({ db }: BenchDatabase): Promise<Figure[]> {
  const first = await seconds(() => closeDays(db, group.midnight - day + hour))
  const night = await seconds(() => closeDays(db, group.midnight + hour))
  const hours = await seconds(() => closeDays(db, group.now))
  return [
    {
      figure: 'closing a day of 5,000 homes, postgres',
      value: night,
      unit: 's',
      limit: '≤ 10',
      peer: `the first, with bundles to be made, ${first.toFixed(1)} s; the twelve hours of a morning ${hours.toFixed(1)} s`,
      holds: night <= 10,
    },
  ]
}

async function measureCharts(bench: BenchDatabase): Promise<Figure[]> {
  const { now, midnight, timeZone, ids } = group
  const { db } = bench
  const ofReadings = await seconds(() =>
    getEnergy(
      db,
      { locationIds: ids },
      getChartRange({ from: midnight - day, to: midnight, interval: 300 }, timeZone),
    ),
  )
  await repeatDays(bench, 366)
  const cases = [
    ['a day by 5 minutes', midnight, midnight + day, 300],
    ['a week by 15 minutes', midnight - 6 * day, midnight + day, 900],
    ['a month by the hour', midnight - 30 * day, midnight + day, 3600],
    ['a year by the day', midnight - 364 * day, midnight + day, 86_400],
  ] as const
  const figures: Figure[] = []
  for (const [name, from, to, interval] of cases) {
    const range = getChartRange({ from, to, interval }, timeZone)
    const times: number[] = []
    for (let repeat = 0; repeat < repeats; repeat++)
      times.push(1000 * (await seconds(() => getGroupEnergy(db, ids, range))))
    const value = median(times)
    figures.push({
      figure: `energy of a group of 5,000 homes, ${name}, median, postgres`,
      value,
      unit: 'ms',
      limit: '≤ 500',
      peer: `longest of ${repeats}: ${Math.max(...times).toFixed(0)} ms; now is ${new Date(now).toISOString().slice(11, 16)} UTC${interval === 300 ? `; a day from its readings ${(1000 * ofReadings).toFixed(0)} ms` : ''}`,
      holds: value <= 500,
    })
  }
  return figures
}

/** Every home sends each ten seconds; how much of that is stored while a day of all of them is closed. */
async function measureBeside({ db }: BenchDatabase): Promise<Figure> {
  const alone = await storeFor(db, new Promise((resolve) => setTimeout(resolve, 8000)))
  await db.run(
    sql`update telemetry_state set closed_until = ${new Date(group.midnight - day)} where location_id > 0`,
  )
  let closed = 0
  const closing = seconds(() => closeDays(db, group.now)).then((took) => {
    closed = took
  })
  const beside = await storeFor(db, closing)
  const share = beside / alone
  return {
    figure: 'readings of 5,000 homes stored while a day and a half of them is closed, postgres',
    value: Math.round(100 * share),
    unit: '% of alone',
    limit: '≥ 90',
    peer: `${Math.round(alone)} messages per second alone, ${Math.round(beside)} beside, closed in ${closed.toFixed(1)} s`,
    holds: share >= 0.9,
  }
}

/** Messages per second, of 500 that fall due. */
async function storeFor(db: BenchDatabase['db'], until: Promise<unknown>): Promise<number> {
  let isOver = false
  void until.finally(() => {
    isOver = true
  })
  const begin = performance.now()
  let stored = 0
  while (!isOver) {
    const due = Math.floor((performance.now() - begin) / 2)
    if (due - stored < 25) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      continue
    }
    const count = Math.min(due - stored, 250)
    const ts = Math.round(group.now + performance.now() - group.startedAt)
    await storeReadings(
      db,
      Array.from({ length: count }, (_, index) => {
        const locationId = group.ids[(stored + index) % group.ids.length]!
        const values = { 'grid/power': 500, 'pv/power': 300, 'bat/power': 100, 'ev/power': 0 }
        return {
          locationId,
          controllerId: locationId,
          devices: {},
          samples: [{ ts, stepSeconds: null, values }],
        }
      }),
    )
    stored += count
  }
  return (1000 * stored) / (performance.now() - begin)
}

async function measureStart(url: string): Promise<Figure> {
  const settings = { DATABASE_URL: url, SECRET_KEY: randomBytes(32).toString('base64') }
  const times: number[] = []
  for (let repeat = 0; repeat < 3; repeat++) {
    const begin = performance.now()
    const server = await startServerProcess(settings)
    times.push((performance.now() - begin) / 1000)
    await server.stop()
  }
  const value = median(times)
  return {
    figure: 'start of the server on the database of 5,000 homes, until it is ready, postgres',
    value,
    unit: 's',
    limit: '≤ 10',
    peer: `longest of ${times.length}: ${Math.max(...times).toFixed(1)} s`,
    holds: value <= 10,
  }
}

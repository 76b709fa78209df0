import { getChartRange } from '../../apps/server/src/features/charts/chart-range.ts'
import { getSeries } from '../../apps/server/src/features/charts/get-series.ts'
import { packSamples } from '../../apps/server/src/features/telemetry/pack-samples.ts'
import {
  emptyPartition,
  findSamplePartitions,
} from '../../apps/server/src/features/telemetry/partition-queries.ts'
import { storeReadings } from '../../apps/server/src/features/telemetry/store-readings.ts'
import { sql } from '../../apps/server/src/platform/db/sql.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { type Figure, median } from './figure.ts'
import { type InfluxPeer, startInflux } from './influx-peer.ts'
import { homeDevices, homeMetrics, makeHome } from './synthetic-home.ts'

// Bytes per reading as rows, packed, and in InfluxDB; and the chart of a year of a measured value.

const now = Date.UTC(2026, 10, 21, 12)
const [minuteMs, dayMs] = [60_000, 86_400_000]
const homes = 4
const samplesAtOnce = 500
const asks = 9
let influxStored = 0

export async function measureStorage(url: string | null): Promise<Figure[]> {
  const bench = await openBenchDatabase(url, now)
  const influx = await startInflux()
  influxStored = 0
  try {
    const figures: Figure[] = []
    for (const stepMs of [10_000, 60_000])
      figures.push(...(await measureBytes(bench, influx, stepMs, stepMs === 10_000 ? 1 : 2)))
    if (url) figures.push(...(await measureYear(bench, influx)))
    return figures
  } finally {
    await influx.close()
    await bench.close()
  }
}

/** A day of homes, each time in a month of its own. */
async function measureBytes(
  bench: BenchDatabase,
  influx: InfluxPeer,
  stepMs: number,
  monthsBack: number,
): Promise<Figure[]> {
  const { db, name } = bench
  const from = Date.UTC(2026, 10 - monthsBack, 1)
  const readings = ((homes * dayMs) / stepMs) * homeMetrics.length
  const sizesBefore = await sizes(bench)
  const influxBefore = influxStored
  for (let home = 1; home <= homes; home++) {
    const samples = [...makeHome(home, from, from + dayMs, stepMs)]
    for (let start = 0; start < samples.length; start += samplesAtOnce)
      await storeReadings(db, [
        {
          locationId: home + 100 * monthsBack,
          controllerId: home,
          devices: homeDevices,
          samples: samples.slice(start, start + samplesAtOnce),
        },
      ])
    await influx.write(home + 100 * monthsBack, samples)
  }
  const raw = await sizes(bench)
  const begun = performance.now()
  const work = await packSamples(db, from + dayMs)
  const perPackMs = (performance.now() - begun) / work.packs
  for (const partition of await findSamplePartitions(db)) await emptyPartition(db, partition)
  const packed = await sizes(bench)
  influxStored = await influx.measureBytes()
  const influxBytes = influxStored - influxBefore
  const every = `${stepMs / 1000} s`
  const rawBytes = (raw.sample - sizesBefore.sample) / readings
  const packedBytes = (packed.all - sizesBefore.all) / readings
  const peer = `InfluxDB ${(influxBytes / readings).toFixed(2)} B`
  return [
    {
      figure: `a reading of a home every ${every}, as a row, ${name}`,
      value: round(rawBytes),
      unit: 'B',
      limit: '≤ 60',
      peer,
      holds: rawBytes <= 60,
    },
    {
      figure: `a reading of a home every ${every}, thinned to one a minute and packed, ${name}`,
      value: round(packedBytes),
      unit: 'B',
      limit: stepMs < minuteMs ? '≤ InfluxDB' : '≤ 2 × InfluxDB',
      peer: `${peer}; ${Math.round(perPackMs)} ms to pack six hours`,
      holds: packedBytes <= (stepMs < minuteMs ? 1 : 2) * (influxBytes / readings),
    },
  ]
}

/** With indexes and what is kept out of line. */
async function sizes({ db }: BenchDatabase): Promise<{ sample: number; all: number }> {
  const of = async (table: 'sample' | 'sample_pack') => {
    let bytes = 0
    for (const partition of await findSamplePartitions(db, table)) {
      const row = await db.row<{ bytes: number }>(
        sql`select pg_total_relation_size(${partition}::regclass) as bytes`,
      )
      bytes += row!.bytes
    }
    return bytes
  }
  const sample = await of('sample')
  return { sample, all: sample + (await of('sample_pack')) }
}

/** A year at one reading a minute: as rows, packed, and in InfluxDB. */
async function measureYear(bench: BenchDatabase, influx: InfluxPeer): Promise<Figure[]> {
  const { db } = bench
  const from = now - 364 * dayMs
  const samples = () => makeHome(7, from, now, minuteMs)
  let lines: string[] = []
  const copy = async () => {
    await bench.copyRows('sample', lines.join(''))
    lines = []
  }
  for (const { ts, values } of samples()) {
    lines.push(`7\t7\t${new Date(ts).toISOString()}\t\\N\t${JSON.stringify(values)}\n`)
    if (lines.length === 20_000) await copy()
  }
  await copy()
  await db.run(
    sql`insert into telemetry_state (location_id, controller_id, version, newest, longest_step_seconds, values, energy)
        values (7, 7, 1, ${new Date(now)}, 0, '{"grid/voltage_l1": [0, 230]}', '{}')`,
  )
  await bench.script('vacuum analyze sample')
  await influx.write(7, samples())
  await influx.measureBytes()
  const range = getChartRange({ from, to: now, interval: 3600 }, 'Europe/Ljubljana')
  const ask = () => getSeries(db, 7, ['grid/voltage_l1'], range)
  const rows = await ask()
  const rowsMs = await medianOf(async () => void (await ask()))
  await packSamples(db, now)
  await bench.script('vacuum analyze sample_pack')
  const packed = await ask()
  const differs = packed[0]!.values.some(
    (value, index) => Math.abs((value ?? -1) - (rows[0]!.values[index] ?? -1)) > 1e-9,
  )
  if (differs) throw new Error('the chart of packed readings differs from that of rows')
  const packedMs = await medianOf(async () => void (await ask()))
  const influxMs = await medianOf(async () => {
    await influx.ask(
      `select mean(grid_voltage_l1), min(grid_voltage_l1), max(grid_voltage_l1) from home where id='7' and time >= ${from}ms and time < ${now}ms group by time(1h)`,
    )
  })
  return [
    {
      figure:
        'a year of a measured value by the hour (mean, least, most), a reading a minute, packed, postgres',
      value: round(packedMs),
      unit: 'ms',
      limit: '≤ rows',
      peer: `as rows ${Math.round(rowsMs)} ms, InfluxDB ${Math.round(influxMs)} ms`,
      holds: packedMs <= rowsMs,
    },
  ]
}

async function medianOf(work: () => Promise<void>): Promise<number> {
  await work()
  const times: number[] = []
  for (let turn = 0; turn < asks; turn++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times)
}

const round = (value: number) => Math.round(value * 100) / 100

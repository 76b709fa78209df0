import type {
  ControllerReadings,
  IngestDevice,
} from '../../apps/server/src/features/telemetry/controller-readings.ts'
import { storeReadings } from '../../apps/server/src/features/telemetry/store-readings.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { type Figure, median } from './figure.ts'

// How fast readings become samples, energy slots and newest values, against COPY of the same readings as narrow rows.

const controllers = 1000
const samplesPerMessage = 5
const messagesPerBatch = 128
const rounds = 5
const now = Date.UTC(2026, 10, 21, 12)
const keys = [
  'grid/power',
  'grid/energy_import',
  'grid/energy_export',
  'pv/power',
  'pv/energy_production',
  'bat/power',
  'bat/soc',
  'ev/power',
]
const device = (key: string, category: IngestDevice['category'], metrics: string[]): IngestDevice => ({
  key,
  category,
  metrics,
})
const devices = {
  grid: device('grid', 'GRID', ['power', 'energy_import', 'energy_export']),
  pv: device('pv', 'SOLAR_POWER_PLANT', ['power', 'energy_production']),
  bat: device('bat', 'BATTERY', ['power', 'soc']),
  ev: device('ev', 'EV_CHARGER', ['power']),
}

/** One message of every controller: five samples a minute apart. */
function messagesOf(round: number): ControllerReadings[] {
  return Array.from({ length: controllers }, (_, index) => ({
    locationId: index + 1,
    controllerId: index + 1,
    devices,
    samples: Array.from({ length: samplesPerMessage }, (_, step) => {
      const minutes = round * samplesPerMessage + step
      const values: Record<string, number> = {}
      for (const [position, key] of keys.entries()) {
        values[key] = key.includes('energy')
          ? 100_000 + minutes * (7 + position) + index
          : Math.round(3000 * Math.sin(minutes + position + index))
      }
      return { ts: now - 86_400_000 + minutes * 60_000, stepSeconds: null, values }
    }),
  }))
}

/** Readings per second, stored and by COPY, alternating so that a busy machine slows both alike. */
export async function measureIngest(url: string | null): Promise<Figure[]> {
  const bench = await openBenchDatabase(url, now)
  try {
    await createNarrowTable(bench)
    const stored: number[] = []
    const copied: number[] = []
    let round = 0
    await storeRound(bench, messagesOf(round++)) // creates the series, which happens once in the life of a device
    for (let turn = 0; turn < rounds; turn++) {
      stored.push(await storeRound(bench, messagesOf(round++)))
      copied.push(await copyRound(bench, messagesOf(round - 1)))
    }
    const value = median(stored)
    const peer = median(copied)
    const least = bench.name === 'postgres' ? 0.75 : 0.6
    return [
      {
        figure: `readings stored per second, ${bench.name}`,
        value: Math.round(value),
        unit: '1/s',
        limit: `≥ ${least} × peer`,
        peer: `COPY ${Math.round(peer)}/s (ratio ${(value / peer).toFixed(2)})`,
        holds: value >= least * peer,
      },
    ]
  } finally {
    await bench.close()
  }
}

async function storeRound(bench: BenchDatabase, messages: ControllerReadings[]): Promise<number> {
  const begin = performance.now()
  for (let start = 0; start < messages.length; start += messagesPerBatch) {
    await storeReadings(bench.db, messages.slice(start, start + messagesPerBatch))
  }
  return perSecond(messages.length, begin)
}

async function copyRound(bench: BenchDatabase, messages: ControllerReadings[]): Promise<number> {
  const begin = performance.now()
  for (let start = 0; start < messages.length; start += messagesPerBatch) {
    let lines = ''
    for (const { locationId, samples } of messages.slice(start, start + messagesPerBatch)) {
      for (const { ts, values } of samples) {
        const time = new Date(ts).toISOString()
        for (const [index, key] of keys.entries())
          lines += `${locationId}\t${index}\t${time}\t${values[key]}\n`
      }
    }
    await bench.copyRows('narrow', lines)
  }
  return perSecond(messages.length, begin)
}

const perSecond = (messages: number, begin: number) =>
  (messages * samplesPerMessage * keys.length * 1000) / (performance.now() - begin)

async function createNarrowTable(bench: BenchDatabase): Promise<void> {
  await bench.script(`
    create table narrow (location_id integer, series_id integer, ts timestamptz, value double precision,
      primary key (location_id, series_id, ts)) partition by range (ts);
    create table narrow_now partition of narrow for values from ('2026-11-01 00:00:00+00') to ('2026-12-01 00:00:00+00');
  `)
}

if (import.meta.main) {
  for (const url of [null, process.env.TEST_DATABASE_URL]) {
    if (url !== undefined) console.table(await measureIngest(url))
  }
}

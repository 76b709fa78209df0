import { startCalculator } from '../../apps/server/src/features/calculations/start-calculator.ts'
import { refreshMonthCosts } from '../../apps/server/src/features/location-pricing/refresh-month-costs.ts'
import { storeReadings } from '../../apps/server/src/features/telemetry/store-readings.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { createMetrics } from '../../apps/server/src/platform/prometheus-metrics.ts'
import { openBenchDatabase } from './bench-database.ts'
import type { Figure } from './figure.ts'
import { fillPricedLocations } from './fill-priced-locations.ts'

// How much slower readings are stored while the month of 5,000 locations is priced: as fast as they can be stored
// alone, beside the refresh, and alone again, so that a busy machine slows all alike.

const now = Date.UTC(2026, 10, 21, 12)
const locations = 5000
const messagesPerBatch = 128
const aloneMs = 8000

export async function measureIngestBesideCosts(url: string | null): Promise<Figure[]> {
  const bench = await openBenchDatabase(url, now)
  const calculator = startCalculator(createMetrics())
  try {
    const { userId, ids } = await fillPricedLocations(bench, { now, locations })
    const refresh = (some: readonly number[]) =>
      refreshMonthCosts({ calculator }, bench.db.at('job'), some, { now, userId, onDone: async () => {} })
    const store = createStorer(bench.db.at('ingest'))
    await refresh(ids.slice(0, 100))
    await store(afterMs(2000))
    const before = await store(afterMs(aloneMs))
    const begin = performance.now()
    const refreshing = refresh(ids).then(() => (performance.now() - begin) / 1000)
    const beside = await store(refreshing)
    const seconds = await refreshing
    const after = await store(afterMs(aloneMs))
    const alone = (before + after) / 2
    const share = beside / alone
    return [
      {
        figure: `readings stored while ${locations} locations' month is refreshed, ${bench.name}`,
        value: Math.round(share * 100),
        unit: '% of alone',
        limit: '≥ 90',
        peer: `alone ${Math.round(before)} and ${Math.round(after)}/s, beside ${Math.round(beside)}/s; refreshed in ${seconds.toFixed(1)} s`,
        holds: share >= 0.9,
      },
    ]
  } finally {
    await calculator.close()
    await bench.close()
  }
}

const afterMs = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Stores batches one after the other until `until` settles; answers readings per second. */
function createStorer(db: Db): (until: Promise<unknown>) => Promise<number> {
  let batch = 0
  return async (until) => {
    let isOver = false
    until.then(() => {
      isOver = true
    })
    const begin = performance.now()
    let readings = 0
    while (!isOver) {
      const messages = messagesOf(batch++)
      await storeReadings(db, messages)
      for (const { samples } of messages) readings += samples.length * keys.length
    }
    return (readings * 1000) / (performance.now() - begin)
  }
}

const keys = ['pv/power', 'pv/energy_production', 'bat/power', 'bat/soc']
const devices = {
  pv: { key: 'pv', category: 'SOLAR_POWER_PLANT' as const, metrics: ['power', 'energy_production'] },
  bat: { key: 'bat', category: 'BATTERY' as const, metrics: ['power', 'soc'] },
}

/** Every location sends five samples in its turn, a minute apart. */
function messagesOf(batch: number) {
  return Array.from({ length: messagesPerBatch }, (_, place) => {
    const turn = batch * messagesPerBatch + place
    const id = 1 + (turn % locations)
    const round = Math.floor(turn / locations)
    const samples = Array.from({ length: 5 }, (_, step) => {
      const minutes = round * 5 + step
      const values = Object.fromEntries(keys.map((key, index) => [key, 100_000 + minutes * (7 + index) + id]))
      return { ts: now - 5 * 86_400_000 + minutes * 60_000, stepSeconds: null, values }
    })
    return { locationId: id, controllerId: id, devices, samples }
  })
}

import { startCalculator } from '../../apps/server/src/features/calculations/start-calculator.ts'
import { refreshMonthCosts } from '../../apps/server/src/features/location-pricing/refresh-month-costs.ts'
import { storeReadings } from '../../apps/server/src/features/telemetry/store-readings.ts'
import type { Db } from '../../apps/server/src/platform/db/db.ts'
import { createMetrics } from '../../apps/server/src/platform/prometheus-metrics.ts'
import { openBenchDatabase } from './bench-database.ts'
import type { Figure } from './figure.ts'
import { fillPricedLocations } from './fill-priced-locations.ts'

// Readings that arrive while the month of 5,000 locations is priced: ten times what such homes send, and as many as can be
// stored, before the refresh, beside it and after it, so that a busy machine slows all alike.

const now = Date.UTC(2026, 10, 21, 12)
const locations = 5000
/** Readings per second: eight values of every home each second. */
const offered = 40_000
const tickMs = 100
const aloneMs = 8000

export async function measureIngestBesideCosts(url: string | null): Promise<Figure[]> {
  const bench = await openBenchDatabase(url, now)
  const calculator = startCalculator(createMetrics())
  try {
    const { userId, ids } = await fillPricedLocations(bench, { now, locations })
    const refresh = async (some: readonly number[]) => {
      const begin = performance.now()
      await refreshMonthCosts({ calculator }, bench.db.at('job'), some, {
        now,
        userId,
        onDone: async () => {},
      })
      return (performance.now() - begin) / 1000
    }
    const { storeOffered, storeAll } = createStorer(bench.db.at('ingest'))
    await refresh(ids.slice(0, 100))
    await storeAll(afterMs(2000))
    const figures: Figure[] = []
    for (const { store, name, least } of [
      { store: storeOffered, name: `${offered} readings per second`, least: 0.9 },
      { store: storeAll, name: 'as many readings as can be', least: null },
    ]) {
      const before = await store(afterMs(aloneMs))
      const refreshing = refresh(ids)
      const beside = await store(refreshing)
      const seconds = await refreshing
      const after = await store(afterMs(aloneMs))
      const share = (2 * beside) / (before + after)
      figures.push({
        figure: `${name} stored while ${locations} locations' month is refreshed, ${bench.name}`,
        value: Math.round(share * 100),
        unit: '% of alone',
        limit: least === null ? 'reported' : `≥ ${least * 100}`,
        peer: `before ${Math.round(before)}, beside ${Math.round(beside)}, after ${Math.round(after)}/s; refreshed in ${seconds.toFixed(1)} s`,
        holds: least === null || (share >= least && before >= least * offered),
      })
    }
    return figures
  } finally {
    await calculator.close()
    await bench.close()
  }
}

const afterMs = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Both store until `until` settles and answer readings per second: what falls due by the clock, or batch after batch. */
function createStorer(db: Db) {
  let turn = 0
  const storeMessages = async (count: number) => {
    const messages = Array.from({ length: count }, () => messageOf(turn++))
    await storeReadings(db, messages)
    return count * readingsPerMessage
  }
  const repeat = async (
    until: Promise<unknown>,
    step: (begin: number, stored: number) => Promise<number>,
  ) => {
    let isOver = false
    const over = () => {
      isOver = true
    }
    until.then(over, over)
    const begin = performance.now()
    let stored = 0
    while (!isOver) stored += await step(begin, stored)
    return (stored * 1000) / (performance.now() - begin)
  }
  return {
    storeAll: (until: Promise<unknown>) => repeat(until, () => storeMessages(128)),
    storeOffered: (until: Promise<unknown>) =>
      repeat(until, async (begin, stored) => {
        await afterMs(tickMs)
        const due = ((performance.now() - begin) / 1000) * offered - stored
        return due < readingsPerMessage
          ? 0
          : storeMessages(Math.min(Math.floor(due / readingsPerMessage), 1000))
      }),
  }
}

const keys = ['pv/power', 'pv/energy_production', 'bat/power', 'bat/soc']
const devices = {
  pv: { key: 'pv', category: 'SOLAR_POWER_PLANT' as const, metrics: ['power', 'energy_production'] },
  bat: { key: 'bat', category: 'BATTERY' as const, metrics: ['power', 'soc'] },
}

const samplesPerMessage = 5
const readingsPerMessage = samplesPerMessage * keys.length

/** Every location sends five samples in its turn, a minute apart. */
function messageOf(turn: number) {
  const id = 1 + (turn % locations)
  const round = Math.floor(turn / locations)
  const samples = Array.from({ length: samplesPerMessage }, (_, step) => {
    const minutes = round * samplesPerMessage + step
    const values = Object.fromEntries(keys.map((key, index) => [key, 100_000 + minutes * (7 + index) + id]))
    return { ts: now - 5 * 86_400_000 + minutes * 60_000, stepSeconds: null, values }
  })
  return { locationId: id, controllerId: id, devices, samples }
}

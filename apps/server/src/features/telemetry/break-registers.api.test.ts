import { isReversedAt, swappedRegisters } from '@ohmstead/domain/fleet/device-correction'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { correctValues } from '../link/readings/correct-values.ts'
import { breakRegisters } from './break-registers.ts'
import { changeStates } from './change-states.ts'
import type { IngestDevice } from './controller-readings.ts'
import { readStoredHours } from './energy-test-kit.ts'
import { finishEnergy } from './finish-energy.ts'
import { packSamples } from './pack-samples.ts'
import { maintainPartitions } from './partitions.ts'
import { storeReadings } from './store-readings.ts'

const start = Date.UTC(2026, 5, 1)
const [imported, exported] = ['energy_import', 'energy_export'] as const
const devices: Record<string, IngestDevice> = {
  grid: { key: 'grid', category: 'GRID', metrics: [imported, exported] },
}

let db: Db
let close: () => Promise<void>
let locationId = 0

beforeAll(async () => {
  ;({ db, close } = await openTestDb())
  await maintainPartitions(db, { now: start, retentionDays: 400 })
})
afterAll(() => close())

interface Shown {
  ts: number
  /** Between which reversals it was measured. */
  side: number
  registers: readonly [first: number, second: number]
  isFirstAlone: boolean
}

const steps = fc.array(
  fc.record({
    // Seconds, so that 10 MW allow a false difference of any size.
    gap: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 61, max: 40_000 })),
    rises: fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 500 })),
    isTurned: fc.integer({ min: 0, max: 9 }).map((chance) => chance < 2),
    isFirstAlone: fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0),
    /** When it arrives among those of its side; beyond 9 only after later sides. */
    delay: fc.integer({ min: 0, max: 12 }),
  }),
  { minLength: 2, maxLength: 30 },
)
const register = fc.oneof(fc.integer({ min: 1, max: 9e7 }), fc.constantFrom(480_000, 500_000, 501_000))

/** Readings as the link assigns them, by the reversals that it knows of. */
async function store(some: readonly Shown[], reversals: readonly number[]) {
  const samples = some.map(({ ts, registers: [one, other], isFirstAlone }) => ({
    ...{ ts, stepSeconds: null },
    values: { [`grid/${imported}`]: one, ...(!isFirstAlone && { [`grid/${exported}`]: other }) },
  }))
  const correction = { isReversed: reversals.length % 2 === 1, phaseOrder: '123' as const, reversals }
  correctValues({ samples }, { corrections: new Map([['grid', correction]]), devices })
  await storeReadings(db, [{ locationId, controllerId: 1, devices, samples }])
}

const turn = (breaks: readonly number[]) =>
  changeStates(db, locationId, (tx) =>
    breakRegisters(
      tx,
      { locationId, controllerId: 1, deviceKey: 'grid' },
      { metrics: swappedRegisters('GRID'), breaks },
    ),
  )

/** Import and export in mWh, once nothing is pending. */
async function sums(): Promise<[number, number]> {
  await finishEnergy(db)
  const found = await readStoredHours(db, locationId)
  const sumOf = (metric: string) =>
    found.reduce((sum, row) => sum + (row.metric === metric ? row.total : 0), 0)
  return [sumOf(imported), sumOf(exported)]
}

it('counts what each register says of its own direction, in whatever order readings arrive, and nothing between them', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.tuple(register, register), fc.boolean(), async (list, first, isPacked) => {
      locationId++
      const reversals: number[] = []
      const shown: (Shown & { delay: number })[] = []
      let [ts, registers] = [start, first]
      for (const { gap, rises, isTurned, isFirstAlone, delay } of list) {
        if (isTurned && shown.length > 0) reversals.push(ts + 1 + Math.floor(gap * 500))
        ts += gap * 1000
        registers = [registers[0] + rises[0], registers[1] + rises[1]]
        // The first one makes both series known.
        const isFirst = shown.length === 0
        const how = isFirst ? { isFirstAlone: false, delay: 0 } : { isFirstAlone, delay }
        shown.push({ ts, side: reversals.length, registers, ...how })
      }
      const late: typeof shown = []
      for (let side = 0; side <= reversals.length; side++) {
        const breaks = reversals.slice(0, side)
        if (side > 0) await turn(breaks)
        const own = shown.filter((reading) => reading.side === side).sort((a, b) => a.delay - b.delay)
        late.push(...own.filter(({ delay }) => delay > 9))
        const now = own.filter(({ delay }) => delay <= 9)
        for (let index = 0; index < now.length; index += 3) await store(now.slice(index, index + 3), breaks)
      }
      await store(late.slice(1), reversals)
      await finishEnergy(db)
      if (isPacked) await packSamples(db, ts + 86_400_000)
      await store(late.slice(0, 1), reversals)
      await finishEnergy(db)
      expect(await sums()).toEqual(expectedOf(shown, reversals))
    }),
    { numRuns: propertyRuns(24) },
  )
})

/** mWh of import and export: each register's rise between its first and last reading of each side. */
function expectedOf(shown: readonly Shown[], reversals: readonly number[]): [number, number] {
  const sums: [number, number] = [0, 0]
  for (let side = 0; side <= reversals.length; side++)
    for (const place of [0, 1] as const) {
      const own = shown.filter((reading) => reading.side === side && !(place === 1 && reading.isFirstAlone))
      if (own.length === 0) continue
      const isReversed = isReversedAt(
        { isReversed: reversals.length % 2 === 1, phaseOrder: '123', reversals },
        own[0]!.ts,
      )
      const [low, high] = [own[0]!.registers[place], own.at(-1)!.registers[place]]
      sums[isReversed ? (place === 0 ? 1 : 0) : place] += (high - low) * 1000
    }
  return sums
}

it('leaves the registers next to a break when samples are thinned', async () => {
  locationId++
  const breaks = [start + 145_000]
  const shown = Array.from(
    { length: 30 },
    (_, index): Shown => ({
      ...{ ts: start + index * 10_000, side: index < 15 ? 0 : 1, isFirstAlone: false },
      registers: [480_000 + index, 500_000],
    }),
  )
  await store(shown.slice(0, 15), [])
  await turn(breaks)
  await store(shown.slice(15), breaks)
  await packSamples(db, start + 86_400_000)
  await store([{ ...shown[0]!, ts: start + 5000 }], breaks)
  expect(await sums()).toEqual([14_000, 14_000])
})

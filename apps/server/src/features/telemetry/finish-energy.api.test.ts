import type { EnergySource } from '@ohmstead/domain/telemetry/energy-series'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { openTestDb } from '../../testing/test-db.ts'
import type { ControllerReadings, IngestDevice } from './controller-readings.ts'
import { computeExpectedHours, readStoredHours } from './energy-test-kit.ts'
import { createNeighbourSearch } from './find-neighbours.ts'
import { finishEnergy, finishPiece, type PieceLimits } from './finish-energy.ts'
import { maintainPartitions } from './partitions.ts'
import { storeReadings } from './store-readings.ts'

const start = Date.UTC(2026, 2, 28, 20)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
type Sample = ControllerReadings['samples'][number]

let db: Db
let close: () => Promise<void>
let nextLocation = 1

beforeAll(async () => {
  ;({ db, close } = await openTestDb())
  await maintainPartitions(db, { now: start, retentionDays: 400 })
})
afterAll(() => close())

const devices = {
  grid: { key: 'grid', category: 'GRID', metrics: ['power', 'energy_import'] },
  pv: { key: 'pv', category: 'SOLAR_POWER_PLANT', metrics: [] },
} satisfies Record<string, IngestDevice>
const sources: Record<string, [string, EnergySource]> = {
  'grid/energy_import': ['grid/energy_import', { kind: 'counter' }],
  'grid/energy_export': ['grid/power', { kind: 'power', sign: -1 }],
  'pv/energy_production': ['pv/power', { kind: 'power', sign: 1 }],
}
const store = (locationId: number, ...samples: Sample[]) =>
  storeReadings(db, [{ locationId, controllerId: 1, devices, samples }])
/** Also leaves in-order readings to the pieces if they span more than a day. */
const storeLittle = (locationId: number, ...samples: Sample[]) =>
  storeReadings(db, [{ locationId, controllerId: 1, devices, samples }], { controller: 24, all: 24 })
const at = (ms: number, values: Sample['values'], stepSeconds: number | null = null): Sample => ({
  ts: start + ms,
  stepSeconds,
  values,
})

/** So small that everything is done in many pieces. */
const small: PieceLimits = { changedHours: 2, rows: 6, samples: 4 }

async function expectExact(locationId: number): Promise<void> {
  expect(await readStoredHours(db, locationId)).toEqual(await computeExpectedHours(db, locationId, sources))
}

describe('pending energy', () => {
  it('ends in the same table whatever is stored between its pieces, and whatever is forgotten', async () => {
    const value = fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: -5000, max: 5000 }) },
      { weight: 1, arbitrary: fc.constantFrom(null, 'fault') },
    )
    const register = fc.oneof(
      { weight: 8, arbitrary: fc.constant('rise' as const) },
      { weight: 2, arbitrary: fc.constantFrom(null, 0, 50_000) },
    )
    const gap = fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1000, max: 20 * minute }) },
      { weight: 2, arbitrary: fc.integer({ min: 20 * minute, max: 5 * hour }) },
      { weight: 1, arbitrary: fc.integer({ min: 5 * hour, max: 4 * day }) },
    )
    const entry = fc.record({
      gap,
      grid: fc.option(value, { nil: undefined }),
      pv: fc.option(value, { nil: undefined }),
      register: fc.option(register, { nil: undefined }),
      stepSeconds: fc.option(fc.constantFrom(60, 1800, 40_000), { freq: 4 }),
    })
    const action = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constant('store' as const), count: fc.integer({ min: 1, max: 6 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('correct' as const), count: fc.nat(1000), to: value }),
      },
      {
        weight: 3,
        arbitrary: fc.record({ do: fc.constant('finish' as const), count: fc.integer({ min: 1, max: 5 }) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const) }) },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 2, maxLength: 25 }),
        fc.array(action, { maxLength: 25 }),
        fc.infiniteStream(fc.nat(1000)),
        async (entries, actions, order) => {
          let ms = -30 * day
          let wh = 49_000
          const samples = entries.map((given): Sample => {
            ms += given.gap
            wh += given.gap / 7000
            const values: Record<string, number | string | null> = {}
            if (given.grid !== undefined) values['grid/power'] = given.grid
            if (given.pv !== undefined) values['pv/power'] = given.pv
            if (given.register !== undefined)
              values['grid/energy_import'] = given.register === 'rise' ? wh : given.register
            return at(ms, values, given.stepSeconds)
          })
          // In order for the most part, so that something can come late.
          const queue = samples
            .map((given, index) => ({ given, at: index * 100 + 3 * (order.next().value as number) }))
            .sort((a, b) => a.at - b.at)
            .map(({ given }) => given)
          const of = { locationId: nextLocation++, controllerId: 1 }
          await store(
            of.locationId,
            at(-31 * day, { 'grid/energy_import': null, 'grid/power': null, 'pv/power': null }),
          )
          let search = createNeighbourSearch(db, of)
          for (const step of [...actions, { do: 'store' as const, count: queue.length }]) {
            if (step.do === 'store') {
              const given = queue.splice(0, step.count)
              if (given.length > 0) await storeLittle(of.locationId, ...given)
            } else if (step.do === 'correct') {
              const { ts, stepSeconds } = samples[step.count % samples.length]!
              await store(of.locationId, {
                ts,
                stepSeconds,
                values: { 'pv/power': step.to, 'grid/energy_import': step.to },
              })
            } else if (step.do === 'finish') {
              for (let piece = 0; piece < step.count; piece++) await finishPiece(db, of, search, small)
            } else {
              search = createNeighbourSearch(db, of)
            }
          }
          for (let pieces = 0; (await finishPiece(db, of, search, small)) === 'more'; pieces++)
            expect(pieces).toBeLessThan(3000)
          await expectExact(of.locationId)
        },
      ),
      { numRuns: propertyRuns(30), endOnFailure: true },
    )
  })

  it('covers only the time between the neighbours of readings far apart', async () => {
    const locationId = nextLocation++
    const samples = Array.from({ length: 120 * 24 }, (_, index) =>
      at((index - 120 * 24) * hour, { 'grid/energy_import': 1000 + index, 'pv/power': index % 50 }),
    )
    for (let from = 0; from < samples.length; from += 500)
      await store(locationId, ...samples.slice(from, from + 500))
    await finishEnergy(db)
    const touched = async () => {
      const rows = await db.rows<{ hour: number; row: string }>(
        sql`select hour, ctid::text || ' ' || tableoid::text as row from energy_hour where location_id = ${locationId}`,
      )
      return new Map(rows.map((row) => [row.hour, row.row]))
    }
    const before = await db.rows<{ n: number }>(
      sql`select count(*)::int as n from energy_hour where location_id = ${locationId}`,
    )
    expect(before[0]!.n).toBeGreaterThan(2800)
    const rows = await touched()
    const wide = (add: number) =>
      [samples[1]!, samples.at(-2)!].map((s) => ({
        ...s,
        values: { 'grid/energy_import': (s.values['grid/energy_import'] as number) + add },
      }))
    await store(locationId, ...wide(0.25))
    await finishEnergy(db)
    const changed = [...(await touched())].filter(([at, row]) => rows.get(at) !== row)
    expect(changed.length).toBeLessThan(10)
    await expectExact(locationId)
  })

  it('survives a restart', async () => {
    const locationId = nextLocation++
    await store(
      locationId,
      at(-100 * day, { 'grid/energy_import': 1000 }),
      at(0, { 'grid/energy_import': 9000 }),
    )
    await store(locationId, at(-50 * day, { 'grid/energy_import': 2000 }))
    const of = { locationId, controllerId: 1 }
    // Some pieces, then everything in memory is lost.
    for (let piece = 0; piece < 5; piece++) await finishPiece(db, of, createNeighbourSearch(db, of), small)
    await finishEnergy(db)
    await expectExact(locationId)
    expect(await db.row(sql`select 1 from energy_due where location_id = ${locationId}`)).toBeUndefined()
  })

  it('reopens the day in which its controller fell silent', async () => {
    const locationId = nextLocation++
    const midnight = start + 4 * hour
    const findClosed = async () =>
      (await db.row<{ closed_until: number }>(
        sql`select closed_until from telemetry_state where location_id = ${locationId}`,
      ))!.closed_until
    for (const ms of [0, 50 * minute]) await store(locationId, at(ms, { 'pv/power': 1000 }))
    await finishEnergy(db)
    await db.run(
      sql`update telemetry_state set closed_until = ${new Date(midnight)}, closed_zone = 'UTC'
          where location_id = ${locationId}`,
    )
    await store(locationId, at(30 * minute, { 'pv/power': 5000 }))
    await finishEnergy(db)
    expect(await findClosed()).toBeLessThanOrEqual(start)
    await expectExact(locationId)
  })

  it('is exact under concurrent writers and two workers', async () => {
    const of = { locationId: nextLocation++, controllerId: 1 }
    const all = Array.from({ length: 240 }, (_, index) =>
      at((index - 240) * 7 * minute, {
        'grid/energy_import': 1000 + index,
        'grid/power': -index,
        'pv/power': 60,
      }),
    )
    await store(of.locationId, all[0]!)
    let isWriting = true
    const write = async () => {
      // Two steps forward, one back.
      for (let index = 1; index + 2 < all.length; index += 2)
        for (const given of [all[index + 1]!, all[index]!, all[index - 1]!]) await store(of.locationId, given)
      isWriting = false
    }
    const compute = async () => {
      const search = createNeighbourSearch(db, of)
      while (isWriting) await finishPiece(db, of, search, small)
    }
    await Promise.all([write(), compute(), compute()])
    await finishEnergy(db)
    await expectExact(of.locationId)
  })
})

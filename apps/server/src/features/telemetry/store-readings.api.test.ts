import type { EnergySource } from '@ohmstead/domain/telemetry/energy-series'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { openTestDb } from '../../testing/test-db.ts'
import type { ControllerReadings, IngestDevice } from './controller-readings.ts'
import { computeExpectedHours, readStoredHours } from './energy-test-kit.ts'
import { finishEnergy } from './finish-energy.ts'
import { findLatest } from './latest-queries.ts'
import { maintainPartitions } from './partitions.ts'
import { declareEnergySources } from './rebuild-series.ts'
import { storeReadings } from './store-readings.ts'

const start = Date.UTC(2026, 2, 28, 20) // the night of a clock change
const minute = 60_000
type Sample = ControllerReadings['samples'][number]

let db: Db
let close: () => Promise<void>
let nextLocation = 1

beforeAll(async () => {
  ;({ db, close } = await openTestDb())
  await maintainPartitions(db, { now: start, retentionDays: 400 })
})
afterAll(() => close())

const grid: IngestDevice = { key: 'grid', category: 'GRID', metrics: ['power', 'energy_import'] }
const devices = { grid, pv: { key: 'pv', category: 'SOLAR_POWER_PLANT', metrics: [] } satisfies IngestDevice }
const give = (locationId: number, samples: Sample[], controllerId = 1): ControllerReadings => ({
  locationId,
  controllerId,
  devices,
  samples,
})
const sample = (minutes: number, values: Sample['values'], stepSeconds: number | null = null): Sample => ({
  ts: start + minutes * minute,
  stepSeconds,
  values,
})

/** The table of a location once nothing is pending. */
async function storedHours(locationId: number) {
  await finishEnergy(db)
  return readStoredHours(db, locationId)
}
const expectedHours = (locationId: number, sources: Record<string, [string, EnergySource]>) =>
  computeExpectedHours(db, locationId, sources)

const sources: Record<string, [string, EnergySource]> = {
  'grid/energy_import': ['grid/energy_import', { kind: 'counter' }],
  'grid/energy_export': ['grid/power', { kind: 'power', sign: -1 }],
  'pv/energy_production': ['pv/power', { kind: 'power', sign: 1 }],
}

describe('storing readings', () => {
  it('produces energy and newest values, and no notice within the transaction', async () => {
    const locationId = nextLocation++
    const notices: string[] = []
    const stop = await db.listen('live', (payload) => notices.push(payload))
    await storeReadings(db, [
      give(locationId, [
        sample(0, { 'grid/power': 600, 'grid/energy_import': 1000, 'grid/state': 'ok' }),
        sample(5, { 'grid/power': 300, 'grid/energy_import': 1050, 'grid/state': null }),
      ]),
    ])
    const latest = (await findLatest(db, [locationId])).get(locationId)!
    expect(latest.values).toEqual({
      'grid/power': [start + 5 * minute, 300],
      'grid/energy_import': [start + 5 * minute, 1050],
      'grid/state': [start + 5 * minute, null],
    })
    expect((await storedHours(locationId)).map(({ metric, total }) => [metric, total])).toEqual([
      ['energy_export', 0],
      ['energy_import', 50_000],
    ])
    await db.row(sql`select pg_notify('live', 'end')`)
    await expect.poll(() => notices).toEqual(['end'])
    await stop()
  })

  it('changes nothing when the same readings arrive again', async () => {
    const locationId = nextLocation++
    const readings = give(
      locationId,
      [0, 1, 2, 9].map((m) => sample(m, { 'grid/power': 100 * m, 'grid/energy_import': 1000 + m })),
    )
    await storeReadings(db, [readings])
    const before = await storedHours(locationId)
    const version = () => db.row(sql`select version from telemetry_state where location_id = ${locationId}`)
    const versionBefore = await version()
    await storeReadings(db, [readings, readings])
    expect(await storedHours(locationId)).toEqual(before)
    expect(await version()).toEqual(versionBefore)
  })

  it('ends in the same table whatever the order, with repetitions, corrections and parts', async () => {
    const value = fc.oneof(
      { weight: 5, arbitrary: fc.double({ min: -5000, max: 5000, noNaN: true }) },
      { weight: 1, arbitrary: fc.constantFrom(null, 'fault', true) },
    )
    const register = fc.oneof(
      { weight: 9, arbitrary: fc.constant('rise' as const) },
      { weight: 1, arbitrary: fc.constantFrom(null, 0, 3, 50_000) },
    )
    const entry = fc.record({
      // Minutes up to an outage, rarely much more, so that neighbours lie within and beyond all the limits.
      gapSeconds: fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 1, max: 900 }) },
        { weight: 1, arbitrary: fc.integer({ min: 900, max: 40_000 }) },
      ),
      grid: fc.option(value, { nil: undefined }),
      pv: fc.option(value, { nil: undefined }),
      register: fc.option(register, { nil: undefined }),
      stepSeconds: fc.option(fc.constantFrom(60, 300, 1800), { freq: 3 }),
    })
    const delivery = fc.record({ index: fc.nat(1000), correction: fc.option(value, { freq: 5 }) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 1, maxLength: 40 }),
        fc.array(delivery, { maxLength: 20 }),
        fc.infiniteStream(fc.nat(1000)),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 10 }),
        async (entries, extra, order, sizes) => {
          let ts = start
          let wh = 49_000
          const samples = entries.map(
            ({ gapSeconds, grid: power, pv, register: kind, stepSeconds }): Sample => {
              ts += gapSeconds * 1000
              wh += gapSeconds / 7
              const values: Record<string, number | string | boolean | null> = {}
              if (power !== undefined) values['grid/power'] = power
              if (pv !== undefined) values['pv/power'] = pv
              if (kind !== undefined) values['grid/energy_import'] = kind === 'rise' ? wh : kind
              return { ts, stepSeconds, values }
            },
          )
          for (const { index, correction } of extra) {
            const original = samples[index % entries.length]!
            samples.push(correction === null ? original : { ...original, values: { 'pv/power': correction } })
          }
          const shuffled = samples
            .map((given) => ({ given, at: order.next().value as number }))
            .sort((a, b) => a.at - b.at)
            .map(({ given }) => given)
          const locationId = nextLocation++
          // The sources are declared before the first reading, so that they do not depend on the order of arrival.
          await storeReadings(db, [
            give(locationId, [
              sample(-60 * 24, { 'grid/energy_import': null, 'grid/power': null, 'pv/power': null }),
            ]),
          ])
          for (let index = 0, batch = 0; index < shuffled.length; batch++) {
            const size = sizes[batch % sizes.length]!
            await storeReadings(db, [give(locationId, shuffled.slice(index, index + size))])
            index += size
          }
          expect(await storedHours(locationId)).toEqual(await expectedHours(locationId, sources))
        },
      ),
      { numRuns: propertyRuns(60) },
    )
  })

  it('keeps earlier energy that reaches into a corrected hour', async () => {
    const locationId = nextLocation++
    const minutes = Array.from({ length: 200 }, (_, index) => index * 1.7)
    const readings = minutes.map((m) =>
      sample(m, { 'grid/power': 100 - m, 'pv/power': m, 'grid/energy_import': 1000 + m }),
    )
    await storeReadings(db, [give(locationId, readings)])
    for (const m of minutes.filter((_, index) => index % 17 === 5)) {
      await storeReadings(db, [give(locationId, [sample(m, { 'grid/power': -500, 'pv/power': 700 })])])
      expect(await storedHours(locationId)).toEqual(await expectedHours(locationId, sources))
    }
  })

  it('stores many days of history, newest day first, with the same result', async () => {
    const locationId = nextLocation++
    for (let day = 5; day >= 1; day--) {
      const samples = Array.from({ length: 288 }, (_, slot) => {
        const minutes = day * 1440 + slot * 5
        return sample(
          minutes,
          { 'grid/power': slot - 100, 'grid/energy_import': 1000 + minutes * 3, 'pv/power': slot },
          300,
        )
      })
      await storeReadings(db, [give(locationId, samples)])
    }
    const stored = await storedHours(locationId)
    expect(stored).toEqual(await expectedHours(locationId, sources))
    const imported = stored.filter(({ metric }) => metric === 'energy_import')
    expect(imported.reduce((sum, { total }) => sum + total, 0)).toBe((5 * 1440 - 5) * 3 * 1000)
  })

  it('counts nothing twice when two writers store the same controller at once', async () => {
    const locationId = nextLocation++
    const other = nextLocation++
    const all = Array.from({ length: 60 }, (_, m) =>
      sample(m, { 'grid/power': m, 'grid/energy_import': 1000 + m, 'pv/power': 60 }),
    )
    await storeReadings(db, [give(locationId, [all[0]!])])
    const writers = [0, 1, 2].map(async (writer) => {
      for (let m = writer; m < 60; m += 2)
        await storeReadings(db, [give(locationId, [all[m]!]), give(other, [all[m]!], 2)])
    })
    await Promise.all(writers)
    for (const location of [locationId, other]) {
      const stored = await storedHours(location)
      expect(stored).toEqual(await expectedHours(location, sources))
      const imported = stored.filter(({ metric }) => metric === 'energy_import')
      expect(imported.reduce((sum, { total }) => sum + total, 0)).toBe(59_000)
    }
  })

  it('recomputes a series from its register once the inventory declares one', async () => {
    const locationId = nextLocation++
    const bare = { grid: { ...grid, metrics: [] } }
    const of = { locationId, controllerId: 1 }
    const day = (from: number) =>
      Array.from({ length: 200 }, (_, m) =>
        sample(from + m, { 'grid/power': 60, 'grid/energy_import': 1000 + from + m }),
      )
    // The registers come late only, after the power has been counted, so power stays the source.
    await storeReadings(db, [{ ...of, devices: bare, samples: [sample(11_000, { 'grid/power': 60 })] }])
    for (const from of [-9000, -4000, 0])
      await storeReadings(db, [{ ...of, devices: bare, samples: day(from + 10_000) }])
    const power: EnergySource = { kind: 'power', sign: 1 }
    const exported = { 'grid/energy_export': sources['grid/energy_export']! }
    expect(await storedHours(locationId)).toEqual(
      await expectedHours(locationId, { ...exported, 'grid/energy_import': ['grid/power', power] }),
    )
    expect(await declareEnergySources(db, of, [grid])).toBe(1)
    const both = { ...exported, 'grid/energy_import': sources['grid/energy_import']! }
    expect(await storedHours(locationId)).toEqual(await expectedHours(locationId, both))
    await storeReadings(db, [{ ...of, devices, samples: day(10_200) }])
    expect(await storedHours(locationId)).toEqual(await expectedHours(locationId, both))
    expect(await declareEnergySources(db, of, [grid])).toBe(0)
    expect(await db.row(sql`select 1 from energy_due`)).toBeUndefined()
  })

  it('uses the register of a device as soon as its readings have one, and keeps the energy from power', async () => {
    const locationId = nextLocation++
    const bare = { grid: { ...grid, metrics: [] } }
    const store = (...samples: Sample[]) =>
      storeReadings(db, [{ locationId, controllerId: 1, devices: bare, samples }])
    const imported = async () =>
      (await storedHours(locationId))
        .filter(({ metric }) => metric === 'energy_import')
        .map(({ hour, total, estimated }) => [(hour - start) / (60 * minute), total / 1000, estimated])
    // Two hours of only power, as typed in a connection test.
    for (let m = 0; m <= 130; m++) await store(sample(m, { 'grid/power': 600 }))
    expect(await imported()).toEqual([
      [0, 600, 0],
      [1, 600, 0],
      [2, 100, 0],
    ])
    // Then the meter: its register counts from its first reading on, also across an outage.
    const registers = [140, 141, 170, 200].map((m) =>
      sample(m, { 'grid/power': 6000, 'grid/energy_import': 90_000 + m }),
    )
    await store(...registers.slice(0, 2))
    for (const late of registers.slice(2)) await store(late)
    const expected = [
      [0, 600, 0],
      [1, 600, 0],
      [2, 40, expect.any(Number)],
      [3, 20, expect.any(Number)],
    ]
    expect(await imported()).toEqual(expected)
    expect((await imported())[3]![2]).toBeGreaterThan(0)
    // Repeated, and with a late one, the sum is the same.
    await store(...registers)
    await store(sample(150, { 'grid/energy_import': 90_150 }))
    expect((await imported()).map(([, total]) => total)).toEqual([600, 600, 40, 20])
  })

  it('does not count by the register what a power step has already counted', async () => {
    const locationId = nextLocation++
    const bare = { grid: { ...grid, metrics: [] } }
    const store = (given: Sample) =>
      storeReadings(db, [{ locationId, controllerId: 1, devices: bare, samples: [given] }])
    await store(sample(50, { 'grid/power': 600 }, 1800))
    for (const m of [55, 70, 85, 100]) await store(sample(m, { 'grid/energy_import': 90_000 + m }))
    const imported = (await storedHours(locationId)).filter(({ metric }) => metric === 'energy_import')
    expect(imported.map(({ total }) => total / 1000)).toEqual([100, 40])
  })

  it('creates the series of a category known only from the inventory, from the beginning', async () => {
    const locationId = nextLocation++
    const of = { locationId, controllerId: 1 }
    const samples = Array.from({ length: 90 }, (_, m) => sample(m * 200, { 'x1/power': 300 - m }))
    await storeReadings(db, [{ ...of, devices: {}, samples }])
    await declareEnergySources(db, of, [{ key: 'x1', category: 'BATTERY', metrics: ['power'] }])
    const stored = (await storedHours(locationId)).filter(({ metric }) => metric !== 'energy_consumption')
    expect(stored).toEqual(
      await expectedHours(locationId, {
        'x1/energy_charge': ['x1/power', { kind: 'power', sign: -1 }],
        'x1/energy_discharge': ['x1/power', { kind: 'power', sign: 1 }],
      }),
    )
  })

  it('stores all or nothing', async () => {
    const locationId = nextLocation++
    const tooOld = { ts: start - 3000 * 86_400_000, stepSeconds: null, values: { 'grid/power': 1 } }
    await expect(
      storeReadings(db, [give(locationId, [sample(0, { 'grid/power': 1 }), tooOld])]),
    ).rejects.toThrow(/partition/)
    expect(await storedHours(locationId)).toEqual([])
    expect(await findLatest(db, [locationId])).toEqual(new Map())
  })
})

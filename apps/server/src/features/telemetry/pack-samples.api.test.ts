import type { EnergySource } from '@ohmstead/domain/telemetry/energy-series'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { getChartRange } from '../charts/chart-range.ts'
import { getSeries } from '../charts/get-series.ts'
import type { ControllerReadings, IngestDevice } from './controller-readings.ts'
import { deleteTelemetry } from './delete-telemetry.ts'
import { computeExpectedHours, readStoredHours } from './energy-test-kit.ts'
import { finishEnergy, type PieceLimits } from './finish-energy.ts'
import { packBefore, packOldSamples } from './pack-age.ts'
import { type PackWork, packQuarter, packSamples } from './pack-samples.ts'
import { maintainPartitions } from './partitions.ts'
import { findLatestSamples, findOldestSample, findSamplesBefore } from './read-samples.ts'
import { packMs } from './sample-pack-queries.ts'
import { storeReadings } from './store-readings.ts'

const start = Date.UTC(2026, 4, 30, 12)
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const now = start + 60 * day
type Sample = ControllerReadings['samples'][number]

let db: Db
let close: () => Promise<void>
let nextLocation = 1

beforeAll(async () => {
  ;({ db, close } = await openTestDb())
  await maintainPartitions(db, { now, retentionDays: 400 })
})
afterAll(() => close())

const devices = {
  grid: { key: 'grid', category: 'GRID', metrics: ['power', 'energy_import', 'energy_export'] },
  pv: { key: 'pv', category: 'SOLAR_POWER_PLANT', metrics: [] },
} satisfies Record<string, IngestDevice>
const sources: Record<string, [string, EnergySource]> = {
  'grid/energy_import': ['grid/energy_import', { kind: 'counter' }],
  'pv/energy_production': ['pv/power', { kind: 'power', sign: 1 }],
}
const store = (locationId: number, ...samples: Sample[]) =>
  storeReadings(db, [{ locationId, controllerId: 1, devices, samples }])
const at = (ms: number, values: Sample['values'], stepSeconds: number | null = null): Sample => ({
  ts: start + ms,
  stepSeconds,
  values,
})
/** An hour of readings every ten seconds. */
const usual = (from = 0, count = 360) =>
  Array.from({ length: count }, (_, index) =>
    at(from + index * 10_000, {
      'grid/power': 300 + (index % 7),
      'grid/energy_import': 5000 + (from + index * 10_000) / 10_000,
      'pv/power': 100 + ((index * 37) % 50),
      'bat/soc': 50.5,
      'bat/state': index < 100 ? 'idle' : 'charging',
    }),
  )
const of = (locationId: number) => ({ locationId, controllerId: 1 })
const all = (locationId: number) => findLatestSamples(db, of(locationId), { from: 0, to: now, limit: null })
const countRows = async (table: 'sample' | 'sample_pack', locationId: number) => {
  const query =
    table === 'sample'
      ? sql`select count(*) as count from sample where location_id = ${locationId}`
      : sql`select count(*) as count from sample_pack where location_id = ${locationId}`
  return (await db.row<{ count: number }>(query))!.count
}

describe('packing', () => {
  it('replaces old samples by packs with a reading a minute, and keeps what energy is computed from', async () => {
    const locationId = nextLocation++
    await store(locationId, ...usual())
    await store(locationId, at(30 * day, { 'grid/power': 1 }))
    const hours = await readStoredHours(db, locationId)
    const work = await packSamples(db, start + 10 * day)
    expect(work).toEqual({ packs: 1, samples: 360, kept: 360 })
    expect([await countRows('sample', locationId), await countRows('sample_pack', locationId)]).toEqual([
      1, 1,
    ])
    const samples = await all(locationId)
    const countOf = (key: string) => samples.filter(({ values }) => key in values).length
    expect(['grid/power', 'grid/energy_import', 'pv/power', 'bat/soc', 'bat/state'].map(countOf)).toEqual([
      61, 72, 360, 60, 61,
    ])
    expect(await findOldestSample(db, of(locationId))).toBe(start)
    expect(await readStoredHours(db, locationId)).toEqual(hours)
    expect(await computeExpectedHours(db, locationId, sources)).toEqual(hours)
    expect(await packSamples(db, start + 10 * day)).toEqual({ packs: 0, samples: 0, kept: 0 })
  })

  it('keeps the step of a packed reading of which a late part has none', async () => {
    const locationId = nextLocation++
    await store(locationId, at(0, { 'pv/power': 100 }, 900), at(20 * minute, { 'pv/power': 100 }, 900))
    await packSamples(db, start + day)
    await store(locationId, at(0, { 'grid/voltage_l1': 230 }))
    await packSamples(db, start + day)
    expect(await countRows('sample', locationId)).toBe(0)
    expect((await all(locationId)).map(({ ts, step_seconds }) => [ts - start, step_seconds])).toEqual([
      [0, 900],
      [20 * minute, 900],
    ])
  })

  it('leaves what is younger as it was measured', async () => {
    const locationId = nextLocation++
    await store(locationId, ...usual(0, 12), ...usual(packMs, 12))
    expect(await packSamples(db, start + packMs)).toMatchObject({ packs: 1, samples: 12 })
    expect([await countRows('sample', locationId), await countRows('sample_pack', locationId)]).toEqual([
      12, 1,
    ])
  })

  it('keeps the controllers of a home apart', async () => {
    const locationId = nextLocation++
    const other = { locationId, controllerId: 2 }
    await store(locationId, at(0, { 'bat/soc': 1 }))
    await storeReadings(db, [{ ...other, devices, samples: [at(-minute, { 'bat/soc': 2 })] }])
    expect(await packSamples(db, start + packMs)).toMatchObject({ packs: 2 })
    const range = { from: start - hour, to: start + hour, limit: null }
    const socsOf = async (controller: typeof other) =>
      (await findLatestSamples(db, controller, range)).map(({ values }) => values['bat/soc'])
    expect([await socsOf(of(locationId)), await socsOf(other)]).toEqual([[1], [2]])
    expect(await findOldestSample(db, of(locationId))).toBe(start)
  })

  it('leaves every energy as it is, whatever arrives between packing and however it is recomputed', async () => {
    const gap = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(10_000, 1000, minute) },
      { weight: 2, arbitrary: fc.integer({ min: 1000, max: 20 * minute }) },
      { weight: 1, arbitrary: fc.integer({ min: 20 * minute, max: 9 * hour }) },
    )
    const entry = fc.record({
      gap,
      isLate: fc.boolean(),
      rise: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined, freq: 6 }),
      pv: fc.option(fc.oneof(fc.integer({ min: -5, max: 4000 }), fc.constantFrom(null, 'fault')), {
        nil: undefined,
      }),
      stepSeconds: fc.option(fc.constantFrom(60, 900), { freq: 6 }),
    })
    const small: PieceLimits = { changedHours: 2, rows: 6, samples: 40 }
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 5, maxLength: 120 }),
        fc.array(fc.integer({ min: 1, max: 15 }), { maxLength: 10 }),
        async (entries, portions) => {
          const [packed, plain] = [nextLocation++, nextLocation++]
          let [ms, wh] = [0, 1000]
          const samples = entries.map(({ gap: more, isLate, rise, pv, stepSeconds }) => {
            ms += more
            wh += rise ?? 0
            const values: Sample['values'] = {
              ...(rise !== undefined && { 'grid/energy_import': wh }),
              ...(pv !== undefined && { 'pv/power': pv }),
              'bat/soc': wh % 100,
            }
            return { isLate, sample: at(ms, values, stepSeconds) }
          })
          const inTime = samples.filter(({ isLate }) => !isLate).map(({ sample }) => sample)
          const late = samples.filter(({ isLate }) => isLate).map(({ sample }) => sample)
          const queue = [...inTime, ...late]
          for (const count of [...portions, queue.length]) {
            const portion = queue.splice(0, count)
            if (portion.length === 0) break
            await store(packed, ...portion)
            await store(plain, ...portion)
            await finishEnergy(db, { limits: small })
            for (let from = start; from < start + ms + packMs; from += packMs)
              await packQuarter(db, of(packed), from)
          }
          const expected = await readStoredHours(db, plain)
          expect(await readStoredHours(db, packed)).toEqual(expected)
          // And as a whole from what is left.
          expect(await computeExpectedHours(db, packed, sources)).toEqual(expected)
        },
      ),
      { numRuns: propertyRuns(25) },
    )
  })

  it('lets late and corrected readings of a packed time win, before and after they are packed as well', async () => {
    const locationId = nextLocation++
    await store(locationId, ...usual())
    const range = { from: start, to: start + packMs }
    await packQuarter(db, of(locationId), start)
    await store(
      locationId,
      at(0, { 'bat/soc': 99 }),
      at(5000, { 'bat/soc': 7, 'bat/state': 'late' }),
      at(2 * hour, { 'bat/soc': null }),
    )
    const expectThem = async (mean: number) => {
      const samples = await findLatestSamples(db, of(locationId), { ...range, limit: null })
      const valuesAt = (ms: number) => samples.find(({ ts }) => ts === start + ms)?.values
      expect(valuesAt(0)).toMatchObject({ 'bat/soc': 99, 'grid/energy_import': 5000, 'bat/state': 'idle' })
      expect(valuesAt(2 * hour)).toEqual({ 'bat/soc': null })
      expect(samples.map(({ ts }) => ts)).toEqual([...new Set(samples.map(({ ts }) => ts))].sort())
      const before = { keys: ['bat/soc'], edge: start + hour, limit: 4 }
      expect(
        (await findSamplesBefore(db, of(locationId), before)).map(({ ts }) => (ts - start) / 1000),
      ).toEqual([3590, 3580, 3570, 3560])
      const edges = { from: start, to: start + 6 * hour, interval: 900 as const }
      const chart = getSeriesOf(locationId, ['bat/soc', 'bat/state'], edges)
      const [soc, state] = await chart
      expect(soc!.max!.slice(0, 3)).toEqual([99, 50.5, 50.5])
      expect(soc!.values[0]).toBeCloseTo(mean, 9)
      expect(soc!.values.slice(4)).toEqual(new Array(20).fill(null))
      expect(state!.states!.slice(0, 5)).toEqual(['idle', 'charging', 'charging', 'charging', null])
    }
    await expectThem((99 + 7 + 14 * 50.5) / 16)
    await packQuarter(db, of(locationId), start)
    expect(await countRows('sample', locationId)).toBe(0)
    // The late one is not the first of its minute.
    await expectThem((99 + 14 * 50.5) / 15)
  })

  it('loses no reading to writers and packers at the same time', async () => {
    const locationId = nextLocation++
    await store(locationId, ...usual())
    const late = Array.from({ length: 40 }, (_, index) =>
      at(index * minute + 3000, { [`bat/extra_${index}`]: index }),
    )
    const works: (PackWork | 'busy')[] = []
    const pack = async () => {
      for (let round = 0; round < 10; round++) works.push(await packQuarter(db, of(locationId), start))
    }
    const write = async (from: number) => {
      for (const sample of late.filter((_, index) => index % 2 === from)) await store(locationId, sample)
    }
    await Promise.all([pack(), pack(), write(0), write(1)])
    await packQuarter(db, of(locationId), start)
    const samples = await all(locationId)
    for (const [index, { ts }] of late.entries())
      expect(samples.find((sample) => sample.ts === ts)?.values).toMatchObject({
        [`bat/extra_${index}`]: index,
      })
    expect(samples.filter(({ values }) => 'pv/power' in values)).toHaveLength(360)
    const moved = works.reduce((sum, work) => sum + (work === 'busy' ? 0 : work.samples), 0)
    expect(moved).toBeGreaterThanOrEqual(360)
  })

  it('is all or nothing', async () => {
    const locationId = nextLocation++
    await store(locationId, ...usual())
    // As if the process had ended after the rows were taken, and before the pack was stored.
    const failing: Db = {
      ...db,
      transaction: (work, options) =>
        db.transaction(
          (tx) =>
            work({
              ...tx,
              run: (statement) =>
                statement.text.includes('insert into sample_pack')
                  ? Promise.reject(new Error('killed'))
                  : tx.run(statement),
            }),
          options,
        ),
    }
    await expect(packQuarter(failing, of(locationId), start)).rejects.toThrow('killed')
    expect([await countRows('sample', locationId), await countRows('sample_pack', locationId)]).toEqual([
      360, 0,
    ])
  })

  it('gives back the space of months without samples, and late readings are still stored there', async () => {
    const locationId = nextLocation++
    await store(locationId, ...usual())
    const size = async () =>
      (await db.row<{ bytes: number }>(sql`select pg_total_relation_size('sample_2026_05') as bytes`))!.bytes
    const before = await size()
    const { emptied } = await packOldSamples(db, packBefore(14, now), () => false)
    expect(emptied).toContain('sample_2026_05')
    expect(await size()).toBeLessThan(before)
    await store(locationId, at(1, { 'bat/soc': 1 }))
    expect((await packOldSamples(db, packBefore(14, now), () => true)).emptied).toEqual([])
    expect((await all(locationId)).map(({ ts }) => ts)).toContain(start + 1)
  })

  it('ends with the location', async () => {
    const [gone, kept] = [nextLocation++, nextLocation++]
    for (const locationId of [gone, kept]) {
      await store(locationId, ...usual())
      await packQuarter(db, of(locationId), start)
    }
    await deleteTelemetry(db, gone)
    expect([await countRows('sample_pack', gone), await countRows('sample_pack', kept)]).toEqual([0, 1])
  })
})

const getSeriesOf = (
  locationId: number,
  metrics: string[],
  range: { from: number; to: number; interval: 900 },
) => getSeries(db, locationId, metrics, getChartRange(range, 'UTC'))

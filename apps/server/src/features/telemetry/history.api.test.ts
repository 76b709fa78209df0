import { hourMs, slotMs } from '@ohmstead/domain/telemetry/energy-slot'
import { intervals } from '@ohmstead/domain/time/intervals'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { propertyRuns } from '../../testing/property-runs.ts'
import { openTestDb } from '../../testing/test-db.ts'
import { insertCompany, insertLocation } from '../../testing/test-world.ts'
import { getChartRange } from '../charts/chart-range.ts'
import { getEnergy } from '../charts/get-energy.ts'
import { getSeries } from '../charts/get-series.ts'
import { closeDays } from './close-days.ts'
import type { ControllerReadings } from './controller-readings.ts'
import { findClosedUntil } from './energy-day-queries.ts'
import { finishEnergy } from './finish-energy.ts'
import { maintainPartitions } from './partitions.ts'
import { storeReadings } from './store-readings.ts'

const zones = [
  'Europe/Ljubljana',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'America/New_York',
  'UTC',
]
const day = 24 * hourMs
/** Around both clock changes of Europe and those of America. */
const periods = [
  [Date.UTC(2026, 2, 6), Date.UTC(2026, 2, 31)],
  [Date.UTC(2026, 9, 22), Date.UTC(2026, 10, 4)],
] as const
const energies = [
  'grid/energy_import',
  'grid/energy_export',
  'pv/energy_production',
  'bat/energy_charge',
  'bat/energy_discharge',
  'hp/energy_consumption',
]

let db: Db
let close: () => Promise<void>
let locationId: number

beforeAll(async () => {
  ;({ db, close } = await openTestDb())
  await maintainPartitions(db, { now: Date.UTC(2026, 10, 5), retentionDays: 400 })
  const { companyId, rootGroupId } = await insertCompany(db, 'Sonce')
  locationId = await insertLocation(db, { companyId, locationGroupId: rootGroupId })
  const samples: ControllerReadings['samples'][number][] = []
  let random = 7
  const next = () => {
    random = (random * 48_271) % 2_147_483_647
    return random / 2_147_483_647
  }
  for (const [from, to] of periods) {
    // Uneven steps with outages: slots of every kind, known, unknown, partly covered and estimated.
    for (
      let ts: number = from;
      ts < to;
      ts += next() < 0.01 ? 3 * hourMs * next() : 200_000 + 400_000 * next()
    ) {
      const minutes = (Math.round(ts) - from) / 60_000
      samples.push({
        ts: Math.round(ts),
        stepSeconds: null,
        values: {
          'grid/power': Math.round(8000 * (next() - 0.4)),
          'grid/energy_import': 5e6 + (from / day) * 1000 + Math.round(minutes * 17.3),
          'pv/power': next() < 0.05 ? null : 3000 * next(),
          'bat/power': 2000 * (next() - 0.5),
          'bat/soc': 100 * next(),
          'hp/power': 1500 * next(),
          'hp/mode': next() < 0.5 ? 'heat' : 'off',
          'hp/temperature': 20 + next(),
        },
      })
    }
  }
  for (let start = 0; start < samples.length; start += 500) {
    await storeReadings(db, [
      { locationId, controllerId: 1, devices: {}, samples: samples.slice(start, start + 500) },
    ])
  }
  await finishEnergy(db)
})
afterAll(() => close())

const sum = (values: readonly (number | null)[]) =>
  values.reduce<number>((total, value) => total + Math.round((value ?? 0) * 1000), 0)
const ask = (from: number, to: number, interval: number, zone: string, keys: readonly string[]) =>
  getSeries(db, locationId, keys, getChartRange({ from, to, interval }, zone))

/** Sums up the days of this zone: from then on it is read from them, the other zones from the hours. */
async function closeDaysFor(zone: string) {
  await db.run(sql`update location set time_zone = ${zone}`)
  await closeDays(db, periods[1][1] + 5 * day)
  expect(await findClosedUntil(db, [locationId], zone)).toEqual(new Map([[locationId, expect.any(Number)]]))
}

describe('the energy of a range', () => {
  it('is the same at every interval, in every zone, on every day', async () => {
    const instant = (period: readonly [number, number]) =>
      fc.integer({ min: period[0] - day, max: period[1] + day })
    const range = fc
      .constantFrom(...periods)
      .chain((period) => fc.tuple(instant(period), instant(period)))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b) + 1] as const)
      .chain(([from, to]) =>
        // As people choose them, on a slot, or anywhere.
        fc
          .constantFrom(1, slotMs, hourMs)
          .map((grid) => [Math.floor(from / grid) * grid, Math.ceil(to / grid) * grid] as const),
      )
    await fc.assert(
      fc.asyncProperty(range, fc.constantFrom(...zones), fc.boolean(), async ([from, to], zone, isClosed) => {
        if (isClosed) await closeDaysFor(zone)
        const sums: number[][] = []
        const totals: unknown[] = []
        for (const interval of intervals.filter((seconds) => seconds >= 300)) {
          sums.push((await ask(from, to, interval, zone, energies)).map(({ values }) => sum(values)))
          const balance = await getEnergy(
            db,
            { locationIds: [locationId] },
            getChartRange({ from, to, interval }, zone),
          )
          totals.push({ ...balance.totals, in: sum(balance.grid_import) / 1000 || null })
          // The total of what was used is that of its bars, with an inverter that is sometimes silent.
          expect(sum(balance.consumption)).toBe(Math.round((balance.totals.consumption ?? 0) * 1000))
        }
        for (const other of sums) expect(other).toEqual(sums[0])
        for (const other of totals) expect(other).toEqual(totals[0])
      }),
      { numRuns: propertyRuns(40) },
    )
  })

  it('is used only while every part of the balance is known', async () => {
    const [from, to] = periods[0]
    const slots = await ask(from, to, 300, 'UTC', energies)
    let expected = 0
    let leftOut = 0
    for (let slot = 0; slot < slots[0]!.values.length; slot++) {
      const [gridIn, gridOut, produced, charged, discharged] = slots.map(({ values }) => values[slot] ?? null)
      const isKnown = gridIn !== null && produced !== null && (charged !== null || discharged !== null)
      const mWh = [gridIn, -(gridOut ?? 0), produced, -(charged ?? 0), discharged]
      if (isKnown) expected += sum(mWh as number[])
      else if (mWh.some((value) => value)) leftOut++
    }
    expect(leftOut).toBeGreaterThan(10)
    for (const zone of ['UTC', 'Asia/Kolkata']) {
      for (const interval of [300, 3600, 86_400] as const) {
        const range = getChartRange({ from, to, interval }, zone)
        await closeDaysFor(zone)
        const { totals } = await getEnergy(db, { locationIds: [locationId] }, range)
        expect(Math.round(totals.consumption! * 1000)).toBe(expected)
        // Days summed up by older versions contain no gaps.
        await db.run(sql`update energy_day set energy = (energy::jsonb - 'gap')::json`)
        expect((await getEnergy(db, { locationIds: [locationId] }, range)).totals).toEqual(totals)
        await db.run(sql`update telemetry_state set closed_until = null`)
      }
    }
  })

  it('adds up from the parts it is split into', async () => {
    const [from, to] = periods[0]
    const whole = (await ask(from, to, 86_400, 'Europe/Ljubljana', energies)).map(({ values }) => sum(values))
    const cut = from + 9 * day + 12_345_678
    const parts = [
      await ask(from, cut, 300, 'Asia/Kolkata', energies),
      await ask(cut, to, 3600, 'UTC', energies),
    ]
    expect(
      energies.map((_, index) => parts.reduce((total, part) => total + sum(part[index]!.values), 0)),
    ).toEqual(whole)
  })

  it('of a register is the rise of the register', async () => {
    const [from, to] = periods[0]
    const first = await ask(from - day, to - day, 2_592_000, 'Europe/Ljubljana', ['grid/energy_import'])
    const minutes = (to - day - from) / 60_000
    expect(sum(first[0]!.values) / 1000 / (minutes * 17.3)).toBeCloseTo(1, 2)
  })

  it('keeps its sum when it is shown by the minute', async () => {
    const from = periods[1][0] + 5 * hourMs
    const [minutes, slots] = [
      await ask(from, from + 3 * hourMs, 60, 'Europe/Ljubljana', energies),
      await ask(from, from + 3 * hourMs, 300, 'Europe/Ljubljana', energies),
    ]
    expect(minutes.map(({ values }) => sum(values))).toEqual(slots.map(({ values }) => sum(values)))
    expect(minutes[0]!.values).toHaveLength(180)
  })
})

describe('days that are summed up', () => {
  const [from, to] = periods[0]
  const month = () => ask(from - day, to, 86_400, 'Europe/Ljubljana', energies)

  it('equal their hours', async () => {
    await closeDaysFor('UTC')
    const ofHours = await month()
    expect((await findClosedUntil(db, [locationId], 'Europe/Ljubljana')).size).toBe(0)
    await closeDaysFor('Europe/Ljubljana')
    const [{ count } = { count: 0 }] = await db.rows<{ count: number }>(
      sql`select count(*) as count from energy_day`,
    )
    expect(count).toBeGreaterThan(30)
    expect(await month()).toEqual(ofHours)
  })

  it('are discarded once a late reading has changed them, and summed up again', async () => {
    await closeDaysFor('Europe/Ljubljana')
    const before = await month()
    const late = { ts: from + 10 * day + 1, stepSeconds: null, values: { 'pv/power': 250_000 } }
    await storeReadings(db, [{ locationId, controllerId: 1, devices: {}, samples: [late] }])
    await finishEnergy(db)
    const after = await month()
    expect(sum(after[2]!.values)).toBeGreaterThan(sum(before[2]!.values))
    await closeDays(db, periods[1][1] + 5 * day)
    expect(await month()).toEqual(after)
    const open = await db.row(
      sql`select 1 from telemetry_state where closed_until < ${new Date(periods[1][1] + 3 * day)}`,
    )
    expect(open).toBeUndefined()
  })
})

describe('a series', () => {
  const [from] = periods[0]

  it('has gaps, not zeros, where nothing is known', async () => {
    const series = await ask(from - 2 * hourMs, from + hourMs, 3600, 'UTC', [
      'pv/energy_production',
      'grid/power',
      'bat/soc',
      'no/such',
    ])
    expect(series.map(({ values }) => values.slice(0, 2))).toEqual(new Array(4).fill([null, null]))
    expect(series.map(({ kind, unit }) => [kind, unit])).toEqual([
      ['energy', 'Wh'],
      ['power', 'W'],
      ['gauge', '%'],
      ['gauge', ''],
    ])
    expect(series[3]!.values).toEqual([null, null, null])
  })

  it('of a power agrees with the energy it comes from', async () => {
    const series = await ask(from + hourMs, from + 5 * hourMs, 3600, 'UTC', [
      'bat/power',
      'bat/energy_charge',
      'bat/energy_discharge',
    ])
    const [power, charge, discharge] = series.map(({ values }) => values)
    const complete = [0, 1, 2, 3].filter((bucket) => !series[0]!.incomplete.includes(bucket))
    expect(complete.length).toBeGreaterThan(0)
    for (const bucket of complete)
      expect(power![bucket]).toBeCloseTo(discharge![bucket]! - charge![bucket]!, 6)
  })

  it('of any other number is its mean with its extremes, of a text its last value', async () => {
    const [temperature, mode] = await ask(from, from + 2 * hourMs, 3600, 'UTC', ['hp/temperature', 'hp/mode'])
    for (const bucket of [0, 1]) {
      expect(temperature!.min![bucket]).toBeLessThanOrEqual(temperature!.values[bucket]!)
      expect(temperature!.max![bucket]).toBeGreaterThanOrEqual(temperature!.values[bucket]!)
      expect(['heat', 'off']).toContain(mode!.states![bucket])
    }
    expect([mode!.kind, mode!.values]).toEqual(['state', [null, null]])
  })

  it('refuses more buckets than any chart draws', () => {
    expect(() => getChartRange({ from: 0, to: 400 * day, interval: 60 }, 'UTC')).toThrow('invalid_request')
  })
})

import { describe, expect, test } from 'vitest'
import { calculateFromRegisters } from './calculate-from-registers.ts'
import { calculateNetworkFee } from './calculate-network-fee.ts'
import { formatMonthKey, formatMonthStart, parseMonthKey } from './calendar/month-key.ts'
import { buildLoadProfile } from './load-profile.ts'
import { NetworkFeeError } from './network-fee-error.ts'
import { createLoadBiller } from './optimum/bill-load.ts'
import { publishedRateFiles, publishedRates } from './rates/published-rates.ts'
import { createRateBook, type RateBook } from './rates/rate-book.ts'
import { defaultFeeOptions } from './systems/fee-context.ts'
import { contextOf, household, seriesOf } from './testing/test-series.ts'

const readings = seriesOf('2025-09-01', '2026-09-01', (_, place) => (place % 29) / 5)
const point = household([4.6, 5, 5, 5, 5])

describe('the four systems', () => {
  test('have the same months, energy and supply cost', () => {
    const result = calculateNetworkFee({
      readings,
      point,
      energyPrices: { vt: 0.11, mt: 0.08, et: null },
      customPowersKw: [5, 5, 6, 6, 6],
    })
    const keys = Object.keys(result.newSystem)
    expect([keys.length, keys[0], keys.at(-1)]).toEqual([12, 'sep-2025', 'aug-2026'])
    for (const system of [
      result.newSystem,
      result.oldSystem,
      result.optimizedSystem!,
      result.customSystem!,
    ]) {
      expect(Object.keys(system)).toEqual(keys)
      for (const key of keys) {
        expect(system[key]!.energy).toEqual(result.newSystem[key]!.energy)
        expect(system[key]!.networkEnergy!.value).toEqual(result.newSystem[key]!.networkEnergy!.value)
      }
    }
    const sum = keys.reduce((total, key) => total + result.newSystem[key]!.totalCost!.microEuro, 0)
    expect(result.totals.newSystem.totalCost!.microEuro).toBe(sum)
    expect(result.totals.newSystem.months).toBe(12)
  })

  test('a price list with one tariff needs ET, one with two needs VT and MT', () => {
    const ask = (
      tariffsCount: 1 | 2,
      energyPrices: { vt: number | null; mt: number | null; et: number | null },
    ) => calculateNetworkFee({ readings, point: { ...point, tariffsCount }, energyPrices })
    expect(() => ask(1, { vt: 0.1, mt: 0.1, et: null })).toThrow(NetworkFeeError)
    expect(() => ask(2, { vt: 0.1, mt: null, et: 0.1 })).toThrow(NetworkFeeError)
    expect(() => ask(2, { vt: 0.1, mt: -0.1, et: null })).toThrow(NetworkFeeError)
    const { lines } = ask(1, { vt: null, mt: null, et: 0.1 }).newSystem['sep-2025']!.energy!
    expect(lines.map(({ category }) => category)).toEqual(['et'])
  })

  test('survive the round trip over the wire unchanged', () => {
    const result = calculateNetworkFee({
      readings,
      point,
      energyPrices: null,
      customPowersKw: [5, 5, 5, 5, 5],
    })
    expect(JSON.parse(JSON.stringify(result))).toEqual(result)
  })

  test('are empty without readings', () => {
    const empty = seriesOf('2025-09-01', '2025-09-01', () => 1)
    const result = calculateNetworkFee({ readings: empty, point, energyPrices: null })
    expect([result.newSystem, result.oldSystem, result.optimizedSystem]).toEqual([{}, {}, null])
  })

  test("an administrator's own rates fill gaps, with their own confidence", () => {
    const rates = createRateBook([
      ...publishedRateFiles,
      {
        from: '2025-01-01',
        newSystem: [
          {
            to: '2025-12-31',
            userGroup: 1,
            consumers: 'all',
            powerEurPerKw: [5, 1, 0.2, 0.01, 0],
            energyEurPerKwh: [0.015, 0.014, 0.014, 0.014, 0.014],
            confidence: 'low',
            sources: ['own'],
            notes: [],
            acts: [],
            remark: null,
          },
        ],
      },
    ])
    const ask = {
      readings,
      point: { ...point, userGroup: 1 as const, isHousehold: false },
      energyPrices: null,
    }
    expect(calculateNetworkFee(ask).newSystem['oct-2025']!.totalCost).toBe(null)
    const month = calculateNetworkFee({ ...ask, rates }).newSystem['oct-2025']!
    expect([month.networkPower!.lines[0]!.totalCost.amount, month.confidence]).toEqual([5, 'low'])
  })
})

describe('a rate missing from the books', () => {
  const calculateWithout = (missing: 'vat' | 'energyLevies') => {
    const rates = { ...createRateBook(publishedRateFiles), [missing]: [] }
    const options = { levies: true, vat: true }
    return calculateNetworkFee({ readings, point, energyPrices: null, rates, options }).newSystem['oct-2025']!
  }

  test('of the tax leaves the month without its last line and is named', () => {
    const month = calculateWithout('vat')
    expect(month.totalCost).not.toBe(null)
    expect([month.grandTotal, month.missing]).toEqual([null, [{ kind: 'noTariff', rate: 'vat', notes: [] }]])
  })

  test('of the levies does the same', () => {
    const month = calculateWithout('energyLevies')
    expect([month.grandTotal, month.missing]).toEqual([
      null,
      [{ kind: 'noTariff', rate: 'energyLevies', notes: [] }],
    ])
  })

  test('makes no kilowatt-hour more expensive when a load is priced with the bill', () => {
    const profile = buildLoadProfile(readings)
    const limits = { minimumPowerKw: 3.4, connectionPowerKw: 17 }
    const options = { ...defaultFeeOptions, levies: true, vat: false }
    const pricesWith = (book: RateBook) =>
      createLoadBiller(profile, contextOf(point, { options, book }), limits).importEurPerKwh[0]!
    const levies = publishedRates.energyLevies.filter(({ levy }) => levy !== 'energyEfficiency')
    expect(pricesWith({ ...publishedRates, energyLevies: levies })).toBeLessThan(pricesWith(publishedRates))
    expect(pricesWith({ ...publishedRates, energyLevies: [] })).toBeGreaterThan(0)
  })
})

describe('a point without quarter-hour metering', () => {
  const month = (year: number, monthOfYear: number) => ({
    year,
    month: monthOfYear,
    vtMilliWh: 200e6,
    mtMilliWh: 100e6,
    etMilliWh: null,
  })

  test('pays for a share of its connection power every month, and for energy by its registers', () => {
    const { newSystem, oldSystem } = calculateFromRegisters({
      months: [month(2024, 11)],
      point,
      energyPrices: null,
    })
    const { networkPower, networkEnergy, totalCost, excessivePowerBlocks } = newSystem['nov-2024']!
    expect(networkPower!.lines[0]!.factors.map(({ value }) => value)).toEqual([7.14, 2.29134])
    expect(networkEnergy!.lines.map(({ unroundedEur }) => unroundedEur)).toEqual(['3.736', '1.839'])
    expect(totalCost!.amount).toBe(16.36 + 3.74 + 1.84)
    expect(excessivePowerBlocks).toBe(null)
    expect(oldSystem['nov-2024']!.networkEnergy!.lines.map(({ unroundedEur }) => unroundedEur)).toEqual([
      '8.616',
      '3.311',
    ])
  })

  test.each([
    [1, 6, 3.48],
    [3, 17, 7.14],
    [3, 22, 13.64],
  ] as const)('%i-phase, %i kW: %f kW', (phases, connectionPowerKw, kw) => {
    const { newSystem } = calculateFromRegisters({
      months: [month(2024, 11)],
      point: { ...point, phases, connectionPowerKw },
      energyPrices: null,
    })
    expect(newSystem['nov-2024']!.networkPower!.lines[0]!.factors[0]!.value).toBe(kw)
  })

  test('has a tariff in 2025 and 2026, and none after', () => {
    const { newSystem: known } = calculateFromRegisters({
      months: [month(2025, 5)],
      point: { ...point, tariffsCount: 1 },
      energyPrices: null,
    })
    expect(known['may-2025']!.networkPower!.lines[0]!.factors.map(({ value }) => value)).toEqual([
      7.14, 2.22012,
    ])
    const { newSystem } = calculateFromRegisters({
      months: [month(2027, 1)],
      point: { ...point, tariffsCount: 1 },
      energyPrices: { vt: null, mt: null, et: 0.1 },
    })
    const { networkEnergy, networkPower, totalCost, energy, missing } = newSystem['jan-2027']!
    expect([networkEnergy, networkPower, totalCost, energy!.amount]).toEqual([null, null, null, 30])
    expect(known['may-2025']!.missing).toEqual([])
    expect(missing[0]).toMatchObject({ kind: 'noTariff', rate: 'withoutQuarterHourMetering' })
  })
})

describe('month keys', () => {
  test.each([
    ['mar-2024', '2024-03-01T00:00:00+01:00'],
    ['apr-2024', '2024-04-01T00:00:00+02:00'],
    ['oct-2025', '2025-10-01T00:00:00+02:00'],
    ['nov-2025', '2025-11-01T00:00:00+01:00'],
  ])('%s begins at %s', (key, start) => {
    expect(formatMonthStart(key)).toBe(start)
    const { year, month } = parseMonthKey(key)!
    expect(formatMonthKey(year, month)).toBe(key)
  })

  test.each(['', 'mar2024', 'foo-2024', 'mar-24'])('%j is none', (key) => {
    expect([parseMonthKey(key), formatMonthStart(key)]).toEqual([null, null])
  })
})

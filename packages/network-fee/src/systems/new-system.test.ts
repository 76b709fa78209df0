import { describe, expect, test } from 'vitest'
import { calculateNetworkFee } from '../calculate-network-fee.ts'
import { buildLoadProfile } from '../load-profile.ts'
import type { MeteringPoint } from '../metering-point.ts'
import type { BlockPowers } from '../powers/agreed-power.ts'
import { household, peaksInBlocks, seriesOf } from '../testing/test-series.ts'
import { formatLine } from './fee-line.ts'
import { linesOf } from './finish-month.ts'

const flat: BlockPowers = [5, 5, 5, 5, 5]

const calculate = (
  readings: Parameters<typeof calculateNetworkFee>[0]['readings'],
  point: MeteringPoint,
  more: Partial<Parameters<typeof calculateNetworkFee>[0]> = {},
) => calculateNetworkFee({ readings, point, energyPrices: null, ...more })

const unrounded = (lines: { unroundedEur: string }[]) =>
  lines.reduce((sum, { unroundedEur }) => sum + Number(unroundedEur), 0)

describe('golden cases', () => {
  test("the regulator's example: 2.12 kW of excess cost 6.90 EUR (uro.si, block 1 of group 0 in 2024)", () => {
    // Powers above 4.0 kW by 1.5 and 1.5: the root of the sum of squares is 2.121320.
    const readings = peaksInBlocks('2024-12-01', '2025-01-01', { 1: [5.5, 5.5, 4] })
    const point = household([4, 4.5, 5, 5, 5.5])
    const { 'dec-2024': month } = calculate(readings, point).newSystem
    const block = month!.excessivePowerBlocks!.block1!
    expect(block.value.amount.toFixed(2)).toBe('2.12')
    expect(Number(block.line!.unroundedEur)).toBeCloseTo(6.8984, 3)
    expect(block.totalCost!.amount).toBe(6.9)
    expect(block.occurrences).toBe(2)
    expect(formatLine(block.line!)).toBe('0.9 × 2.12132 kW × 3.61324 EUR/kW = 6.89835444912 EUR → 6.90 EUR')
  })

  test('the root of 2.5² + 3² is 3.905, not 15.25 as a published picture has it', () => {
    const readings = peaksInBlocks('2024-12-01', '2025-01-01', { 1: [7.5, 8] })
    const { 'dec-2024': month } = calculate(readings, household(flat)).newSystem
    expect(month!.excessivePowerBlocks!.block1!.value.amount).toBeCloseTo(3.905, 3)
  })

  test('agreed power of 2.5, 3, 3.5, 3.5, 3.5 kW costs 15.12 EUR in December and 4.10 EUR in June with tax (DK)', () => {
    const point = household([2.5, 3, 3.5, 3.5, 3.5])
    const december = calculate(peaksInBlocks('2024-12-01', '2025-01-01', {}), point).newSystem['dec-2024']!
    expect(unrounded(december.networkPower!.lines) * 1.22).toBeCloseTo(15.123309, 6)
    const june = calculate(peaksInBlocks('2024-06-01', '2024-07-01', {}), point, {
      options: { newSystemBeforeStart: 'firstTable' },
    }).newSystem['jun-2024']!
    expect(unrounded(june.networkPower!.lines) * 1.22).toBeCloseTo(4.102927, 6)
    expect(june.assumption).toBe('firstNewTable')
  })

  test('3.8 kW in block 1 cost 13.73 EUR in 2024 (published letter)', () => {
    const { 'nov-2024': month } = calculate(
      peaksInBlocks('2024-11-01', '2024-12-01', {}),
      household([3.8, 3.8, 3.8, 3.8, 3.8]),
    ).newSystem
    expect(month!.networkPower!.lines[0]!.totalCost.amount).toBe(13.73)
  })

  test('the power lines of a bill of January 2026 are 4.96, 4.11, 0.73 and 0.02, together 9.82 EUR (MT)', () => {
    const readings = peaksInBlocks('2026-01-01', '2026-02-01', { 1: [2.9], 2: [4.5], 3: [4.5], 4: [4] })
    const point = household(flat, { agreedPowers: [] })
    const { 'jan-2026': month } = calculate(readings, point).newSystem
    expect(month!.powersKw).toEqual([2.9, 4.5, 4.5, 4.5, 0])
    expect(month!.networkPower!.lines.map(({ totalCost }) => totalCost.amount)).toEqual([
      4.96, 4.11, 0.73, 0.02,
    ])
    expect(month!.networkPower!.amount).toBe(9.82)
    expect(month!.powerOrigin).toBe('monthMaximum')
  })

  test('4.2 kW and 4,000 kWh a year cost about 25 EUR a month in the high season, 18 with block 1 halved (regulator)', () => {
    const point = household([4.2, 4.2, 4.2, 4.2, 4.2], { isHousehold: false })
    const evenly = (from: string, to: string) => seriesOf(from, to, () => 4000 / 8760)
    const before = calculate(evenly('2025-01-01', '2025-02-01'), point).newSystem['jan-2025']!
    const halved = calculate(evenly('2025-12-01', '2026-01-01'), point).newSystem['dec-2025']!
    expect(Math.round(before.totalCost!.amount)).toBe(25)
    expect(Math.round(halved.totalCost!.amount)).toBe(18)
  })

  test('1 kW costs a levy of 0.77562 EUR a month, 0.94626 with tax (published)', () => {
    const { newSystem } = calculate(
      peaksInBlocks('2025-10-01', '2025-11-01', {}),
      household([1, 1, 1, 1, 1]),
      {
        options: { levies: true },
      },
    )
    const line = newSystem['oct-2025']!.levies!.lines.find(({ category }) => category === 'support')!
    expect(line.unroundedEur).toBe('0.77562')
    expect(Math.round(Number(line.unroundedEur) * 1.22 * 1e5) / 1e5).toBe(0.94626)
  })
})

test.each([
  ['2025-09-01', '2025-10-01', 'sep-2025', 6],
  ['2025-12-01', '2026-01-01', 'dec-2025', 5],
])('the levy on power from %s is on the most expensive block of the time', (from, to, key, kw) => {
  const { newSystem } = calculate(peaksInBlocks(from, to, {}), household([5, 6, 7, 8, 9]), {
    options: { levies: true },
  })
  const line = newSystem[key]!.levies!.lines.find(({ category }) => category === 'support')!
  expect(line.factors[0]!.value).toBe(kw)
})

describe('rates of a period', () => {
  const january = peaksInBlocks('2025-01-01', '2025-02-01', { 1: [9] })
  const february2026 = peaksInBlocks('2026-02-01', '2026-03-01', { 1: [9] })

  test('households paid block 1 like block 2 in January 2025, and no excess even with custom powers', () => {
    const own = household(flat)
    own.agreedPowers![0]!.setBy = 'user'
    const { newSystem, customSystem } = calculate(january, own, { customPowersKw: [6, 6, 6, 6, 6] })
    const month = newSystem['jan-2025']!
    expect(month.networkPower!.lines[0]!.unroundedEur).toBe('4.5612')
    expect(month.excessivePowerBlocks!.isCharged).toBe(false)
    expect(customSystem!['jan-2025']!.excessivePowerBlocks!.isCharged).toBe(false)
    expect(
      calculate(january, { ...own, isHousehold: false }).newSystem['jan-2025']!.networkPower!.lines[0]!
        .unroundedEur,
    ).toBe('17.1125')
  })

  test.each([1, 2, 3, 4] as const)(
    'group %i has no tariff in 2025 and 2026, and none is guessed',
    (userGroup) => {
      const point = household(flat, { userGroup, isHousehold: false })
      for (const [readings, key] of [
        [january, 'jan-2025'],
        [february2026, 'feb-2026'],
      ] as const) {
        const { newSystem, optimizedSystem, agreedPower, totals } = calculate(readings, point)
        const month = newSystem[key]!
        expect([month.networkEnergy, month.networkPower, month.totalCost]).toEqual([null, null, null])
        expect(month.missing[0]).toMatchObject({ kind: 'noTariff', rate: 'newSystem' })
        expect(totals.newSystem).toMatchObject({ totalCost: null, monthsWithoutResult: [key] })
        expect([optimizedSystem, agreedPower.answer]).toEqual([null, null])
      }
    },
  )

  test('group 2 has rates in 2024', () => {
    const point = household([100, 100, 100, 100, 100], {
      userGroup: 2,
      isHousehold: false,
      connectionPowerKw: 400,
    })
    const readings = peaksInBlocks('2024-11-01', '2024-12-01', {})
    expect(calculate(readings, point).newSystem['nov-2024']!.networkPower!.lines[0]!.unroundedEur).toBe(
      '418.586',
    )
  })

  test.each([
    ['2024-09-01', '2024-10-01', 'sep-2024'],
    ['2027-03-01', '2027-04-01', 'mar-2027'],
  ])('there is no new tariff for the month from %s', (from, to, key) => {
    const month = calculate(peaksInBlocks(from, to, {}), household(flat)).newSystem[key]!
    expect(month.totalCost).toBe(null)
    expect(month.missing[0]).toEqual({ kind: 'noTariff', rate: 'newSystem', notes: [] })
  })

  test('a month is as certain as its least certain rate', () => {
    const month = (readings: Parameters<typeof calculate>[0], key: string) =>
      calculate(readings, household(flat)).newSystem[key]!.confidence
    expect(month(peaksInBlocks('2024-11-01', '2024-12-01', {}), 'nov-2024')).toBe('high')
    expect(month(peaksInBlocks('2026-04-01', '2026-05-01', {}), 'apr-2026')).toBe('mediumHigh')
    expect(month(peaksInBlocks('2026-11-01', '2026-12-01', {}), 'nov-2026')).toBe('mediumHigh')
  })
})

describe('excess power', () => {
  const readings = (from: string, to: string) => peaksInBlocks(from, to, { 1: [9], 2: [9] })
  const of = (from: string, to: string, setBy: 'operator' | 'user', changes: Partial<MeteringPoint> = {}) => {
    const point = household(flat, changes)
    point.agreedPowers![0]!.setBy = setBy
    return Object.values(calculate(readings(from, to), point).newSystem)[0]!
  }

  test.each([
    ['2024-11-01', '2024-12-01', 'operator', 17, false],
    ['2024-11-01', '2024-12-01', 'user', 17, true],
    ['2024-11-01', '2024-12-01', 'operator', 100, true],
    ['2025-04-01', '2025-05-01', 'operator', 100, true],
    ['2025-05-01', '2025-06-01', 'operator', 100, false],
    ['2025-05-01', '2025-06-01', 'user', 100, true],
    ['2026-11-01', '2026-12-01', 'operator', 17, false],
  ] as const)(
    'from %s to %s, set by the %s, %i kW: charged %s',
    (from, to, setBy, connectionPowerKw, isCharged) => {
      const month = of(from, to, setBy, { connectionPowerKw })
      const { total, isCharged: charged } = month.excessivePowerBlocks!
      expect(charged).toBe(isCharged)
      const parts = month.networkEnergy!.microEuro + month.networkPower!.microEuro
      expect(month.totalCost!.microEuro).toBe(parts + (isCharged ? total.totalCost!.microEuro : 0))
    },
  )

  test.each([
    [true, null, false],
    [false, null, true],
    [false, 17, false],
    [false, 100, true],
  ])(
    'where the contract tells no connection power: household %s, register %j kW: charged %s',
    (isHousehold, kw, isCharged) => {
      const point = household(flat, { isHousehold, connectionPowerKw: null, fuseAmpere: null })
      point.agreedPowers![0]!.connectionPowerKw = kw
      const { newSystem } = calculate(readings('2024-11-01', '2024-12-01'), point)
      expect(newSystem['nov-2024']!.excessivePowerBlocks!.isCharged).toBe(isCharged)
    },
  )

  test.each([
    ['2025-12-01', '2026-01-01', 0.9],
    ['2026-01-01', '2026-02-01', 1.05],
  ] as const)('from %s to %s the factor is %f', (from, to, factor) => {
    const line = of(from, to, 'user').excessivePowerBlocks!.block1!.line!
    expect(line.factors.map(({ value }) => value)).toEqual([factor, 4, 1.71126])
  })

  test('blocks and months are not mixed', () => {
    const point = household(flat)
    const { newSystem } = calculate(peaksInBlocks('2024-11-01', '2025-01-01', { 1: [8, 9], 2: [8] }), point)
    for (const key of ['nov-2024', 'dec-2024']) {
      const { block1, block2, block3, block5, total } = newSystem[key]!.excessivePowerBlocks!
      expect([block1!.value.amount, block2!.value.amount, block3!.value.amount, block5]).toEqual([
        5,
        3,
        0,
        null,
      ])
      expect(total.occurrences).toBe(3)
    }
  })

  test('a power equal to the agreed one is no excess', () => {
    const { newSystem } = calculate(peaksInBlocks('2024-11-01', '2024-12-01', { 1: [5] }), household(flat))
    expect(newSystem['nov-2024']!.excessivePowerBlocks!.block1!.occurrences).toBe(0)
  })

  test('the part added by estimated readings is reported separately', () => {
    const series = peaksInBlocks('2024-11-01', '2024-12-01', { 1: [8, 9] })
    series.isEstimated[series.importMilliWh.indexOf(9 * 250_000)] = 1
    const { block1 } = calculate(series, household(flat)).newSystem['nov-2024']!.excessivePowerBlocks!
    expect(block1).toMatchObject({ occurrences: 2, value: { amount: 5 } })
    expect(block1!.measured).toMatchObject({ occurrences: 1, value: { amount: 3 } })
  })
})

describe('powers billed without an agreement', () => {
  test('are the highest of the month per block, half up to 0.1 kW, never below the previous block', () => {
    const readings = peaksInBlocks('2026-03-01', '2026-04-01', { 2: [3.25], 3: [3.249], 4: [4.05], 5: [1] })
    const { 'mar-2026': month } = calculate(readings, household(flat, { agreedPowers: [] })).newSystem
    expect(month!.powersKw).toEqual([0, 3.3, 3.3, 4.1, 4.1])
    expect(month!.excessivePowerBlocks!.isCharged).toBe(false)
  })

  test('zeros in the register mean the same; an unknown register leaves the power unknown', () => {
    const readings = peaksInBlocks('2026-03-01', '2026-04-01', { 2: [3] })
    const zeros = household([0, 0, 0, 0, 0])
    expect(calculate(readings, zeros).newSystem['mar-2026']!.powersKw).toEqual([0, 3, 3, 3, 3])
    const unknown = calculate(readings, household(flat, { agreedPowers: null })).newSystem['mar-2026']!
    expect([unknown.networkPower, unknown.totalCost]).toEqual([null, null])
    expect(unknown.missing).toEqual([{ kind: 'agreedPowerUnknown' }])
  })
})

test('a register that does not cover a month leaves its power unknown', () => {
  const point = household(flat)
  point.agreedPowers![0]!.fromDay = '2025-06-01'
  const { newSystem } = calculate(peaksInBlocks('2025-05-01', '2025-07-01', { 2: [7] }), point)
  expect([newSystem['may-2025']!.powersKw, newSystem['jun-2025']!.powersKw]).toEqual([null, flat])
})

describe('readings and lines', () => {
  test('every figure is the sum of lines, and every line the product of its factors', () => {
    const readings = seriesOf('2024-11-01', '2026-11-01', (_, place) => (place % 97) / 12)
    const point = household([4.6, 4.6, 5, 5, 5])
    const { newSystem, oldSystem, optimizedSystem, customSystem, rates } = calculate(readings, point, {
      energyPrices: { vt: 0.11, mt: 0.08, et: null },
      customPowersKw: flat,
      options: { levies: true, vat: true },
    })
    for (const month of [newSystem, oldSystem, optimizedSystem!, customSystem!].flatMap((system) =>
      Object.values(system),
    )) {
      for (const part of [month.energy, month.networkEnergy, month.networkPower, month.levies, month.vat]) {
        const sum = part!.lines.reduce((total, { totalCost }) => total + totalCost.microEuro, 0)
        expect(part!.microEuro).toBe(sum)
      }
      for (const { factors, unroundedEur, totalCost } of linesOf(month)) {
        const product = factors.reduce((result, { value }) => result * value, 1)
        expect(Number(unroundedEur)).toBeCloseTo(product, 9)
        expect(Math.abs(totalCost.amount - product)).toBeLessThanOrEqual(0.005 + 1e-9)
        expect(totalCost.microEuro % 10_000).toBe(0)
        for (const { rateId } of factors) if (rateId) expect(rates[rateId]!.sources.length).toBeGreaterThan(0)
      }
    }
  })

  test('a month without readings has no energy and no total, only its power fee', () => {
    const month = calculate(
      seriesOf('2025-05-01', '2025-06-01', () => null),
      household(flat),
    ).newSystem['may-2025']!
    expect([month.networkEnergy, month.totalCost]).toEqual([null, null])
    expect(month.networkPower!.amount).toBeGreaterThan(0)
    expect(month.excessivePowerBlocks!.block2).toBe(null)
    expect(month.missing).toEqual([{ kind: 'noReadings' }])
  })

  test('gaps, estimates, zeros and partial months are reported', () => {
    const series = seriesOf('2025-05-10', '2025-06-01', (_, place) =>
      place < 96 ? 0 : place < 192 ? null : 1,
    )
    series.isEstimated[300] = 1
    const { quality } = calculate(series, household(flat)).newSystem['may-2025']!
    expect(quality).toEqual({
      wholeMonth: 31 * 96,
      covered: 22 * 96,
      present: 21 * 96,
      missing: 96,
      estimated: 1,
      zeros: 96,
      suspectDays: 1,
      isComplete: false,
      isProvisional: true,
    })
  })

  test.each([
    [8, 0],
    [9, 1],
  ])('%i empty quarter-hours of a day make %i suspect, unless the house exported', (zeros, suspectDays) => {
    const series = seriesOf('2025-05-01', '2025-06-01', (_, place) => (place < zeros ? 0 : 1))
    const quality = (readings: typeof series) =>
      calculate(readings, household(flat)).newSystem['may-2025']!.quality!
    expect(quality(series).suspectDays).toBe(suspectDays)
    const exportMilliWh = series.importMilliWh.map((value) => (value === 0 ? 100 : 0))
    expect(quality({ ...series, exportMilliWh })).toMatchObject({ suspectDays: 0, zeros })
  })

  test('excess that is only informative is in no total', () => {
    const { totals } = calculate(peaksInBlocks('2025-09-01', '2025-10-01', { 2: [9] }), household(flat))
    expect(totals.newSystem.chargedExcess!.amount).toBe(0)
  })

  test('energy that the register counts beyond the quarter-hours is billed in the block of low load on days off', () => {
    const readings = seriesOf('2025-05-01', '2025-06-01', () => 1)
    const month = calculate(readings, household(flat), {
      registerImportMilliWh: { 'may-2025': 744e6 + 2_500_000 },
    }).newSystem['may-2025']!
    const line = month.networkEnergy!.lines.at(-1)!
    expect([line.category, line.factors.map(({ value }) => value)]).toEqual([
      'registerDifference',
      [2.5, 0.01873],
    ])
    expect(month.networkEnergy!.value).toEqual({ amount: 746.5, unit: 'kWh' })
  })

  test('export never costs anything', () => {
    const series = seriesOf('2025-05-01', '2025-06-01', () => 1)
    const withExport = { ...series, exportMilliWh: series.importMilliWh.map((one) => one * 3) }
    const one = calculate(series, household(flat)).newSystem
    expect(calculate(withExport, household(flat)).newSystem).toEqual(one)
  })

  test('a prepared profile gives the same result as its readings', () => {
    const series = seriesOf('2025-05-01', '2025-07-01', (_, place) => (place % 31) / 4)
    expect(calculate(buildLoadProfile(series), household(flat))).toEqual(calculate(series, household(flat)))
  })
})

import { describe, expect, test } from 'vitest'
import { calculateNetworkFee } from '../calculate-network-fee.ts'
import type { MeteringPoint } from '../metering-point.ts'
import type { QuarterHourSeries } from '../quarter-hour-series.ts'
import { household, seriesOf } from '../testing/test-series.ts'
import type { FeeOptions } from './fee-context.ts'
import { findOldSystemGroup } from './old-system-group.ts'

const oldSystem = (readings: QuarterHourSeries, point: MeteringPoint, options: Partial<FeeOptions> = {}) =>
  calculateNetworkFee({ readings, point, energyPrices: null, options }).oldSystem

const localTime = (ms: number) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('Europe/Ljubljana')

describe('the old group of a point', () => {
  const point = {
    userGroup: 0 as const,
    isHousehold: false,
    isPublicCharging: false,
    connectionPowerKw: 100,
    operatingHours: 2500,
  }
  test.each([
    [{ isHousehold: true }, 'nnHousehold'],
    [{ isPublicCharging: true }, 'nnCharging'],
    [{ connectionPowerKw: 43 }, 'nnWithoutPowerMetering'],
    [{}, 'nnFrom2500'],
    [{ operatingHours: 2499 }, 'nnBelow2500'],
    [{ userGroup: 1 }, 'nnBusbarFrom2500'],
    [{ userGroup: 2, operatingHours: 100 }, 'snBelow2500'],
    [{ userGroup: 3 }, 'snBusbarFrom2500'],
    [{ userGroup: 4, operatingHours: 100 }, 'vnBelow2500'],
    [{ userGroup: 4 }, 'vnFrom2500'],
    [{ userGroup: 4, operatingHours: 6000 }, 'vnFrom6000'],
    [{ operatingHours: null }, null],
    [{ connectionPowerKw: null }, null],
  ] as const)('%j: %s', (changes, group) => {
    expect(findOldSystemGroup({ ...point, ...changes })).toBe(group)
  })
})

describe('a household', () => {
  const readings = seriesOf('2024-05-01', '2024-06-01', () => 1)

  test('pays its billing power and energy at high and low tariff', () => {
    const month = oldSystem(readings, household([5, 5, 5, 5, 5]))['may-2024']!
    // 21 working days in May 2024 (1 and 2 May are work-free), 16 hours each.
    expect(month.networkEnergy!.lines.map(({ factors }) => factors.map(({ value }) => value))).toEqual([
      [336, 0.04308],
      [408, 0.03311],
    ])
    expect(month.networkPower!.amount).toBe(7.96)
    expect(month.totalCost!.amount).toBe(7.96 + 14.47 + 13.51)
    expect(month.excessivePowerBlocks).toBe(null)
    expect(month.confidence).toBe('high')
  })

  test('with one tariff pays the single rate', () => {
    const point = household([5, 5, 5, 5, 5], { tariffsCount: 1 })
    const { lines } = oldSystem(readings, point)['may-2024']!.networkEnergy!
    expect(lines.map(({ category, unroundedEur }) => [category, unroundedEur])).toEqual([['et', '29.55912']])
  })

  test.each([
    [3, 25, null, 10],
    [1, 16, null, 3],
    [1, 25, 7, 7],
  ] as const)('%i × %i A, billed %s: %f kW', (phases, fuseAmpere, oldBillingPowerKw, kw) => {
    const point = household([5, 5, 5, 5, 5], { phases, fuseAmpere, oldBillingPowerKw })
    expect(oldSystem(readings, point)['may-2024']!.networkPower!.lines[0]!.factors[0]!.value).toBe(kw)
  })

  test('is not charged for a billing power above the connection power', () => {
    const point = household([5, 5, 5, 5, 5], { connectionPowerKw: 6 })
    expect(oldSystem(readings, point)['may-2024']!.networkPower!.amount).toBe(7.96)
  })

  test('with an unknown fuse has no power fee and no total', () => {
    const point = household([5, 5, 5, 5, 5], { fuseAmpere: null, oldBillingPowerKw: null })
    const month = oldSystem(readings, point)['may-2024']!
    expect([month.networkPower, month.totalCost]).toEqual([null, null])
    expect(month.missing).toEqual([{ kind: 'billingPowerUnknown' }])
  })

  test('after September 2024 is compared using the last table, and says so', () => {
    const later = seriesOf('2025-05-01', '2025-06-01', () => 1)
    const month = oldSystem(later, household([5, 5, 5, 5, 5]))['may-2025']!
    expect([month.assumption, month.networkPower!.amount]).toEqual(['lastOldTable', 7.96])
    const refused = oldSystem(later, household([5, 5, 5, 5, 5]), { oldSystemAfterEnd: 'noTariff' })[
      'may-2025'
    ]!
    expect([refused.totalCost, refused.missing]).toEqual([
      null,
      [{ kind: 'noTariff', rate: 'oldSystem', notes: [] }],
    ])
  })

  test('paid nothing for the network from February to April 2022', () => {
    const month = oldSystem(
      seriesOf('2022-02-01', '2022-03-01', () => 1),
      household([5, 5, 5, 5, 5]),
    )['feb-2022']!
    expect(month.totalCost!.amount).toBe(0)
    expect(
      oldSystem(
        seriesOf('2020-02-01', '2020-03-01', () => 1),
        household([5, 5, 5, 5, 5]),
      )['feb-2020']!.totalCost,
    ).toBe(null)
  })

  test('the levy on power: 7 kW cost 5.17, with tax 6.31 EUR (published)', () => {
    const point = household([5, 5, 5, 5, 5], { oldBillingPowerKw: 7 })
    const month = oldSystem(
      seriesOf('2023-10-01', '2023-11-01', () => 0),
      point,
      { levies: true, vat: true },
    )['oct-2023']!
    const support = month.levies!.lines.find(({ category }) => category === 'support')!
    expect(support.totalCost.amount).toBe(5.17)
    expect(Math.round(Number(support.unroundedEur) * 122) / 100).toBe(6.31)
    const [base, rate] = month.vat!.lines[0]!.factors
    expect([base!.value, rate!.value]).toEqual([month.totalCost!.amount + month.levies!.amount, 0.22])
  })
})

describe('measured power', () => {
  const point = (changes: Partial<MeteringPoint> = {}) =>
    household([50, 50, 50, 50, 50], {
      isHousehold: false,
      connectionPowerKw: 100,
      operatingHours: 3000,
      oldBillingPowerKw: null,
      ...changes,
    })
  /** 10 kW, and peaks at given local times. */
  const withPeaks = (peaks: Record<string, number>) =>
    seriesOf('2024-05-01', '2024-06-01', (ms) => peaks[localTime(ms).toPlainDateTime().toString()] ?? 10)
  const billing = (readings: QuarterHourSeries, changes: Partial<MeteringPoint> = {}) =>
    oldSystem(readings, point(changes))['may-2024']!.networkPower!.lines.map(
      ({ factors }) => factors[0]!.value,
    )

  const inHigh = { '2024-05-06T08:00:00': 60, '2024-05-06T21:45:00': 50, '2024-05-07T06:00:00': 41.2 }

  test('is the mean of the three highest quarter-hours of the high tariff in whole kW', () => {
    expect(billing(withPeaks(inHigh))).toEqual([50])
  })

  test('counts a quarter of the mean outside', () => {
    const night = { '2024-05-06T22:00:00': 90, '2024-05-04T12:00:00': 90, '2024-05-07T05:45:00': 90 }
    expect(billing(withPeaks(night))).toEqual([23])
    expect(billing(withPeaks({ ...night, ...inHigh }))).toEqual([50])
  })

  test('on medium voltage counts in the two peak-load hours of the month', () => {
    // May 2024: 7 to 9.
    expect(billing(withPeaks(inHigh), { userGroup: 2 })).toEqual([27])
  })

  test('is charged twice above the connection power', () => {
    const peaks = { '2024-05-06T08:00:00': 120, '2024-05-06T08:15:00': 120, '2024-05-06T08:30:00': 120 }
    const month = oldSystem(withPeaks(peaks), point())['may-2024']!
    expect(month.networkPower!.lines.map(({ category, unroundedEur }) => [category, unroundedEur])).toEqual([
      ['month', '685.428'],
      ['aboveConnection', '114.238'],
    ])
  })

  test('needs the operating hours, and is never guessed', () => {
    const month = oldSystem(withPeaks({}), point({ operatingHours: null }))['may-2024']!
    expect([month.totalCost, month.missing]).toEqual([null, [{ kind: 'oldGroupUnknown' }]])
  })
})

import { describe, expect, test } from 'vitest'
import { buildLoadProfile } from '../load-profile.ts'
import { contextOf, household, seriesOf } from '../testing/test-series.ts'
import { calculateNetMetering } from './net-metering.ts'

const context = contextOf(household([5, 5, 5, 5, 5]))

/** 1 kW of constant import, and some export. */
const yearWith = (fromDay: string, toDay: string, exportKw: number | null) => {
  const series = seriesOf(fromDay, toDay, () => 1)
  const exportMilliWh = exportKw === null ? null : series.importMilliWh.map((one) => one * exportKw)
  return calculateNetMetering(buildLoadProfile({ ...series, exportMilliWh }), context)
}

describe('yearly net metering', () => {
  test('bills the import of a calendar year beyond its export, at the single tariff', () => {
    const [year] = yearWith('2025-01-01', '2026-01-01', 0.75)
    expect(year).toMatchObject({
      year: 2025,
      importKwh: 8760,
      exportKwh: 6570,
      billedKwh: 2190,
      isComplete: true,
    })
    expect(year!.networkEnergy!.factors.map(({ value }) => value)).toEqual([2190, 0.01856])
    expect(year!.networkEnergy!.totalCost.amount).toBe(40.65)
  })

  test('a surplus is worth nothing and is not carried over', () => {
    const years = yearWith('2025-01-01', '2026-07-01', 1.5)
    expect(years.map(({ year, billedKwh, isComplete }) => [year, billedKwh, isComplete])).toEqual([
      [2025, 0, true],
      [2026, 0, false],
    ])
    expect(years[0]!.networkEnergy!.totalCost.amount).toBe(0)
  })

  test('needs the feed-in and a tariff', () => {
    expect(yearWith('2025-01-01', '2026-01-01', null)[0]).toMatchObject({
      exportKwh: null,
      networkEnergy: null,
    })
    expect(yearWith('2027-01-01', '2027-03-01', 0)[0]!.networkEnergy).toBe(null)
    expect(yearWith('2023-01-01', '2024-01-01', 0)[0]!.networkEnergy!.factors[1]!.value).toBe(0.03858)
  })
})

import { expect, test } from 'vitest'
import { buildLoadProfile } from '../load-profile.ts'
import { household, seriesOf } from '../testing/test-series.ts'
import { settleNetMetering } from './net-metering-settlement.ts'

const point = household([5, 5, 5, 5, 5])

test('a year pays for import beyond its export, at a rate with a source; an incomplete year is marked', () => {
  const taken = seriesOf('2025-11-01', '2026-11-01', () => 1)
  const series = { ...taken, exportMilliWh: taken.importMilliWh.map((energy) => energy * 0.75) }
  const { years, rates, sources } = settleNetMetering(series, point)
  expect(years.map(({ year, months }) => [year, months])).toEqual([
    [2025, 2],
    [2026, 10],
  ])
  for (const { importKwh, billedKwh, networkEnergy } of years) {
    expect(billedKwh).toBeCloseTo(importKwh / 4, 6)
    const rate = networkEnergy!.factors.find(({ rateId }) => rateId)!
    expect(networkEnergy!.totalCost.amount).toBeCloseTo(billedKwh! * rate.value, 2)
    const keys = rates[rate.rateId!]!.sources
    expect(keys.length).toBeGreaterThan(0)
    expect(keys.filter((key) => !sources[key]?.kind)).toEqual([])
  }
})

test('unread export is never netted', () => {
  const { years } = settleNetMetering(
    seriesOf('2026-01-01', '2026-02-01', () => 1),
    point,
  )
  expect(years).toMatchObject([{ exportKwh: null, billedKwh: null, networkEnergy: null }])
})

test('months that are not read yet do not belong to a year, and a year without a reading is omitted', () => {
  const firstReadMs = Date.UTC(2025, 8, 30, 22)
  const series = seriesOf('2024-11-01', '2026-03-01', (startMs) => (startMs < firstReadMs ? null : 1))
  const exportMilliWh = series.importMilliWh.map((energy) => energy / 2)
  const settled = settleNetMetering({ ...series, exportMilliWh }, point)
  expect(settled.years.map(({ year, months }) => [year, months])).toEqual([
    [2025, 3],
    [2026, 2],
  ])
  expect(settleNetMetering(buildLoadProfile({ ...series, exportMilliWh }), point)).toEqual(settled)
})

import { buildLoadProfile } from '@ohmstead/network-fee/load-profile'
import { seriesOf } from '@ohmstead/network-fee/testing/test-series'
import { expect, test } from 'vitest'
import { shapeDays, sumByMonth } from './shape-solar.ts'

// The last day of January and the first of February.
const series = seriesOf('2025-01-31', '2025-02-02', () => 1)
const profile = buildLoadProfile(series)
const quarters = series.importMilliWh.length
const netKwh = new Float64Array(quarters).fill(0.25)
/** Panels give 2 kW from noon to one o'clock of the first day, 4 kW of the second. */
const pvKwh = Float64Array.from({ length: quarters }, (_, place) =>
  Math.floor((place % 96) / 4) === 12 ? (place < 96 ? 0.5 : 1) : 0,
)

test('the mean day of a month has its hours in place, and other months are excluded', () => {
  const days = shapeDays({ profile, netKwh }, pvKwh)
  const at = (hour: number, kw: number) => Array.from({ length: 24 }, (_, one) => (one === hour ? kw : 0))
  expect(days).toEqual([
    { month: 1, pvKw: at(12, 2), houseKw: Array(24).fill(1) },
    { month: 2, pvKw: at(12, 4), houseKw: Array(24).fill(1) },
  ])
})

test("a month has the panels' energy used in the house, the export, and the remaining import", () => {
  const exportKwh = new Float64Array(quarters)
  const fed = pvKwh.map((kwh) => Math.max(kwh - 0.25, 0))
  const imported = pvKwh.map((kwh) => Math.max(0.25 - kwh, 0))
  const months = sumByMonth({ profile, exportKwh }, { importKwh: imported, exportKwh: fed }, pvKwh)
  expect(months).toEqual([
    { firstDay: '2025-01-01', ownKwh: 1, exportKwh: 1, importKwh: 23 },
    { firstDay: '2025-02-01', ownKwh: 1, exportKwh: 3, importKwh: 23 },
  ])
})

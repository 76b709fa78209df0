import { household } from '@ohmstead/network-fee/testing/test-series'
import { expect, test } from 'vitest'
import { defaultAssumptions } from '../features/battery/battery-assumptions.ts'
import {
  buildSolarInvestment,
  buildSolarQuestion,
  defaultSolarAssumptions,
} from '../features/solar/solar-assumptions.ts'

const house = household([6, 6, 6, 6, 6])
const assumed = defaultSolarAssumptions(house, null)
const base = {
  point: house,
  prices: { vt: 0.1, mt: 0.1, et: null },
  hasAssumedPrices: false,
  hasNetMetering: false,
  adviceFrom: '2026-12-01',
}
const days = { from: '2025-01-01', to: '2025-12-31' }

test('a battery has the same cost, feed-in price and life beside panels as alone', () => {
  const alone = defaultAssumptions(house)
  expect(assumed).toMatchObject({
    batteryEurPerKwh: alone.eurPerKwh,
    batteryFixedEur: alone.fixedEur,
    batteryPercent: alone.roundTripPercent,
    discountPercent: alone.discountPercent,
    growthPercent: alone.growthPercent,
    feedInEurPerKwh: alone.feedInEurPerKwh,
    levies: alone.levies,
    vat: alone.vat,
  })
  const { battery } = buildSolarQuestion(base, { ...assumed, batteryKwh: 10 }, days)
  expect(battery).toMatchObject({ standbyW: alone.standbyW, wearEurPerKwh: alone.wearEurPerKwh })
  const { replacements } = buildSolarInvestment({ ...assumed, batteryKwh: 10, inverterEur: 0 }, true)
  expect(replacements).toEqual([{ year: alone.lifetimeYears, priceEur: 1500 + 10 * 450 }])
})

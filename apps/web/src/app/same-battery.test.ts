import { expect, test } from 'vitest'
import { defaultAssumptions } from '../features/battery/battery-assumptions.ts'
import {
  buildSolarInvestment,
  buildSolarQuestion,
  defaultSolarAssumptions,
} from '../features/solar/solar-assumptions.ts'
import { solarBase, solarDays, solarHouse } from '../testing/solar-case.ts'

const assumed = defaultSolarAssumptions(solarHouse, null)

test('a battery has the same cost, feed-in price and life beside panels as alone', () => {
  const alone = defaultAssumptions(solarHouse)
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
  const { battery } = buildSolarQuestion(solarBase, { ...assumed, batteryKwh: 10 }, solarDays)
  expect(battery).toMatchObject({ standbyW: alone.standbyW, wearEurPerKwh: alone.wearEurPerKwh })
  const { replacements } = buildSolarInvestment({ ...assumed, batteryKwh: 10, inverterEur: 0 }, true)
  expect(replacements).toEqual([{ year: alone.lifetimeYears, priceEur: 1500 + 10 * 450 }])
})

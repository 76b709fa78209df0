import { expect, test } from 'vitest'
import { solarBase, solarDays, solarHouse } from '../../testing/solar-case.ts'
import { buildSolarInvestment, buildSolarQuestion, defaultSolarAssumptions } from './solar-assumptions.ts'

const assumed = defaultSolarAssumptions(solarHouse, null)

test("a replacement after the end of the panels' life costs nothing", () => {
  const short = { ...assumed, batteryKwh: 10, lifetimeYears: 13 }
  expect(buildSolarInvestment(short, true).replacements).toEqual([])
  expect(buildSolarInvestment({ ...short, lifetimeYears: 14 }, true).replacements).toEqual([
    { year: 13, priceEur: assumed.inverterEur },
  ])
})

test('a house has panels of a typical roof; a large connection a quarter of its power', () => {
  const works = { ...solarHouse, isHousehold: false, connectionPowerKw: 400 }
  expect(assumed).toMatchObject({ kWp: 8, inverterKw: 8, vat: true })
  expect(defaultSolarAssumptions(works, null)).toMatchObject({ kWp: 100, inverterKw: 100, vat: true })
})

test('without a battery its fields are hidden, and the inverter limits its output', () => {
  const without = buildSolarQuestion(solarBase, assumed, solarDays)
  expect(without.battery).toBeNull()
  expect(without.plant.inverterLimitW! * without.plant.inverterEfficiency!).toBeCloseTo(8000, 6)
  const { battery } = buildSolarQuestion(solarBase, { ...assumed, batteryKwh: 10 }, solarDays)
  expect(battery).toMatchObject({ capacityKwh: 10, chargeKw: 5, dischargeKw: 5, roundTrip: 0.9 })
})

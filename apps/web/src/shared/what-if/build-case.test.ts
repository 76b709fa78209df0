import { expect, test } from 'vitest'
import { buildCase } from './build-case.ts'

const info: Parameters<typeof buildCase>[0] = {
  billingPower: 10,
  connectionPower: 17,
  consumerType: 'RESIDENTIAL',
  consumptionType: null,
  userGroup: 0,
  userGroupText: null,
  currentLimit: 25,
  isThreePhase: true,
  powerLimits: [],
  productionPower: null,
  tariffsCount: 2,
  voltageClassification: null,
  yearlyWorkHours: null,
  netMetering: null,
  manual: [],
  assumed: [],
  hash: '',
}
const entered = { vt: 0.2, mt: null, et: 0.15 }

test('entered prices are used, and a missing one is marked as assumed', () => {
  expect(buildCase(info, 1, entered, '2026-12-01')).toMatchObject({
    prices: { vt: null, mt: null, et: 0.15 },
    hasAssumedPrices: false,
  })
  expect(buildCase(info, 2, entered, '2026-12-01')).toMatchObject({
    prices: { vt: 0.2, mt: 0.1, et: null },
    hasAssumedPrices: true,
  })
})

test('yearly net metering is passed on, and its unknown parts are not', () => {
  const of = (netMetering: boolean | null) =>
    buildCase({ ...info, netMetering }, 2, entered, '2026-12-01').hasNetMetering
  expect([of(true), of(false), of(null)]).toEqual([true, false, false])
})

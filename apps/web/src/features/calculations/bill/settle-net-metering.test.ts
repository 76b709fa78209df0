import { buildLoadProfile } from '@ohmstead/network-fee/load-profile'
import { seriesOf } from '@ohmstead/network-fee/testing/test-series'
import type { WireConsumerInfo } from '@ohmstead/network-fee/wire/build-metering-point'
import { expect, test } from 'vitest'
import { settleNetMetering } from './settle-net-metering.ts'

const info: WireConsumerInfo = {
  billingPower: 10,
  connectionPower: 17,
  consumerType: 'RESIDENTIAL',
  userGroup: 0,
  currentLimit: 25,
  isThreePhase: true,
  powerLimits: [],
  tariffsCount: 2,
  yearlyWorkHours: null,
}

test('a year pays for what it takes beyond what it feeds in, with a rate that has a source; a part of a year says so', () => {
  const taken = seriesOf('2025-11-01', '2026-11-01', () => 1)
  const series = { ...taken, exportMilliWh: taken.importMilliWh.map((energy) => energy * 0.75) }
  const { years, rates } = settleNetMetering(buildLoadProfile(series), info)
  expect(years.map(({ year, months }) => [year, months])).toEqual([
    [2025, 2],
    [2026, 10],
  ])
  for (const { importKwh, billedKwh, networkEnergy } of years) {
    expect(billedKwh).toBeCloseTo(importKwh / 4, 6)
    const rate = networkEnergy!.factors.find(({ rateId }) => rateId)!
    expect(networkEnergy!.totalCost.amount).toBeCloseTo(billedKwh! * rate.value, 2)
    expect(rates[rate.rateId!]!.sources.length).toBeGreaterThan(0)
  }
})

test('what is not read of the feed-in is never netted', () => {
  const { years } = settleNetMetering(buildLoadProfile(seriesOf('2026-01-01', '2026-02-01', () => 1)), info)
  expect(years).toMatchObject([{ exportKwh: null, billedKwh: null, networkEnergy: null }])
})

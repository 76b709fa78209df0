import { calculatePeriod } from '@ohmstead/network-fee/calculate-period'
import { buildLoadProfile } from '@ohmstead/network-fee/load-profile'
import { seriesOf } from '@ohmstead/network-fee/testing/test-series'
import { buildMeteringPoint, type WireConsumerInfo } from '@ohmstead/network-fee/wire/build-metering-point'
import { expect, test } from 'vitest'
import { monthsOf } from '../calculation-data.ts'
import { buildGivenRows, buildRow } from './choice-rows.ts'
import { createWhatIf } from './what-if.ts'

const info: WireConsumerInfo = {
  billingPower: 10,
  connectionPower: 17,
  consumerType: 'RESIDENTIAL',
  userGroup: 0,
  currentLimit: 25,
  isThreePhase: true,
  powerLimits: [
    {
      block1: 6,
      block2: 6.5,
      block3: 7,
      block4: 7,
      block5: 7,
      connectionPower: 17,
      dateFrom: '2024-10-01',
      dateTo: '2027-12-31',
      isValid: true,
      limitSetBy: 'user',
      minimumPower: 3.4,
      enteredOn: null,
    },
  ],
  tariffsCount: 2,
  yearlyWorkHours: null,
}
const series = seriesOf('2025-11-01', '2026-11-01', (_, place) => 1 + ((place * 7919) % 640) / 100)
const prices = { vt: 0.1234, mt: 0.0987, et: null }

test.each([
  { levies: false, vat: false },
  { levies: true, vat: true },
])("the preview equals the server's answer to the last digit, with %o", (options) => {
  const powersKw = [4.6, 4.6, 5.1, 6.2, 6.2] as const
  const { point } = buildMeteringPoint(info)
  const asked = {
    readings: series,
    point,
    energyPrices: prices,
    options,
    customPowersKw: [...powersKw] as never,
  }
  const answered = calculatePeriod(asked, [])
  const whatIf = createWhatIf(buildLoadProfile(series), info, prices, options, answered.agreedPower.fromDay)
  expect(whatIf.calculate([...powersKw])).toEqual(monthsOf(answered, 'customSystem'))
  expect(whatIf.limits).toEqual(answered.agreedPower.limits)
})

test('the operator refuses the same as the page', () => {
  const whatIf = createWhatIf(
    buildLoadProfile(series),
    info,
    prices,
    { levies: false, vat: false },
    '2026-12-01',
  )
  expect(whatIf.findProblems([3, 4.25, 4, 5, 18]).map(({ block, kind }) => `${block} ${kind}`)).toEqual([
    '1 belowMinimum',
    '2 notInSteps',
    '3 belowBlockBefore',
    '5 aboveConnection',
  ])
})

test('custom powers cost in the coming year what the advice compares them at', () => {
  const { point } = buildMeteringPoint(info)
  const options = { levies: true, vat: true }
  const asked = { readings: series, point, energyPrices: prices, options }
  const { agreedPower } = calculatePeriod(asked, [])
  const { fromDay, answer, comparison } = agreedPower
  const whatIf = createWhatIf(buildLoadProfile(series), info, prices, options, fromDay)
  const optimum = comparison!.choices.find(({ name }) => name === 'optimised')!
  expect(whatIf.compare(answer!.powersKw)).toEqual({ ...optimum, name: 'custom' })
  const rows = buildGivenRows({ agreedPower })
  const [current, given] = ['current', 'optimised'].map((name) => rows.find((row) => row.name === name))
  expect(current).toMatchObject({ name: 'current', isAdvised: false, unchargedEur: null })
  expect(given).toEqual({ ...buildRow(optimum), isAdvised: true })
  expect(given!.totalEur).toBeLessThan(current!.totalEur)
})

test('without the data for advice there is nothing to compare', () => {
  const winter = buildLoadProfile(seriesOf('2025-11-01', '2026-01-01', () => 2))
  const whatIf = createWhatIf(winter, info, prices, { levies: true, vat: true }, '2026-12-01')
  expect(whatIf.compare([5, 5, 5, 5, 5])).toBeNull()
})

test('uncharged excess is beside the sum', () => {
  const kept = info.powerLimits!.map((limit) => ({ ...limit, limitSetBy: 'operator' as const }))
  const { point } = buildMeteringPoint({ ...info, powerLimits: kept })
  const { agreedPower } = calculatePeriod({ readings: series, point, energyPrices: prices }, [])
  const current = buildGivenRows({ agreedPower }).find(({ name }) => name === 'current')!
  expect(current.unchargedEur).toBe(agreedPower.advice!.unchargedEur)
  expect(current.unchargedEur).toBeGreaterThan(0)
  expect(current).toMatchObject({ excessEur: 0, totalEur: current.agreedEur })
})

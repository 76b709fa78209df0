import { calculatePeriod } from '@ohmstead/network-fee/calculate-period'
import { buildLoadProfile } from '@ohmstead/network-fee/load-profile'
import { seriesOf } from '@ohmstead/network-fee/testing/test-series'
import { buildMeteringPoint, type WireConsumerInfo } from '@ohmstead/network-fee/wire/build-metering-point'
import { expect, test } from 'vitest'
import { buildBillTables } from '../bill/bill-tables.ts'
import { monthsOf } from '../calculation-data.ts'
import { buildGivenRows, buildOwnRow, findComparedMonths } from './choice-rows.ts'
import { sumPowerCost } from './power-cost.ts'
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
])('what follows the finger is to the last digit what the server answers, with %o', (options) => {
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
  const whatIf = createWhatIf(buildLoadProfile(series), info, prices, options)
  expect(whatIf.calculate([...powersKw])).toEqual(monthsOf(answered, 'customSystem'))
  expect(whatIf.limits).toEqual(answered.agreedPower.limits)
})

test('the operator refuses what the page refuses', () => {
  const whatIf = createWhatIf(buildLoadProfile(series), info, prices, { levies: false, vat: false })
  expect(whatIf.findProblems([3, 4.25, 4, 5, 18]).map(({ block, kind }) => `${block} ${kind}`)).toEqual([
    '1 belowMinimum',
    '2 notInSteps',
    '3 belowBlockBefore',
    '5 aboveConnection',
  ])
})

test('the choices cost agreed power and charged excess, and the optimum as one’s own costs the same', () => {
  const { point } = buildMeteringPoint(info)
  const calculation = calculatePeriod({ readings: series, point, energyPrices: prices }, [])
  const optimumKw = calculation.agreedPower.answer!.powersKw
  const own = createWhatIf(buildLoadProfile(series), info, prices, { levies: false, vat: false }).calculate(
    optimumKw,
  )
  const rows = buildGivenRows(calculation)
  const find = (name: string) => rows.find((row) => row.name === name)!
  const ownRow = buildOwnRow(findComparedMonths(calculation), own, optimumKw)
  expect(ownRow).toEqual({ ...find('optimised'), name: 'custom' })
  const { networkPower, chargedExcess } = calculation.totals.newSystem
  expect(find('current').totalEur).toBeCloseTo(networkPower!.amount + chargedExcess!.amount, 10)
  expect(find('optimised').totalEur).toBeLessThan(find('current').totalEur)
})

test('blocks add up to the whole', () => {
  const whatIf = createWhatIf(buildLoadProfile(series), info, prices, { levies: false, vat: false })
  const months = whatIf.calculate([5, 5, 5, 5, 5])
  const cost = sumPowerCost(
    months,
    months.map(({ month }) => month),
  )
  const ofBlocks = Object.values(cost.blocks)
  expect(ofBlocks.reduce((sum, block) => sum + block.agreedEur + block.excessEur, 0)).toBeCloseTo(
    cost.totalEur,
    8,
  )
  expect(ofBlocks.reduce((sum, block) => sum + block.occurrences, 0)).toBe(cost.occurrences)
})

test('excess that is only told of is told to the cent of the bill, and is in no sum', () => {
  const kept = info.powerLimits!.map((limit) => ({ ...limit, limitSetBy: 'operator' as const }))
  const { point } = buildMeteringPoint({ ...info, powerLimits: kept })
  const calculation = calculatePeriod({ readings: series, point, energyPrices: prices }, [])
  const current = buildGivenRows(calculation).find(({ name }) => name === 'current')!
  const told = buildBillTables(monthsOf(calculation, 'newSystem')!)[2]!.rows.at(-1)!.excessivePowerCost!
  expect(current.unchargedEur).toBe(told.amount)
  expect(told.amount).toBeGreaterThan(0)
  expect(current).toMatchObject({ excessEur: 0, totalEur: current.agreedEur })
})

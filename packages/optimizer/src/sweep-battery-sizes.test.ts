import { describe, expect, test } from 'vitest'
import {
  assessInvestment,
  assessInvestmentRange,
  type Investment,
  levelisedCost,
} from './assess-investment.ts'
import { sweepBatterySizes, sweepEachSize } from './sweep-battery-sizes.ts'
import { randomProblem } from './testing/battery-cases.ts'

describe('batteries of several sizes', () => {
  const problem = { ...randomProblem(3, 24 * 14), initialKwh: 0, minimumFinalKwh: 0, finalValueEurPerKwh: 0 }
  const sizes = [2, 4, 8].map((capacityKwh) => ({ capacityKwh, chargeKw: 3, dischargeKw: 3 }))

  test('save most with foresight, and less for every kilowatt-hour more', () => {
    const { sizes: swept } = sweepBatterySizes(problem, sizes)
    for (const { savingEur } of swept) {
      expect(savingEur.perfect).toBeGreaterThanOrEqual(savingEur.forecast - 1e-9)
      expect(savingEur.perfect).toBeGreaterThanOrEqual(savingEur.rule - 1e-9)
    }
    const marginal = swept.map(({ marginalEurPerKwh }) => marginalEurPerKwh.perfect!)
    expect(marginal).toEqual([...marginal].sort((a, b) => b - a))
    const [first, second] = swept
    expect(2 * marginal[0]! + 2 * marginal[1]!).toBeCloseTo(second!.savingEur.perfect, 9)
    expect(first!.fullCycles.perfect).toBeGreaterThan(second!.fullCycles.perfect)
  })

  test('are judged by the whole bill if one is given', () => {
    const billOf = ({ importKwh }: { importKwh: Float64Array }) => Math.max(...importKwh)
    const { withoutBatteryEur, sizes: swept } = sweepBatterySizes(problem, sizes, { billOf })
    expect(withoutBatteryEur).toBe(Math.max(...problem.netLoadKwh))
    expect(swept[0]!.costEur.rule + swept[0]!.savingEur.rule).toBeCloseTo(withoutBatteryEur, 12)
  })

  test('one by one are the same, and each run says which battery it belongs to', () => {
    const reported: (string | null)[] = []
    const billOf = ({ importKwh }: { importKwh: Float64Array }, control: string | null) => {
      reported.push(control)
      return importKwh[0]!
    }
    const swept = [...sweepEachSize(problem, sizes.slice(0, 2), { billOf })]
    expect(swept).toEqual(sweepBatterySizes(problem, sizes.slice(0, 2), { billOf }).sizes)
    expect(reported.slice(0, 7)).toEqual([null, 'rule', 'forecast', 'perfect', 'rule', 'forecast', 'perfect'])
  })

  test('of the same size have no marginal value, and no capacity saves nothing', () => {
    const same = [5, 5, 0].map((capacityKwh) => ({ capacityKwh, chargeKw: 3, dischargeKw: 3 }))
    const { sizes: swept } = sweepBatterySizes(problem, same)
    expect(swept[1]!.marginalEurPerKwh).toEqual({ rule: null, forecast: null, perfect: null })
    expect(swept[2]!.savingEur.perfect).toBeCloseTo(0, 9)
    expect(swept[2]!.fullCycles.perfect).toBe(0)
  })
})

describe('an investment', () => {
  const plain: Investment = {
    priceEur: 1000,
    subsidyEur: 0,
    operatingEur: 0,
    replacements: [],
    lifetimeYears: 15,
    fadePerYear: 0,
    discountRate: 0,
    priceGrowth: 0,
  }

  test('without interest pays back when its savings reach its price', () => {
    const { npvEur, paybackYears } = assessInvestment(plain, 130)
    expect([npvEur, paybackYears]).toEqual([950, 8])
  })

  test('with interest is worth the discounted sum', () => {
    // An annuity of 100 a year over 15 years at 5 % is worth 1,037.966.
    expect(assessInvestment({ ...plain, discountRate: 0.05 }, 100).npvEur).toBeCloseTo(37.966, 3)
  })

  test('reports that it does not pay back within its life', () => {
    expect(assessInvestment(plain, 60).paybackYears).toBe(null)
    expect(assessInvestment({ ...plain, fadePerYear: 0.1 }, 90).paybackYears).toBe(null)
  })

  test('is paid back only if no later replacement undoes it', () => {
    const replaced = { ...plain, replacements: [{ year: 10, priceEur: 800 }] }
    expect(assessInvestment(replaced, 130).paybackYears).toBe(14)
    expect(assessInvestment({ ...replaced, subsidyEur: 300, operatingEur: 10 }, 130).npvEur).toBe(300)
  })

  test('is shown for low, middle and high savings', () => {
    const range = assessInvestmentRange(plain, [100, 60, 80, 120, 140])!
    expect([range.p10.npvEur, range.p50.npvEur, range.p90.npvEur]).toEqual([-100, 500, 1100])
    expect(assessInvestmentRange(plain, [])).toBe(null)
  })

  test('has a cost per kilowatt-hour delivered', () => {
    expect(levelisedCost(plain, { chargingEur: 20, deliveredKwh: 500 })).toBeCloseTo((1000 + 300) / 7500, 12)
    expect(levelisedCost(plain, { chargingEur: 20, deliveredKwh: 0 })).toBe(null)
  })
})

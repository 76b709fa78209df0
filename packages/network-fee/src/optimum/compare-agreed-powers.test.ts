import { describe, expect, test } from 'vitest'
import { calculateNetworkFee } from '../calculate-network-fee.ts'
import { buildLoadProfile, type LoadProfile } from '../load-profile.ts'
import type { BlockPowers } from '../powers/agreed-power.ts'
import { calculateOperatorDefault } from '../powers/operator-default.ts'
import { contextOf, household, peaksInBlocks, seriesOf } from '../testing/test-series.ts'
import { assessAgreedPower } from './assess-agreed-power.ts'
import { costOfKept, fixedChoice } from './compare-agreed-powers.ts'
import { networkOnly, optimiseAgreedPower } from './optimise-agreed-power.ts'
import { buildPowerMonths, costOfMonth, type PowerMonth } from './power-month.ts'
import { buildPowerSamples } from './power-samples.ts'
import { randomSequence } from './random-sequence.ts'

const limits = { minimumPowerKw: 4.6, connectionPowerKw: 17 }
const random = randomSequence(11)
const noisy = Array.from({ length: 70_080 }, () => 0.4 + 3 * random() + (random() < 0.02 ? 5 * random() : 0))
const twoYears = buildLoadProfile(seriesOf('2024-10-01', '2026-10-01', (_, place) => noisy[place]!))

describe('the powers that the operator would set', () => {
  const winter = (peaks: Parameters<typeof peaksInBlocks>[2]) =>
    buildLoadProfile(peaksInBlocks('2024-11-01', '2025-03-01', peaks))

  test('are the mean of the three highest of the last high season, not below the minimum and not falling', () => {
    const profile = winter({ 1: [8, 6], 2: [5, 5, 5], 3: [9.2, 9.1, 9.04], 4: [1] })
    // The peaks come in each of four months, so the three highest of block 1 are 8, 8, 8.
    expect(calculateOperatorDefault(profile, '2026-01-01', limits)).toEqual([8, 8, 9.2, 9.2, 9.2])
    expect(calculateOperatorDefault(winter({}), '2026-01-01', limits)).toEqual([4.6, 4.6, 4.6, 4.6, 4.6])
    expect(calculateOperatorDefault(winter({ 1: [30] }), '2026-01-01', limits)).toEqual([17, 17, 17, 17, 17])
  })

  test('come from the last winter that is over before the year, and not from the one it begins in', () => {
    const winters = buildLoadProfile(
      seriesOf('2024-11-01', '2026-10-01', (startMs) => (startMs < Date.UTC(2025, 9, 1) ? 8 : 12)),
    )
    expect(calculateOperatorDefault(winters, '2026-01-01', limits)).toEqual([8, 8, 8, 8, 8])
    expect(calculateOperatorDefault(winters, '2027-01-01', limits)).toEqual([12, 12, 12, 12, 12])
  })

  test('are the highest of twelve months above 43 kW', () => {
    const large = { minimumPowerKw: 25, connectionPowerKw: 100 }
    const profile = buildLoadProfile(
      peaksInBlocks('2025-01-01', '2026-01-01', { 1: [40, 60], 2: [50], 5: [70] }),
    )
    expect(calculateOperatorDefault(profile, '2026-01-01', large)).toEqual([60, 60, 60, 60, 70])
  })

  test('are unknown without a whole high season or with too few valid readings in block 1', () => {
    const short = buildLoadProfile(peaksInBlocks('2024-12-01', '2025-03-01', { 1: [8] }))
    expect(calculateOperatorDefault(short, '2026-01-01', limits)).toBe(null)
    const thin = buildLoadProfile(
      seriesOf('2024-11-01', '2025-03-01', (_, place) => (place % 3 === 0 ? 5 : null)),
    )
    expect(calculateOperatorDefault(thin, '2026-01-01', limits)).toBe(null)
  })
})

test('in a year with another load, powers that are billed by the maximum of the month follow it; agreed ones do not', () => {
  const { months } = buildPowerMonths(twoYears, contextOf(household([9, 9, 9, 9, 9])), {
    ...networkOnly,
    floorKw: 0,
    includesEstimated: true,
  })
  const cost = (origin: 'monthMaximum' | 'user', level: number) =>
    costOfKept(months[0]!, { blocksKw: [9, 9, 9, 9, 9], isExcessCharged: false, origin }, level).agreedEur
  expect(cost('monthMaximum', 1.1)).toBeCloseTo(1.1 * cost('monthMaximum', 1), 1)
  expect(cost('user', 1.1)).toBe(cost('user', 1))
})

describe('the comparison of choices', () => {
  test("users who keep the operator's powers pay no excess, which may be cheapest", () => {
    const { agreedPower } = calculateNetworkFee({
      readings: twoYears,
      point: household([4.6, 4.6, 4.6, 4.6, 4.6], { connectionPowerKw: 17 }),
      energyPrices: null,
    })
    const { choices, isOperatorDefaultInUse } = agreedPower.comparison!
    const current = choices.find(({ name }) => name === 'current')!
    expect(current.costEur).toBe(current.agreedEur)
    expect(current.excessEur).toBeGreaterThan(10)
    const operator = choices.find(({ name }) => name === 'operatorDefault')!
    expect([operator.costEur, operator.isExcessCharged]).toEqual([operator.agreedEur, false])
    expect(isOperatorDefaultInUse).toBe(true)
    expect(agreedPower.advice).toEqual({
      kind: 'keep',
      reason: 'cheapest',
      powersKw: [4.6, 4.6, 4.6, 4.6, 4.6],
      savingEur: null,
      unchargedEur: current.excessEur,
      nextOperatorEur: null,
    })
    expect(agreedPower.answer!.costEur).toBeGreaterThan(current.costEur)
  })

  test('users who set too high powers save with the optimum', () => {
    const point = household([12, 12, 12, 12, 12])
    point.agreedPowers![0]!.setBy = 'user'
    const { agreedPower, totals } = calculateNetworkFee({ readings: twoYears, point, energyPrices: null })
    const { comparison, advice, answer } = agreedPower
    const cost = (name: string) => comparison!.choices.find((choice) => choice.name === name)!.costEur
    expect(advice).toMatchObject({ kind: 'change', powersKw: answer!.powersKw, unchargedEur: null })
    expect(advice!.savingEur).toBeCloseTo(cost('current') - cost('optimised'), 9)
    expect(cost('optimised')).toBeCloseTo(answer!.costEur, 1)
    expect(totals.optimizedSystem!.totalCost!.amount).toBeLessThan(totals.newSystem!.totalCost!.amount)
  })

  test('a choice costs what its exact sum rounds to, and its parts add up to that', () => {
    const options = { ...networkOnly, floorKw: 0, includesEstimated: false }
    const context = contextOf(household([5, 5, 5, 5, 5]))
    const months = buildPowerMonths(twoYears, context, options).months.slice(-12)
    const sums = Array.from({ length: 60 }, (_, step) => {
      const powersKw = Array<number>(5).fill(2 + step / 10) as unknown as BlockPowers
      const { agreedEur, excessEur, costEur } = fixedChoice('custom', months, powersKw, true)
      const exactEur = months.reduce((sum, month) => {
        const cost = costOfMonth(month, powersKw)
        return sum + cost.agreedEur + cost.excessEur
      }, 0)
      expect(costEur).toBe(Math.round(exactEur * 100) / 100)
      expect(Math.round((agreedEur + excessEur) * 100)).toBe(Math.round(costEur * 100))
      return costEur
    })
    expect(new Set(sums).size).toBe(60)
  })

  test('without known limits there is no optimum, and the reason is given', () => {
    const point = household([5, 5, 5, 5, 5], { connectionPowerKw: null, fuseAmpere: null })
    const { agreedPower, optimizedSystem, newSystem } = calculateNetworkFee({
      readings: twoYears,
      point,
      energyPrices: null,
    })
    expect([agreedPower.unavailable, agreedPower.answer, optimizedSystem]).toEqual([
      'limitsUnknown',
      null,
      null,
    ])
    expect(newSystem['nov-2024']!.totalCost).not.toBe(null)
  })

  test('without any permitted power there is no optimum, but still a bill', () => {
    const point = household([5, 5, 5, 5, 5])
    point.agreedPowers![0]!.minimumPowerKw = 17.1
    const question = { readings: twoYears, energyPrices: null }
    const { agreedPower, totals } = calculateNetworkFee({ ...question, point })
    expect(agreedPower).toMatchObject({
      unavailable: 'limitsConflict',
      answer: null,
      comparison: null,
      limits: { minimumPowerKw: 17.1, connectionPowerKw: 17 },
    })
    expect(totals.optimizedSystem).toBe(null)
    const usual = calculateNetworkFee({ ...question, point: household([5, 5, 5, 5, 5]) }).totals
    expect([totals.newSystem, totals.oldSystem]).toEqual([usual.newSystem, usual.oldSystem])
  })

  test("the register's minimum takes precedence over the rule's", () => {
    const point = household([5, 5, 5, 5, 5])
    const readings = buildLoadProfile(peaksInBlocks('2025-01-01', '2025-02-01', {}))
    const byRule = calculateNetworkFee({ readings, point, energyPrices: null }).agreedPower.limits
    expect(byRule).toEqual({ minimumPowerKw: 4.6, connectionPowerKw: 17, minimumFrom: 'rule' })
    point.agreedPowers![0]!.minimumPowerKw = 3.4
    const byRegister = calculateNetworkFee({ readings, point, energyPrices: null }).agreedPower.limits
    expect(byRegister).toMatchObject({ minimumPowerKw: 3.4, minimumFrom: 'register' })
  })

  test("the register's connection power goes before the contract's", () => {
    const point = household([5, 5, 5, 5, 5])
    const readings = buildLoadProfile(peaksInBlocks('2025-01-01', '2025-02-01', {}))
    const find = () => calculateNetworkFee({ readings, point, energyPrices: null }).agreedPower.limits
    expect(find().connectionPowerKw).toBe(17)
    point.agreedPowers![0]!.connectionPowerKw = 14
    expect(find().connectionPowerKw).toBe(14)
  })

  test('powers that the operator would refuse are calculated and named', () => {
    const { agreedPower, customSystem } = calculateNetworkFee({
      readings: buildLoadProfile(peaksInBlocks('2025-01-01', '2025-02-01', {})),
      point: household([5, 5, 5, 5, 5]),
      energyPrices: null,
      customPowersKw: [3, 5, 4, 5, 20],
    })
    expect(agreedPower.customProblems.map(({ block, kind }) => [block, kind])).toEqual([
      [1, 'belowMinimum'],
      [3, 'belowBlockBefore'],
      [3, 'belowMinimum'],
      [5, 'aboveConnection'],
    ])
    expect(customSystem!['jan-2025']!.totalCost).not.toBe(null)
  })
})

describe('the assessment of a choice', () => {
  const context = contextOf(household([5, 5, 5, 5, 5]))
  const { powersKw, costEur } = optimiseAgreedPower(twoYears, context, limits)!
  const monthsOf = (profile: LoadProfile) =>
    buildPowerMonths(profile, context, { ...networkOnly, floorKw: 4.6, includesEstimated: false }).months
  const months = monthsOf(twoYears)
  const keptEur = months.map((month) => costOfMonth(month, [9, 9, 9, 9, 9]).agreedEur)
  const question = { powersKw, limits, keptEur }

  test('leaves each year out: its own optimum never costs more than that of the other', () => {
    const { leaveOneYearOut } = assessAgreedPower(months, { ...question, resamples: 1 })
    expect(leaveOneYearOut!.map((year) => [year.months[0], year.months.length])).toEqual([
      ['oct-2024', 12],
      ['oct-2025', 12],
    ])
    for (const year of leaveOneYearOut!) expect(year.costEur).toBeGreaterThanOrEqual(year.hindsightCostEur)
  })

  test('chooses for a year of peaks from the year without them', () => {
    const peaky = buildLoadProfile(
      seriesOf('2024-10-01', '2026-10-01', (_, place) => (place < 35_040 && place % 50 < 5 ? 12 : 1)),
    )
    const years = assessAgreedPower(monthsOf(peaky), { ...question, resamples: 1 }).leaveOneYearOut!
    expect(years.map(({ powersKw: kw }) => kw)).toEqual([
      [4.6, 4.6, 4.6, 4.6, 4.6],
      [12, 12, 12, 12, 12],
    ])
    expect(years[0]!.costEur).toBeGreaterThan(2 * years[0]!.hindsightCostEur)
  })

  test('is the same for the same seed and differs for another', () => {
    const assess = (seed: number) => assessAgreedPower(months, { ...question, seed, resamples: 30 })
    expect(assess(5)).toEqual(assess(5))
    expect(assess(5).bootstrap!.costEur).not.toEqual(assess(6).bootstrap!.costEur)
  })

  test('the range of the cost of a year contains that of the readings themselves', () => {
    const bootstrap = assessAgreedPower(months, question).bootstrap!
    expect(bootstrap.costEur.p10).toBeLessThan(costEur / 2)
    expect(bootstrap.costEur.p90).toBeGreaterThan(costEur / 2)
    expect(bootstrap.savesIn).toBeGreaterThan(0.9)
    bootstrap.powersKw.forEach((range) => {
      expect(range.p10).toBeLessThanOrEqual(range.p50)
      expect(range.p50).toBeLessThanOrEqual(range.p90)
    })
  })

  test('has no year to leave out with less than two, and no range with less than one', () => {
    const year = { ...question, keptEur: null }
    expect(assessAgreedPower(months.slice(0, 23), year).leaveOneYearOut).toBe(null)
    const { bootstrap } = assessAgreedPower(months.slice(0, 12), year)
    expect([bootstrap!.savingEur, bootstrap!.savesIn]).toEqual([null, null])
    expect(assessAgreedPower(months.slice(0, 11), year).bootstrap).toBe(null)
  })

  // Two years of months that cost 100 in the high season and 10 in the low one.
  const seasonal = [11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(
    (month, place): PowerMonth => {
      const isHighSeason = month > 10 || month < 3
      const block = (ratePerKw: number) => ({
        ...{ ratePerKw, excessPerKw: 0, samples: buildPowerSamples(new Float64Array(), 0) },
      })
      return {
        month: { key: `month-${place}`, month, isHighSeason } as PowerMonth['month'],
        isComplete: true,
        blocks: [block(isHighSeason ? 100 : 10), block(0), block(0), block(0), block(0)],
        confidence: null,
      }
    },
  )
  const oneKw = { powersKw: [1, 1, 1, 1, 1] as BlockPowers, limits }

  test('draws four months of the high season and eight of the low one for each year', () => {
    const { bootstrap } = assessAgreedPower(seasonal, { ...oneKw, keptEur: null })
    expect(bootstrap!.costEur).toEqual({ p10: 480, p50: 480, p90: 480 })
  })

  test('ranges from one year in ten to nine in ten: what happens in fewer is left out', () => {
    // One low-season month of sixteen costs a thousand more; it is drawn at most once in nine of ten years.
    const keptEur = seasonal.map(({ month }, place) => (place === 5 ? 1000 : month.isHighSeason ? 100 : 10))
    const { savingEur, savesIn } = assessAgreedPower(seasonal, { ...oneKw, keptEur }).bootstrap!
    expect(savingEur).toEqual({ p10: 0, p50: 0, p90: 990 })
    expect(savesIn).toBeGreaterThan(0.3)
    expect(savesIn).toBeLessThan(0.5)
  })
})

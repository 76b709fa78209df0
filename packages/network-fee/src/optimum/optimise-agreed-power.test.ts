import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculateNetworkFee } from '../calculate-network-fee.ts'
import { localMidnightMs } from '../calendar/local-time.ts'
import { buildLoadProfile } from '../load-profile.ts'
import { NetworkFeeError } from '../network-fee-error.ts'
import { publishedRates } from '../rates/published-rates.ts'
import { contextOf, household, peaksInBlocks, seriesOf } from '../testing/test-series.ts'
import { type BlockCost, costAt, slopeLeft, slopeRight, sumCostAt } from './block-cost.ts'
import { choosePowers, optimiseAgreedPower } from './optimise-agreed-power.ts'
import type { PowerMonth } from './power-month.ts'
import { sumBlocks } from './power-month.ts'
import { buildPowerSamples, measureAbove, sumAbove } from './power-samples.ts'
import { randomSequence } from './random-sequence.ts'

const month = {
  key: 'jan-2025',
  year: 2025,
  month: 1,
  firstDay: '2025-01-01',
  rulesDay: null,
  isHighSeason: true,
  wholeMonthIntervals: 2976,
  intervals: 2976,
}

/** Months of given powers (kW) and prices per block. */
function monthsOf(blocks: { kw: number[]; rate: number; excess: number }[][], floorKw: number): PowerMonth[] {
  return blocks.map((row) => ({
    month,
    isComplete: true,
    confidence: 'high',
    blocks: row.map(({ kw, rate, excess }) => ({
      ratePerKw: rate,
      excessPerKw: excess,
      samples: buildPowerSamples(Float64Array.from(kw).sort().reverse(), floorKw),
    })),
  }))
}

interface Case {
  months: { kw: number[]; rate: number; excess: number }[][]
  limits: { minimumPowerKw: number; connectionPowerKw: number }
}

/** Random months: some blocks free, some months without a block, many equal peaks, loads of different scale. */
function randomCase(seed: number, maxSamples: number): Case {
  const random = randomSequence(seed)
  const pick = (count: number) => Math.floor(random() * count)
  const scale = [1, 1, 10, 1000][pick(4)]!
  const minimum = pick(60)
  const limits = {
    minimumPowerKw: (minimum * scale) / 10,
    connectionPowerKw: ((minimum + pick(120)) * scale) / 10,
  }
  const months = Array.from({ length: 1 + pick(12) }, () =>
    Array.from({ length: 5 }, () => {
      const rate = pick(6) === 0 ? 0 : random() ** 3 * 4
      const top = random() * 20 * scale
      const steps = pick(2) === 0 ? 10 : 1e6
      const kw = Array.from(
        { length: pick(maxSamples) },
        () => Math.round((pick(3) === 0 ? top : top * random()) * steps) / steps,
      )
      return { kw, rate, excess: pick(8) === 0 ? 0 : rate * [0.9, 1.05, 1.2][pick(3)]! }
    }),
  )
  return { months, limits }
}

const totalAt = (blocks: BlockCost[], powers: readonly number[]) =>
  blocks.reduce((sum, block, place) => sum + sumCostAt(block, powers[place]!), 0)

/** The cheapest non-decreasing powers on a grid, by trying each with the best of the previous blocks. */
function cheapestOnGrid(blocks: BlockCost[], lowest: number, highest: number, perKw: number): number {
  let best: number[] = Array.from({ length: highest - lowest + 1 }, () => 0)
  for (const block of blocks) {
    let leastSoFar = Number.POSITIVE_INFINITY
    best = best.map((before, at) => {
      leastSoFar = Math.min(leastSoFar, before)
      return leastSoFar + sumCostAt(block, (lowest + at) / perKw)
    })
  }
  return Math.min(...best)
}

describe('the cheapest agreed powers', () => {
  test('never cost more than any on the grid, over 1,500 random cases', () => {
    for (let seed = 1; seed <= 1500; seed++) {
      const { months, limits } = randomCase(seed, 12)
      if (limits.connectionPowerKw > 40) continue
      const built = monthsOf(months, limits.minimumPowerKw)
      const { powersKw, certificate } = choosePowers(built, limits)
      const blocks = sumBlocks(built)
      const least = cheapestOnGrid(
        blocks,
        Math.round(limits.minimumPowerKw * 10),
        Math.round(limits.connectionPowerKw * 10),
        10,
      )
      if (certificate.costEur > least + 1e-9 * Math.max(least, 1))
        throw new Error(`seed ${seed}: ${certificate.costEur} > ${least}`)
      expect(totalAt(blocks, powersKw)).toBeCloseTo(certificate.costEur, 9)
    }
  })

  test('are non-decreasing within the limits on steps of 0.1 kW, with a gap below 1e-9, over 3,000 random cases', () => {
    for (let seed = 1; seed <= 3000; seed++) {
      const { months, limits } = randomCase(seed, seed % 3 === 0 ? 300 : 30)
      const { powersKw, certificate, continuous } = choosePowers(
        monthsOf(months, limits.minimumPowerKw),
        limits,
      )
      for (const powers of [powersKw, continuous.powersKw]) {
        powers.forEach((kw, place) => {
          if (kw < (powers[place - 1] ?? limits.minimumPowerKw)) throw new Error(`seed ${seed} falls`)
          if (kw > limits.connectionPowerKw) throw new Error(`seed ${seed} above the limit`)
        })
      }
      if (powersKw.some((kw) => Math.abs(kw * 10 - Math.round(kw * 10)) > 1e-7))
        throw new Error(`seed ${seed} off the grid`)
      // Without steps it never costs more.
      expect(continuous.certificate.costEur).toBeLessThanOrEqual(certificate.costEur * (1 + 1e-12) + 1e-12)
      const gaps = [certificate.relativeGap, continuous.certificate.relativeGap]
      if (!gaps.every((gap) => gap < 1e-9)) throw new Error(`seed ${seed}: ${gaps}`)
    }
  })

  test('satisfy weak duality by an independent bound from the raw powers', () => {
    // f(P*) ≥ Σ E u·p + min over rising P of Σ P (R − Σ E u) for any u ≥ 0 of norm ≤ 1; here u = x / ‖x‖ at P*.
    for (let seed = 1; seed <= 500; seed++) {
      const { months, limits } = randomCase(seed, 25)
      const { continuous } = choosePowers(monthsOf(months, limits.minimumPowerKw), limits)
      let constant = 0
      const slopes = continuous.powersKw.map((power, place) => {
        let slope = 0
        for (const row of months) {
          const { kw, rate, excess } = row[place]!
          slope += rate
          const above = kw.map((one) => Math.max(one - power, 0))
          const norm = Math.hypot(...above)
          if (norm === 0) continue
          above.forEach((x, at) => {
            constant += (excess * x * kw[at]!) / norm
            slope -= (excess * x) / norm
          })
        }
        return slope
      })
      const corners = Array.from({ length: 6 }, (_, corner) =>
        slopes.reduce(
          (sum, slope, at) => sum + slope * (at < corner ? limits.minimumPowerKw : limits.connectionPowerKw),
          0,
        ),
      )
      const bound = constant + Math.min(...corners)
      expect(bound).toBeLessThanOrEqual(continuous.certificate.costEur * (1 + 1e-9) + 1e-9)
      expect(continuous.certificate.lowerBoundEur).toBeGreaterThanOrEqual(
        bound - 1e-9 * Math.abs(bound) - 1e-9,
      )
    }
  })

  test('meet the conditions of Karush, Kuhn and Tucker in every run of equal powers', () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const { months, limits } = randomCase(seed, 30)
      const built = monthsOf(months, limits.minimumPowerKw)
      const { powersKw } = choosePowers(built, limits).continuous
      const blocks = sumBlocks(built)
      const scale = blocks.reduce((sum, { ratePerKw }) => sum + ratePerKw, 1)
      for (let from = 0; from < 5; ) {
        let to = from
        while (to < 4 && powersKw[to + 1] === powersKw[from]) to += 1
        const kw = powersKw[from]!
        const nudge = 1e-9 * Math.max(kw, 1)
        let left = 0
        let right = 0
        for (let at = from; at <= to; at++) {
          left += Math.min(slopeLeft(blocks[at]!, kw), slopeRight(blocks[at]!, kw - nudge))
          right += slopeRight(blocks[at]!, kw)
        }
        if (kw > limits.minimumPowerKw && left > 1e-6 * scale)
          throw new Error(`seed ${seed}: left slope ${left}`)
        if (kw < limits.connectionPowerKw && right < -1e-6 * scale)
          throw new Error(`seed ${seed}: right slope ${right}`)
        from = to + 1
      }
    }
  })
})

describe('metamorphic relations', () => {
  const powersOfCase = ({ months, limits }: Case) =>
    choosePowers(monthsOf(months, limits.minimumPowerKw), limits)
  const mapPowers = ({ months, limits }: Case, change: (kw: number) => number): Case => ({
    months: months.map((row) => row.map((block) => ({ ...block, kw: block.kw.map(change) }))),
    limits: {
      minimumPowerKw: change(limits.minimumPowerKw),
      connectionPowerKw: change(limits.connectionPowerKw),
    },
  })

  test('twice the powers cost twice as much', () => {
    fc.assert(
      fc.property(fc.nat(1e6), (seed) => {
        const one = randomCase(seed, 20)
        const cost = powersOfCase(one).continuous.certificate.costEur
        const twice = powersOfCase(mapPowers(one, (kw) => 2 * kw)).continuous.certificate.costEur
        expect(twice).toBeCloseTo(2 * cost, 6)
      }),
    )
  })

  test('a constant on all powers and limits adds its price', () => {
    fc.assert(
      fc.property(fc.nat(1e6), (seed) => {
        const one = randomCase(seed, 20)
        const shifted = powersOfCase(mapPowers(one, (kw) => kw + 8)).continuous.certificate.costEur
        const rates = one.months.flat().reduce((sum, { rate }) => sum + rate, 0)
        expect(shifted).toBeCloseTo(powersOfCase(one).continuous.certificate.costEur + 8 * rates, 6)
      }),
    )
  })

  test('the order of readings and months does not matter', () => {
    fc.assert(
      fc.property(fc.nat(1e6), (seed) => {
        const one = randomCase(seed, 20)
        const turned = {
          ...one,
          months: one.months
            .toReversed()
            .map((row) => row.map((block) => ({ ...block, kw: block.kw.toReversed() }))),
        }
        expect(powersOfCase(turned).powersKw).toEqual(powersOfCase(one).powersKw)
      }),
    )
  })

  test('counting the excess of a month in two parts never costs less', () => {
    fc.assert(
      fc.property(fc.nat(1e6), (seed) => {
        const one = randomCase(seed, 20)
        const split = {
          ...one,
          months: one.months.flatMap((row) => [
            row.map((block) => ({ ...block, kw: block.kw.filter((_, at) => at % 2 === 0) })),
            row.map((block) => ({ ...block, rate: 0, kw: block.kw.filter((_, at) => at % 2 === 1) })),
          ]),
        }
        expect(powersOfCase(split).certificate.costEur).toBeGreaterThanOrEqual(
          powersOfCase(one).certificate.costEur - 1e-9,
        )
      }),
    )
  })

  test('a peak that occurs k times pulls like √k: from 1.2 a month on it is worth its power', () => {
    const cost = (k: number) =>
      choosePowers(
        monthsOf(
          [
            Array.from({ length: 5 }, () => ({
              kw: Array.from({ length: k }, () => 9),
              rate: 1,
              excess: 0.9,
            })),
          ],
          2,
        ),
        { minimumPowerKw: 2, connectionPowerKw: 17 },
      ).powersKw
    expect(cost(1)).toEqual([2, 2, 2, 2, 2])
    expect(cost(2)).toEqual([9, 9, 9, 9, 9])
  })

  test('a free block keeps the power of the previous one', () => {
    const free = { kw: [9], rate: 0, excess: 0 }
    const dear = { kw: [5, 5, 5], rate: 1, excess: 0.9 }
    const limits = { minimumPowerKw: 2, connectionPowerKw: 17 }
    expect(choosePowers(monthsOf([[dear, dear, dear, dear, free]], 2), limits).powersKw).toEqual([
      5, 5, 5, 5, 5,
    ])
  })
})

test('sums from running totals equal sums over every power', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 65, maxLength: 400 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (values, limit) => {
        const sorted = Float64Array.from(values, (value) => 900 + value / 1e6)
          .sort()
          .reverse()
        const at = 900 + limit / 1e6
        const fast = measureAbove(buildPowerSamples(sorted, 0), at)
        const slow = sumAbove(sorted, at)
        expect(fast.count).toBe(slow.count)
        expect(fast.norm).toBeCloseTo(slow.norm, 8)
        expect(fast.sum).toBeCloseTo(slow.sum, 8)
      },
    ),
  )
})

describe('the optimum of a metering point', () => {
  const limits = { minimumPowerKw: 4.6, connectionPowerKw: 17 }
  const readings = seriesOf('2024-10-01', '2025-10-01', (_, place) => ((place * 7919) % 1013) / 120)
  const profile = buildLoadProfile(readings)
  const context = contextOf(household([5, 5, 5, 5, 5]))

  test('costs the sum of its lines, except for their rounding', () => {
    const answer = optimiseAgreedPower(profile, context, limits)!
    const { optimizedSystem, totals } = calculateNetworkFee({
      readings: profile,
      point: household([5, 5, 5, 5, 5]),
      energyPrices: null,
    })
    const lines = Object.values(optimizedSystem!).flatMap(
      ({ networkPower, excessivePowerBlocks: excess }) => [
        ...networkPower!.lines,
        ...[excess!.block1, excess!.block2, excess!.block3, excess!.block4, excess!.block5].flatMap((one) =>
          excess!.isCharged && one ? [one.line!] : [],
        ),
      ],
    )
    const exact = lines.reduce((sum, { unroundedEur }) => sum + Number(unroundedEur), 0)
    expect(exact).toBeCloseTo(answer.costEur, 4)
    const rounded =
      totals.optimizedSystem!.networkPower!.amount + totals.optimizedSystem!.chargedExcess!.amount
    expect(Math.abs(rounded - answer.costEur)).toBeLessThan(0.005 * lines.length)
  })

  test('never costs more than custom powers within the same limits', () => {
    const random = randomSequence(3)
    const answer = optimiseAgreedPower(profile, context, limits)!
    for (let i = 0; i < 20; i++) {
      const custom = Array.from({ length: 5 }, () => Math.round((4.6 + random() * 12) * 10) / 10).sort(
        (a, b) => a - b,
      )
      const { agreedPower } = calculateNetworkFee({
        readings: profile,
        point: household([5, 5, 5, 5, 5]),
        energyPrices: null,
        customPowersKw: custom as [number, number, number, number, number],
      })
      const own = agreedPower.comparison!.choices.find(({ name }) => name === 'custom')!
      expect(own.costEur).toBeGreaterThanOrEqual(answer.costEur - 1e-9)
    }
  })

  test('says how many quarter-hours above the power are right in a month', () => {
    const household2025 = optimiseAgreedPower(profile, context, limits)!.exceeding
    const business = optimiseAgreedPower(
      profile,
      contextOf(household([5, 5, 5, 5, 5], { isHousehold: false })),
      limits,
    )!
    // Rates are charged with a factor of 0.9 throughout: (1 / 0.9)².
    expect(business.exceeding[2]!.rightPerMonth).toBeCloseTo(1.2346, 3)
    expect(business.exceeding[0]!.months).toBe(4)
    expect(business.exceeding[4]).toMatchObject({ months: 0, rightPerMonth: null })
    // In January and February 2025 households were not charged for excess, so more of it is optimal.
    expect(household2025[0]!.rightPerMonth!).toBeGreaterThan(1.24)
  })

  test('omits months without a tariff or readings, and names them', () => {
    const [october, november] = [localMidnightMs('2024-10-01'), localMidnightMs('2024-11-01')]
    const mixed = buildLoadProfile(
      seriesOf('2024-08-01', '2024-12-01', (ms, place) =>
        ms >= october && ms < november ? null : (place % 9) / 2,
      ),
    )
    const answer = optimiseAgreedPower(mixed, context, limits)!
    expect(answer.months).toEqual(['nov-2024'])
    expect(answer.monthsWithoutTariff).toEqual(['aug-2024', 'sep-2024'])
    expect(answer.monthsWithoutReadings).toEqual(['oct-2024'])
  })

  test('is not set by estimated readings, and shows what they would change', () => {
    const series = peaksInBlocks('2024-11-01', '2024-12-01', { 1: [6, 6, 6, 12, 12, 12] })
    series.importMilliWh.forEach((value, place) => {
      if (value > 2.5e6) series.isEstimated[place] = 1
    })
    const answer = optimiseAgreedPower(buildLoadProfile(series), context, limits)!
    expect(answer.powersKw[0]).toBe(6)
    expect(answer.withEstimated!.powersKw[0]).toBeGreaterThan(6)
    expect(answer.confidence).toBe('high')
  })

  test('for the coming year uses its rates, and costs one year', () => {
    // Nothing exceeds the minimum: four high-season months and eight low ones at 4.6 kW, represented by those read.
    const idle = peaksInBlocks('2025-01-01', '2025-04-01', {})
    const coming = optimiseAgreedPower(buildLoadProfile(idle, publishedRates, '2026-12-01'), context, limits)!
    expect(coming.powersKw).toEqual([4.6, 4.6, 4.6, 4.6, 4.6])
    const [high, low] = [2.67611 + 1.0923 + 0.28902 + 0.02436, 1.0923 + 0.28902 + 0.02436 + 0.00245]
    expect(coming.costEur).toBeCloseTo(4.6 * (4 * high + 8 * low), 9)
    expect(coming.confidence).toBe('medium')
  })

  test('with levies includes the levy on power', () => {
    const context2026 = contextOf(household([5, 5, 5, 5, 5], { isHousehold: false }))
    const plain = optimiseAgreedPower(profile, context2026, limits)!
    const levied = optimiseAgreedPower(profile, context2026, limits, {
      includesSupportLevy: true,
      includesVat: false,
    })!
    expect(levied.powersKw[0]).toBeLessThanOrEqual(plain.powersKw[0])
    expect(levied.costEur).toBeGreaterThan(plain.costEur)
  })

  test('refuses a minimum above the connection power', () => {
    const conflict = { minimumPowerKw: 18, connectionPowerKw: 17 }
    expect(() => optimiseAgreedPower(profile, context, conflict)).toThrow(NetworkFeeError)
  })
})

test('the cost of a block is convex', () => {
  fc.assert(
    fc.property(
      fc.nat(1e6),
      fc.double({ min: 0, max: 20, noNaN: true }),
      fc.double({ min: 0, max: 20, noNaN: true }),
      (seed, a, b) => {
        const block = sumBlocks(monthsOf(randomCase(seed, 20).months, 0))[0]!
        expect(costAt(block, (a + b) / 2)).toBeLessThanOrEqual(
          (costAt(block, a) + costAt(block, b)) / 2 + 1e-9,
        )
      },
    ),
  )
})

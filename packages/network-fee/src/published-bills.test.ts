import { describe, expect, test } from 'vitest'
import { calculateFromRegisters } from './calculate-from-registers.ts'
import { calculateNetworkFee } from './calculate-network-fee.ts'
import { classifyIntervals } from './calendar/interval-calendar.ts'
import { firstDayAfter, firstDayOf, formatMonthKey } from './calendar/month-key.ts'
import type { BlockPowers } from './powers/agreed-power.ts'
import { publishedRates } from './rates/published-rates.ts'
import type { SystemMonth } from './systems/system-month.ts'
import { household, seriesOf } from './testing/test-series.ts'

// Bills published by others, line by line. LA: a program checked against a paper bill of June 2026, which prints whole
// kilowatt-hours and five decimals of a euro. MT: five bills of one household without agreed power.

/** A month whose energy of a block lies in one quarter-hour: in the high tariff (VT) and outside it (MT). */
function monthOf(year: number, month: number, kwh: Record<number, { vt?: number; mt?: number }>) {
  const [from, to] = [firstDayOf(year, month), firstDayAfter(year, month)]
  const empty = seriesOf(from, to, () => 0)
  const calendar = classifyIntervals(empty.firstStartMs, empty.importMilliWh.length, publishedRates)
  for (const [block, energy] of Object.entries(kwh)) {
    for (const [tariff, amount] of [
      [1, energy.vt ?? 0],
      [0, energy.mt ?? 0],
    ] as const) {
      if (amount === 0) continue
      const place = calendar.block.findIndex(
        (one, at) => one === Number(block) && calendar.isHighTariff[at] === tariff,
      )
      empty.importMilliWh[place] = amount * 1e6
    }
  }
  return { readings: empty, key: formatMonthKey(year, month) }
}

const unrounded = (lines: { unroundedEur: string }[]) =>
  lines.map(({ unroundedEur }) => Math.round(Number(unroundedEur) * 1e5) / 1e5)

function billed(
  [year, month]: readonly [number, number],
  kwh: Record<number, { vt?: number; mt?: number }>,
  powersKw: BlockPowers,
): SystemMonth {
  const { readings, key } = monthOf(year, month, kwh)
  const { newSystem } = calculateNetworkFee({
    readings,
    point: household(powersKw),
    energyPrices: { vt: 0.1249, mt: 0.1029, et: null },
    options: { levies: true, vat: true },
  })
  return newSystem[key]!
}

describe('bills of a household with agreed powers (LA)', () => {
  test('June 2026, checked against the paper bill: energy, power and energy of the network', () => {
    const month = billed(
      [2026, 6],
      { 2: { vt: 113 }, 3: { vt: 70, mt: 64 }, 4: { mt: 101 }, 5: { mt: 20 } },
      [2.8, 3.8, 4, 4, 4],
    )
    expect(unrounded(month.networkPower!.lines)).toEqual([4.15074, 1.15608, 0.09744, 0.0098])
    expect(unrounded(month.networkEnergy!.lines)).toEqual([2.25774, 2.30078, 1.82305, 0.2598])
    expect(unrounded(month.energy!.lines)[0]).toBe(22.8567)
    const support = month.levies!.lines.find(({ category }) => category === 'support')!
    expect([support.factors[0]!.value, support.unroundedEur]).toEqual([3.8, '2.947356'])
  })

  const months: [
    readonly [number, number],
    Parameters<typeof billed>[1],
    BlockPowers,
    { power: number[]; energy: number[]; levies: number[]; beforeTax: number },
  ][] = [
    [
      [2025, 9],
      { 2: { vt: 158 }, 3: { vt: 124, mt: 76 }, 4: { mt: 141 }, 5: { mt: 37 } },
      [3.5, 5, 5, 5, 5],
      {
        power: [4.5612, 0.81485, 0.02035, 0],
        energy: [2.89614, 3.618, 2.61555, 0.69301],
        levies: [0.06968, 0.4288, 0.82008, 3.8781],
        beforeTax: 81.77416,
      },
    ],
    [
      [2025, 11],
      { 1: { vt: 165 }, 2: { vt: 126, mt: 151 }, 3: { mt: 216 }, 4: { mt: 78 } },
      [3.5, 5, 5, 5, 5],
      {
        power: [5.98941, 4.5612, 0.81485, 0.02035],
        energy: [3.2967, 5.07741, 3.90744, 1.4469],
        levies: [0.09568, 0.5888, 1.12608, 1.35734],
        beforeTax: 110.41855,
      },
    ],
    [
      [2026, 1],
      { 1: { vt: 199 }, 2: { vt: 99, mt: 162 }, 3: { mt: 195 }, 4: { mt: 71 } },
      [2.8, 3.8, 4, 4, 4],
      {
        power: [4.79153, 3.46651, 0.65188, 0.01628],
        energy: [3.97602, 4.78413, 3.52755, 1.31705],
        levies: [0.09438, 0.5808, 1.11078, 1.08587],
        beforeTax: 106.66418,
      },
    ],
    [
      [2026, 3],
      { 2: { vt: 151 }, 3: { vt: 91, mt: 91 }, 4: { mt: 132 }, 5: { mt: 39 } },
      [2.8, 3.8, 4, 4, 4],
      {
        power: [4.15074, 1.15608, 0.09744, 0.0098],
        energy: [3.01698, 3.12494, 2.3826, 0.50661],
        levies: [0.06552, 0.4032, 0.77112, 2.94736],
        beforeTax: 75.81799,
      },
    ],
  ]
  test.each(months)(
    '%j: every line, the sum to the cents that its rounding leaves',
    (at, kwh, powers, bill) => {
      const month = billed(at, kwh, powers)
      expect(unrounded(month.networkPower!.lines)).toEqual(bill.power)
      expect(unrounded(month.networkEnergy!.lines)).toEqual(bill.energy)
      expect(unrounded(month.levies!.lines)).toEqual(bill.levies)
      const exact = [month.energy!, month.networkEnergy!, month.networkPower!, month.levies!]
        .flatMap(({ lines }) => lines)
        .reduce((sum, { unroundedEur }) => sum + Number(unroundedEur), 0)
      expect(exact).toBeCloseTo(bill.beforeTax, 4)
      // This supplier rounds the bill once; a line rounded to cents may differ by half a cent.
      const sum = month.totalCost!.amount + month.levies!.amount
      expect(Math.abs(sum - bill.beforeTax)).toBeLessThanOrEqual(14 * 0.005)
    },
  )
})

describe('bills of a household without agreed power (MT)', () => {
  const newUser = household([5, 5, 5, 5, 5], { agreedPowers: [] })
  test.each([
    ['January', [2026, 1], { 1: 2.92, 2: 4.46, 3: 2.34, 4: 1.58 }, [2.9, 4.5, 4.5, 4.5, 0], 1.12],
    ['June', [2026, 6], { 2: 3.12, 3: 3.66, 4: 2.9, 5: 1.4 }, [0, 3.1, 3.7, 3.7, 3.7], 2.4],
  ] as const)('%s 2026: powers by the month’s peaks', (_, [year, month], peaks, powersKw, supportEur) => {
    const kwh = Object.fromEntries(
      Object.entries(peaks).map(([block, kw]) => [
        block,
        Number(block) < 3 ? { vt: kw / 4 } : { mt: kw / 4 },
      ]),
    )
    const { readings, key } = monthOf(year, month, kwh)
    const { newSystem } = calculateNetworkFee({
      readings,
      point: newUser,
      energyPrices: null,
      options: { levies: true },
    })
    expect(newSystem[key]!.powersKw).toEqual(powersKw)
    const support = newSystem[key]!.levies!.lines.find(({ category }) => category === 'support')!
    expect(support.totalCost.amount).toBe(supportEur)
  })
})

test("the regulator's average household pays about 18 EUR in November and December 2025, 171 EUR in the year", () => {
  // 24UR2510: 4000 kWh a year, 4.2 kW in every block, without levies and tax. The year leaves out the relief of its first
  // two months, which was for households only; the distribution over the day is not given, so it is uniform here.
  const { newSystem, totals } = calculateNetworkFee({
    readings: seriesOf('2025-01-01', '2026-01-01', () => 4000 / 8760),
    point: household([4.2, 4.2, 4.2, 4.2, 4.2], { isHousehold: false }),
    energyPrices: null,
  })
  const euro = (month: string) => Math.round(newSystem[month]!.totalCost!.amount)
  expect([euro('nov-2025'), euro('dec-2025')]).toEqual([18, 18])
  expect(Math.abs(totals.newSystem.totalCost!.amount - 171)).toBeLessThan(1)
})

describe('without quarter-hour metering (LA, single tariff also SB)', () => {
  test.each([
    [2025, 10, 2.22012, [0.01875, 0.01836], 0.01856],
    [2025, 11, 1.55409, [0.01875, 0.01836], 0.01856],
    [2026, 2, 1.55409, [0.01875, 0.01836], 0.01856],
    [2026, 3, 2.68165, [0.02004, 0.01741], 0.01864],
    [2026, 12, 2.14532, [0.02004, 0.01741], 0.01864],
  ])('%i-%i: %f EUR/kW', (year, month, powerRate, [vt, mt], et) => {
    const kwh = 100 * 1e6
    const of = (tariffsCount: 1 | 2) =>
      calculateFromRegisters({
        months: [{ year, month, vtMilliWh: kwh, mtMilliWh: kwh, etMilliWh: null }],
        point: household([5, 5, 5, 5, 5], { tariffsCount }),
        energyPrices: null,
      }).newSystem[formatMonthKey(year, month)]!
    expect(of(2).networkPower!.lines[0]!.factors.map(({ value }) => value)).toEqual([7.14, powerRate])
    expect(of(2).networkEnergy!.lines.map(({ factors }) => factors[1]!.value)).toEqual([vt, mt])
    expect(of(1).networkEnergy!.lines.map(({ factors }) => factors[1]!.value)).toEqual([et])
  })
})

import { calculatePeriod } from '@ohmstead/network-fee/calculate-period'
import { household, peaksInBlocks } from '@ohmstead/network-fee/testing/test-series'
import { expect, test } from 'vitest'
import { monthsOf } from '../calculation-data.ts'
import { buildBlockGroups, buildMonthGroups, findParts, formatCostCsv } from './cost-groups.ts'

const series = peaksInBlocks('2026-01-01', '2026-03-01', { 1: [6], 2: [8, 9], 4: [3] })
const calculation = calculatePeriod(
  {
    readings: series,
    point: household([5, 5, 5, 5, 5]),
    energyPrices: { vt: 0.1, mt: 0.05, et: null },
    customPowersKw: [4, 4, 4, 4, 4],
  },
  [],
)
const bySystem = {
  oldSystem: monthsOf(calculation, 'oldSystem'),
  newSystem: monthsOf(calculation, 'newSystem'),
  optimizedSystem: null,
  customSystem: monthsOf(calculation, 'customSystem'),
}

test('the parts of every bar add up to the month', () => {
  const groups = buildMonthGroups(bySystem)
  expect(groups.map(({ key }) => key)).toEqual(['jan-2026', 'feb-2026'])
  for (const { key, bars } of groups) {
    expect(bars.map(({ system }) => system)).toEqual(['oldSystem', 'newSystem', 'customSystem'])
    for (const { system, parts, totalEur } of bars) {
      const sum = Object.values(parts).reduce((all, part) => all + part, 0)
      expect(sum).toBeCloseTo(totalEur!, 8)
      expect(totalEur).toBe(
        bySystem[system as 'newSystem']!.find(({ month }) => month === key)!.grandTotal!.amount,
      )
    }
  }
})

test('blocks contain network energy, power and excess of the new system, and not the old one', () => {
  const groups = buildBlockGroups(bySystem, ['jan-2026', 'feb-2026'])
  expect(groups).toHaveLength(5)
  expect(groups[0]!.bars.map(({ system }) => system)).toEqual(['newSystem', 'customSystem'])
  const total = groups.reduce((sum, { bars }) => sum + bars[1]!.totalEur!, 0)
  const { networkEnergy, networkPower, chargedExcess } = calculation.totals.customSystem!
  expect(total).toBeCloseTo(networkEnergy!.amount + networkPower!.amount + chargedExcess!.amount, 8)
})

test('a system without any result has no bars: it must not look free of charge', () => {
  const without = bySystem.newSystem!.map((month) => ({ ...month, totalCost: null, grandTotal: null }))
  const groups = buildBlockGroups({ ...bySystem, newSystem: without }, ['jan-2026', 'feb-2026'])
  expect(groups.map(({ bars }) => bars.map(({ system }) => system))).toEqual(
    groups.map(() => ['customSystem']),
  )
})

test('a month without a result is empty in the file, not zero', () => {
  const [january, february] = bySystem.newSystem!
  const groups = buildMonthGroups({
    oldSystem: null,
    newSystem: [january!, { ...february!, totalCost: null, grandTotal: null }],
    optimizedSystem: null,
    customSystem: null,
  })
  const lines = formatCostCsv(groups, 'month').trimEnd().split('\r\n')
  expect(lines[0]).toBe(
    `\uFEFFmonth,system,${findParts(groups)
      .map((part) => `${part} [EUR]`)
      .join(',')},total [EUR]`,
  )
  expect(lines[2]).toMatch(/^feb-2026,newSystem,,+$/)
})

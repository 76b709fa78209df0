import { calculatePeriod } from '@ohmstead/network-fee/calculate-period'
import { sumSystem } from '@ohmstead/network-fee/systems/sum-system'
import { household, peaksInBlocks } from '@ohmstead/network-fee/testing/test-series'
import { buildSeries } from '@ohmstead/network-fee/wire/build-series'
import { expect, test } from 'vitest'
import { monthsOf } from '../calculation-data.ts'
import { buildBillTables } from './bill-tables.ts'
import { comparePaid, compareSystems } from './compare-systems.ts'

// A house that agreed 5 kW itself and has two quarter-hours of 8 and 9 kW a month in block 2.
const own = household([5, 5, 5, 5, 5], {
  agreedPowers: [
    {
      fromDay: '2024-01-01',
      toDay: '2027-12-31',
      blocksKw: [5, 5, 5, 5, 5],
      minimumPowerKw: 3.4,
      connectionPowerKw: 17,
      setBy: 'user',
      isValid: true,
      enteredOn: null,
    },
  ],
})
const series = peaksInBlocks('2025-12-01', '2026-03-01', { 2: [8, 9] })
const prices = { vt: 0.1, mt: 0.05, et: null }
const calculation = calculatePeriod(
  { readings: series, point: own, energyPrices: prices, customPowersKw: [4, 4, 4, 4, 4] },
  [],
)
const months = monthsOf(calculation, 'newSystem')!

test('the tables are total, energy, network power fee, network energy fee', () => {
  expect(buildBillTables(months).map(({ key }) => key)).toEqual([
    'total',
    'energy',
    'networkPower',
    'networkEnergy',
  ])
})

test('every table is filled up to five rows, and ends in its total', () => {
  for (const { rows } of buildBillTables(months)) {
    const ownRows = rows.filter(({ kind }) => kind === 'line' || kind === 'empty')
    expect(ownRows).toHaveLength(5)
    expect(ownRows.every(({ category, isEmpty }) => (category === 'EMPTY') === isEmpty)).toBe(true)
    expect(['total', 'grandTotal']).toContain(rows.at(-1)!.kind)
  }
})

test('a month shows price, quantity, cost and excess of each block', () => {
  const [december] = months
  const power = buildBillTables([december!])[2]!
  const row = power.rows.find(({ category }) => category === 'block2')!
  const line = december!.networkPower!.lines.find(({ category }) => category === 'block2')!
  expect(row.value).toEqual({ amount: 5, unit: 'kW' })
  expect(row.pricePerUnit).toEqual({ amount: line.factors[1]!.value, unit: 'EUR/kW' })
  expect(row.totalCost).toEqual({ amount: line.totalCost.amount, unit: 'EUR' })
  expect(row.occurrences).toBe(2)
  // √(3² + 4²)
  expect(row.excessivePower).toEqual({ amount: 5, unit: 'kW' })
  expect(row.isExcessCharged).toBe(true)
  expect(row.excessLines).toHaveLength(1)
})

test('several months add cents and quarter-hours, but no roots of excess', () => {
  const power = buildBillTables(months)[2]!
  const row = power.rows.find(({ category }) => category === 'block2')!
  const costs = months.map((month) => month.excessivePowerBlocks!.block2!.totalCost!.amount)
  expect(row.occurrences).toBe(6)
  expect(row.excessivePower).toBe('various')
  expect(row.excessivePowerCost!.amount).toBeCloseTo(costs[0]! + costs[1]! + costs[2]!, 10)
})

test('the rows of the total table add up to the total of the calculation', () => {
  const [total] = buildBillTables(months)
  const sum = total!.rows
    .filter(({ kind }) => kind === 'line')
    .reduce((all, row) => all + row.totalCost!.amount, 0)
  expect(Math.round(sum * 100) / 100).toBe(calculation.totals.newSystem.totalCost!.amount)
  expect(total!.rows.at(-1)).toMatchObject({
    kind: 'grandTotal',
    totalCost: { amount: Math.round(sum * 100) / 100 },
  })
})

test('levies and tax are below the total, and only the last row is the grand total', () => {
  const options = { levies: true, vat: true }
  const taxed = calculatePeriod({ readings: series, point: own, energyPrices: prices, options }, [])
  const [total] = buildBillTables(monthsOf(taxed, 'newSystem')!)
  expect(total!.rows.slice(5).map(({ category, kind }) => `${category} ${kind}`)).toEqual([
    'total total',
    'levies line',
    'vat line',
    'grandTotal grandTotal',
  ])
  expect(total!.rows.at(-1)!.totalCost!.amount).toBe(taxed.totals.newSystem.grandTotal!.amount)
})

test('a month without a tariff is excluded from sums, and unknown on its own', () => {
  const gap = {
    ...months[1]!,
    totalCost: null,
    networkPower: null,
    missing: [{ kind: 'noReadings' as const }],
  }
  const [total] = buildBillTables([months[0]!, gap, months[2]!])
  const known = months[0]!.totalCost!.amount + months[2]!.totalCost!.amount
  expect(total!.rows.at(-1)!.totalCost!.amount).toBeCloseTo(known, 10)
  const alone = buildBillTables([gap])
  expect(alone[0]!.rows.at(-1)!.totalCost).toBeNull()
  expect(alone[2]!.rows.at(-1)!.totalCost).toBeNull()
  expect(alone[1]!.rows.at(-1)!.totalCost).not.toBeNull()
})

test('systems are compared over the months in which each has a result', () => {
  const gap = { ...months[0]!, totalCost: null }
  const {
    systems,
    months: counted,
    rows,
  } = compareSystems({
    newSystem: [gap, months[1]!, months[2]!],
    oldSystem: monthsOf(calculation, 'oldSystem'),
    optimizedSystem: null,
    customSystem: monthsOf(calculation, 'customSystem'),
  })
  expect(systems).toEqual(['oldSystem', 'newSystem', 'customSystem'])
  expect(counted).toEqual(['jan-2026', 'feb-2026'])
  const grand = rows.at(-1)!.cells.newSystem!.totalCost!.amount
  expect(grand).toBeCloseTo(months[1]!.totalCost!.amount + months[2]!.totalCost!.amount, 10)
})

test("the server's numeric answer yields the same row of readings", () => {
  const wire = {
    first_start: series.firstStartMs / 1000,
    import_milli_wh: [...series.importMilliWh],
    export_milli_wh: null,
    quality: '.'.repeat(series.importMilliWh.length),
  }
  const again = calculatePeriod({ readings: buildSeries(wire), point: own, energyPrices: prices }, [])
  expect(monthsOf(again, 'newSystem')).toEqual(months)
})

test('what was paid counts every month, even if the old system has no result', () => {
  const both = comparePaid(months, monthsOf(calculation, 'oldSystem'))
  expect(both.systems).toEqual(['oldSystem', 'newSystem'])
  const [first, ...others] = monthsOf(calculation, 'oldSystem')!
  const paid = comparePaid(months, [{ ...first!, totalCost: null }, ...others])
  expect(paid).toMatchObject({ systems: ['newSystem'], months: months.map(({ month }) => month) })
  expect(paid.rows.at(-1)!.cells.newSystem).toEqual(both.rows.at(-1)!.cells.newSystem)
})

test("what was paid equals the document's sum of the system in force, also around a month without readings", () => {
  const options = { levies: true, vat: true }
  const january = [Date.UTC(2025, 11, 31, 23), Date.UTC(2026, 0, 31, 23)] as const
  const importMilliWh = series.importMilliWh.map((energy, place) => {
    const at = series.firstStartMs + place * 900_000
    return at >= january[0] && at < january[1] ? Number.NaN : energy
  })
  const readings = { ...series, importMilliWh }
  const answer = calculatePeriod({ readings, point: own, energyPrices: prices, options }, [])
  const all = monthsOf(answer, 'newSystem')!
  const known = all.filter(({ totalCost }) => totalCost !== null)
  expect([all.length, known.length]).toEqual([3, 2])
  const paid = comparePaid(all, monthsOf(answer, 'oldSystem'))
  expect(paid.months).toHaveLength(2)
  expect(paid.rows.at(-1)!.cells.newSystem!.totalCost!.amount).toBe(
    sumSystem(known, options).grandTotal!.amount,
  )
})

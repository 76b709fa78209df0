import { describe, expect, it } from 'vitest'
import { calculateConsumption, calculateSelfConsumption, calculateSelfSufficiency } from './energy-balance.ts'

const all = { grid: true, production: true, battery: true }
const flows = { gridImport: 10, gridExport: 3, production: 8, batteryCharge: 4, batteryDischarge: 1 }

describe('consumption', () => {
  it.each([
    ['is import − export + production + discharge − charge', flows, all, 12],
    [
      'needs no series that the location does not have',
      { ...flows, production: null, batteryCharge: null, batteryDischarge: null },
      { grid: true, production: false, battery: false },
      7,
    ],
    ['is unknown without the grid', { ...flows, gridImport: null }, all, null],
    ['is unknown without a grid meter', flows, { ...all, grid: false }, null],
    ['is unknown while a plant says nothing', { ...flows, production: null }, all, null],
    [
      'is unknown while a battery says nothing',
      { ...flows, batteryCharge: null, batteryDischarge: null },
      all,
      null,
    ],
    [
      'may fall below zero where meters are read unevenly, so that sums agree',
      { ...flows, gridImport: 0, production: 1 },
      all,
      -5,
    ],
  ])('%s', (_title, measured, has, expected) => {
    expect(calculateConsumption(measured, has)).toBe(expected)
  })
})

describe('ratios', () => {
  it.each([
    ['self-consumption', calculateSelfConsumption(2, 8), 0.75],
    ['self-consumption without export', calculateSelfConsumption(null, 8), 1],
    ['self-consumption over nothing', calculateSelfConsumption(0, 0), null],
    ['self-consumption where the battery exports what came from the grid', calculateSelfConsumption(9, 8), 0],
    ['self-sufficiency', calculateSelfSufficiency(2, 8), 0.75],
    ['self-sufficiency over nothing', calculateSelfSufficiency(0, 0), null],
    ['self-sufficiency without the grid', calculateSelfSufficiency(null, 8), null],
    ['self-sufficiency while the battery is charged from the grid', calculateSelfSufficiency(20, 8), 0],
  ])('%s', (_title, actual, expected) => {
    expect(actual).toBe(expected)
  })
})

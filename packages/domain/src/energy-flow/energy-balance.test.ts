import { describe, expect, it } from 'vitest'
import { calculateSelfConsumption, calculateSelfSufficiency } from './energy-balance.ts'

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

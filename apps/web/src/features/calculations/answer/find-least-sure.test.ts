import { calculatePeriod } from '@ohmstead/network-fee/calculate-period'
import { household, seriesOf } from '@ohmstead/network-fee/testing/test-series'
import { expect, test } from 'vitest'
import { findLeastSure } from './find-least-sure.ts'

test('the factor behind the advice counts even if no excess is billed', () => {
  // Powers of the operator, whose excess is reported and not charged.
  const point = household([4, 4, 4, 4, 4])
  const series = seriesOf('2025-03-01', '2026-03-01', (_, place) => 1 + (place % 601) / 100)
  const calculation = calculatePeriod({ readings: series, point, energyPrices: null }, [])
  expect(calculation.totals.newSystem.confidence).toBe('high')
  expect(calculation.agreedPower.answer!.confidence).toBe('medium')
  expect(findLeastSure(calculation)).toBe('medium')
})

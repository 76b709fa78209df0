import { expect, test } from 'vitest'
import { deviceCategories } from './device-category.ts'
import { addReversal, correctMetric, isReversedAt } from './device-correction.ts'
import { composePhases } from './swapped-phases.ts'

const reversed = { isReversed: true, phaseOrder: '123' } as const

test.each([
  ['power', 'GRID', { metric: 'power', factor: -1 }],
  ['power_l2', 'GRID', { metric: 'power_l2', factor: -1 }],
  ['energy_import_t1', 'GRID', { metric: 'energy_export_t1', factor: 1 }],
  ['energy_export', 'GRID', { metric: 'energy_import', factor: 1 }],
  ['energy_charge', 'BATTERY', { metric: 'energy_discharge', factor: 1 }],
  ['energy_charge', 'HYBRID_INVERTER', { metric: 'energy_charge', factor: 1 }],
  ['energy_import', 'OTHER', { metric: 'energy_export', factor: 1 }],
  ['soc', 'BATTERY', { metric: 'soc', factor: 1 }],
  ['energy_production', 'SOLAR_POWER_PLANT', { metric: 'energy_production', factor: 1 }],
  ['voltage_l1', 'GRID', { metric: 'voltage_l1', factor: 1 }],
  ['constructor', 'GRID', { metric: 'constructor', factor: 1 }],
] as const)('%s of %s the other way round', (metric, category, expected) => {
  expect(correctMetric(metric, category, reversed)).toEqual(expected)
})

test('a reading has the direction of its own time, between any reversals', () => {
  const reversals = [10, 20, 30]
  const at = (isReversed: boolean) =>
    [9, 10, 19, 20, 30, 99].map((ts) => isReversedAt({ isReversed, phaseOrder: '123', reversals }, ts))
  expect(at(true)).toEqual([false, true, true, false, true, true])
  expect(at(false)).toEqual([true, false, false, true, false, false])
})

test('a reversal is later than what is stored and than the one before, and the oldest of very many are given up', () => {
  expect(addReversal([], { now: 1000, newest: null })).toEqual([6000])
  expect(addReversal([6000], { now: 900, newest: 60_000 })).toEqual([6000, 65_000])
  expect(addReversal([65_000], { now: 2000, newest: 1500 })).toEqual([65_000, 65_001])
  let many: number[] = []
  for (let time = 0; time < 150; time++) many = addReversal(many, { now: time, newest: null })
  expect(many).toHaveLength(100)
  expect(many.at(-1)).toBe(5149)
})

test('phases in another order go to their own places', () => {
  const order = { isReversed: false, phaseOrder: '312' } as const
  const places = ['voltage_l1', 'current_l2', 'power_l3'].map(
    (name) => correctMetric(name, 'GRID', order).metric,
  )
  expect(places).toEqual(['voltage_l3', 'current_l1', 'power_l2'])
})

test('an order after its inverse is none', () => {
  expect(composePhases('312', '231')).toBe('123')
  expect(composePhases('213', '213')).toBe('123')
})

test('reversed twice is as it was', () => {
  for (const category of deviceCategories)
    for (const metric of ['power', 'energy_import', 'energy_discharge', 'soc', 'power_l1']) {
      const once = correctMetric(metric, category, reversed)
      const twice = correctMetric(once.metric, category, reversed)
      expect([twice.metric, once.factor * twice.factor]).toEqual([metric, 1])
    }
})

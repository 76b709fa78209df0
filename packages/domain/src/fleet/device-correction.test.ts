import { expect, test } from 'vitest'
import { deviceCategories } from './device-category.ts'
import { correctMetric } from './device-correction.ts'
import { composePhases } from './swapped-phases.ts'

const reversed = { isReversed: true, phaseOrder: '123' } as const

test.each([
  ['power', 'GRID', { metric: 'power', factor: -1 }],
  ['power_l2', 'GRID', { metric: 'power_l2', factor: -1 }],
  ['energy_import_t1', 'GRID', { metric: 'energy_export_t1', factor: 1 }],
  ['energy_export', 'GRID', { metric: 'energy_import', factor: 1 }],
  ['energy_charge', 'BATTERY', { metric: 'energy_discharge', factor: 1 }],
  ['soc', 'BATTERY', { metric: 'soc', factor: 1 }],
  ['energy_production', 'SOLAR_POWER_PLANT', { metric: 'energy_production', factor: 1 }],
  ['voltage_l1', 'GRID', { metric: 'voltage_l1', factor: 1 }],
  ['constructor', 'GRID', { metric: 'constructor', factor: 1 }],
] as const)('%s of %s the other way round', (metric, category, expected) => {
  expect(correctMetric(metric, category, reversed)).toEqual(expected)
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

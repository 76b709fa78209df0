import { expect, test } from 'vitest'
import { createDeviceId, describeOutcome, listMetrics } from './mapped-names.ts'

const grid = { category: 'GRID', metric: 'power', factor: 1000 } as const

test.each([
  ['3.2', { value: 3200, unit: 'W', flow: 'energy_import' }],
  ['-0.5', { value: -500, unit: 'W', flow: 'energy_export' }],
  ['0', { value: 0, unit: 'W', flow: null }],
  ['', null],
  ['n/a', null],
])('%s kW of the grid becomes', (text, expected) => {
  expect(describeOutcome(grid, text)).toEqual(expected)
})

test('a state stays what it is', () => {
  expect(describeOutcome({ category: 'OTHER', metric: 'on', factor: 1 }, 'ON')).toEqual({
    value: 'ON',
    unit: '',
    flow: null,
  })
})

test('only metrics that fit the kind and are not taken are offered', () => {
  const taken = { source: 'a', device: 'grid', device_name: 'Grid', ...grid }
  const offered = listMetrics('GRID', 'grid', [taken])
  expect(offered).not.toContain('power')
  expect(offered).not.toContain('soc')
  expect(offered).toContain('energy_import')
  expect(listMetrics('GRID', null, [taken])).toContain('power')
})

test('a new device gets an id that none has yet', () => {
  const view = {
    version: 1,
    unit_id: 'x',
    sources: [],
    mapping: [],
    devices: [{ device_id: 1, device: 'pv', name: 'PV', category: 'OTHER' as const, role: null }],
  }
  expect(createDeviceId('SOLAR_POWER_PLANT', view)).toBe('pv2')
  expect(createDeviceId('GRID', view)).toBe('grid')
})

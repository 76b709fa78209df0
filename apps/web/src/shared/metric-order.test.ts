import { expect, test } from 'vitest'
import { compareMetrics } from './metric-order.ts'

test('power comes first, then the whole device, its phases, and unknown names by the alphabet', () => {
  const sent = ['zeta', 'current_l1', 'soc', 'power_l2', 'alpha', 'energy_import', 'power', 'power_l1']
  expect(sent.sort(compareMetrics)).toEqual([
    ...['power', 'energy_import', 'soc', 'power_l1', 'power_l2', 'current_l1', 'alpha', 'zeta'],
  ])
})

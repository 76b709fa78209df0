import { expect, test } from 'vitest'
import { buildMonthBars } from './build-month-bars.ts'

test('what saved is above the line, what cost more below it, and the unknown is not drawn', () => {
  const months = [
    { solar: '30.10', battery: '4', control: '-2.50' },
    { solar: null, battery: null, control: null },
  ]
  const labels = { solar: 'Panels', battery: 'Battery', control: 'Control' }
  const bars = buildMonthBars(months, ['solar', 'control'], labels)
  expect(bars.map(({ key, values }) => [key, values])).toEqual([
    ['solar 1', [30.1, 0]],
    ['control 1', [0, 0]],
    ['solar -1', [0, 0]],
    ['control -1', [2.5, 0]],
  ])
})

import { expect, test } from 'vitest'
import { groupRuns, monthsWithin } from './months-within.ts'

test.each([
  ['whole months', '2025-11-01', '2026-10-31', { from: '2025-11', to: '2026-10' }],
  ['days that begin and end within months', '2025-11-02', '2026-10-30', { from: '2025-12', to: '2026-09' }],
  ['days up to today', '2025-12-01', '2026-11-25', { from: '2025-12', to: '2026-10' }],
  ['a few days', '2026-11-02', '2026-11-20', {}],
  ['less than a month over the end of one', '2026-09-20', '2026-10-10', {}],
  ['more than can be compared', '2020-01-01', '2026-10-31', {}],
])('%s', (_, from, to, months) => {
  expect(monthsWithin({ from, to }, '2026-11-26')).toEqual(months)
})

test('months that follow each other are one run', () => {
  expect(groupRuns(['2025-11', '2025-12', '2026-01', '2026-04'])).toEqual([
    { first: '2025-11', last: '2026-01' },
    { first: '2026-04', last: '2026-04' },
  ])
  expect(groupRuns([])).toEqual([])
})

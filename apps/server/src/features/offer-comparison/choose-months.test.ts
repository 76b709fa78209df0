import { expect, test } from 'vitest'
import { chooseMonths, lastDayOf } from './choose-months.ts'

test.each([
  ['years of readings', ['2023-05-14', '2026-11-25'], '2026-11-26', '2025-11', '2026-10'],
  ['readings that end with a month', ['2023-05-14', '2026-10-31'], '2026-12-03', '2025-11', '2026-10'],
  ['readings that end within one', ['2023-05-14', '2026-10-30'], '2026-12-03', '2025-10', '2026-09'],
  ['readings that begin within a month', ['2026-07-12', '2026-11-25'], '2026-11-26', '2026-08', '2026-10'],
  ['readings that begin with one', ['2026-07-01', '2026-11-25'], '2026-11-26', '2026-07', '2026-10'],
  [
    'readings of today, at the end of a month',
    ['2023-05-14', '2026-11-30'],
    '2026-11-30',
    '2025-11',
    '2026-10',
  ],
  ['a few days', ['2026-11-12', '2026-11-25'], '2026-11-26', '2026-10', '2026-10'],
  ['unknown readings, in January', [null, null], '2026-01-15', '2025-01', '2025-12'],
] as const)('%s', (_, [readFrom, readTo], today, from, to) => {
  expect(chooseMonths({ readFrom, readTo, today })).toEqual({ from, to })
})

test('the last day of a month', () => {
  expect(['2028-02', '2026-12', '2026-04'].map(lastDayOf)).toEqual(['2028-02-29', '2026-12-31', '2026-04-30'])
})

import { expect, test } from 'vitest'
import type { FeeMonth } from '../calculation-data.ts'
import { listPeriods, selectMonths } from './bill-period.ts'

const month = (key: string, firstDay: string) => ({ month: key, firstDay }) as FeeMonth
const months = [
  month('nov-2025', '2025-11-01'),
  month('dec-2025', '2025-12-01'),
  month('jan-2026', '2026-01-01'),
]

test('years and months of the range can be chosen', () => {
  expect(listPeriods(months)).toEqual({
    years: ['2025', '2026'],
    months: ['nov-2025', 'dec-2025', 'jan-2026'],
  })
  expect(listPeriods(months.slice(0, 2)).years).toEqual([])
})

test('a year, a month and everything select their months; a lost selection becomes everything', () => {
  const keys = (period: string) => selectMonths(months, period).map((one) => one.month)
  expect(keys('2025')).toEqual(['nov-2025', 'dec-2025'])
  expect(keys('jan-2026')).toEqual(['jan-2026'])
  expect(keys('all')).toHaveLength(3)
  expect(keys('2019')).toHaveLength(3)
})

import { describe, expect, test } from 'vitest'
import { calculateInstantRange, type PeriodChoice } from './chart-period.ts'
import { alignComparison, calculateComparisonDays, findComparisons } from './compare-period.ts'
import type { Comparison } from './comparisons.ts'

const zone = 'Europe/Ljubljana'
const today = '2026-11-20'

describe('days to compare with', () => {
  test.each<[string, PeriodChoice, Comparison, string | undefined, string, string]>([
    ['the day before', { range: 'day' }, 'previous', undefined, '2026-11-19', '2026-11-19'],
    ['the month before', { range: 'thisMonth' }, 'previous', undefined, '2026-10-01', '2026-10-31'],
    ['the same day last year', { range: 'day' }, 'lastYear', undefined, '2025-11-20', '2025-11-20'],
    [
      'February of a leap year whole',
      { range: 'month', date: '2029-02-01' },
      'lastYear',
      undefined,
      '2028-02-01',
      '2028-02-29',
    ],
    ['the week 52 weeks ago', { range: 'week' }, 'lastYear', undefined, '2025-11-17', '2025-11-23'],
    [
      'the same weekday a week ago',
      { range: 'yesterday' },
      'sameWeekday',
      undefined,
      '2026-11-12',
      '2026-11-12',
    ],
    ['two days a week ago', { range: 'last2days' }, 'sameWeekday', undefined, '2026-11-12', '2026-11-13'],
    [
      'a year before the last 12 months',
      { range: 'last12months' },
      'lastYear',
      undefined,
      '2024-12-01',
      '2025-11-30',
    ],
    [
      'what a day suggests, until a day is chosen',
      { range: 'day' },
      'custom',
      undefined,
      '2026-11-13',
      '2026-11-13',
    ],
    [
      'what a month suggests, for one kept from a day',
      { range: 'month' },
      'sameWeekday',
      undefined,
      '2025-11-01',
      '2025-11-30',
    ],
    ['an own first day', { range: 'week' }, 'custom', '2026-01-05', '2026-01-05', '2026-01-11'],
  ])('%s', (_, choice, comparison, custom, firstDay, lastDay) => {
    expect(calculateComparisonDays(choice, comparison, custom, today)).toEqual({ firstDay, lastDay })
  })

  test('nothing to compare with for none and for the latest hour', () => {
    expect(calculateComparisonDays({ range: 'day' }, 'none', undefined, today)).toBeNull()
    expect(calculateComparisonDays({ range: 'latest' }, 'previous', undefined, today)).toBeNull()
  })
})

test.each<[PeriodChoice, string]>([
  [{ range: 'day' }, 'sameWeekday previous lastYear custom'],
  [{ range: 'week' }, 'previous lastYear custom'],
  [{ range: 'custom', from: '2026-11-01', to: '2026-11-14' }, 'previous lastYear custom'],
  [{ range: 'custom', from: '2026-11-01', to: '2026-11-10' }, 'lastYear previous custom'],
  [{ range: 'month' }, 'lastYear previous custom'],
  [{ range: 'year' }, 'previous custom'],
])('of %o the likeliest comparison is the first one', (choice, expected) => {
  expect(findComparisons(choice, today).join(' ')).toBe(expected)
})

function hoursOf(date: string): number[] {
  const { fromMs, toMs } = calculateInstantRange({ firstDay: date, lastDay: date }, zone)
  return Array.from({ length: (toMs - fromMs) / 3_600_000 }, (_, i) => fromMs + i * 3_600_000)
}

describe('alignment of buckets', () => {
  test('same clock time across the day clocks go forward: 02:00 has no counterpart', () => {
    const aligned = alignComparison(hoursOf('2026-03-30'), hoursOf('2026-03-29'), 3600, zone)
    expect([...aligned.slice(0, 5)]).toEqual([0, 1, -1, 2, 3])
    expect(aligned.at(-1)).toBe(22)
  })
  test('both hours of a repeated clock time align with the one of the other day', () => {
    const aligned = alignComparison(hoursOf('2026-10-25'), hoursOf('2026-10-24'), 3600, zone)
    expect([...aligned.slice(0, 5)]).toEqual([0, 1, 2, 2, 3])
    expect(aligned).toHaveLength(25)
  })
  test('days align by number, surplus ones stay alone', () => {
    expect([...alignComparison([1, 2, 3], [9, 8], 86_400, zone)]).toEqual([0, 1, -1])
  })
})

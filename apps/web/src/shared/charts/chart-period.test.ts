import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  calculateDayRange,
  calculateInstantRange,
  countDays,
  isAfterToday,
  type PeriodChoice,
  shiftPeriod,
} from './chart-period.ts'

const zone = 'Europe/Ljubljana'
const today = '2026-11-20'

describe('days of a range', () => {
  test.each<[string, PeriodChoice, string, string]>([
    ['day is today by itself', { range: 'day' }, '2026-11-20', '2026-11-20'],
    ['day with a date', { range: 'day', date: '2026-02-28' }, '2026-02-28', '2026-02-28'],
    ['yesterday', { range: 'yesterday' }, '2026-11-19', '2026-11-19'],
    ['last 2 days end today', { range: 'last2days' }, '2026-11-19', '2026-11-20'],
    ['last 7 days end today', { range: 'last7days' }, '2026-11-14', '2026-11-20'],
    ['week starts on Monday', { range: 'week' }, '2026-11-16', '2026-11-22'],
    ['week of a Sunday', { range: 'week', date: '2026-11-22' }, '2026-11-16', '2026-11-22'],
    ['this month', { range: 'thisMonth' }, '2026-11-01', '2026-11-30'],
    ['last month', { range: 'lastMonth' }, '2026-10-01', '2026-10-31'],
    ['month of a leap February', { range: 'month', date: '2028-02-10' }, '2028-02-01', '2028-02-29'],
    ['year', { range: 'year', date: '2025-06-01' }, '2025-01-01', '2025-12-31'],
    ['custom', { range: 'custom', from: '2026-01-05', to: '2026-01-09' }, '2026-01-05', '2026-01-09'],
    [
      'custom typed backwards',
      { range: 'custom', from: '2026-01-09', to: '2026-01-05' },
      '2026-01-05',
      '2026-01-09',
    ],
    ['custom with one end', { range: 'custom', from: '2026-01-09' }, '2026-01-09', '2026-01-09'],
  ])('%s', (_, choice, firstDay, lastDay) => {
    expect(calculateDayRange(choice, today)).toEqual({ firstDay, lastDay })
  })
})

describe('instants of a range', () => {
  const hours = (firstDay: string, lastDay: string, timeZone: string) => {
    const { fromMs, toMs } = calculateInstantRange({ firstDay, lastDay }, timeZone)
    return (toMs - fromMs) / 3_600_000
  }
  test.each([
    ['an ordinary day', '2026-11-20', '2026-11-20', zone, 24],
    ['the day clocks go forward', '2026-03-29', '2026-03-29', zone, 23],
    ['the day clocks go back', '2026-10-25', '2026-10-25', zone, 25],
    ['a week with a change', '2026-10-19', '2026-10-25', zone, 169],
    ['a month with a change', '2026-03-01', '2026-03-31', zone, 743],
    ['a half-hour change', '2026-04-05', '2026-04-05', 'Australia/Lord_Howe', 24.5],
    ['a day without midnight', '2026-09-06', '2026-09-06', 'America/Santiago', 23],
  ])('%s', (_, firstDay, lastDay, timeZone, expected) => {
    expect(hours(firstDay, lastDay, timeZone)).toBe(expected)
  })

  test('starts at local midnight', () => {
    const { fromMs } = calculateInstantRange({ firstDay: '2026-07-01', lastDay: '2026-07-01' }, zone)
    expect(new Date(fromMs).toISOString()).toBe('2026-06-30T22:00:00.000Z')
  })
})

describe('the period before and after', () => {
  test.each<[string, PeriodChoice, -1 | 1, string, string]>([
    ['day', { range: 'day' }, -1, '2026-11-19', '2026-11-19'],
    ['yesterday goes on', { range: 'yesterday' }, -1, '2026-11-18', '2026-11-18'],
    ['week', { range: 'week' }, 1, '2026-11-23', '2026-11-29'],
    ['month from the 31st', { range: 'month', date: '2026-03-31' }, -1, '2026-02-01', '2026-02-28'],
    ['last month', { range: 'lastMonth' }, -1, '2026-09-01', '2026-09-30'],
    ['year', { range: 'year' }, -1, '2025-01-01', '2025-12-31'],
    ['last 12 months', { range: 'last12months' }, -1, '2024-12-01', '2025-11-30'],
    ['last 7 days', { range: 'last7days' }, -1, '2026-11-07', '2026-11-13'],
    [
      'custom moves by its own length',
      { range: 'custom', from: '2026-01-05', to: '2026-01-09' },
      1,
      '2026-01-10',
      '2026-01-14',
    ],
  ])('%s', (_, choice, direction, firstDay, lastDay) => {
    expect(calculateDayRange(shiftPeriod(choice, direction, today), today)).toEqual({ firstDay, lastDay })
  })

  const ranges = [
    'day',
    'week',
    'month',
    'year',
    'yesterday',
    'last2days',
    'last7days',
    'thisMonth',
    'custom',
  ] as const
  test('touches the shown one and comes back to it, whatever was chosen', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ranges),
        fc.integer({ min: 0, max: 4000 }),
        fc.integer({ min: 0, max: 60 }),
        (range, offset, length) => {
          const date = Temporal.PlainDate.from('2020-01-01').add({ days: offset })
          const choice = {
            range,
            date: date.toString(),
            from: date.toString(),
            to: date.add({ days: length }).toString(),
          }
          const shown = calculateDayRange(choice, today)
          const before = shiftPeriod(choice, -1, today)
          const previous = calculateDayRange(before, today)
          expect(Temporal.PlainDate.from(previous.lastDay).add({ days: 1 }).toString()).toBe(shown.firstDay)
          expect(calculateDayRange(shiftPeriod(before, 1, today), today)).toEqual(shown)
          expect(countDays(shown)).toBeGreaterThan(0)
        },
      ),
    )
  })

  test('tomorrow is after today, this week is not', () => {
    expect(isAfterToday({ range: 'day', date: '2026-11-21' }, today)).toBe(true)
    expect(isAfterToday({ range: 'week' }, today)).toBe(false)
  })
})

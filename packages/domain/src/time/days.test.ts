import { expect, test } from 'vitest'
import { dayAfter, dayAt } from './days.ts'

test.each([
  ['2026-03-28T23:00:00Z', 'Europe/Ljubljana', '2026-03-29'],
  ['2026-03-29T21:59:59Z', 'Europe/Ljubljana', '2026-03-29'],
  ['2026-03-29T22:00:00Z', 'Europe/Ljubljana', '2026-03-30'],
  ['2026-01-01T00:00:00Z', 'America/New_York', '2025-12-31'],
])('%s in %s is on %s', (instant, timeZone, day) => {
  expect(dayAt(Date.parse(instant), timeZone)).toBe(day)
})

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-03-01', -1, '2028-02-29'],
  ['2026-06-15', 0, '2026-06-15'],
])('%s and %i days is %s', (day, days, expected) => {
  expect(dayAfter(day, days)).toBe(expected)
})

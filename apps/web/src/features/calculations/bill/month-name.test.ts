import { expect, test } from 'vitest'
import { formatMonthName } from './month-name.ts'

test.each([
  ['mar-2024', 'sl', 'marec 2024'],
  ['mar-2024', 'en', 'March 2024'],
  ['okt-2024', 'en', 'okt-2024'],
  ['dec-2025', 'de', 'Dezember 2025'],
])('%s is %s: %s', (key, locale, name) => {
  expect(formatMonthName(key, locale)).toBe(name)
})

test('a short name separates the year', () => {
  expect(formatMonthName('mar-2024', 'en', 'short')).toBe('Mar 24')
})

import { localeTag, supportedLocales } from '@ohmstead/domain/i18n/locales'
import { describe, expect, it, test } from 'vitest'
import { formatDayText, parseDayText } from './day-text.ts'

test.each(supportedLocales)('a day written in %s reads back as the same day', (locale) => {
  const tag = localeTag(locale)
  for (const day of ['2026-11-21', '2024-02-29', '2025-03-04']) {
    const text = formatDayText(day, tag)
    expect(text).toMatch(/^[\d\s./-]+$/)
    expect(parseDayText(text, tag)).toBe(day)
  }
})

describe('parseDayText', () => {
  it.each([
    ['4.3.2025', 'sl', '2025-03-04'],
    ['04 03 2025', 'de', '2025-03-04'],
    ['2025-03-04', 'en-GB', '2025-03-04'],
    ['29. 2. 2025', 'sl', null],
    ['31. 4. 2025', 'sl', null],
    ['4. 3. 25', 'sl', null],
    ['4. 3. 202', 'sl', null],
    ['4. 3.', 'sl', null],
    ['4. 3. 2025 5', 'sl', null],
    ['', 'sl', null],
  ] as const)('%s in %s is %s', (text, tag, day) => {
    expect(parseDayText(text, tag)).toBe(day)
  })
})

test('an invalid day is written as nothing', () => {
  expect(formatDayText('', 'sl')).toBe('')
})

test('in a language unknown to the browser, the day comes first', () => {
  expect(formatDayText('2026-11-21', 'zxx')).toBe('21.11.2026')
  expect(parseDayText('4.3.2025', 'zxx')).toBe('2025-03-04')
})

import { describe, expect, test } from 'vitest'
import { getDateFormat } from '../charts/date-format.ts'
import { createFormat } from './format.ts'
import { toMacedonian } from './macedonian-words.ts'

// The machine that runs the tests knows Macedonian, unlike Chromium.
const standIn = 'sr-Cyrl-RS-u-hc-h23'
const wordsOf = (text: string) => text.match(/\p{Script=Cyrillic}{3,}/gu) ?? []
const days = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 12 + month))

describe('Macedonian where the browser has only Serbian', () => {
  test.each<Intl.DateTimeFormatOptions>([
    { month: 'long', year: 'numeric' },
    { day: 'numeric', month: 'long' },
    { weekday: 'long' },
  ])('has its own words in a date: %o', (options) => {
    const known = new Intl.DateTimeFormat('mk', { ...options, timeZone: 'UTC' })
    const made = getDateFormat(standIn, { ...options, timeZone: 'UTC' })
    for (const day of days) expect(wordsOf(made.format(day))).toEqual(wordsOf(known.format(day)))
  })

  test('abbreviates months and weekdays in Macedonian', () => {
    const made = getDateFormat(standIn, { weekday: 'short', month: 'short', timeZone: 'UTC' })
    const known = new Intl.DateTimeFormat('mk', { weekday: 'long', month: 'long', timeZone: 'UTC' })
    const starts = (text: string) => wordsOf(text).map((word) => word.slice(0, 3))
    for (const day of days) expect(starts(made.format(day)).sort()).toEqual(starts(known.format(day)).sort())
  })

  test('names both ends of a range', () => {
    const made = getDateFormat(standIn, { day: 'numeric', month: 'long', timeZone: 'UTC' })
    expect(wordsOf(made.formatRange(days[0]!, days[8]!))).toEqual(['јануари', 'септември'])
  })

  test('says ages and durations as Macedonian does', () => {
    const format = createFormat('mk', standIn)
    const known = new Intl.RelativeTimeFormat('mk', { numeric: 'auto' })
    const minute = 60_000
    for (const count of [1, 2, 5, 11, 21]) {
      expect(format.ago(count * 1000)).toBe(known.format(-count, 'second'))
      expect(format.ago(count * minute)).toBe(known.format(-count, 'minute'))
      expect(format.ago(count * 60 * minute)).toBe(known.format(-count, 'hour'))
      expect(format.ago(count * 1440 * minute)).toBe(known.format(-count, 'day'))
    }
    expect(format.ago(0)).toBe(known.format(0, 'second'))
    expect(format.duration(21 * 1440 * minute)).toBe('21\u00a0ден')
    expect(format.duration(125 * minute)).toBe('2\u00a0часа 5\u00a0мин')
    expect(wordsOf(format.dateTime(days[8]!))).toEqual(['сеп'])
    expect(wordsOf(format.day(days[8]!))).toEqual(['септември'])
  })

  test('leaves what both languages share', () => {
    expect(toMacedonian('14. март 2026.')).toBe('14. март 2026.')
  })
})

test('Serbian itself stays Serbian', () => {
  expect(getDateFormat('sr-Latn-RS', { month: 'long', timeZone: 'UTC' }).format(days[8]!)).toBe('septembar')
})

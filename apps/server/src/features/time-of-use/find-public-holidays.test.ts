import { formatDay, parseDay } from '@ohmstead/network-fee/calendar/local-time'
import { isWorkFreeDay } from '@ohmstead/network-fee/calendar/work-free-day'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import { describe, expect, test } from 'vitest'
import { findPublicHolidays } from './find-public-holidays.ts'

const weekdayOf = (day: string) => new Date(`${day}T00:00Z`).getUTCDay()

describe('public holidays', () => {
  test("Slovenia's are the work-free weekdays of the network fee", () => {
    const holidays = new Set(findPublicHolidays('SI', 2023, 2030))
    for (let days = parseDay('2023-01-01'); days <= parseDay('2030-12-31'); days += 1) {
      const day = formatDay(days)
      const isWeekend = weekdayOf(day) === 0 || weekdayOf(day) === 6
      if (!isWeekend) expect([day, holidays.has(day)]).toEqual([day, isWorkFreeDay(days, publishedRates)])
    }
    expect(holidays.has('2023-08-14')).toBe(true)
    expect(holidays.has('2026-02-08')).toBe(true)
  })

  test.each([
    ['Good Friday and a substitute day', 'GB', 2026, ['2026-04-03', '2026-12-28']],
    ['Orthodox Easter Monday', 'GR', 2026, ['2026-04-13']],
    ['Easter Sunday on the day on which summer time begins', 'NO', 2024, ['2024-03-31']],
    ['a national day on the day on which it ends', 'AT', 2025, ['2025-10-26']],
    ['every whole day of a holiday of several', 'TR', 2026, ['2026-03-20', '2026-03-21', '2026-03-22']],
  ])('%s', (_, country, year, days) => {
    expect(findPublicHolidays(country, year, year)).toEqual(expect.arrayContaining(days))
  })

  test('neither half days nor what only some regions have', () => {
    expect(findPublicHolidays('IS', 2026, 2026)).not.toContain('2026-12-31')
    expect(findPublicHolidays('DE', 2026, 2026)).not.toContain('2026-01-06')
  })

  test('years follow one another in order, a holiday that crosses New Year is in both', () => {
    const years = findPublicHolidays('RU', 2025, 2027)
    expect(years).toEqual([...new Set(years)].sort())
    expect(years[0]).toBe('2025-01-01')
    expect(years.at(-1)!.slice(0, 4)).toBe('2027')
  })

  test('an unknown country has none', () => {
    expect(findPublicHolidays('XX', 2026, 2026)).toEqual([])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { publishedRates } from '../rates/published-rates.ts'
import { classifyIntervals } from './interval-calendar.ts'
import { localMidnightMs, quarterHourMs } from './local-time.ts'
import { timeBlockAt } from './time-block.ts'

const classify = (fromDay: string, toDay: string) => {
  const first = localMidnightMs(fromDay)
  return classifyIntervals(first, (localMidnightMs(toDay) - first) / quarterHourMs, publishedRates)
}

describe('quarter-hours on the local calendar', () => {
  test('agree with the clock of the zone at any instant', () => {
    const start = Date.UTC(2023, 0, 1) / quarterHourMs
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 6 * 35_040 }),
        fc.integer({ min: 1, max: 400 }),
        (offset, count) => {
          const firstMs = (start + offset) * quarterHourMs
          const calendar = classifyIntervals(firstMs, count, publishedRates)
          const place = count - 1
          const atMs = firstMs + place * quarterHourMs
          const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO('Europe/Ljubljana')
          const month = calendar.months[calendar.monthOf[place]!]!
          expect(calendar.block[place]).toBe(timeBlockAt(atMs))
          expect(calendar.hour[place]).toBe(local.hour)
          expect([month.year, month.month]).toEqual([local.year, local.month])
          const isWorkday = timeBlockAt(atMs) !== undefined && calendar.isHighTariff[place] === 1
          if (isWorkday) expect(local.dayOfWeek <= 5 && local.hour >= 6 && local.hour < 22).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })

  test.each([
    ['2025-03-30', '2025-03-31', 92],
    ['2025-10-26', '2025-10-27', 100],
    ['2024-02-29', '2024-03-01', 96],
  ])('%s has %s quarter-hours to the next day: %i', (day, next, count) => {
    const { block, hour, days } = classify(day, next)
    expect(block.length).toBe(count)
    expect(days).toBe(1)
    expect(hour.filter((one) => one === 2).length).toBe(count === 92 ? 0 : count === 100 ? 8 : 4)
  })

  test('months count their quarter-hours, whole and covered', () => {
    const { months } = classify('2025-03-29', '2025-11-02')
    expect(months.map(({ key }) => key)).toEqual([
      'mar-2025',
      'apr-2025',
      'may-2025',
      'jun-2025',
      'jul-2025',
      'aug-2025',
      'sep-2025',
      'oct-2025',
      'nov-2025',
    ])
    expect(months[0]).toMatchObject({
      wholeMonthIntervals: 31 * 96 - 4,
      intervals: 96 + 92 + 96,
      isHighSeason: false,
    })
    expect(months[7]).toMatchObject({ wholeMonthIntervals: 31 * 96 + 4, intervals: 31 * 96 + 4 })
    expect(months[8]).toMatchObject({ wholeMonthIntervals: 30 * 96, intervals: 96, isHighSeason: true })
  })

  test('two years have 70,080 quarter-hours in 24 months and five blocks', () => {
    const { months, block } = classify('2024-10-01', '2026-10-01')
    expect(months.length).toBe(24)
    expect(block.length).toBe(70_080)
    expect(new Set(block)).toEqual(new Set([1, 2, 3, 4, 5]))
  })

  test('an empty row has no months', () => {
    expect(classify('2025-01-01', '2025-01-01').months).toEqual([])
  })

  test('refuses a start between quarter-hours', () => {
    expect(() => classifyIntervals(60_000, 4, publishedRates)).toThrow(RangeError)
  })
})

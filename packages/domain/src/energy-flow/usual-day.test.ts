import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareWithUsual, leastUsualDays, listSameWeekdays } from './usual-day.ts'

const zones = ['Europe/Ljubljana', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC']
const instant = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2027, 0, 1) })
const wh = fc.integer({ min: 0, max: 1e6 })
const day = fc.option(wh, { nil: null })

describe('the same weekday of earlier weeks', () => {
  test('runs from local midnight to the same time of day, through every change of the clock', () => {
    fc.assert(
      fc.property(instant, fc.constantFrom(...zones), (ms, zone) => {
        const local = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
        const days = listSameWeekdays(ms, zone)
        expect(days[0]!.to).toBe(ms)
        const now = local(ms)
        for (const [weeks, { from, to }] of days.entries()) {
          const date = now.toPlainDate().subtract({ weeks })
          expect(local(from).toPlainDate().equals(date)).toBe(true)
          expect(
            local(from - 1)
              .toPlainDate()
              .equals(date),
          ).toBe(false)
          // A time that the clock skips is read as one hour (on Lord Howe half an hour) later.
          const wanted = date.toPlainDateTime(now.toPlainTime())
          expect(local(to).toPlainDateTime().since(wanted).total('hours')).toBeOneOf([0, 0.5, 1])
          expect(to).toBeGreaterThanOrEqual(from)
        }
      }),
    )
  })

  test('is an hour shorter on the day the clock goes forward', () => {
    const noon = Date.parse('2026-04-05T12:00:00+02:00')
    const hours = listSameWeekdays(noon, 'Europe/Ljubljana').map(({ from, to }) => (to - from) / 3_600_000)
    expect(hours).toEqual([12, 11, 12, 12, 12, 12, 12, 12, 12])
  })
})

describe('a usual day', () => {
  test('is the median of the days that count, in any order', () => {
    expect(compareWithUsual(97, [80, 100, null, 120, 100])).toEqual({
      usualWh: 100,
      dayCount: 4,
      difference: expect.closeTo(-0.03, 12),
    })
    fc.assert(
      fc.property(wh, fc.array(day, { maxLength: 8 }), (used, earlier) => {
        const found = compareWithUsual(used, earlier)
        const known = earlier.filter((value) => value !== null)
        expect(compareWithUsual(used, earlier.toReversed())).toEqual(found)
        // A day with a gap changes nothing.
        expect(compareWithUsual(used, [...earlier, null])).toEqual(found)
        if (!found) {
          const sorted = known.toSorted((a, b) => a - b)
          const isNothing = sorted[known.length >> 1] === 0 || sorted[(known.length - 1) >> 1] === 0
          expect(known.length < leastUsualDays || isNothing).toBe(true)
          return
        }
        const atMost = known.filter((value) => value <= found.usualWh).length
        const atLeast = known.filter((value) => value >= found.usualWh).length
        expect(2 * Math.min(atMost, atLeast)).toBeGreaterThanOrEqual(known.length)
        expect(found.usualWh * (1 + found.difference)).toBeCloseTo(used, 3)
      }),
    )
  })

  test.each([
    ['fewer than four days count', 10, [10, 10, 10, null, null]],
    ['this day has a gap', null, [10, 10, 10, 10]],
    ['usually nothing is used', 10, [0, 0, 0, 0, 20]],
  ])('is unknown where %s', (_title, used, earlier) => {
    expect(compareWithUsual(used, earlier)).toBeNull()
  })
})

import { describe, expect, test } from 'vitest'
import { publishedRates } from '../rates/published-rates.ts'
import { dayNumber, formatDay, localMidnightMs, parseDay, quarterHourMs } from './local-time.ts'
import { chargedBlocks, timeBlockAt } from './time-block.ts'
import { easterMonday, isWorkFreeDay } from './work-free-day.ts'

const at = (local: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime('Europe/Ljubljana').epochMilliseconds

describe('work-free days', () => {
  test.each([
    [2022, '2022-04-18'],
    [2023, '2023-04-10'],
    [2024, '2024-04-01'],
    [2025, '2025-04-21'],
    [2026, '2026-04-06'],
    [2027, '2027-03-29'],
    [2028, '2028-04-17'],
    [2029, '2029-04-02'],
    [2030, '2030-04-22'],
  ])('Easter Monday of %i is %s', (year, day) => {
    expect(formatDay(easterMonday(year))).toBe(day)
    expect(isWorkFreeDay(parseDay(day), publishedRates)).toBe(true)
  })

  test.each([
    '2025-01-01',
    '2025-01-02',
    '2024-02-08',
    '2026-04-27',
    '2025-05-01',
    '2025-05-02',
    '2025-06-25',
    '2025-08-15',
    '2025-10-31',
    '2024-11-01',
    '2025-12-25',
    '2025-12-26',
    '2025-06-07',
    '2025-06-08',
    '2023-08-14',
  ])('%s is work-free', (day) => {
    expect(isWorkFreeDay(parseDay(day), publishedRates)).toBe(true)
  })

  test.each([
    '2026-06-08',
    '2024-01-08',
    '2026-01-08',
    '2025-04-18',
    '2025-09-15',
    '2026-09-23',
    '2024-08-14',
    '2024-11-04',
  ])('%s is a working day', (day) => {
    expect(isWorkFreeDay(parseDay(day), publishedRates)).toBe(false)
  })
})

describe('time blocks until 2026', () => {
  test.each([
    ['2024-11-04T07:00', 1],
    ['2024-11-04T13:45', 1],
    ['2024-11-04T14:00', 2],
    ['2024-11-04T16:00', 1],
    ['2024-11-04T19:45', 1],
    ['2024-11-04T20:00', 2],
    ['2024-11-04T21:45', 2],
    ['2024-11-04T22:00', 3],
    ['2024-11-04T05:45', 3],
    ['2024-11-04T06:00', 2],
    ['2024-11-02T07:00', 2],
    ['2024-11-01T00:00', 4],
    ['2025-03-03T07:00', 2],
    ['2025-03-03T00:00', 4],
    ['2025-03-01T07:00', 3],
    ['2025-04-21T07:00', 3],
    ['2025-04-21T03:00', 5],
    ['2024-04-01T12:00', 3],
  ])('%s is block %i', (local, block) => {
    expect(timeBlockAt(at(local))).toBe(block)
  })

  test('follows the rule of tiers, season and kind of day in every hour of three years', () => {
    for (let day = dayNumber(2024, 1, 1); day < dayNumber(2027, 1, 1); day++) {
      const text = formatDay(day)
      const isHigh = [11, 12, 1, 2].includes(Number(text.slice(5, 7)))
      const midnight = localMidnightMs(text)
      const length = localMidnightMs(formatDay(day + 1)) - midnight
      for (let ms = 0; ms < length; ms += 4 * quarterHourMs) {
        const hour = Temporal.Instant.fromEpochMilliseconds(midnight + ms).toZonedDateTimeISO(
          'Europe/Ljubljana',
        ).hour
        const tier =
          hour < 6 || hour >= 22 ? 2 : (hour >= 7 && hour < 14) || (hour >= 16 && hour < 20) ? 0 : 1
        const expected = tier + (isHigh ? 1 : 2) + Number(isWorkFreeDay(day, publishedRates))
        if (timeBlockAt(midnight + ms) !== expected) throw new Error(`${text} ${hour}`)
      }
    }
  })
})

test.each([
  ['2027-01-04T06:00', 1],
  ['2027-01-04T12:00', 2],
  ['2027-01-04T17:00', 1],
  ['2027-01-04T20:00', 2],
  ['2027-01-04T22:00', 3],
  ['2027-01-03T06:00', 3],
  ['2027-01-03T12:00', 4],
  ['2027-01-03T21:00', 3],
  ['2027-07-05T03:00', 5],
  ['2027-07-05T06:00', 3],
  ['2027-07-05T13:00', 4],
  ['2027-07-05T21:00', 3],
  ['2027-07-04T13:00', 5],
  ['2027-07-04T18:00', 4],
  ['2026-12-31T12:00', 1],
])('the calendar from 2027: %s is block %i', (local, block) => {
  expect(timeBlockAt(at(local))).toBe(block)
})

test('charges four of the five blocks in each season', () => {
  expect(chargedBlocks(true)).toEqual([1, 2, 3, 4])
  expect(chargedBlocks(false)).toEqual([2, 3, 4, 5])
})

test('a flat working day of the high season splits 11, 5 and 8 hours over blocks 1, 2 and 3', () => {
  const hours = [0, 0, 0, 0, 0]
  for (let hour = 0; hour < 24; hour++)
    hours[timeBlockAt(at('2025-01-15T00:00') + hour * 3_600_000) - 1]! += 1
  expect(hours).toEqual([11, 5, 8, 0, 0])
})

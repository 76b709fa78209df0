import { describe, expect, test } from 'vitest'
import { isLate, isMarketOpen, isRereadDue, nextSpotLook, type SpotProgress } from './spot-times.ts'

const summer = (time: string) => Date.parse(`2026-06-01T${time}+02:00`)
const progress = (more: Partial<SpotProgress>): SpotProgress => ({
  ...{ now: summer('09:00'), isTodayComplete: true, isTomorrowComplete: false, isPublished: true },
  ...{ failures: 0, waitMs: 0, chance: 0, ...more },
})
const next = (more: Partial<SpotProgress>) => {
  const at = Temporal.Instant.fromEpochMilliseconds(nextSpotLook(progress(more)))
  return at.toZonedDateTimeISO('Europe/Ljubljana').toPlainDateTime().toString().slice(5, 16).replace('T', ' ')
}

describe('the next look', () => {
  test.each<[string, Partial<SpotProgress>, string]>([
    ['waits for the auction', {}, '06-01 12:55'],
    ['comes every five minutes from then on', { now: summer('12:55') }, '06-01 13:00'],
    [
      'with some chance, so that not all ask at once',
      { now: summer('12:55'), chance: 0.9999 },
      '06-01 13:00',
    ],
    ['every quarter of an hour in the evening', { now: summer('18:00') }, '06-01 18:15'],
    [
      'waits for corrections once tomorrow is complete',
      { now: summer('13:10'), isTomorrowComplete: true },
      '06-01 18:00',
    ],
    ['and those of the morning', { now: summer('18:01'), isTomorrowComplete: true }, '06-02 07:00'],
    ['comes again soon for a gap of today', { isTodayComplete: false }, '06-01 09:15'],
    [
      'waits for the next time of day in a zone that publishes nothing',
      { now: summer('13:00'), isPublished: false },
      '06-01 18:00',
    ],
    ['backs off from failures', { failures: 1 }, '06-01 09:01'],
    ['further and further', { failures: 4 }, '06-01 09:10'],
    ['up to a quarter of an hour', { failures: 40 }, '06-01 09:15'],
    ['or for as long as a source wants', { failures: 1, waitMs: 3_600_000 }, '06-01 10:00'],
  ])('%s', (_, more, expected) => {
    expect(next(more)).toBe(expected)
  })

  test('keeps to the clock on days on which it changes', () => {
    const now = Date.parse('2026-10-25T01:00+02:00')
    expect(next({ now, isTomorrowComplete: true })).toBe('10-25 07:00')
    expect(next({ now: Date.parse('2026-10-24T19:00+02:00'), isTomorrowComplete: true })).toBe('10-25 07:00')
    expect(isMarketOpen(Date.parse('2026-03-29T12:54+02:00'))).toBe(false)
    expect(isMarketOpen(Date.parse('2026-03-29T12:55+02:00'))).toBe(true)
  })
})

test('corrections are due twice a day', () => {
  const at = summer('08:00')
  expect(isRereadDue(at, null)).toBe(true)
  expect(isRereadDue(at, summer('06:59'))).toBe(true)
  expect(isRereadDue(at, summer('07:00'))).toBe(false)
  expect(isRereadDue(summer('06:00'), summer('06:00') - 13 * 3_600_000)).toBe(true)
  expect(isRereadDue(summer('06:00'), summer('06:00') - 11 * 3_600_000)).toBe(false)
})

test('tomorrow is late from three in the afternoon, today at any time', () => {
  const check = (time: string, isTodayComplete: boolean, isTomorrowComplete: boolean) =>
    isLate({ now: summer(time), isTodayComplete, isTomorrowComplete })
  expect(check('14:59', true, false)).toBe(false)
  expect(check('15:00', true, false)).toBe(true)
  expect(check('15:00', true, true)).toBe(false)
  expect(check('09:00', false, false)).toBe(true)
})

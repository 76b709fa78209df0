import { expect, test } from 'vitest'
import { findHourMeans } from './hour-means.ts'
import { listMarketDays } from './market-day.ts'

const zone = 'Europe/Ljubljana'
/** A price that is the local hour, so that each mean names its own place. */
function hoursOf(first: string, last: string) {
  const days = listMarketDays(first, last, zone)
  const price = Float64Array.from(
    days.flatMap(({ startMs, quarterHours }) =>
      Array.from(
        { length: quarterHours },
        (_, at) =>
          Temporal.Instant.fromEpochMilliseconds(startMs + at * 900_000).toZonedDateTimeISO(zone).hour,
      ),
    ),
  )
  return { days, price, start: days[0]!.startMs }
}
const plain = Array.from({ length: 24 }, (_, at) => at)

test.each([
  ['2026-03-28', '2026-03-30', [...plain, 0, 1, null, ...plain.slice(3), ...plain]],
  ['2026-10-24', '2026-10-26', [...plain, ...plain, ...plain]],
])('each hour of %s to %s stands at its place, changed clocks or not', (first, last, expected) => {
  const { days, price, start } = hoursOf(first, last)
  expect(findHourMeans(price, start, days, zone)).toEqual(expected)
})

test('what is known of an hour counts, and what lies outside of the prices is unknown', () => {
  const { days, price, start } = hoursOf('2026-05-01', '2026-05-02')
  price[5] = Number.NaN
  price.fill(Number.NaN, 8, 12)
  const means = findHourMeans(price.subarray(0, 100), start, days, zone)
  expect(means.slice(0, 4)).toEqual([0, 1, null, 3])
  expect(means.slice(24, 27)).toEqual([0, null, null])
  // A row that begins with the second day.
  expect(findHourMeans(price.subarray(96), start + 86_400_000, days, zone).slice(22, 26)).toEqual([
    null,
    null,
    0,
    1,
  ])
})

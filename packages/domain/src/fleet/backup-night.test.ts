import { expect, test } from 'vitest'
import { calculateBackupNight } from './backup-night.ts'

const timeZone = 'Europe/Ljubljana'
const noon = Date.UTC(2026, 10, 28, 11)
const localOf = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)

test('ten thousand controllers are asked evenly over the night and the week', () => {
  const nights = Array.from({ length: 10_000 }, (_, id) =>
    calculateBackupNight({ controllerId: id + 1, timeZone }, 'weekly', noon),
  ).map(localOf)
  const slots = Map.groupBy(nights, (at) => `${at.dayOfWeek} ${at.hour}`)
  expect(slots.size).toBe(28)
  for (const [slot, { length }] of slots) expect(length, slot).toBeLessThan(400)
  expect(nights.every(({ hour }) => hour >= 1 && hour < 5)).toBe(true)
  // The busiest minute of them all.
  const minutes = Map.groupBy(nights, (at) => at.toString().slice(0, 16))
  expect(Math.max(...[...minutes.values()].map(({ length }) => length))).toBeLessThan(20)
})

test('the next one is a day or a week after, also when the clocks change', () => {
  const place = { controllerId: 77, timeZone }
  let at = calculateBackupNight(place, 'daily', Date.UTC(2026, 9, 20))
  for (let night = 0; night < 10; night++) {
    const next = calculateBackupNight(place, 'daily', at)
    expect(localOf(next).toPlainDate().since(localOf(at).toPlainDate()).days).toBe(1)
    at = next
  }
  const week = calculateBackupNight(place, 'weekly', at)
  expect(calculateBackupNight(place, 'weekly', week) - week).toBe(7 * 86_400_000)
})

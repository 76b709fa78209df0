import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOutGrid, layOutMonths, localTimeAt } from './local-grid.ts'

const zones = Intl.supportedValuesOf('timeZone')
const dayMs = 86_400_000
const first = Date.UTC(2024, 0, 1)

/** Days since 1970-01-01 and the minute of the day, asked of the platform. */
function askPlatform(atMs: number, zone: string) {
  const at = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone)
  const day = at.toPlainDate().since('1970-01-01', { largestUnit: 'day' }).days
  return { day, minute: at.hour * 60 + at.minute }
}

test('every zone is laid out as its clocks show, whatever its offset', () => {
  for (const zone of zones) {
    const grid = layOutGrid(first, 3 * 366 * 96, zone)
    for (let i = 7; i < grid.count; i += 4999)
      expect({ zone, day: grid.day[i], minute: grid.minute[i] }).toEqual({
        zone,
        ...askPlatform(first + i * quarterHourMs, zone),
      })
  }
})

test('on days when clocks change every quarter-hour is right', () => {
  const changing = zones.filter(
    (zone) => localTimeAt(first, zone).minute !== localTimeAt(first + 181 * dayMs, zone).minute,
  )
  expect(changing.length).toBeGreaterThan(50)
  fc.assert(
    fc.property(fc.constantFrom(...changing), (zone) => {
      const start = Temporal.Instant.fromEpochMilliseconds(first).toZonedDateTimeISO(zone)
      const changeMs = start.getTimeZoneTransition('next')!.epochMilliseconds
      const fromMs = changeMs - 60 * quarterHourMs
      const grid = layOutGrid(fromMs, 120, zone)
      for (let i = 0; i < grid.count; i++)
        expect({ day: grid.day[i], minute: grid.minute[i] }).toEqual(
          askPlatform(fromMs + i * quarterHourMs, zone),
        )
    }),
    { numRuns: 40 },
  )
})

test('months begin at local midnight and have no gap between them', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 900 }),
      fc.integer({ min: 1, max: 120 }),
      (zone, day, days) => {
        const fromMs = first + day * dayMs
        const { grid, months } = layOutMonths(fromMs, fromMs + days * dayMs, zone)
        expect(months[0]!.from).toBe(0)
        expect(months.at(-1)!.to).toBe(grid.count)
        expect(grid.firstStartMs).toBeLessThanOrEqual(fromMs)
        months.forEach((month, place) => {
          if (place > 0) expect(month.from).toBe(months[place - 1]!.to)
          const start = localTimeAt(grid.firstStartMs + month.from * quarterHourMs, zone)
          expect(new Date(start.day * dayMs).toISOString().slice(0, 10)).toBe(month.firstDay)
        })
      },
    ),
    { numRuns: 200 },
  )
})

import { parseDay, weekday } from '@ohmstead/network-fee/calendar/local-time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPlan, makePlan } from '../testing/made-time-plan.ts'
import { previewYear } from './preview-year.ts'
import { blockTypesInUse, compileTimePlan, slotAt } from './slot-at.ts'
import { paintCells, slotsOfWeek } from './week-cells.ts'

const zones = [
  'Europe/Ljubljana',
  'Europe/Lisbon',
  'Atlantic/Azores',
  'Asia/Nicosia',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
]
const allDays = { type: 'PRICING_ENERGY', seasonId: 1, weekdays: [1, 2, 3, 4, 5, 6, 7] } as const
const plan = makePlan({
  holidayWeekday: 7,
  slots: slotsOfWeek(
    paintCells(paintCells({}, { ...allDays, from: 0, to: 8 }, 1), { ...allDays, from: 8, to: 96 }, 2),
  ).map((slot, place) => ({ id: place, ...slot })),
})

describe('a year of a plan', () => {
  test('has the block of the local clock at every instant, in every zone', () => {
    fc.assert(
      fc.property(
        anyPlan,
        fc.constantFrom(...zones),
        fc.integer({ min: 2024, max: 2028 }),
        fc.array(fc.integer({ min: 0, max: 365 * 96 - 1 }), { minLength: 20, maxLength: 20 }),
        (any, zone, year, places) => {
          const holidays = [`${year}-01-01`, `${year}-05-01`]
          const compiled = compileTimePlan(any, holidays)
          const type = blockTypesInUse(any)[0]!
          const days = new Map(previewYear(compiled, type, year, zone).map((day) => [day.day, day]))
          const start = Temporal.ZonedDateTime.from({ year, month: 1, day: 1, timeZone: zone })
          for (const place of places) {
            const at = start.add({ minutes: place * 15 })
            const day = days.get(at.toPlainDate().toString())
            if (!day) continue
            const index = (at.epochMilliseconds - at.startOfDay().epochMilliseconds) / 900_000
            const minute = at.hour * 60 + at.minute
            expect(day.minutes[index]).toBe(minute)
            expect(day.blocks[index]).toBe(slotAt(compiled, type, day.day, minute)?.blockId ?? 0)
            expect(day.isHoliday).toBe(holidays.includes(day.day))
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  test.each([
    ['2026-03-29', 92, 0],
    ['2026-10-25', 100, 8],
    ['2026-07-01', 96, 4],
  ])('%s has %i quarter-hours, %i of them from two to three o’clock', (day, count, atTwo) => {
    const year = previewYear(compileTimePlan(plan, []), 'PRICING_ENERGY', 2026, 'Europe/Ljubljana')
    const { minutes } = year.find((one) => one.day === day)!
    expect(minutes.length).toBe(count)
    expect(minutes.filter((minute) => minute >= 120 && minute < 180).length).toBe(atTwo)
  })

  test('knows seasons, holidays, leap days and what nothing covers', () => {
    const year = previewYear(
      compileTimePlan(plan, ['2028-05-01']),
      'PRICING_ENERGY',
      2028,
      'Europe/Ljubljana',
    )
    expect(year.length).toBe(366)
    const on = (day: string) => year.find((one) => one.day === day)!
    expect(on('2028-02-29').season?.id).toBe(2)
    expect(on('2028-05-01')).toMatchObject({ isHoliday: true, row: 7, season: { id: 1 } })
    expect(on('2028-05-02').row).toBe(weekday(parseDay('2028-05-02')))
    expect(on('2028-02-29').blocks.every((blockId) => blockId === 0)).toBe(true)
    expect([...on('2028-05-01').blocks.slice(6, 10)]).toEqual([1, 1, 2, 2])
    const before = previewYear(compileTimePlan(plan, []), 'PRICING_ENERGY', 2024, 'Europe/Ljubljana')
    expect(before.every(({ season }) => season === null)).toBe(true)
  })
})

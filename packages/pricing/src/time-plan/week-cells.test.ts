import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPlan, makeBlock, makePlan } from '../testing/made-time-plan.ts'
import { findSlotProblems, rowKey } from './check-slots.ts'
import { findUncovered } from './find-uncovered.ts'
import { compileTimePlan, slotAt } from './slot-at.ts'
import {
  cellsOfDay,
  cellsPerDay,
  copyDay,
  findChangedDays,
  isEmptyDay,
  layOutCells,
  paintCells,
  rebaseCells,
  slotsOfWeek,
  stretchesOf,
} from './week-cells.ts'

const plan = makePlan()
const day = { type: 'PRICING_ENERGY', seasonId: 1, weekdays: [1], from: 0, to: 96 } as const
const energyOf = (week: ReturnType<typeof layOutCells>, weekday: 1 | 2 | 3 | 8 = 1) =>
  stretchesOf(cellsOfDay(week, 'PRICING_ENERGY', 1, weekday)).map(
    ({ blockId, fromMinute, toMinute }) => `${fromMinute}-${toMinute} ${blockId}`,
  )

describe('painting a week', () => {
  test('gives quarter-hours to a block, over what was there', () => {
    const whole = paintCells({}, day, 1)
    const noon = paintCells(whole, { ...day, from: 37, to: 64 }, 2)
    expect(energyOf(noon)).toEqual(['0-555 1', '555-960 2', '960-1440 1'])
    expect(energyOf(paintCells(noon, { ...day, from: 92, to: 96 }, null))).toEqual([
      '0-555 1',
      '555-960 2',
      '960-1380 1',
      '1380-1440 0',
    ])
  })

  test('leaves other types, seasons and days as they are', () => {
    const week = paintCells(paintCells({}, day, 1), { ...day, type: 'LIMIT_POWER' }, 3)
    const next = paintCells(week, { ...day, weekdays: [2, 3] }, 2)
    expect(next[rowKey('LIMIT_POWER', 1, 1)]).toBe(week[rowKey('LIMIT_POWER', 1, 1)])
    expect([energyOf(next), energyOf(next, 2), energyOf(next, 3)]).toEqual([
      ['0-1440 1'],
      ['0-1440 2'],
      ['0-1440 2'],
    ])
  })

  test('an empty day is not copied, another one to as many as are chosen', () => {
    const copy = { type: 'PRICING_ENERGY', seasonId: 1, from: 1, to: [2, 8] } as const
    const week = paintCells({}, { ...day, weekdays: [2] }, 2)
    expect(isEmptyDay(cellsOfDay(week, 'PRICING_ENERGY', 1, 1))).toBe(true)
    expect(copyDay(week, copy)).toBe(week)
    const copied = copyDay(paintCells(week, { ...day, to: 40 }, 1), copy)
    expect(energyOf(copied, 2)).toEqual(['0-600 1', '600-1440 0'])
    expect(energyOf(copied, 8)).toEqual(energyOf(copied, 1))
  })

  test('cells and slots say the same, and slots of cells never overlap', () => {
    fc.assert(
      fc.property(anyPlan, (any) => {
        const week = layOutCells(any)
        const slots = slotsOfWeek(week)
        expect(findSlotProblems(any, slots)).toEqual([])
        expect(findUncovered({ ...any, slots })).toEqual(findUncovered(any))
        expect(layOutCells({ ...any, slots })).toEqual(week)
      }),
    )
  })

  test('the engine reads from slots what was painted', () => {
    const area = fc.record({
      weekdays: fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5, 6, 7), { minLength: 1 }),
      from: fc.integer({ min: 0, max: 95 }),
      length: fc.integer({ min: 1, max: 96 }),
      blockId: fc.constantFrom(1, 2, null),
    })
    fc.assert(
      fc.property(fc.array(area, { maxLength: 8 }), (areas) => {
        let week = {}
        const expected = new Map<string, number | null>()
        for (const { weekdays, from, length, blockId } of areas) {
          const to = Math.min(cellsPerDay, from + length)
          week = paintCells(week, { ...day, weekdays: weekdays as never, from, to }, blockId)
          for (const weekday of weekdays)
            for (let place = from; place < to; place += 1) expected.set(`${weekday}/${place}`, blockId)
        }
        const slots = slotsOfWeek(week).map((slot, place) => ({ id: place, ...slot }))
        const compiled = compileTimePlan(makePlan({ slots }), [])
        // 1 June 2026 is a Monday.
        for (let weekday = 1; weekday <= 7; weekday += 1)
          for (let place = 0; place < cellsPerDay; place += 1)
            expect(
              slotAt(compiled, 'PRICING_ENERGY', `2026-06-0${weekday}`, place * 15)?.blockId ?? null,
            ).toBe(expected.get(`${weekday}/${place}`) ?? null)
      }),
    )
  })
})

describe('saving', () => {
  test('sends the changed days alone, each with all its slots', () => {
    const base = paintCells(paintCells({}, day, 1), { ...day, type: 'LIMIT_POWER', weekdays: [1, 2] }, 3)
    expect(findChangedDays(base, paintCells(base, { ...day, from: 4, to: 8 }, 1))).toEqual([])
    expect(findChangedDays(base, paintCells(base, { ...day, from: 0, to: 4 }, null))).toEqual([
      {
        seasonId: 1,
        weekday: 1,
        slots: [
          { blockId: 1, fromMinute: 60, toMinute: 1440 },
          { blockId: 3, fromMinute: 0, toMinute: 1440 },
        ],
      },
    ])
  })

  test('a day that was emptied is sent without slots', () => {
    const base = paintCells({}, day, 1)
    expect(findChangedDays(base, paintCells(base, day, null))).toEqual([
      { seasonId: 1, weekday: 1, slots: [] },
    ])
  })
})

describe('after somebody else has saved', () => {
  const base = paintCells({}, { ...day, weekdays: [1, 2] }, 1)
  const mine = paintCells(base, { ...day, from: 0, to: 40 }, 2)

  test('own quarter-hours stay, all others are theirs', () => {
    const theirs = paintCells(
      paintCells(base, { ...day, from: 20, to: 60 }, null),
      { ...day, weekdays: [2] },
      2,
    )
    const rebased = rebaseCells(base, mine, theirs, plan)
    expect(energyOf(rebased)).toEqual(['0-600 2', '600-900 0', '900-1440 1'])
    expect(energyOf(rebased, 2)).toEqual(['0-1440 2'])
  })

  test('what was erased here stays erased', () => {
    const erased = paintCells(base, { ...day, from: 0, to: 4 }, null)
    expect(energyOf(rebaseCells(base, erased, base, plan))).toEqual(['0-60 0', '60-1440 1'])
  })

  test('a block or season that is gone takes its painting with it', () => {
    const withoutBlock = { ...plan, blocks: [makeBlock(1)] }
    expect(rebaseCells(base, mine, base, withoutBlock)).toEqual(base)
    const withoutSeason = { ...plan, seasons: plan.seasons.slice(1) }
    expect(rebaseCells(base, mine, {}, withoutSeason)).toEqual({})
    const holidays = paintCells({}, { ...day, weekdays: [8] }, 1)
    expect(rebaseCells({}, holidays, {}, plan)).toEqual({})
    expect(rebaseCells({}, holidays, {}, { ...plan, holidayWeekday: 8 })).toEqual(holidays)
  })
})

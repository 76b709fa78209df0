import { minutesPerDay, type TimePlanSlot } from '@ohmstead/domain/pricing/time-plan'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPlan, makeBlock, makePlan } from '../testing/made-time-plan.ts'
import { findSlotProblems, rowKey, type SlotDraft } from './check-slots.ts'
import { findUncovered, firstDayOf, isComplete, rowsInUse } from './find-uncovered.ts'
import { blockTypesInUse, compileTimePlan, seasonOn, slotAt, slotRowOn } from './slot-at.ts'

const allWeek = (seasonId: number, blockId: number): TimePlanSlot[] =>
  ([1, 2, 3, 4, 5, 6, 7] as const).map((weekday) => ({
    id: weekday,
    seasonId,
    blockId,
    weekday,
    fromMinute: 0,
    toMinute: minutesPerDay,
  }))

describe('what a plan leaves uncovered', () => {
  test('a minute is uncovered exactly if its row has no slot of the type', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const covered = new Set<string>()
        const typeOf = new Map(plan.blocks.map(({ id, type }) => [id, type]))
        for (const { blockId, seasonId, weekday, fromMinute, toMinute } of plan.slots)
          for (let minute = fromMinute; minute < toMinute; minute += 15)
            covered.add(`${rowKey(typeOf.get(blockId)!, seasonId, weekday)}/${minute}`)
        const expected: string[] = []
        for (const type of blockTypesInUse(plan))
          for (const { id } of plan.seasons)
            for (const weekday of rowsInUse(plan))
              for (let minute = 0; minute < minutesPerDay; minute += 15) {
                const key = `${rowKey(type, id, weekday)}/${minute}`
                if (!covered.has(key)) expected.push(key)
              }
        const found = findUncovered(plan).flatMap(({ type, seasonId, weekday, fromMinute, toMinute }) =>
          Array.from(
            { length: (toMinute - fromMinute) / 15 },
            (_, place) => `${rowKey(type, seasonId, weekday)}/${fromMinute + place * 15}`,
          ),
        )
        expect(found).toEqual(expected)
        expect(isComplete(plan)).toBe(expected.length === 0)
      }),
    )
  })

  test('from its first season on, the engine finds a slot exactly where the plan is not uncovered', () => {
    fc.assert(
      fc.property(
        anyPlan,
        fc.integer({ min: 0, max: 1400 }),
        fc.integer({ min: 0, max: 1439 }),
        fc.boolean(),
        (plan, days, minute, isHoliday) => {
          const day = new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10)
          const season = seasonOn(plan, day)
          expect(season !== null).toBe(firstDayOf(plan)! <= day)
          if (!season) return
          const compiled = compileTimePlan(plan, isHoliday ? [day] : [])
          const row = slotRowOn(plan, day, compiled.holidays)
          for (const type of blockTypesInUse(plan)) {
            const isOpen = findUncovered(plan).some(
              (span) =>
                span.type === type &&
                span.seasonId === season.id &&
                span.weekday === row &&
                span.fromMinute <= minute &&
                minute < span.toMinute,
            )
            expect(slotAt(compiled, type, day, minute) === null).toBe(isOpen)
          }
        },
      ),
    )
  })

  test('names the hours between slots and up to 24:00, of every type in use', () => {
    const plan = makePlan({
      seasons: makePlan().seasons.slice(0, 1),
      slots: [
        ...allWeek(1, 1).filter(({ weekday }) => weekday !== 6),
        { id: 9, seasonId: 1, blockId: 2, weekday: 6, fromMinute: 360, toMinute: 1380 },
        ...allWeek(1, 3),
      ],
    })
    expect(findUncovered(plan)).toEqual([
      { type: 'PRICING_ENERGY', seasonId: 1, weekday: 6, fromMinute: 0, toMinute: 360 },
      { type: 'PRICING_ENERGY', seasonId: 1, weekday: 6, fromMinute: 1380, toMinute: 1440 },
    ])
  })

  test.each([
    ['first', 15, 1440, { fromMinute: 0, toMinute: 15 }],
    ['last', 0, 1425, { fromMinute: 1425, toMinute: 1440 }],
  ])('the %s quarter-hour of a day counts too', (_, fromMinute, toMinute, gap) => {
    const plan = makePlan({
      blocks: [makeBlock(1)],
      seasons: makePlan().seasons.slice(0, 1),
      slots: allWeek(1, 1).map((slot) => (slot.weekday === 3 ? { ...slot, fromMinute, toMinute } : slot)),
    })
    expect(findUncovered(plan)).toEqual([{ type: 'PRICING_ENERGY', seasonId: 1, weekday: 3, ...gap }])
  })

  test('holidays need slots only if they have a row of their own', () => {
    const whole = makePlan({
      blocks: [makeBlock(1)],
      seasons: makePlan().seasons.slice(0, 1),
      slots: allWeek(1, 1),
    })
    expect(isComplete(whole)).toBe(true)
    expect(isComplete({ ...whole, holidayWeekday: 7 })).toBe(true)
    expect(findUncovered({ ...whole, holidayWeekday: 8 })).toEqual([
      { type: 'PRICING_ENERGY', seasonId: 1, weekday: 8, fromMinute: 0, toMinute: 1440 },
    ])
  })

  test('a plan without seasons or blocks is not complete', () => {
    expect(isComplete(makePlan({ seasons: [] }))).toBe(false)
    expect(isComplete(makePlan({ blocks: [] }))).toBe(false)
    expect(firstDayOf({ seasons: [] })).toBe(null)
  })
})

describe('slots', () => {
  const draft = (more: Partial<SlotDraft>): SlotDraft => ({
    seasonId: 1,
    blockId: 1,
    weekday: 1,
    fromMinute: 0,
    toMinute: 60,
    ...more,
  })

  test.each([
    ['of a block that is not there', { blockId: 9 }, 'unknownBlock'],
    ['of a season that is not there', { seasonId: 9 }, 'unknownSeason'],
    ['that ends before it begins', { fromMinute: 120 }, 'order'],
    ['without length', { fromMinute: 60 }, 'order'],
    ['beyond 24:00', { toMinute: 1455 }, 'order'],
    ['before midnight', { fromMinute: -15 }, 'order'],
    ['between minutes', { fromMinute: 0.5 }, 'order'],
    ['between quarter-hours', { toMinute: 50 }, 'step'],
    ['that begins between quarter-hours', { fromMinute: 5 }, 'step'],
  ])('%s is refused', (_, more, kind) => {
    expect(findSlotProblems(makePlan(), [draft({}), draft({ weekday: 2, ...more })])).toEqual([
      { kind, place: 1 },
    ])
  })

  test('a slot up to 24:00 beside others is fine', () => {
    expect(
      findSlotProblems(makePlan(), [
        draft({ fromMinute: 60, toMinute: 1440 }),
        draft({ blockId: 2 }),
        draft({ blockId: 3 }),
      ]),
    ).toEqual([])
  })

  test('each slot within a long one is named, also after a shorter one', () => {
    const slots = [
      draft({ toMinute: 600 }),
      draft({ blockId: 2, fromMinute: 60, toMinute: 120 }),
      draft({ blockId: 2, fromMinute: 300, toMinute: 360 }),
    ]
    expect(findSlotProblems(makePlan(), slots)).toEqual([
      { kind: 'overlap', place: 1, other: 0 },
      { kind: 'overlap', place: 2, other: 0 },
    ])
  })

  test('overlap exactly where a quarter-hour has two of a type', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const typeOf = new Map(plan.blocks.map(({ id, type }) => [id, type]))
        const taken = new Set<string>()
        let isTwice = false
        for (const { blockId, seasonId, weekday, fromMinute, toMinute } of plan.slots)
          for (let minute = fromMinute; minute < toMinute; minute += 15) {
            const key = `${rowKey(typeOf.get(blockId)!, seasonId, weekday)}/${minute}`
            isTwice ||= taken.has(key)
            taken.add(key)
          }
        expect(findSlotProblems(plan, plan.slots).some(({ kind }) => kind === 'overlap')).toBe(isTwice)
      }),
    )
  })
})

import {
  type TimePlan,
  type TimePlanBlock,
  type TimePlanSlot,
  timePlanBlockTypes,
} from '@ohmstead/domain/pricing/time-plan'
import fc from 'fast-check'
import { slotStepMinutes } from '../time-plan/check-slots.ts'

/** A block as tests need it. */
export function makeBlock(id: number, type: TimePlanBlock['type'] = 'PRICING_ENERGY'): TimePlanBlock {
  return { id, type, title: `Block ${id}`, color: '#336699', value: null, tiers: [] }
}

/** A plan of two seasons and three blocks, without slots unless they are given. */
export function makePlan(more: Partial<TimePlan> = {}): TimePlan {
  return {
    id: 1,
    title: 'Plan',
    color: '#336699',
    countryCode: 'SI',
    holidayWeekday: null,
    blocks: [makeBlock(1), makeBlock(2), makeBlock(3, 'LIMIT_POWER')],
    seasons: [
      { id: 1, title: 'Low', validFrom: '2025-03-01', repeatsYearly: true },
      { id: 2, title: 'High', validFrom: '2025-11-01', repeatsYearly: true },
    ],
    slots: [],
    ...more,
  }
}

const day = fc
  .tuple(fc.integer({ min: 2024, max: 2027 }), fc.integer({ min: 0, max: 365 }))
  .map(([year, days]) => new Date(Date.UTC(year, 0, 1 + days)).toISOString().slice(0, 10))

const slot: fc.Arbitrary<Omit<TimePlanSlot, 'id'>> = fc
  .record({
    seasonId: fc.integer({ min: 1, max: 3 }),
    blockId: fc.integer({ min: 1, max: 4 }),
    weekday: fc.integer({ min: 1, max: 8 }) as fc.Arbitrary<TimePlanSlot['weekday']>,
    from: fc.integer({ min: 0, max: 95 }),
    length: fc.integer({ min: 1, max: 96 }),
  })
  .map(({ from, length, ...names }) => ({
    ...names,
    fromMinute: from * slotStepMinutes,
    toMinute: Math.min(96, from + length) * slotStepMinutes,
  }))

/** Any plan of up to three seasons and four blocks, with slots that may overlap and leave gaps. */
export const anyPlan: fc.Arbitrary<TimePlan> = fc
  .record({
    types: fc.array(fc.constantFrom(...timePlanBlockTypes), { minLength: 1, maxLength: 4 }),
    starts: fc.uniqueArray(fc.tuple(day, fc.boolean()), {
      minLength: 1,
      maxLength: 3,
      selector: ([validFrom]) => validFrom,
    }),
    holidayWeekday: fc.constantFrom(null, 7 as const, 8 as const),
    slots: fc.array(slot, { maxLength: 40 }),
  })
  .map(({ types, starts, holidayWeekday, slots }) => {
    const known = slots.filter(
      ({ seasonId, blockId }) => seasonId <= starts.length && blockId <= types.length,
    )
    return makePlan({
      holidayWeekday,
      blocks: types.map((type, place) => makeBlock(place + 1, type)),
      seasons: starts.map(([validFrom, repeatsYearly], place) => ({
        id: place + 1,
        title: `Season ${place + 1}`,
        validFrom,
        repeatsYearly,
      })),
      slots: known.map((one, place) => ({ id: place + 1, ...one })),
    })
  })

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAfter } from '../time/days.ts'
import type { RatePlanEntry } from './price-list-terms.ts'
import {
  type DaySpan,
  entryOn,
  findGaps,
  findOverlaps,
  findPlanGaps,
  holdsOn,
  liesWithin,
  replaceFrom,
  splitEntry,
} from './rate-plan.ts'

const first = '2028-02-20'
const dayNumber = fc.integer({ min: 0, max: 40 })
const dayOf = (number: number) => dayAfter(first, number)
const days = Array.from({ length: 41 }, (_, number) => dayOf(number))
const entry = fc
  .tuple(fc.integer({ min: 1, max: 4 }), dayNumber, fc.option(fc.integer({ min: 0, max: 15 })))
  .map(
    ([priceListId, from, length]): RatePlanEntry => ({
      priceListId,
      validFrom: dayOf(from),
      validTo: length === null ? null : dayOf(from + length),
    }),
  )
const anyEntries = fc.array(entry, { maxLength: 6 })
/** Entries of which no two hold on one day. */
const plan = anyEntries.map((entries) => {
  const kept: RatePlanEntry[] = []
  for (const one of entries)
    if (kept.every((other) => findOverlaps([one, other]).length === 0)) kept.push(one)
  return kept
})
const contains = ({ from, to }: DaySpan, day: string) => from <= day && (to === null || day <= to)

const of = (validFrom: string, validTo: string | null, priceListId = 1) => ({
  priceListId,
  validFrom,
  validTo,
})

describe('overlaps', () => {
  test('name both entries and exactly the days that both price', () => {
    expect(
      findOverlaps([of('2026-01-01', '2026-06-30'), of('2026-07-01', null), of('2026-06-15', '2026-07-10')]),
    ).toEqual([
      { first: 0, second: 2, from: '2026-06-15', to: '2026-06-30' },
      { first: 1, second: 2, from: '2026-07-01', to: '2026-07-10' },
    ])
  })

  test('two without an end overlap without an end', () => {
    expect(findOverlaps([of('2026-01-01', null), of('2026-03-01', null)])).toEqual([
      { first: 0, second: 1, from: '2026-03-01', to: null },
    ])
  })

  test('are found on a day if and only if two entries hold on it', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const overlaps = findOverlaps(entries)
        for (const day of days) {
          const holding = entries.filter((one) => holdsOn(one, day)).length
          expect(overlaps.some((overlap) => contains(overlap, day))).toBe(holding > 1)
        }
      }),
    )
  })
})

describe('gaps', () => {
  test('a plan that begins later has a gap from today on, one that has begun none before its first entry', () => {
    const plan = [{ validFrom: '2026-03-01', validTo: '2026-03-31' }]
    expect(findPlanGaps(plan, '2026-02-10', '2026-04-30')).toEqual([
      { from: '2026-02-10', to: '2026-02-28' },
      { from: '2026-04-01', to: '2026-04-30' },
    ])
    expect(findPlanGaps(plan, '2026-03-10', '2026-03-31')).toEqual([])
    expect(findPlanGaps([], '2026-03-10', '2026-03-31')).toEqual([])
  })

  test('are before, between and after the entries', () => {
    const entries = [of('2026-07-01', '2026-07-31'), of('2026-03-01', '2026-05-31')]
    expect(findGaps(entries, { from: '2026-01-01', to: null })).toEqual([
      { from: '2026-01-01', to: '2026-02-28' },
      { from: '2026-06-01', to: '2026-06-30' },
      { from: '2026-08-01', to: null },
    ])
    expect(findGaps([], { from: '2026-01-01', to: '2026-01-31' })).toEqual([
      { from: '2026-01-01', to: '2026-01-31' },
    ])
  })

  test('are exactly the days on which nothing holds, overlapping entries or not', () => {
    fc.assert(
      fc.property(anyEntries, dayNumber, fc.option(dayNumber), (entries, from, to) => {
        fc.pre(to === null || to >= from)
        const within = { from: dayOf(from), to: to === null ? null : dayOf(to) }
        const gaps = findGaps(entries, within)
        for (const day of days)
          expect(gaps.filter((gap) => contains(gap, day)).length).toBe(
            contains(within, day) && !entryOn(entries, day) ? 1 : 0,
          )
        for (const [index, gap] of gaps.entries())
          if (index > 0) expect(gaps[index - 1]!.to! < gap.from).toBe(true)
      }),
    )
  })
})

test('a list taken from a day on holds alone from then, and nothing before changes', () => {
  fc.assert(
    fc.property(plan, dayNumber, (entries, from) => {
      const replaced = replaceFrom(entries, 9, dayOf(from), null)
      expect(findOverlaps(replaced)).toEqual([])
      for (const day of days)
        expect(entryOn(replaced, day)?.priceListId).toBe(
          day >= dayOf(from) ? 9 : entryOn(entries, day)?.priceListId,
        )
    }),
  )
})

test('cutting an entry in two changes the list of no day', () => {
  fc.assert(
    fc.property(plan, fc.nat({ max: 6 }), dayNumber, (entries, index, at) => {
      const cut = splitEntry(entries, index, dayOf(at))
      expect(findOverlaps(cut)).toEqual([])
      for (const day of days) expect(entryOn(cut, day)?.priceListId).toBe(entryOn(entries, day)?.priceListId)
    }),
  )
  expect(splitEntry([of('2026-01-01', null)], 0, '2026-01-01')).toEqual([of('2026-01-01', null)])
  expect(splitEntry([of('2026-01-01', null)], 0, '2026-05-01')).toEqual([
    of('2026-01-01', '2026-04-30'),
    of('2026-05-01', null),
  ])
})

test('lies within exactly if all its days do', () => {
  fc.assert(
    fc.property(entry, entry, (inner, outer) => {
      // Entries that end do so within 55 days of the first one.
      const far = [...Array.from({ length: 60 }, (_, number) => dayOf(number)), '2100-01-01']
      const all = far.every((day) => !holdsOn(inner, day) || holdsOn(outer, day))
      expect(liesWithin(inner, outer)).toBe(all)
    }),
  )
})

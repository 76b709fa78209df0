import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeTelegrams } from './p1-placing.ts'

const minute = 60_000
const day = 1440 * minute
const arrivedAt = 1_767_225_600_000
const oldestTs = arrivedAt - 400 * day
const place = (offsets: readonly (number | null)[]) => {
  const meterTimes = offsets.map((offset) => (offset === null ? null : arrivedAt + offset))
  const { times, offsetMs } = placeTelegrams(meterTimes, { arrivedAt, oldestTs })
  return { placed: times.map((time) => time - arrivedAt), offsetMs }
}

it.each([
  ['the meter is right', [-10_000, -1000], [-10_000, -1000], -1000],
  ['the reader kept them for a while', [-3 * day, -2 * day], [-3 * day, -2 * day], -2 * day],
  ['five minutes ahead', [4 * minute, 5 * minute], [4 * minute, 5 * minute], 5 * minute],
  ['an hour ahead', [59 * minute, 60 * minute], [-minute, 0], 60 * minute],
  ['as old as what is kept', [-400 * day], [-400 * day], -400 * day],
  ['older than what is kept', [-400 * day - minute, -400 * day - 1], [1 - minute, 0], -400 * day - 1],
  ['no time at all', [null, null], [0, 0], null],
  ['a time in some only', [null, 60 * minute, 59 * minute], [0, 0, -minute], 60 * minute],
  ['one that is ancient', [-4000 * day, -minute], [-4000 * day, -minute], -minute],
])('%s', (_, offsets, placed, offsetMs) => {
  expect(place(offsets)).toEqual({ placed, offsetMs })
})

it('keeps the distances, is never more than five minutes ahead, and never maps two telegrams to one time', () => {
  const offset = fc.integer({ min: -20_000 * day, max: 20_000 * day })
  const distances = fc.array(fc.integer({ min: 0, max: 300 * day }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(offset, distances, (base, list) => {
      const offsets = list.map((distance) => base + distance)
      const { placed, offsetMs } = place(offsets)
      expect(placed.map((time) => time - placed[0]!)).toEqual(offsets.map((given) => given - offsets[0]!))
      expect(new Set(placed).size).toBe(new Set(offsets).size)
      expect(offsetMs).toBe(Math.max(...offsets))
      expect(Math.max(...placed)).toBeLessThanOrEqual(5 * minute)
      expect(Math.max(...placed)).toBeGreaterThanOrEqual(-400 * day)
    }),
  )
})

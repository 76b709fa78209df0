import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateGrowth, forecastFull } from './forecast-disk.ts'

const steady = (count: number, perDay: number) =>
  Array.from({ length: count }, (_, day) => ({ day, bytes: 1e9 + day * perDay }))

describe('the growth of a database', () => {
  it('is unknown before the fourth day', () => {
    expect(estimateGrowth(steady(3, 100))).toBeNull()
    expect(estimateGrowth(steady(4, 100))).toBe(100)
  })

  it('is exact where it is steady, in any order and with days missing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 29 }), { minLength: 4 }),
        (perDay, days) => {
          const sizes = days.map((day) => ({ day, bytes: 5e10 + day * perDay }))
          expect(estimateGrowth(sizes)).toBe(perDay)
        },
      ),
    )
  })

  it('is not decided by one import or one clean-up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 13 }),
        fc.integer({ min: -900_000_000, max: 5_000_000_000 }),
        (from, jump) => {
          const sizes = steady(14, 1000).map(({ day, bytes }) => ({
            day,
            bytes: day >= from ? bytes + jump : bytes,
          }))
          // At the edges one step parts the days so unevenly that most pairs lie on one side.
          if (from <= 3 || from >= 11) expect(estimateGrowth(sizes)).toBeCloseTo(1000, 0)
        },
      ),
    )
  })

  it('is between the two slopes in the middle where their number is even', () => {
    const sizes = [0, 6, 18, 42].map((bytes, day) => ({ day, bytes }))
    expect(estimateGrowth(sizes)).toBe((12 + 14) / 2)
  })

  it('follows the last thirty days only', () => {
    const sizes = [
      ...steady(100, 5000),
      ...steady(31, 10).map(({ day, bytes }) => ({ day: day + 100, bytes })),
    ]
    expect(estimateGrowth(sizes)).toBe(10)
  })
})

describe('when a disk is full', () => {
  it('is what is free over the growth', () => {
    expect(forecastFull(0, 1000, 100)).toBe(10 * 86_400_000)
    expect(forecastFull(5, -1, 100)).toBe(5)
  })

  it('is never for one that does not grow, nor beyond ten years', () => {
    expect(forecastFull(0, 1000, 0)).toBeNull()
    expect(forecastFull(0, 0, 0)).toBeNull()
    expect(forecastFull(0, 1000, -1)).toBeNull()
    expect(forecastFull(0, 3651, 1)).toBeNull()
    expect(forecastFull(0, 3650, 1)).not.toBeNull()
  })

  it('comes no later with less room or more growth', () => {
    const amount = fc.double({ min: 1, max: 1e12, noNaN: true })
    fc.assert(
      fc.property(amount, amount, amount, amount, (free, lessFree, growth, moreGrowth) => {
        const at = (room: number, perDay: number) => forecastFull(0, room, perDay) ?? Number.POSITIVE_INFINITY
        expect(at(Math.min(free, lessFree), Math.max(growth, moreGrowth))).toBeLessThanOrEqual(
          at(free, growth),
        )
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  distanceKm,
  judgeExtent,
  judgeNeighbour,
  listOutages,
  type NeighbourState,
  sameTimeMs,
} from './compare-neighbours.ts'

const at = Date.UTC(2026, 5, 1, 12)
const minute = 60_000

describe('a neighbour', () => {
  it('has the same trouble if its own begins within a quarter of an hour', () => {
    expect(judgeNeighbour([{ from: at - sameTimeMs, to: at }], at)).toBe('alike')
    expect(judgeNeighbour([{ from: at + sameTimeMs, to: null }], at)).toBe('alike')
  })

  it('that has been in trouble since before says nothing about it', () => {
    expect(judgeNeighbour([{ from: at - 60 * minute, to: null }], at)).toBe('before')
    expect(judgeNeighbour([{ from: at - 60 * minute, to: at + minute }], at)).toBe('before')
  })

  it('is fine if its trouble was over long before or came long after', () => {
    expect(judgeNeighbour([], at)).toBe('fine')
    expect(judgeNeighbour([{ from: at - 120 * minute, to: at - 60 * minute }], at)).toBe('fine')
    expect(judgeNeighbour([{ from: at + 16 * minute, to: null }], at)).toBe('fine')
  })
})

describe('the extent', () => {
  const states = fc.array(fc.constantFrom<NeighbourState>('alike', 'fine', 'before'), { maxLength: 30 })

  it('blames only this home if at least three others are fine and none has the trouble', () => {
    fc.assert(
      fc.property(states, fc.boolean(), (given, areStrangers) => {
        const { extent } = judgeExtent(given, { areStrangers })
        const fine = given.filter((state) => state === 'fine').length
        if (extent === 'only_here') {
          expect(given).not.toContain('alike')
          expect(fine).toBeGreaterThanOrEqual(areStrangers ? 5 : 3)
        }
      }),
    )
  })

  it('speaks of many only if three others or more, and at least half of those compared, have it', () => {
    fc.assert(
      fc.property(states, (given) => {
        const { extent, compared, alike } = judgeExtent(given, { areStrangers: false })
        expect(alike).toBeLessThanOrEqual(compared)
        if (extent === 'many') expect(alike).toBeGreaterThanOrEqual(Math.max(3, compared / 2))
        if (extent === 'some') expect(alike).toBeGreaterThan(0)
      }),
    )
    expect(judgeExtent(['alike', 'alike', 'alike', 'fine'], { areStrangers: false }).extent).toBe('many')
    expect(judgeExtent(['alike', 'fine', 'fine', 'fine'], { areStrangers: false }).extent).toBe('some')
  })

  it('tells strangers nothing of fewer than five homes', () => {
    expect(judgeExtent(['alike', 'alike', 'fine', 'fine', 'before'], { areStrangers: true })).toEqual({
      extent: 'unknown',
      compared: 0,
      alike: 0,
    })
  })
})

describe('outages', () => {
  it('are the stretches between going and coming back; one may be older, one may last', () => {
    const changes = [
      { at: at + minute, online: true },
      { at: at + 2 * minute, online: false },
      { at: at + 3 * minute, online: true },
      { at: at + 4 * minute, online: false },
    ]
    expect(listOutages(false, changes, at)).toEqual([
      { from: at, to: at + minute },
      { from: at + 2 * minute, to: at + 3 * minute },
      { from: at + 4 * minute, to: null },
    ])
  })

  it('are not assumed before the first change that is known', () => {
    expect(listOutages(null, [], at)).toEqual([])
    expect(listOutages(null, [{ at: at + minute, online: true }], at)).toEqual([])
  })
})

describe('the distance', () => {
  it('of Ljubljana and Maribor is 103 km', () => {
    const ljubljana = { latitude: 46.0569, longitude: 14.5058 }
    const maribor = { latitude: 46.5547, longitude: 15.6459 }
    expect(distanceKm(ljubljana, maribor)).toBeCloseTo(103.4, 0)
    expect(distanceKm(ljubljana, ljubljana)).toBe(0)
  })
})

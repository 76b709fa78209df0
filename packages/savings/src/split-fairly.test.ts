import {
  addExact,
  compareExact,
  type Exact,
  exactOf,
  subtractExact,
  zero,
} from '@ohmstead/domain/money/exact'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shapleyShares, splitFairly } from './split-fairly.ts'

const names = ['solar', 'battery', 'control', 'tariff'] as const
type Name = (typeof names)[number]

const keyOf = (parts: readonly Name[]) => [...parts].sort().join('+')

/** Any worth of any set of up to four parts, in cents. */
const anyGame = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.array(fc.integer({ min: -99_999, max: 99_999 }), { minLength: 16, maxLength: 16 }),
  )
  .map(([count, cents]) => {
    const parts = names.slice(0, count)
    const worth = new Map<string, Exact>()
    for (let mask = 0; mask < 2 ** count; mask++)
      worth.set(keyOf(parts.filter((_, place) => mask & (1 << place))), {
        digits: BigInt(mask === 0 ? 0 : cents[mask]!),
        scale: 2,
      })
    return { parts, worthOf: (of: readonly Name[]) => worth.get(keyOf(of))! }
  })

describe('a fair split', () => {
  it('adds up exactly to the whole, and does not depend on the order of the parts', () => {
    fc.assert(
      fc.property(anyGame, ({ parts, worthOf }) => {
        const split = splitFairly(parts, worthOf, 2)
        const sum = [...split.values()].reduce(addExact, zero)
        expect(compareExact(sum, worthOf(parts))).toBe(0)
        const reversed = splitFairly([...parts].reverse(), worthOf, 2)
        for (const part of parts) expect(reversed.get(part)).toEqual(split.get(part))
      }),
    )
  })

  it('is the mean of what a part adds over every order of arrival', () => {
    fc.assert(
      fc.property(anyGame, ({ parts, worthOf }) => {
        const orders = permutations(parts)
        const { shares, denominator } = shapleyShares(parts, worthOf, 2)
        for (const { part, numerator } of shares) {
          const added = orders.reduce((sum, order) => {
            const before = order.slice(0, order.indexOf(part))
            return sum + subtractExact(worthOf([...before, part]), worthOf(before)).digits
          }, 0n)
          expect(numerator * BigInt(orders.length)).toBe(added * denominator)
        }
      }),
    )
  })

  it('gives nothing to a part that changes nothing, and equal parts the same to a cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -9999, max: 9999 }),
        fc.integer({ min: -9999, max: 9999 }),
        (alone, both) => {
          const worthOf = (of: readonly Name[]) => {
            const useful = of.filter((part) => part !== 'control').length
            return exactOf([0, alone, both][useful]! / 100, 2)
          }
          const split = splitFairly(['solar', 'battery', 'control'] as Name[], worthOf, 2)
          expect(split.get('control')!.digits).toBe(0n)
          const apart = split.get('solar')!.digits - split.get('battery')!.digits
          expect(apart >= -1n && apart <= 1n).toBe(true)
          const { shares } = shapleyShares(['solar', 'battery', 'control'] as Name[], worthOf, 2)
          const of = (name: Name) => shares.find(({ part }) => part === name)!.numerator
          expect(of('solar')).toBe(of('battery'))
        },
      ),
    )
  })
})

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, place) =>
    permutations(items.filter((_, other) => other !== place)).map((rest) => [item, ...rest]),
  )
}

import { bill } from '@ohmstead/pricing/bill'
import type { PricingWorld } from '@ohmstead/pricing/pricing-world'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { settleMonth } from './settle-month.ts'
import { simulateSharing } from './simulate-sharing.ts'
import { anyShape, makeGroup, monthAfter } from './testing/any-group.ts'
import { asMembersAlways, withKey } from './whole-membership.ts'

const shape = {
  ...{
    seed: 4,
    scheme: 'sharing' as const,
    members: 4,
    month: '2026-02',
    months: 3,
    gaps: 0,
    isMoving: true,
  },
  price: { kind: 'middle' as const },
}

describe('a simulation', () => {
  const question = makeGroup(shape)
  const simulated = simulateSharing(question, { from: '2026-02', to: '2026-04' })

  test('has every kind of key, all with the same bills without sharing', () => {
    expect(simulated.arrangements.map(({ kind }) => kind)).toEqual(['static', 'byUse', 'optimal'])
    for (const { members, totals } of simulated.arrangements) {
      expect(totals.paid).toBe(totals.earned)
      for (const { memberId, money } of members) {
        const { world, energies } = question.members.find(({ id }) => id === memberId)!
        const alone = bill(world, energies, { from: '2026-02-01', to: '2026-04-30' }).totals.payable
        expect(money.alone).toBe(alone)
      }
    }
  })

  test('is the sum of the statements of its months, as if all had always taken part', () => {
    for (const { key, members } of simulated.arrangements) {
      const months = ['2026-02', '2026-03', '2026-04'].map((month) =>
        settleMonth(withKey(asMembersAlways(question), key), month),
      )
      for (const { memberId, energies, money } of members) {
        const own = months.map(({ statements }) => statements.find((one) => one.memberId === memberId)!)
        const sum = (kind: 'receivedMilliWh' | 'givenMilliWh') =>
          own.reduce((all, statement) => all + statement.energies[kind], 0)
        expect(energies.receivedMilliWh).toBe(sum('receivedMilliWh'))
        expect(energies.givenMilliWh).toBe(sum('givenMilliWh'))
        const benefit = own.reduce((all, statement) => all + Number(statement.money.benefit), 0)
        if (money.benefit !== null) expect(Number(money.benefit)).toBeCloseTo(benefit, 6)
      }
    }
  })

  test('reports its months and is ended by what the report throws', () => {
    const seen: number[] = []
    const onMonth = (done: number) => {
      seen.push(done)
      if (done === 2) throw new Error('cancelled')
    }
    expect(() => simulateSharing(question, { from: '2026-02', to: '2026-04', onMonth })).toThrow('cancelled')
    expect(seen).toEqual([1, 2])
  })

  test('of no month or of too many is refused', () => {
    for (const [from, to] of [
      ['2026-04', '2026-02'],
      ['2026-4', '2026-05'],
      ['2000-01', '2026-01'],
    ])
      expect(() => simulateSharing(question, { from: from!, to: to! })).toThrow('month_invalid')
  })
})

test('the optimal key is worth at least as much as any other where all pay for energy alone', () => {
  fc.assert(
    fc.property(anyShape, (any) => {
      const question = makeGroup({ ...any, scheme: 'sharing', isMoving: false })
      const members = question.members.map((member) => ({
        ...member,
        netting: 'new' as const,
        world: withoutNegativePrices(member.world),
      }))
      const month = monthAfter(any.month, 0).slice(0, 7)
      const { arrangements } = simulateSharing({ ...question, members }, { from: month, to: month })
      const [fixed, byUse, optimal] = arrangements.map(({ totals }) => Number(totals.benefit))
      // Lines are rounded to the cent.
      const slack = 0.05 * members.length
      expect(optimal!).toBeGreaterThanOrEqual(fixed! - slack)
      expect(optimal!).toBeGreaterThanOrEqual(byUse! - slack)
    }),
    { numRuns: 15 },
  )
})

/** Whoever is paid for taking energy from the market loses by shared energy, whatever the key. */
function withoutNegativePrices(world: PricingWorld): PricingWorld {
  const { SI } = world.spot
  return { ...world, spot: { SI: { ...SI!, price: SI!.price.map(Math.abs) } } }
}

import { parseExact } from '@ohmstead/domain/money/exact'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { makeList, makeWorld } from '@ohmstead/pricing/testing/made-world'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adviseSharing } from './choose-members.ts'
import { findFairPrice } from './fair-price.ts'
import { settleMonth } from './settle-month.ts'
import type { SharingQuestion } from './sharing-model.ts'
import { anyShape, makeGroup } from './testing/any-group.ts'
import { asMembersAlways, withKey } from './whole-membership.ts'

const isNegative = (amount: string) => parseExact(amount).digits < 0n

/** What the statements of the advised group would have said. */
function settleAdvised(question: SharingQuestion, month: string) {
  const advice = adviseSharing(question, { from: month, to: month })
  const { arrangement, memberIds } = advice
  if (arrangement === null) return { advice, settled: null }
  const whole = asMembersAlways(question)
  const advised = {
    ...withKey(whole, arrangement.key),
    members: whole.members.filter(({ id }) => memberIds.includes(id)),
    group: { ...whole.group, priceTerms: { kind: 'fixed' as const, perKwh: arrangement.pricePerKwh } },
  }
  return { advice, settled: settleMonth(advised, month) }
}

test('nobody is worse off than alone in what is advised, and all together are better off, by their statements', () => {
  let advised = 0
  fc.assert(
    fc.property(anyShape, (shape) => {
      const question = makeGroup(shape)
      const { advice, settled } = settleAdvised(question, shape.month)
      const left = advice.notGaining.map(({ memberId }) => memberId)
      expect([...advice.memberIds, ...left].sort()).toEqual(
        advice.arrangement || left.length > 0 ? question.members.map(({ id }) => id).sort() : [],
      )
      if (settled === null) return
      advised += 1
      for (const { memberId, money } of settled.statements) {
        expect(isNegative(money.benefit!)).toBe(false)
        const own = advice.arrangement!.members.find((one) => one.memberId === memberId)!
        expect(own.money).toEqual(money)
        expect(own.isWorseOff).toBe(false)
      }
      expect(Number(settled.totals.benefit)).toBeGreaterThan(0)
      expect(settled.totals.benefit).toBe(advice.arrangement!.totals.benefit)
      expect(settled.checks.every(({ holds }) => holds)).toBe(true)
    }),
    { numRuns: 30 },
  )
  expect(advised).toBeGreaterThan(0)
})

describe('advice', () => {
  const shape = {
    seed: 12,
    scheme: 'sharing' as const,
    members: 4,
    month: '2026-06',
    gaps: 0,
    isMoving: false,
  }
  const question = makeGroup({ ...shape, price: { kind: 'free' } })

  test('names who does not gain where fees eat everything up', () => {
    const organiser = { ...question.group.organiser, senderFeePerMonth: '499', receiverFeePerMonth: '499' }
    const advice = adviseSharing(
      { ...question, group: { ...question.group, organiser } },
      { from: '2026-06', to: '2026-06' },
    )
    expect(advice.arrangement).toBeNull()
    expect(advice.notGaining.map(({ memberId }) => memberId).sort()).toEqual(
      question.members.map(({ id }) => id).sort(),
    )
  })

  test('compares nothing where no prices are known, and says of each why', () => {
    const members = question.members.map((member) => ({ ...member, world: { ...member.world, entries: [] } }))
    const advice = adviseSharing({ ...question, members }, { from: '2026-06', to: '2026-06' })
    expect(advice).toMatchObject({ arrangement: null, memberIds: [], bound: null, compared: [] })
    expect(advice.notGaining.map(({ reason }) => reason)).toEqual(members.map(() => 'unknown'))
  })

  test('leaves out a member whose prices are unknown, and says so', () => {
    const [first, ...others] = question.members.filter(({ role }) => role === 'receiver')
    const world = { ...first!.world, entries: [] }
    const members = question.members.map((member) => (member === first ? { ...member, world } : member))
    expect(others.length).toBeGreaterThan(0)
    const advice = adviseSharing({ ...question, members }, { from: '2026-06', to: '2026-06' })
    expect(advice.notGaining).toContainEqual({ memberId: first!.id, reason: 'unknown', benefit: null })
    expect(advice.memberIds).not.toContain(first!.id)
  })

  test('is not given where payments, rounded month by month, make somebody lose a cent', () => {
    const firstStartMs = localMidnightMs('2026-01-01')
    const count = (localMidnightMs('2026-11-01') - firstStartMs) / 900_000
    const rowOf = (energyOf: (place: number) => number) => {
      const row = new Float64Array(count)
      for (let month = 1; month <= 10; month++) {
        const day = `2026-${String(month).padStart(2, '0')}-10`
        const noon = (localMidnightMs(day) - firstStartMs) / 900_000 + 48
        row[noon] = 150_000
        row[noon + 8] = energyOf(month - 1)
      }
      return row
    }
    const none = new Float64Array(count)
    const fixed = (t0: string) => ({ kind: 'fixed' as const, t0, t1: null, t2: null })
    const always = { validFrom: '2026-01-01', validTo: null, netting: 'none' as const }
    const prices = { isMultiTariff: false, buy: fixed('0.1230') }
    const frame = { firstStartMs, isEstimated: new Uint8Array(count) }
    const members: SharingQuestion['members'] = [
      {
        ...{ ...always, id: 'sender', role: 'sender', sharedShare: '1' },
        world: makeWorld([makeList({ ...prices, hasExportPrice: true, sell: fixed('0.08') })]),
        energies: { ...frame, importMilliWh: none, exportMilliWh: rowOf(() => 0) },
      },
      {
        ...{ ...always, id: 'receiver', role: 'receiver', sharedShare: '0' },
        world: makeWorld([makeList(prices)]),
        energies: { ...frame, importMilliWh: rowOf((place) => place * 70_000), exportMilliWh: null },
      },
    ]
    const organiser = { ...question.group.organiser, senderFeePerMonth: '0', receiverFeePerMonth: '0' }
    // At 0.10 both gain; 0.015 a month comes to 0.02, and the receiver has saved 0.19 in ten months.
    const advice = adviseSharing(
      { group: { ...question.group, organiser }, keys: [], members },
      { from: '2026-01', to: '2026-10' },
    )
    expect(advice.arrangement).toBeNull()
    expect(advice.notGaining).toContainEqual({ memberId: 'receiver', reason: 'worseOff', benefit: '-0.01' })
  })

  test('can be ended from outside', () => {
    const end = () => {
      throw new Error('cancelled')
    }
    expect(() => adviseSharing(question, { from: '2026-06', to: '2026-06', onMonth: end })).toThrow(
      'cancelled',
    )
  })
})

describe('a fair price', () => {
  const stake = (memberId: string, gain: number | null, boughtKwh: number) => ({ memberId, gain, boughtKwh })

  test('lies between what senders need and receivers can pay', () => {
    expect(findFairPrice([stake('a', -4, -100), stake('b', 12, 100)])).toEqual({
      perKwh: '0.08',
      leaving: [],
    })
  })

  test('suits everybody, or somebody leaves', () => {
    const any = fc.array(
      fc.record({
        memberId: fc.uuid(),
        gain: fc.integer({ min: -2000, max: 4000 }).map((cents) => cents / 100),
        boughtKwh: fc.integer({ min: -300, max: 300 }),
      }),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(any, (stakes) => {
        const { perKwh, leaving } = findFairPrice(stakes)
        expect(Number(perKwh)).toBeGreaterThanOrEqual(0)
        if (leaving.length > 0) return
        // The price is rounded to a millionth of the currency.
        for (const { gain, boughtKwh } of stakes)
          expect(gain - Number(perKwh) * boughtKwh).toBeGreaterThanOrEqual(-1e-3)
      }),
    )
  })

  test('does not exist for unknown stakes', () => {
    expect(findFairPrice([stake('a', null, 5), stake('b', 3, -5)])).toEqual({ perKwh: '0', leaving: ['a'] })
  })

  test('is for nobody who loses without trading anything', () => {
    const stakes = [stake('a', 2, -100), stake('b', 12, 100), stake('c', -0.01, 0)]
    expect(findFairPrice(stakes)).toEqual({ perKwh: '0', leaving: ['c'] })
  })
})

import { addExact, formatExact, parseExact, zero } from '@ohmstead/domain/money/exact'
import { isReceiving } from '@ohmstead/domain/sharing/sharing-terms'
import { bill } from '@ohmstead/pricing/bill'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { prepareSettlement } from './prepared-month.ts'
import { settleMonth } from './settle-month.ts'
import { shareMonth } from './share-month.ts'
import type { MemberEnergies, MonthSettlement, SharingQuestion } from './sharing-model.ts'
import { anyShape, makeGroup, monthAfter } from './testing/any-group.ts'
import { settleNaively } from './testing/naive-settlement.ts'

const sumOf = (amounts: (string | null)[]) =>
  amounts.includes(null)
    ? null
    : formatExact(amounts.map((one) => parseExact(one!)).reduce(addExact, zero), 2)
const lastDay = (month: string) => `${month}-${Temporal.PlainYearMonth.from(month).daysInMonth}`

test('statements of any group conserve energy to the milliwatt-hour and money to the cent', () => {
  fc.assert(
    fc.property(anyShape, (shape) => {
      const question = makeGroup(shape)
      const settled = settleMonth(question, shape.month)
      expect(settled.checks.filter(({ holds }) => !holds)).toEqual([])
      for (const statement of settled.statements) checkStatement(statement)
      const { totals, statements } = settled
      for (const kind of ['alone', 'shared', 'paid', 'earned', 'benefit'] as const)
        expect(totals[kind]).toBe(sumOf(statements.map(({ money }) => money[kind])))
      for (const kind of Object.keys(totals.energies) as (keyof MemberEnergies)[])
        expect(totals.energies[kind]).toBe(statements.reduce((sum, { energies }) => sum + energies[kind], 0))
      if (totals.paid !== null) expect(totals.paid).toBe(totals.earned)
      checkUnsettled(settled)
    }),
    { numRuns: 60 },
  )
})

function checkStatement({ energies, money, quality }: MonthSettlement['statements'][number]) {
  for (const energy of Object.values(energies)) if (!(energy >= 0)) throw new Error(JSON.stringify(energies))
  expect(energies.importMilliWh).toBe(energies.receivedMilliWh + energies.suppliedMilliWh)
  expect(energies.feedInMilliWh).toBe(energies.givenMilliWh + energies.soldMilliWh)
  expect(energies.allottedMilliWh).toBe(energies.receivedMilliWh + energies.unusedMilliWh)
  expect(energies.pooledMilliWh).toBe(energies.givenMilliWh + energies.returnedMilliWh)
  expect(quality.intervals).toBe(quality.measured + quality.estimated + quality.missing)
  const { alone, shared, paid, earned, fees, benefit } = money
  if (benefit === null) return
  const with_ = sumOf([shared, paid, `-${earned}`.replace('--', ''), fees.gross])
  expect(sumOf([benefit, with_])).toBe(alone)
}

/** Unsettled quarter-hours are named, counted and make a statement provisional. */
function checkUnsettled({ statements, unsettled }: MonthSettlement) {
  const count = unsettled.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs) / 900_000, 0)
  for (const { memberIds } of unsettled) expect(memberIds.length).toBeGreaterThan(0)
  for (const { quality, caveats } of statements) {
    expect(quality.unsettled).toBeLessThanOrEqual(count)
    expect(caveats.some(({ kind }) => kind === 'unsettledIntervals')).toBe(quality.unsettled > 0)
    if (quality.unsettled > 0) expect(quality.isProvisional).toBe(true)
  }
}

test('absurd readings neither stop a settlement nor change how prices between members are rounded', () => {
  const middle = anyShape.map((shape) => ({ ...shape, gaps: 0, price: { kind: 'middle' as const } }))
  fc.assert(
    fc.property(middle, (shape) => {
      const question = makeGroup(shape)
      for (const { energies } of question.members)
        for (const row of [energies.importMilliWh, energies.exportMilliWh])
          row?.forEach((energy, i) => {
            row[i] = energy * 500_001
          })
      const naive = settleNaively(question, shape.month)
      for (const { memberId, money } of settleMonth(question, shape.month).statements)
        expect([money.paid, money.earned]).toEqual([naive.get(memberId)!.paid, naive.get(memberId)!.earned])
    }),
    { numRuns: 6 },
  )
})

test('every statement is that of working it out by hand', () => {
  fc.assert(
    fc.property(anyShape, (shape) => {
      const question = makeGroup(shape)
      const { statements } = settleMonth(question, shape.month)
      const naive = settleNaively(question, shape.month)
      for (const { memberId, energies, money } of statements) {
        const own = naive.get(memberId)!
        expect(energies).toMatchObject(own.energies)
        expect({ alone: money.alone, shared: money.shared }).toEqual({ alone: own.alone, shared: own.shared })
        if (money.paid !== null) expect(money.paid).toBe(own.paid)
        if (money.earned !== null) expect(money.earned).toBe(own.earned)
        expect(money.fees.gross).toBe(own.fees)
      }
    }),
    { numRuns: 12 },
  )
})

test('quarter-hours sum to the statement, and statements do not depend on the order of members', () => {
  fc.assert(
    fc.property(anyShape, (shape) => {
      const question = makeGroup(shape)
      const shared = shareMonth(question, prepareSettlement(question, shape.month))
      const settled = settleMonth(question, shape.month)
      settled.statements.forEach(({ energies }, place) => {
        const sum = (row: Float64Array) => row.reduce((all, one) => all + one, 0)
        expect(sum(shared.allocated.receivedMilliWh[place]!)).toBe(energies.receivedMilliWh)
        expect(sum(shared.allocated.givenMilliWh[place]!)).toBe(energies.givenMilliWh)
        expect(sum(shared.allocated.allottedMilliWh[place]!)).toBe(energies.allottedMilliWh)
      })
      const turned = { ...question, members: question.members.toReversed() }
      expect(settleMonth(turned, shape.month)).toEqual(settled)
    }),
    { numRuns: 10 },
  )
})

const base = {
  ...{ seed: 12, scheme: 'sharing' as const, members: 4, month: '2026-06', gaps: 0, isMoving: false },
  price: { kind: 'fixed' as const, perKwh: '0.05' },
}
const withKey = (question: SharingQuestion, kind: 'byUse' | 'optimal'): SharingQuestion => ({
  ...question,
  keys: [{ validFrom: '2020-01-01', key: { kind } }],
})

describe('a statement', () => {
  const question = withKey(makeGroup(base), 'byUse')
  const settled = settleMonth(question, '2026-06')

  test('shows the bills that the member has anyway', () => {
    for (const { memberId, aloneBill } of settled.statements) {
      const { world, energies } = question.members.find(({ id }) => id === memberId)!
      expect(aloneBill).toEqual(bill(world, energies, { from: '2026-06-01', to: '2026-06-30' }))
    }
    expect(settled.totals.energies.receivedMilliWh).toBeGreaterThan(0)
  })

  test('of a group in which nobody sends is that of everybody alone, with the fees', () => {
    const members = question.members.map((member) => ({
      ...member,
      role: 'receiver' as const,
      sharedShare: '0',
    }))
    const { statements } = settleMonth(
      { ...question, members: members.map((one) => ({ ...one, netting: 'new' as const })) },
      '2026-06',
    )
    for (const { money, quality } of statements) {
      expect(money.shared).toBe(money.alone)
      expect(money.benefit).toBe(`-${money.fees.gross}`)
      expect(quality.unsettled).toBe(0)
    }
  })

  test('of a member netted by the year names what leaves its balance and claims no benefit', () => {
    const members = question.members.map((member) =>
      isReceiving(member) ? member : { ...member, netting: 'yearly' as const, sharedShare: '1' },
    )
    const { statements } = settleMonth({ ...question, members }, '2026-06')
    const sender = statements.find(({ energies }) => energies.givenMilliWh > 0)!
    expect(sender.money.benefit).toBeNull()
    expect(sender.caveats).toContainEqual({
      kind: 'yearlyNetting',
      givenMilliWh: sender.energies.givenMilliWh,
    })
  })

  test('is unsettled where a reading of another member is missing, and settled again when it arrives', () => {
    const [first, ...others] = question.members
    const exportMilliWh = first!.energies.exportMilliWh!.slice().fill(Number.NaN, 1000, 1100)
    const lost = { ...first!, energies: { ...first!.energies, exportMilliWh } }
    const gone = settleMonth({ ...question, members: [lost, ...others] }, '2026-06')
    expect(gone.unsettled).toEqual([
      {
        fromMs: first!.energies.firstStartMs + 1000 * 900_000,
        toMs: first!.energies.firstStartMs + 1100 * 900_000,
        memberIds: [first!.id],
      },
    ])
    for (const { quality } of gone.statements)
      expect(quality).toMatchObject({ unsettled: 100, isProvisional: true })
    expect(settleMonth(question, '2026-06')).toEqual(settled)
  })

  test('of members with bills in two currencies is refused', () => {
    const [first, ...others] = question.members
    const [list] = Object.values(first!.world.priceLists)
    const changed = { ...list!, terms: { ...list!.terms, currency: 'SEK' as const } }
    const world = { ...first!.world, priceLists: { [list!.id]: changed } }
    expect(() => settleMonth({ ...question, members: [{ ...first!, world }, ...others] }, '2026-06')).toThrow(
      'currencies_differ',
    )
  })

  test('of an unknown price between members leaves their money unknown and the rest as it is', () => {
    const group = { ...question.group, priceTerms: { kind: 'spotCapped' as const, perKwh: '0.05' } }
    const { statements, checks } = settleMonth({ ...question, group, market: null }, '2026-06')
    const receiver = statements.find(({ energies }) => energies.receivedMilliWh > 0)!
    expect(receiver.money).toMatchObject({ paid: null, benefit: null, shared: expect.any(String) })
    expect(receiver.caveats.map(({ kind }) => kind)).toContain('priceUnknown')
    const sender = statements.find(({ energies }) => energies.givenMilliWh > 0)!
    expect(sender.money).toMatchObject({ earned: null, benefit: null, shared: expect.any(String) })
    expect(sender.meanEarnedPerKwh).toBeNull()
    expect(receiver.meanPaidPerKwh).toBeNull()
    expect(sender.caveats.map(({ kind }) => kind)).toContain('priceUnknown')
    expect(checks.every(({ holds }) => holds)).toBe(true)
  })

  test('of a month to come has no readings, nothing settled, and does not fail', () => {
    const month = monthAfter('2026-06', 5).slice(0, 7)
    const { statements, unsettled } = settleMonth(question, month)
    expect(statements.every(({ money }) => money.benefit === null)).toBe(true)
    expect(unsettled.length).toBe(1)
    expect(statements[0]!.aloneBill.to).toBe(lastDay(month))
  })

  test('of self-supply shows the reduced rate with its caveat', () => {
    const community = withKey(makeGroup({ ...base, scheme: 'selfSupply' }), 'byUse')
    const { statements } = settleMonth(community, '2026-06')
    const receiver = statements.find(({ energies }) => energies.receivedMilliWh > 0)!
    expect(receiver.caveats).toContainEqual({
      kind: 'secondHandRate',
      rateId: 'communityEnergy/2026-03-01/0',
    })
    expect(receiver.sharedBill.months[0]!.lines.some(({ name }) => name.startsWith('sharedBlock'))).toBe(true)
  })
})

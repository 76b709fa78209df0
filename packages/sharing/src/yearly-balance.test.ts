import { settleNetMetering } from '@ohmstead/network-fee/systems/net-metering-settlement'
import { describe, expect, test } from 'vitest'
import { simulateSharing } from './simulate-sharing.ts'
import { makeGroup } from './testing/any-group.ts'

const shape = {
  ...{
    seed: 9,
    scheme: 'sharing' as const,
    members: 3,
    month: '2025-01',
    months: 12,
    gaps: 0,
    isMoving: false,
  },
  price: { kind: 'free' as const },
}
const made = makeGroup(shape)
const members = made.members.map((member) =>
  member.role === 'sender' ? { ...member, netting: 'yearly' as const } : member,
)
const question = { ...made, members }
const sender = members.find(({ role }) => role === 'sender')!
const balancesOf = (from: string, to: string, changed = question) =>
  simulateSharing(changed, { from, to, kinds: ['byUse'] }).arrangements[0]!.members.find(
    ({ memberId }) => memberId === sender.id,
  )!

describe('a yearly balance', () => {
  test('loses what was given away, valued as the network settles the year', () => {
    const { yearlyBalances, energies, money } = balancesOf('2025-01', '2025-12')
    const [balance] = yearlyBalances
    expect(yearlyBalances.length).toBe(1)
    expect(balance!.givenMilliWh).toBe(energies.givenMilliWh)
    expect(energies.givenMilliWh).toBeGreaterThan(0)
    expect(money.benefit).toBeNull()
    const [alone] = settleNetMetering(sender.energies, sender.world.point!).years
    expect(balance!.billedAloneMilliWh! / 1e6).toBeCloseTo(alone!.billedKwh!, 6)
    // Import less what is left of the feed-in, never below zero.
    const left = energies.importMilliWh - energies.feedInMilliWh + energies.givenMilliWh
    expect(balance!.billedSharedMilliWh).toBe(Math.max(0, left))
    const more = (balance!.billedSharedMilliWh! - balance!.billedAloneMilliWh!) / 1e6
    const rate = alone!.networkEnergy!.factors.at(-1)!.value
    expect(Number(balance!.networkCost)).toBeCloseTo(more * rate, 6)
    expect(balance!.reason).toBeNull()
  })

  test('of a part of a year, or of a year with a gap, is not valued', () => {
    expect(balancesOf('2025-03', '2025-12').yearlyBalances[0]).toMatchObject({
      ...{ year: 2025, networkCost: null, billedAloneMilliWh: null, reason: 'partOfYear' },
    })
    const importMilliWh = sender.energies.importMilliWh.with(77, Number.NaN)
    const gap = { ...sender, energies: { ...sender.energies, importMilliWh } }
    const changed = { ...question, members: members.map((member) => (member === sender ? gap : member)) }
    expect(balancesOf('2025-01', '2025-12', changed).yearlyBalances[0]!.reason).toBe('readingsIncomplete')
  })

  test('is of members netted by the year only', () => {
    const { arrangements } = simulateSharing(question, { from: '2025-01', to: '2025-02', kinds: ['byUse'] })
    for (const { memberId, yearlyBalances } of arrangements[0]!.members)
      expect(yearlyBalances.length).toBe(
        members.find(({ id }) => id === memberId)!.netting === 'yearly' ? 1 : 0,
      )
  })
})

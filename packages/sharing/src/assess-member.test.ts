import { describe, expect, test } from 'vitest'
import { checkSettlement } from './check-settlement.ts'
import { prepareSettlement } from './prepared-month.ts'
import { settleShared } from './settle-month.ts'
import { shareMonth } from './share-month.ts'
import type { SharingMember } from './sharing-model.ts'
import { makeGroup } from './testing/any-group.ts'

const made = makeGroup({
  ...{ seed: 12, scheme: 'sharing', members: 4, month: '2026-06', gaps: 0, isMoving: false },
  price: { kind: 'fixed', perKwh: '0.05' },
})
const question = { ...made, keys: [{ validFrom: '2020-01-01', key: { kind: 'byUse' as const } }] }
const sender = question.members.find(({ role }) => role === 'sender')!

const settle = (change: (member: SharingMember) => SharingMember = (member) => member) => {
  const changed = { ...question, members: question.members.map(change) }
  return settleShared(changed, shareMonth(changed, prepareSettlement(changed, '2026-06'))).statements
}
const ofSender = (change: (member: SharingMember) => Partial<SharingMember>) =>
  settle((member) => (member === sender ? { ...member, ...change(member) } : member))
const isOfSender = ({ memberId }: { memberId: string }) => memberId === sender.id

describe('how sure a statement is', () => {
  test('an estimate counts for whoever it is of, and is named to all who rest on it', () => {
    const statements = ofSender(({ energies }) => ({
      energies: { ...energies, isEstimated: energies.isEstimated.with(48, 1).with(1000, 1) },
    }))
    for (const statement of statements) {
      expect(statement.quality.estimated).toBe(isOfSender(statement) ? 2 : 0)
      expect(statement.quality.missing).toBe(0)
      expect(statement.caveats).toContainEqual({ kind: 'estimatedReadings', count: 2 })
    }
    for (const { caveats } of settle())
      expect(caveats.map(({ kind }) => kind)).not.toContain('estimatedReadings')
  })

  test('a reading that the sharing does not need, but the bill does, is missing and makes it provisional', () => {
    const statements = ofSender(({ energies }) => ({
      netting: 'none',
      energies: { ...energies, importMilliWh: energies.importMilliWh.map(() => Number.NaN) },
    }))
    const own = statements.find(isOfSender)!
    expect(own.quality).toMatchObject({ unsettled: 0, measured: 0, missing: 30 * 96, isProvisional: true })
    for (const { quality } of statements.filter((one) => !isOfSender(one)))
      expect(quality).toMatchObject({ unsettled: 0, missing: 0, isProvisional: false })
  })

  test('days of a part of the month are named', () => {
    const partOf = (change: Partial<SharingMember>) =>
      ofSender(() => change)
        .find(isOfSender)!
        .caveats.filter(({ kind }) => kind === 'partOfMonth')
    expect(partOf({})).toEqual([])
    expect(partOf({ validFrom: '2026-06-01', validTo: '2026-06-30' })).toEqual([])
    expect(partOf({ validTo: '2026-06-29' })).toEqual([
      { kind: 'partOfMonth', from: '2026-06-01', to: '2026-06-29' },
    ])
    expect(partOf({ validFrom: '2026-06-02' })).toEqual([
      { kind: 'partOfMonth', from: '2026-06-02', to: '2026-06-30' },
    ])
  })
})

test('checks of a settlement fail where a statement says another energy or amount', () => {
  const shared = shareMonth(question, prepareSettlement(question, '2026-06'))
  const { statements } = settleShared(question, shared)
  const failing = (change: (statement: (typeof statements)[number]) => object) => {
    const [first, ...others] = statements
    const changed = { ...first!, ...change(first!) }
    return checkSettlement([changed, ...others], shared, 'sharing')
      .filter(({ holds }) => !holds)
      .map(({ kind }) => kind)
  }
  expect(failing(() => ({}))).toEqual([])
  const energy = (name: keyof (typeof statements)[number]['energies']) =>
    failing(({ energies }) => ({ energies: { ...energies, [name]: energies[name] + 1 } }))
  expect(energy('suppliedMilliWh')).toEqual(['importIsReceivedAndSupplied'])
  expect(energy('soldMilliWh')).toEqual(['feedInIsGivenAndSold'])
  expect(energy('unusedMilliWh')).toEqual(['allottedIsReceivedAndUnused'])
  expect(energy('returnedMilliWh')).toEqual(['pooledIsGivenAndReturned'])
  expect(energy('allottedMilliWh')).toEqual(['allottedIsReceivedAndUnused', 'givenIsShared'])
  expect(failing(({ money }) => ({ money: { ...money, paid: '1234.56' } }))).toEqual(['paidIsEarned'])
})

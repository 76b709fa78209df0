import { expect, test } from 'vitest'
import { type CheckedGroup, type CheckedMember, findSharingProblems } from './find-sharing-problems.ts'

const member = (id: string, role: CheckedMember['role'], more: Partial<CheckedMember> = {}) => ({
  ...{ id, role, netting: 'none' as const, supplier: 'GEN-I', isPriced: true, hasReadings: true },
  ...more,
})
const group: CheckedGroup = {
  scheme: 'sharing',
  communityCase: null,
  organiser: { name: 'GEN-I', ownCustomersOnly: true },
  key: { kind: 'static', shares: { b: '0.4', c: '0.6' } },
  members: [member('a', 'sender'), member('b', 'receiver'), member('c', 'both')],
}
const find = (more: Partial<CheckedGroup> = {}) =>
  findSharingProblems({ ...group, ...more }).map(
    ({ kind, memberId, isBlocking }) => `${kind} ${memberId} ${isBlocking}`,
  )
const withMember = (one: CheckedMember) =>
  find({ members: [...group.members.filter(({ id }) => id !== one.id), one] })

test('a group with a sender, a receiver and a key that sums to one has no problem', () => {
  expect(find()).toEqual([])
})

test('a group that cannot be settled says why', () => {
  expect(find({ members: [], key: null })).toEqual([
    'noSender null true',
    'noReceiver null true',
    'noKey null true',
  ])
  expect(find({ key: { kind: 'static', shares: { b: '0.4', c: '0.599999' } } })).toEqual([
    'sharesDoNotSum null true',
  ])
  expect(find({ key: { kind: 'byUse' } })).toEqual([])
})

test('a share of somebody who does not receive is named; one of nothing is none', () => {
  expect(find({ key: { kind: 'static', shares: { b: '0.5', a: '0.5', gone: '0' } } })).toEqual([
    'shareOfNoReceiver a false',
  ])
})

test('the connection case is asked for in self-supply only', () => {
  const selfSupply = { scheme: 'selfSupply' as const, key: { kind: 'byUse' as const } }
  const members = [member('a', 'producer'), member('b', 'receiver')]
  expect(find({ ...selfSupply, members })).toEqual(['caseMissing null false'])
  expect(find({ ...selfSupply, members, communityCase: 3 })).toEqual([])
  expect(find({ key: { kind: 'byUse' }, members })).toEqual(['producerInSharing a true'])
})

test('who is netted by the year may send, and not receive', () => {
  expect(withMember(member('a', 'sender', { netting: 'yearly' }))).toEqual([])
  expect(withMember(member('b', 'receiver', { netting: 'yearly' }))).toEqual(['yearlyNettingReceives b true'])
  expect(withMember(member('c', 'both', { netting: 'yearly' }))).toEqual(['yearlyNettingReceives c true'])
})

test('suppliers decide who may take part', () => {
  expect(withMember(member('b', 'receiver', { supplier: 'Petrol' }))).toEqual(['otherSupplier b false'])
  expect(withMember(member('b', 'receiver', { supplier: 'Gen i d.o.o.' }))).toEqual([])
  expect(withMember(member('b', 'receiver', { supplier: null }))).toEqual([])
  const open = { organiser: { name: 'Moj Elektro', ownCustomersOnly: false } }
  const members = (role: CheckedMember['role']) => [
    ...group.members.filter(({ id }) => id !== 'c'),
    member('c', role, { supplier: 'Elektro energija d.o.o.' }),
  ]
  expect(find({ ...open, members: members('receiver') })).toEqual([])
  expect(find({ ...open, members: members('both') })).toEqual(['mayOnlyReceive c false'])
})

test('who has no prices or readings is named', () => {
  expect(withMember(member('b', 'receiver', { isPriced: false, hasReadings: false }))).toEqual([
    'noPrices b false',
    'noReadings b false',
  ])
})

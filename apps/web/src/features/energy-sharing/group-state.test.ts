import { expect, test } from 'vitest'
import { findFirstDay, findGroupState, listMonths, listMonthsToSettle } from './group-state.ts'

const group = {
  ...({ isOrganiser: true, keyKind: 'byUse', validFrom: '2026-06-01' } as const),
  lastMonth: null as string | null,
}

test('months that have ended and have no statements are to be settled', () => {
  expect(listMonthsToSettle(group, '2026-08-14')).toEqual(['2026-06', '2026-07'])
  expect(listMonthsToSettle({ ...group, lastMonth: '2026-07' }, '2026-08-14')).toEqual([])
  expect(findGroupState(group, '2026-08-14')).toEqual({ kind: 'due', months: 2 })
})

test('a group without a key is a draft', () => {
  expect(findGroupState({ ...group, keyKind: null }, '2026-08-14').kind).toBe('draft')
})

test('before its first day a group waits, and once all is settled it runs', () => {
  expect(findGroupState(group, '2026-05-31').kind).toBe('ahead')
  expect(findGroupState(group, '2026-06-01').kind).toBe('running')
  expect(findGroupState({ ...group, lastMonth: '2026-07' }, '2026-08-14').kind).toBe('running')
  expect(findGroupState({ ...group, isOrganiser: false, keyKind: null }, '2026-08-14').kind).toBe('member')
})

test('months run over the turn of the year', () => {
  expect(listMonths('2025-11', '2026-02')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
  expect(listMonths('2026-02', '2026-01')).toEqual([])
})

test('what is new begins with the group, and later with the first month that has no statements', () => {
  expect(findFirstDay(group)).toBe('2026-06-01')
  expect(findFirstDay({ ...group, lastMonth: '2026-07' })).toBe('2026-08-01')
  // A group that was put off begins when it begins.
  expect(findFirstDay({ validFrom: '2026-10-15', lastMonth: '2026-07' })).toBe('2026-10-15')
})

import { expect, test } from 'vitest'
import { mergeCauses, mergeMonths, pairMonths } from './pair-months.ts'

const month = (name: string, amount: string | null, currency: 'EUR' | 'CZK' = 'EUR') => ({
  month: name,
  amount,
  currency,
})

test('only months whose money differs are kept, in order', () => {
  const before = [month('2026-01', '10.00'), month('2026-02', '11.00'), month('2026-03', null)]
  const after = [month('2026-01', '10.00'), month('2026-02', '12.00'), month('2026-03', '5.00')]
  expect(
    pairMonths(before, after).map((pair) => [pair.month, pair.before.amount, pair.after.amount]),
  ).toEqual([
    ['2026-02', '11.00', '12.00'],
    ['2026-03', null, '5.00'],
  ])
})

test('a month without money on one side is unknown there, and two unknown ones are equal', () => {
  expect(pairMonths([], [month('2026-01', '1.00'), month('2026-02', null)])).toEqual([
    {
      month: '2026-01',
      before: { amount: null, currency: 'EUR' },
      after: { amount: '1.00', currency: 'EUR' },
    },
  ])
  expect(pairMonths([month('2026-01', '1.00', 'CZK')], [month('2026-01', '1.00')])).toHaveLength(1)
})

test('changes in a row tell from before the first to after the last', () => {
  const first = pairMonths([month('2026-01', '1.00')], [month('2026-01', '2.00')])
  const second = pairMonths(
    [month('2026-01', '2.00'), month('2026-02', '4.00')],
    [month('2026-01', '3.00'), month('2026-02', '5.00')],
  )
  const merged = mergeMonths(first, second)
  expect(merged.map((pair) => [pair.before.amount, pair.after.amount])).toEqual([
    ['1.00', '3.00'],
    ['4.00', '5.00'],
  ])
  const back = pairMonths([month('2026-01', '2.00')], [month('2026-01', '1.00')])
  expect(mergeMonths(first, back)).toEqual([])
})

test('two changes in a row began where the first one did, and are what the second one made', () => {
  const list = { kind: 'priceList' as const, id: 7, name: 'Basic' }
  const corrected = { ...list, versionBefore: 1, version: 2, reason: 'Typed wrongly' }
  expect(mergeCauses(corrected, { ...list, versionBefore: 2, version: 3, reason: null })).toEqual({
    ...list,
    versionBefore: 1,
    version: 3,
    reason: 'Typed wrongly',
  })
  const plan = { kind: 'locationPlan' as const }
  const none = { ...plan, name: null, before: 'Old' }
  expect(mergeCauses(none, { ...plan, name: 'New', before: null })).toEqual({
    ...plan,
    name: 'New',
    before: 'Old',
  })
  const entries = { kind: 'ratePlan' as const, id: 3, name: 'Home' }
  const explained = { ...entries, reason: 'Extended' }
  expect(mergeCauses(explained, { ...entries, reason: null })).toEqual(explained)
  const point = { kind: 'meteringPoint' as const }
  expect(mergeCauses(point, point)).toEqual(point)
})

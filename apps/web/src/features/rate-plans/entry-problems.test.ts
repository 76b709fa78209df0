import { expect, test } from 'vitest'
import { describeEntryProblems } from './entry-problems.ts'

const lists = [
  { id: 1, name: 'Basic', validFrom: '2026-01-01', validTo: '2026-12-31' },
  { id: 2, name: 'Spot', validFrom: '2025-01-01', validTo: null },
]
const names = new Map(lists.map(({ id, name }) => [id, name]))
const say = ((key: string, params: object = {}) => [key, ...Object.values(params)].join(' ')) as never
const of = (priceListId: number, validFrom: string, validTo: string | null) => ({
  priceListId,
  validFrom,
  validTo,
})
const describe = (...entries: ReturnType<typeof of>[]) => [
  ...describeEntryProblems(entries, lists, names, say),
]

test('says of each entry what the server would refuse', () => {
  expect(describe(of(0, '2026-01-01', null))).toEqual([[0, 'rate_plans.problem.no_list']])
  expect(describe(of(1, '', null))).toEqual([[0, 'rate_plans.problem.no_start']])
  expect(describe(of(1, '2026-02-01', '2026-01-01'))).toEqual([[0, 'rate_plans.problem.reversed']])
  expect(describe(of(1, '2026-02-01', null))).toEqual([[0, 'rate_plans.problem.outside Basic']])
})

test('marks the later of two that overlap, beside one that is not finished', () => {
  expect(
    describe(of(0, '2026-01-01', null), of(1, '2026-01-01', '2026-06-30'), of(2, '2026-06-30', null)),
  ).toEqual([
    [0, 'rate_plans.problem.no_list'],
    [2, 'rate_plans.problem.overlap Basic'],
  ])
})

test('entries one after another are right', () => {
  expect(describe(of(1, '2026-01-01', '2026-06-30'), of(2, '2026-07-01', null))).toEqual([])
})

import type { RatePlanVersionEntry } from '@ohmstead/contract/rate-plans'
import { expect, test } from 'vitest'
import { findPlanDifferences } from './plan-differences.ts'

const entry = (
  priceListId: number,
  validFrom: string,
  validTo: string | null = null,
): RatePlanVersionEntry => ({ priceListId, priceListName: `List ${priceListId}`, validFrom, validTo })

const whole = entry(1, '2026-01-01')
const first = entry(1, '2026-01-01', '2026-03-31')
const second = entry(1, '2026-05-01')
const other = entry(2, '2026-04-01', '2026-04-30')

const cases: [string, RatePlanVersionEntry[], RatePlanVersionEntry[], unknown[]][] = [
  ['nothing', [first, other], [first, other], []],
  ['a new list', [first], [first, other], [{ kind: 'added', entry: other }]],
  ['a list that goes', [first, other], [other], [{ kind: 'removed', entry: first }]],
  ['other days of a list', [whole], [first], [{ kind: 'moved', entry: first, before: whole }]],
  [
    'a list that is cut in two around another',
    [whole],
    [first, other, second],
    [
      { kind: 'moved', entry: first, before: whole },
      { kind: 'added', entry: other },
      { kind: 'added', entry: second },
    ],
  ],
  [
    'another list on the same days',
    [entry(1, '2026-01-01')],
    [entry(2, '2026-01-01')],
    [
      { kind: 'added', entry: entry(2, '2026-01-01') },
      { kind: 'removed', entry: entry(1, '2026-01-01') },
    ],
  ],
  [
    'two entries of a list joined',
    [first, second],
    [whole],
    [
      { kind: 'moved', entry: whole, before: first },
      { kind: 'removed', entry: second },
    ],
  ],
]

test.each(cases)('%s', (_, before, after, differences) => {
  expect(findPlanDifferences(before, after)).toEqual(differences)
})

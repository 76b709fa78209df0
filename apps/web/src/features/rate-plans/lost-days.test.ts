import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { expect, test } from 'vitest'
import { findLostDays } from './lost-days.ts'

const of = (validFrom: string, validTo: string | null): RatePlanEntry => ({
  priceListId: 1,
  validFrom,
  validTo,
})

test.each([
  [
    'an end that was not there',
    [of('2026-01-01', null)],
    [of('2026-01-01', '2026-05-31')],
    [['2026-06-01', null]],
  ],
  ['a later beginning', [of('2026-01-01', null)], [of('2026-02-01', null)], [['2026-01-01', '2026-01-31']]],
  [
    'nothing left, though it were two lists',
    [of('2026-01-01', '2026-03-31'), of('2026-04-01', null)],
    [],
    [['2026-01-01', null]],
  ],
  [
    'a hole',
    [of('2026-01-01', null)],
    [of('2026-01-01', '2026-01-31'), of('2026-03-01', null)],
    [['2026-02-01', '2026-02-28']],
  ],
  ['days that never had a price', [of('2026-03-01', null)], [of('2026-03-01', null)], []],
  [
    'other lists on the same days',
    [of('2026-01-01', null)],
    [of('2025-01-01', '2026-06-30'), of('2026-07-01', null)],
    [],
  ],
] as const)('%s', (_, before, after, lost) => {
  expect(findLostDays(before, after).map(({ from, to }) => [from, to])).toEqual(lost)
})

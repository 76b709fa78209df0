import type { SharingIntervalsView } from '@ohmstead/contract/energy-sharing-results'
import { expect, test } from 'vitest'
import { listQuarters, sumOf } from './quarter-figures.ts'

type Rows = SharingIntervalsView['members'][number]
const member = (change: Partial<Rows>): Rows => ({
  ...{ memberId: 1, name: 'Ana', role: 'both', importMilliWh: [0, 0], feedInMilliWh: [0, 0] },
  ...{ givenMilliWh: [0, null], allottedMilliWh: [0, null], receivedMilliWh: [0, null] },
  ...{ unusedMilliWh: [0, null], importPricePerKwh: [0.12, 0.12], feedInPricePerKwh: [0.04, 0.04] },
  sharePricePerKwh: [0.08, null],
  ...change,
})
const intervals = (...members: Rows[]): SharingIntervalsView => ({
  ...{ first_start: 1_780_000_000, interval_seconds: 900, time_zone: 'Europe/Ljubljana', currency: 'EUR' },
  ...{ unsettled: [1], members },
})

test('what one gives another is worth the difference to both of their own prices', () => {
  const [first] = listQuarters(
    intervals(
      member({ givenMilliWh: [1_000_000, null] }),
      member({ memberId: 2, receivedMilliWh: [750_000, null], unusedMilliWh: [250_000, null] }),
    ),
    null,
    true,
  )
  expect(first).toMatchObject({ isSettled: true, givenWh: 1000, receivedWh: 750, unusedWh: 250 })
  // 0.75 kWh cost 0.06 instead of 0.09, and 1 kWh earned that 0.06 instead of 0.04.
  expect(first!.worth).toBeCloseTo(0.03 + 0.02, 9)
})

test('a giver alone does not know what it earns in a quarter-hour, a receiver knows what it saves', () => {
  const of = (one: Rows) => listQuarters(intervals(one), null, false)[0]!.worth
  expect(of(member({ givenMilliWh: [1_000_000, null] }))).toBeNull()
  expect(of(member({ receivedMilliWh: [1_000_000, null] }))).toBeCloseTo(0.04, 9)
})

test('a quarter-hour in which nothing is settled is unknown, not zero', () => {
  const [, second] = listQuarters(intervals(member({})), null, true)
  expect(second).toMatchObject({ isSettled: false, givenWh: null, receivedWh: null, worth: null })
})

test('an unknown price leaves the worth unknown, unless nothing was shared', () => {
  const unpriced = { importPricePerKwh: [null, null] }
  expect(
    listQuarters(intervals(member({ ...unpriced, receivedMilliWh: [5, null] })), null, true)[0]!.worth,
  ).toBeNull()
  expect(listQuarters(intervals(member(unpriced)), null, true)[0]!.worth).toBe(0)
})

test('an unknown worth of one quarter-hour leaves that of the day unknown', () => {
  const both = { receivedMilliWh: [5, 5], givenMilliWh: [0, 0] }
  const day = { ...intervals(member({ ...both, sharePricePerKwh: [0.08, null] })), unsettled: [] }
  expect(sumOf(listQuarters(day, null, true), 'worth')).toBeNull()
  expect(sumOf(listQuarters(day, null, true), 'receivedWh')).toBe(0.01)
})

test('the worth of all is unknown as soon as that of one of them is', () => {
  const received = { receivedMilliWh: [1_000_000, null] }
  const known = member({ ...received })
  const unknown = member({ ...received, memberId: 2, importPricePerKwh: [null, null] })
  expect(listQuarters(intervals(known), null, true)[0]!.worth).toBeCloseTo(0.04, 9)
  expect(listQuarters(intervals(known, unknown), null, true)[0]!.worth).toBeNull()
})

test('what is not settled is in no sum', () => {
  const all = intervals(member({ givenMilliWh: [2000, 3000] }))
  expect(sumOf(listQuarters(all, null, true), 'givenWh')).toBe(2)
  expect(sumOf(listQuarters({ ...all, unsettled: [] }, null, true), 'givenWh')).toBe(5)
})

test('a sum of nothing known is unknown', () => {
  expect(sumOf(listQuarters(intervals(), null, true), 'worth')).toBeNull()
  expect(sumOf(listQuarters(intervals(member({ givenMilliWh: [2000, null] })), null, true), 'givenWh')).toBe(
    2,
  )
})

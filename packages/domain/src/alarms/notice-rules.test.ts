import { expect, test } from 'vitest'
import { decideNotice } from './notice-rules.ts'
import { findQuietEnd } from './quiet-hours.ts'

const raised = (isSent: boolean) => ({ kind: 'raised', isSent }) as const
const cleared = (isSent: boolean) => ({ kind: 'cleared', isSent }) as const

test.each([
  ['an alarm that nobody was told of', null, 'raised', 'tell'],
  ['the end of one that nobody was told of', null, 'cleared', 'nothing'],
  ['the end of one that was told', raised(true), 'cleared', 'tell'],
  ['the end of one before it was told', raised(false), 'cleared', 'drop'],
  ['its return before its end was told', cleared(false), 'raised', 'drop'],
  ['its return after its end was told', cleared(true), 'raised', 'tell'],
  ['the same again', raised(true), 'raised', 'nothing'],
] as const)('%s', (_, last, news, expected) => {
  expect(decideNotice(last, news)).toBe(expected)
})

test.each([
  ['2026-06-01T23:30:00+02:00', '2026-06-02T06:30:00+02:00'],
  ['2026-06-01T05:00:00+02:00', '2026-06-01T06:30:00+02:00'],
  ['2026-06-01T22:00:00+02:00', '2026-06-02T06:30:00+02:00'],
  ['2026-06-01T06:30:00+02:00', null],
  ['2026-06-01T21:59:59+02:00', null],
  // The night in which the clocks go forward.
  ['2026-03-28T23:00:00+01:00', '2026-03-29T06:30:00+02:00'],
])('quiet hours from 22:00 until 6:30 hold at %s until %s', (at, end) => {
  const found = findQuietEnd({ from: 22 * 60, until: 6 * 60 + 30 }, Date.parse(at), 'Europe/Ljubljana')
  expect(found).toBe(end === null ? null : Date.parse(end))
})

test('quiet hours within a day end on it, and none last no time', () => {
  const at = Date.parse('2026-06-01T13:00:00Z')
  expect(findQuietEnd({ from: 12 * 60, until: 14 * 60 }, at, 'UTC')).toBe(at + 3_600_000)
  expect(findQuietEnd({ from: 780, until: 780 }, at, 'UTC')).toBeNull()
})

import { describe, expect, it } from 'vitest'
import {
  findClockLag,
  groupAlarmsByType,
  isConnectionLost,
  isDeviceStale,
  learnPeriodSeconds,
  offGridChange,
} from './alarm-rules.ts'
import { formatAlarmTime } from './format-alarm-time.ts'

const minute = 60_000
const now = 1_767_225_600_000

describe('isConnectionLost', () => {
  it.each([
    ['connected', { isOnline: true, changedAt: 0 }, false],
    ['away for 5 minutes', { isOnline: false, changedAt: now - 5 * minute }, false],
    ['away for longer', { isOnline: false, changedAt: now - 5 * minute - 1 }, true],
    ['never seen', { isOnline: false, changedAt: null }, false],
  ])('%s', (_, controller, expected) => {
    expect(isConnectionLost(controller, now)).toBe(expected)
  })
})

describe('isDeviceStale', () => {
  it.each([
    ['no value yet', null, 60, false],
    ['three periods old', 3 * minute, 60, false],
    ['older than three periods', 3 * minute + 1, 60, true],
    ['unknown pace counts as a minute', 3 * minute + 1, null, true],
    ['a real-time pace counts as a minute', 2 * minute, 2, false],
    ['a pace of 5 minutes', 14 * minute, 300, false],
    ['a pace of 5 minutes, missed thrice', 15 * minute + 1, 300, true],
  ])('%s', (_, age, periodSeconds, expected) => {
    const newestAt = age === null ? null : now - age
    expect(isDeviceStale({ newestAt, periodSeconds, clockLagMs: 0 }, now)).toBe(expected)
    // The same with a clock that is two hours behind.
    const behind = { newestAt: newestAt && newestAt - 120 * minute, periodSeconds, clockLagMs: 120 * minute }
    expect(isDeviceStale(behind, now)).toBe(expected)
  })
})

it.each([
  ['behind', { offsetMs: -120 * minute, isWrong: true }, 120 * minute],
  ['not known to be wrong', { offsetMs: -90_000, isWrong: false }, 0],
  ['unknown', { offsetMs: null, isWrong: false }, 0],
  ['ahead: refused or moved to the arrival', { offsetMs: 60 * minute, isWrong: true }, 0],
  ['behind by just what is kept', { offsetMs: -400 * 1440 * minute, isWrong: true }, 400 * 1440 * minute],
  ['behind by more: refused or moved', { offsetMs: -400 * 1440 * minute - 1, isWrong: true }, 0],
])('how far behind a clock may be for its readings to be stored: %s', (_, clock, expected) => {
  expect(findClockLag(clock, 400 * 1440 * minute)).toBe(expected)
})

it('learns the reporting period of a device', () => {
  let period: number | null = null
  for (let index = 0; index < 20; index++) period = learnPeriodSeconds(period, 300)
  expect(period).toBe(300)
  for (let index = 0; index < 60; index++) period = learnPeriodSeconds(period, 60)
  expect(period).toBeCloseTo(60, 0)
})

it('reads the grid mode', () => {
  expect([1, 2, 3, 0, '2', null].map(offGridChange)).toEqual([
    'cleared',
    'raised',
    'cleared',
    null,
    null,
    null,
  ])
})

it('groups alarms by type, newest first, without empty types', () => {
  const alarms = [
    { type: 'ERROR' as const, firstRecurrenceAt: 1 },
    { type: 'OFF_GRID' as const, firstRecurrenceAt: 2 },
    { type: 'ERROR' as const, firstRecurrenceAt: 3 },
  ]
  expect(groupAlarmsByType(alarms)).toEqual({ ERROR: [alarms[2], alarms[0]], OFF_GRID: [alarms[1]] })
})

it('formats alarm times in the zone of the location', () => {
  expect(formatAlarmTime(now, 'Europe/Ljubljana')).toBe('01. 01. 2026 01:00')
  expect(formatAlarmTime(now, 'America/New_York')).toBe('31. 12. 2025 19:00')
})

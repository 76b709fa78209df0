import type { AlarmView } from '@ohmstead/contract/alarms'
import { expect, test } from 'vitest'
import { createAlarm, createLocationAlarms } from '../../testing/alarm.ts'
import { filterAlarms, listAlarms, listEndedAlarms } from './filter-alarms.ts'

const alarm = (id: number, time: string, status: AlarmView['status'] = 'ACTIVE') =>
  createAlarm(id, { first_recurrence_at: Date.parse(time), status, cleared_at: Date.parse(time) + 1 })

const locations = [
  createLocationAlarms(
    { ERROR: [alarm(1, '2024-12-31T23:00Z'), alarm(2, '2025-02-01T08:00Z', 'CLEARED')] },
    { location_name: 'Kmetija Žerjav' },
  ),
  createLocationAlarms(
    {
      OFF_GRID: [alarm(3, '2025-01-02T07:00Z')],
      ERROR: [alarm(4, '2025-01-02T06:59Z', 'ACKNOWLEDGED'), alarm(5, '2025-02-02T08:00Z', 'CLEARED')],
    },
    { location_id: 2, location_name: 'Pekarna' },
  ),
]

test('lists open alarms of all locations, newest first', () => {
  expect(listAlarms(locations).map(({ alarm: { id } }) => id)).toEqual([3, 4, 1])
})

test('lists ended alarms, the most recently ended first', () => {
  expect(listEndedAlarms(locations).map(({ alarm: { id } }) => id)).toEqual([5, 2])
})

test.each([
  ['a part of the location in any case', 'žER', null, [1]],
  ['a type', '', 'ERROR', [4, 1]],
  ['both', 'pek', 'ERROR', [4]],
  ['no location', 'x', null, []],
] as const)('finds by %s', (_, search, type, ids) => {
  expect(filterAlarms(listAlarms(locations), search, type).map(({ alarm: { id } }) => id)).toEqual(ids)
})

import type { AlarmView, LocationAlarmsView } from '@ohmstead/contract/alarms'
import { expect, test } from 'vitest'
import { filterAlarms, listAlarms } from './filter-alarms.ts'

const alarm = (id: number, time: string, status: AlarmView['status'] = 'ACTIVE'): AlarmView => ({
  id,
  status,
  controller_id: 1,
  controller_unit_id: 'AAAA-BBBB-CCCC-DDDD',
  device_id: null,
  device_name: null,
  event_first_recurrence_date_time: time,
  code: '',
  text: null,
  clock_offset_ms: null,
  recurrences: 1,
})

const locations: LocationAlarmsView[] = [
  {
    location_id: 1,
    location_name: 'Kmetija Žerjav',
    may_acknowledge: true,
    alarms: { ERROR: [alarm(1, '31. 12. 2024 23:00'), alarm(2, '01. 02. 2025 08:00', 'CLEARED')] },
  },
  {
    location_id: 2,
    location_name: 'Pekarna',
    may_acknowledge: true,
    alarms: {
      OFF_GRID: [alarm(3, '02. 01. 2025 07:00')],
      ERROR: [alarm(4, '02. 01. 2025 06:59', 'ACKNOWLEDGED')],
    },
  },
]

test('lists open alarms of all locations, newest first', () => {
  expect(listAlarms(locations).map(({ alarm: { id } }) => id)).toEqual([3, 4, 1])
})

test.each([
  ['a part of the location in any case', 'žER', null, [1]],
  ['a type', '', 'ERROR', [4, 1]],
  ['both', 'pek', 'ERROR', [4]],
  ['no location', 'x', null, []],
] as const)('finds by %s', (_, search, type, ids) => {
  expect(filterAlarms(listAlarms(locations), search, type).map(({ alarm: { id } }) => id)).toEqual(ids)
})

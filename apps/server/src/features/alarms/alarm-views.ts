import type { AlarmView } from '@ohmstead/contract/alarms'
import { formatAlarmTime } from '@ohmstead/domain/alarms/format-alarm-time'
import type { AlarmRow } from './alarm-list-queries.ts'

/** An alarm as the API answers it, without what its surroundings say. */
export function toAlarm(row: AlarmRow, timeZone: string): AlarmView {
  const { location_id: _, type: __, last_recurrence_at: ___, ...alarm } = row
  return {
    ...alarm,
    event_first_recurrence_date_time: formatAlarmTime(alarm.first_recurrence_at, timeZone),
  }
}

import type { AlarmView, LocationAlarmsView } from '@ohmstead/contract/alarms'
import { type AlarmType, alarmTypes } from '@ohmstead/domain/alarms/alarm-type'

export interface ListedAlarm {
  locationId: number
  locationName: string
  timeZone: string
  mayAcknowledge: boolean
  type: AlarmType
  alarm: AlarmView
}

/** All open alarms as one list, newest first. */
export function listAlarms(locations: readonly LocationAlarmsView[]): ListedAlarm[] {
  return flattenAlarms(locations)
    .filter(({ alarm }) => alarm.status !== 'CLEARED')
    .sort((a, b) => b.alarm.first_recurrence_at - a.alarm.first_recurrence_at)
}

/** All ended alarms, the most recently ended first. */
export function listEndedAlarms(locations: readonly LocationAlarmsView[]): ListedAlarm[] {
  return flattenAlarms(locations)
    .filter(({ alarm }) => alarm.status === 'CLEARED')
    .sort((a, b) => (b.alarm.cleared_at ?? 0) - (a.alarm.cleared_at ?? 0))
}

function flattenAlarms(locations: readonly LocationAlarmsView[]): ListedAlarm[] {
  return locations.flatMap(({ location_id, location_name, time_zone, may_acknowledge, alarms }) =>
    alarmTypes.flatMap((type) =>
      (alarms[type] ?? []).map((alarm) => ({
        locationId: location_id,
        locationName: location_name,
        timeZone: time_zone,
        mayAcknowledge: may_acknowledge,
        type,
        alarm,
      })),
    ),
  )
}

/** By type, and by a part of the location's name, ignoring case. */
export function filterAlarms(
  alarms: readonly ListedAlarm[],
  search: string,
  type: AlarmType | null,
): ListedAlarm[] {
  const needle = search.trim().toLowerCase()
  return alarms.filter(
    (alarm) => (type === null || alarm.type === type) && alarm.locationName.toLowerCase().includes(needle),
  )
}

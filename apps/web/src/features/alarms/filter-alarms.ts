import type { AlarmView, LocationAlarmsView } from '@ohmstead/contract/alarms'
import { type AlarmType, alarmTypes } from '@ohmstead/domain/alarms/alarm-type'

export interface ListedAlarm {
  locationId: number
  locationName: string
  mayAcknowledge: boolean
  type: AlarmType
  alarm: AlarmView
}

/** All open alarms as one list, newest first. */
export function listAlarms(locations: readonly LocationAlarmsView[]): ListedAlarm[] {
  return locations
    .flatMap(({ location_id, location_name, may_acknowledge, alarms }) =>
      alarmTypes.flatMap((type) =>
        (alarms[type] ?? [])
          .filter(({ status }) => status !== 'CLEARED')
          .map((alarm) => ({
            locationId: location_id,
            locationName: location_name,
            mayAcknowledge: may_acknowledge,
            type,
            alarm,
          })),
      ),
    )
    .sort((a, b) => compareTimes(b.alarm, a.alarm))
}

/** The wire has times as people read them, `DD. MM. YYYY HH:mm`; the order needs the year first. */
function compareTimes(a: AlarmView, b: AlarmView): number {
  const sortable = ({ event_first_recurrence_date_time: text }: AlarmView) => {
    const [day, month, year, time] = text.split(' ')
    return `${year}${month}${day}${time}`
  }
  return sortable(a).localeCompare(sortable(b))
}

/** By type, and by a part of the location's name in any case. */
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

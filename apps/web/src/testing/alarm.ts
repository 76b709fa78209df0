import type { AlarmView, LocationAlarmsView } from '@ohmstead/contract/alarms'

/** An open, unacknowledged error of an ungrouped device. */
export function createAlarm(id: number, change: Partial<AlarmView> = {}): AlarmView {
  return {
    id,
    status: 'ACTIVE',
    controller_id: 1,
    controller_unit_id: 'OH-1234',
    controller_name: null,
    device_id: 10 + id,
    device_name: `Device ${id}`,
    device_group_id: 0,
    event_first_recurrence_date_time: '01. 02. 2025 08:00',
    first_recurrence_at: Date.UTC(2025, 1, 1, 7),
    code: '',
    text: null,
    clock_offset_ms: null,
    rule: null,
    recurrences: 1,
    acknowledged_at: null,
    acknowledged_by: null,
    cleared_at: null,
    ...change,
  }
}

/** Location 1 with the given alarms. */
export function createLocationAlarms(
  alarms: LocationAlarmsView['alarms'],
  change: Partial<LocationAlarmsView> = {},
): LocationAlarmsView {
  return {
    location_id: 1,
    location_name: 'Farm',
    time_zone: 'Europe/Ljubljana',
    may_acknowledge: true,
    alarms,
    ...change,
  }
}

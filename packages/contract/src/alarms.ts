import { alarmStatuses, alarmTypes } from '@ohmstead/domain/alarms/alarm-type'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

const alarm = z.object({
  id: z.number(),
  status: z.enum(alarmStatuses),
  controller_id: z.number().nullable(),
  controller_unit_id: z.string().nullable(),
  device_id: z.number().nullable(),
  device_name: z.string().nullable(),
  /** `DD. MM. YYYY HH:mm` in the zone of the location. */
  event_first_recurrence_date_time: z.string(),
  /** The controller's own code and words, where it gave them. */
  code: z.string(),
  text: z.string().nullable(),
  /** Of an ERROR that the cloud raised with the code `clock`: how far the controller's clock is ahead, in ms; else null. */
  clock_offset_ms: z.number().nullable(),
  recurrences: z.number(),
})
export type AlarmView = z.output<typeof alarm>

const locationAlarms = z.object({
  location_id: z.number(),
  location_name: z.string(),
  /** Whether the one who asks may mark its alarms as seen. */
  may_acknowledge: z.boolean(),
  /** What is not cleared, newest first; a type without alarms is left out. */
  alarms: z.partialRecord(z.enum(alarmTypes), z.array(alarm)),
})
export type LocationAlarmsView = z.output<typeof locationAlarms>

export const alarmEndpoints = {
  location: endpoint({
    method: 'GET',
    path: '/locations/:locationId/alarms',
    summary: 'The alarms of a location that are not cleared, by type.',
    permission: 'location.view',
    params: z.object({ locationId: id }),
    answer: locationAlarms,
  }),
  group: endpoint({
    method: 'GET',
    path: '/locations-group/:locationGroupId/alarms',
    summary: 'The alarms of every location below a group that the user may see.',
    permission: 'group.view',
    params: z.object({ locationGroupId: id }),
    answer: z.object({ locations: z.array(locationAlarms) }),
  }),
  acknowledge: endpoint({
    method: 'POST',
    path: '/locations/:locationId/alarms/:alarmId/acknowledge',
    summary: 'Marks an alarm as seen. It stays until its cause is gone.',
    permission: 'location.edit',
    params: z.object({ locationId: id, alarmId: id }),
    errors: ['not_found'],
  }),
}

import { ruleKinds } from '@ohmstead/domain/alarms/alarm-rule'
import { alarmStatuses, alarmTypes } from '@ohmstead/domain/alarms/alarm-type'
import { z } from 'zod'
import { ruleSettings } from './alarm-rules.ts'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

const alarmRule = z.object({
  /** Null once the rule is deleted. */
  id: z.number().nullable(),
  name: z.string().nullable(),
  kind: z.enum(ruleKinds),
  settings: ruleSettings,
  durationSeconds: z.number(),
  /** What was measured when it was raised. */
  value: z.number().nullable(),
  /** How many neighbours it was compared with, of kinds that compare. */
  compared: z.number().nullable(),
  /** At how many locations the condition holds now, where one alarm is of all of them; else null. */
  places: z.number().nullable(),
})
alarmRule.register(z.globalRegistry, { id: 'RuleOfAlarm' })

export const alarm = z.object({
  id: z.number(),
  status: z.enum(alarmStatuses),
  controller_id: z.number().nullable(),
  controller_unit_id: z.string().nullable(),
  /** The name people gave the controller, if any. */
  controller_name: z.string().nullable(),
  device_id: z.number().nullable(),
  device_name: z.string().nullable(),
  /** The group in the address of the device's page, 0 for none; null if the device has no page or does not exist. */
  device_group_id: z.number().nullable(),
  /** `DD. MM. YYYY HH:mm` in the zone of the location. */
  event_first_recurrence_date_time: z.string(),
  /** The same as epoch milliseconds. */
  first_recurrence_at: z.number(),
  /** The controller's own code and text, if it sent them. */
  code: z.string(),
  text: z.string().nullable(),
  /** For an ERROR that the cloud raised with the code `clock`: how far the controller's clock is ahead, in ms; else null. */
  clock_offset_ms: z.number().nullable(),
  /** The rule that raised it; null for all other alarms. */
  rule: alarmRule.nullable(),
  recurrences: z.number(),
  /** When somebody acknowledged it; the name is null if the account is gone. */
  acknowledged_at: z.number().nullable(),
  acknowledged_by: z.string().nullable(),
  cleared_at: z.number().nullable(),
})
alarm.register(z.globalRegistry, { id: 'Alarm' })
export type AlarmView = z.output<typeof alarm>

const locationAlarms = z.object({
  location_id: z.number(),
  location_name: z.string(),
  time_zone: z.string(),
  /** Whether the caller may acknowledge its alarms. */
  may_acknowledge: z.boolean(),
  /** Newest first; types without alarms are omitted. */
  alarms: z.partialRecord(z.enum(alarmTypes), z.array(alarm)),
})
locationAlarms.register(z.globalRegistry, { id: 'LocationAlarms' })
export type LocationAlarmsView = z.output<typeof locationAlarms>

const listQuery = z.object({
  /** `open` alarms are not cleared; `ended` ones were cleared in the last seven days, the newest 50 of them. */
  state: z.enum(['open', 'ended']).default('open'),
})

const alarmCount = z.object({
  location_id: z.number(),
  company_id: z.number(),
  /** Alarms that are not cleared. */
  open: z.number(),
  /** Those not acknowledged yet. */
  unseen: z.number(),
})
alarmCount.register(z.globalRegistry, { id: 'AlarmCount' })
export type AlarmCountView = z.output<typeof alarmCount>

const incident = z.object({
  id: z.number(),
  started_at: z.number().describe('Since when, epoch milliseconds.'),
  lost: z.number().describe('How many controllers were gone at once, at most.'),
  controllers: z.number().describe('How many there were.'),
  is_returning: z.boolean().describe('Whether many are back, so that the rest are expected.'),
})
incident.register(z.globalRegistry, { id: 'PlatformIncident' })
export type IncidentView = z.output<typeof incident>

export const alarmEndpoints = {
  incident: endpoint({
    method: 'GET',
    path: '/alarms/incident',
    summary:
      'Whether the platform itself has lost contact with many controllers at once: then nothing is wrong at their locations, and they have no alarms.',
    permission: 'role.aggregator',
    unattended: true,
    answer: z.object({ incident: incident.nullable() }),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/alarms/counts',
    summary: 'How many alarms are open, for each location of the user that has any.',
    permission: 'signedIn',
    query: z.object({
      /** Only locations of this company. */
      companyId: id.optional(),
    }),
    answer: z.object({ locations: z.array(alarmCount) }),
  }),
  location: endpoint({
    method: 'GET',
    path: '/locations/:locationId/alarms',
    summary: 'The alarms of a location, by type.',
    permission: 'location.view',
    params: z.object({ locationId: id }),
    query: listQuery,
    answer: locationAlarms,
  }),
  group: endpoint({
    method: 'GET',
    path: '/locations-group/:locationGroupId/alarms',
    summary:
      'The alarms of the locations below a group that the user may see; those without any are left out.',
    permission: 'group.view',
    params: z.object({ locationGroupId: id }),
    query: listQuery,
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

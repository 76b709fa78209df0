import { type AlarmView, alarmEndpoints, type LocationAlarmsView } from '@ohmstead/contract/alarms'
import { type Actor, decide } from '@ohmstead/domain/access/permission'
import { groupAlarmsByType } from '@ohmstead/domain/alarms/alarm-rules'
import { formatAlarmTime } from '@ohmstead/domain/alarms/format-alarm-time'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { notifyLive } from '../link/link-notices.ts'
import {
  type AlarmLocation,
  findAlarmLocation,
  findVisibleLocationsOfGroup,
} from './alarm-location-queries.ts'
import { type AlarmRow, acknowledgeAlarm, findOpenAlarms } from './alarm-queries.ts'

export const alarmRoutes: Route[] = [
  route(alarmEndpoints.location, async ({ db, actor, params }) => {
    const location = await findAlarmLocation(db, params.locationId)
    if (!location) throw new AppError('not_found')
    return toLocationAlarms(actor as Actor, location, await findOpenAlarms(db, [location.id]))
  }),
  route(alarmEndpoints.group, async ({ db, actor, params }) => {
    const reader = actor as Actor
    const locations = await findVisibleLocationsOfGroup(db, reader, params.locationGroupId)
    const alarms = await findOpenAlarms(
      db,
      locations.map((location) => location.id),
    )
    const byLocation = Map.groupBy(alarms, (alarm) => alarm.location_id)
    return {
      locations: locations.map((location) =>
        toLocationAlarms(reader, location, byLocation.get(location.id) ?? []),
      ),
    }
  }),
  route(alarmEndpoints.acknowledge, async (context) => {
    const { db, deps, actor, params } = context
    const { locationId, alarmId } = params
    await db.transaction(async (tx) => {
      const at = deps.clock.now()
      if (!(await acknowledgeAlarm(tx, { alarmId, locationId, userId: actor.userId, at })))
        throw new AppError('not_found')
      const entry = { action: 'alarm_acknowledged' as const, locationId, after: { id: alarmId } }
      await recordAudit(tx, auditContextOf(context), entry)
      await notifyLive(tx, { t: 'alarms', l: [locationId] })
    })
  }),
]

function toLocationAlarms(
  actor: Actor,
  location: AlarmLocation,
  rows: readonly AlarmRow[],
): LocationAlarmsView {
  const { id: locationId, company_id: companyId } = location
  const permission = alarmEndpoints.acknowledge.permission
  const may_acknowledge = decide(actor, permission, { kind: 'location', locationId, companyId }) === 'allowed'
  const alarms: LocationAlarmsView['alarms'] = {}
  const grouped = groupAlarmsByType(
    rows.map((row) => ({ ...row, firstRecurrenceAt: row.first_recurrence_at })),
  )
  for (const [type, list] of Object.entries(grouped)) {
    alarms[type as AlarmRow['type']] = list.map((row) => toAlarm(row, location.time_zone))
  }
  return { location_id: locationId, location_name: location.name, may_acknowledge, alarms }
}

function toAlarm(row: AlarmRow, timeZone: string): AlarmView {
  const { id, status, controller_id, controller_unit_id, device_id, device_name, code, text, recurrences } =
    row
  const { clock_offset_ms } = row
  const event_first_recurrence_date_time = formatAlarmTime(row.first_recurrence_at, timeZone)
  return {
    id,
    status,
    controller_id,
    controller_unit_id,
    device_id,
    device_name,
    event_first_recurrence_date_time,
    code,
    text,
    clock_offset_ms,
    recurrences,
  }
}

import { alarmEndpoints, type LocationAlarmsView } from '@ohmstead/contract/alarms'
import { type Actor, decide } from '@ohmstead/domain/access/permission'
import { groupAlarmsByType } from '@ohmstead/domain/alarms/alarm-rules'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, recordAudit } from '../audit/record-audit.ts'
import { notifyLive } from '../link/link-notices.ts'
import {
  type AlarmRow,
  countAlarmsByLocation,
  findEndedAlarms,
  findOpenAlarms,
} from './alarm-list-queries.ts'
import {
  type AlarmLocation,
  findAlarmLocation,
  findVisibleLocationsOfGroup,
} from './alarm-location-queries.ts'
import { acknowledgeAlarm } from './alarm-queries.ts'
import { toAlarm } from './alarm-views.ts'
import { findOpenIncident } from './incident-queries.ts'

const endedSinceMs = 7 * 86_400_000
const endedAtMost = 50

export const alarmRoutes: Route[] = [
  route(alarmEndpoints.incident, async ({ db }) => {
    const found = await findOpenIncident(db)
    if (!found) return { incident: null }
    const { returning_at, ...incident } = found
    return { incident: { ...incident, is_returning: returning_at !== null } }
  }),
  route(alarmEndpoints.counts, async ({ db, actor, query }) => ({
    locations: await countAlarmsByLocation(db, actor, query.companyId),
  })),
  route(alarmEndpoints.location, async ({ db, deps, actor, params, query }) => {
    const location = await findAlarmLocation(db, params.locationId)
    if (!location) throw new AppError('not_found')
    const alarms = await findAlarms(db, [location.id], query.state, deps.clock.now())
    return toLocationAlarms(actor as Actor, location, alarms)
  }),
  route(alarmEndpoints.group, async ({ db, deps, actor, params, query }) => {
    const reader = actor as Actor
    const locations = await findVisibleLocationsOfGroup(db, reader, params.locationGroupId)
    const ids = locations.map((location) => location.id)
    const alarms = await findAlarms(db, ids, query.state, deps.clock.now())
    const byLocation = Map.groupBy(alarms, (alarm) => alarm.location_id)
    return {
      locations: locations
        .filter(({ id }) => byLocation.has(id))
        .map((location) => toLocationAlarms(reader, location, byLocation.get(location.id)!)),
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

function findAlarms(
  db: Queryable,
  locationIds: readonly number[],
  state: 'open' | 'ended',
  now: number,
): Promise<AlarmRow[]> {
  if (state === 'open') return findOpenAlarms(db, locationIds)
  return findEndedAlarms(db, locationIds, { since: now - endedSinceMs, limit: endedAtMost })
}

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
    alarms[type as AlarmRow['type']] = list.map(({ firstRecurrenceAt: _, ...row }) =>
      toAlarm(row, location.time_zone),
    )
  }
  const { name: location_name, time_zone } = location
  return { location_id: locationId, location_name, time_zone, may_acknowledge, alarms }
}

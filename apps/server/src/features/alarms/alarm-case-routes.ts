import { alarmEndpoints } from '@ohmstead/contract/alarms'
import { type AlarmCaseView, alarmCaseEndpoints } from '@ohmstead/contract/alarms-case'
import { type Actor, decide } from '@ohmstead/domain/access/permission'
import { connectionLostAfterMs } from '@ohmstead/domain/alarms/alarm-rules'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import {
  countSiblings,
  findAffectedLocations,
  findCaseController,
  findEarlierAlarms,
} from './alarm-case-queries.ts'
import { type AlarmRow, findAlarm } from './alarm-list-queries.ts'
import { findAlarmLocation } from './alarm-location-queries.ts'
import { compareNeighbours } from './alarm-neighbours.ts'
import { toAlarm } from './alarm-views.ts'

const earlierMs = 90 * 86_400_000
/** What the strips show of the time before and after its start: as much before as after, so that both are seen. */
const aroundMs = { least: 30 * 60_000, most: 6 * 3_600_000 }

export const alarmCaseRoutes: Route[] = [
  route(alarmCaseEndpoints.one, async ({ db, deps, actor, params }) => {
    const location = await findAlarmLocation(db, params.locationId)
    const alarm = location && (await findAlarm(db, params))
    if (!location || !alarm) throw new AppError('not_found')
    const reader = actor as Actor
    const { id: locationId, company_id: companyId } = location
    const began = findBeginning(alarm)
    const range = chooseRange(began, deps.clock.now())
    const { stretches, neighbours } = await compareNeighbours(db, reader, alarm, { began, range })
    const permission = alarmEndpoints.acknowledge.permission
    const view: AlarmCaseView = {
      location_id: locationId,
      location_name: location.name,
      time_zone: location.time_zone,
      may_acknowledge: decide(reader, permission, { kind: 'location', locationId, companyId }) === 'allowed',
      type: alarm.type,
      alarm: toAlarm(alarm, location.time_zone),
      last_recurrence_at: alarm.last_recurrence_at,
      began_at: began,
      controller: await findController(db, alarm),
      siblings: await findSiblings(db, alarm),
      ...{ range, stretches, neighbours },
      affected: await findAffected(db, reader, alarm),
      earlier: await findEarlier(db, alarm),
    }
    return { case: view }
  }),
]

function chooseRange(began: number, now: number): { from: number; to: number } {
  const to = Math.min(now, began + aroundMs.most)
  return { from: began - Math.max(aroundMs.least, to - began), to }
}

/** A lost connection becomes an alarm some minutes after it was lost. */
const findBeginning = (alarm: AlarmRow): number =>
  alarm.first_recurrence_at - (alarm.type === 'CONTROLLER_ERROR_CONNECTION' ? connectionLostAfterMs : 0)

async function findController(db: Queryable, { controller_id }: AlarmRow) {
  return (controller_id !== null && (await findCaseController(db, controller_id))) || null
}

async function findSiblings(db: Queryable, alarm: AlarmRow) {
  const { location_id: locationId, controller_id: controllerId, device_id: deviceId } = alarm
  return controllerId === null || deviceId === null
    ? null
    : await countSiblings(db, { locationId, controllerId, deviceId })
}

async function findAffected(
  db: Queryable,
  reader: Actor,
  { rule_id, rule_places }: AlarmRow,
): Promise<AlarmCaseView['affected']> {
  if (rule_id === null || rule_places === null) return null
  const rows = await findAffectedLocations(db, reader, rule_id)
  return {
    count: rule_places,
    places: rows.map(({ id, name }) => ({ location_id: id, location_name: name })),
  }
}

async function findEarlier(db: Queryable, alarm: AlarmRow): Promise<AlarmCaseView['earlier']> {
  const to = alarm.first_recurrence_at
  const rows = await findEarlierAlarms(db, alarm, { from: to - earlierMs, to })
  return {
    count: rows[0]?.total ?? 0,
    last: rows.map(({ id, first_recurrence_at, cleared_at }) => ({ id, first_recurrence_at, cleared_at })),
  }
}

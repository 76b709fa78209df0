import {
  clockUnknownMs,
  effectivePeriodSeconds,
  findClockLag,
  isDeviceStale,
} from '@ohmstead/domain/alarms/alarm-rules'
import { isCrowd } from '@ohmstead/domain/alarms/lost-contact'
import { slowMetrics } from '@ohmstead/domain/telemetry/metrics'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { clearAlarm, raiseAlarm } from '../alarms/alarm-queries.ts'
import { oldestAcceptedTs } from '../telemetry/partitions.ts'
import { clearRightClocks, forgetOldClocks, raiseWrongClocks } from './clock-alarms.ts'
import { expireCommands } from './command-queries.ts'
import { markOffline } from './connectivity-queries.ts'
import { notifyLink, notifyLive } from './link-notices.ts'
import { countConnected, findCalm, raiseLostConnections } from './lost-connections.ts'
import { deleteOldMessages } from './message-watch-queries.ts'
import { deleteOldWaiting } from './waiting/waiting-queries.ts'

interface Times {
  now: number
  /** How far back readings are accepted (ms). */
  keptMs: number
}

/** ERROR_COMMUNICATION by silence; the controller's own events have other codes. */
const staleCode = 'no_values'
// Longer than a controller may be silent before it counts as gone, and its crowd may take to return.
const crowdSilentMs = 60 * 60_000
// A controller that sends a status may be silent this long before it counts as gone.
const silentMs = 15 * 60_000

/**
 * Time-based changes: silent controllers go offline, long absence, wrong clocks and stale devices
 * become alarms, unanswered commands expire. One process runs it at a time.
 */
export async function sweepLink(db: Db, now: number, retentionDays: number): Promise<void> {
  const keptMs = now - oldestAcceptedTs(now, retentionDays)
  await db.transaction(
    async (tx) => {
      const lock = await tx.row<{ locked: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtext('link sweep')) as locked`,
      )
      if (!lock?.locked) return
      await endSilentControllers(tx, now)
      const changed = new Set<number>()
      const calmUntil = await findCalm(tx, now)
      await raiseLostConnections(tx, { now, calmUntil }, changed)
      await forgetOldClocks(tx)
      for (const locationId of await raiseWrongClocks(tx, now)) changed.add(locationId)
      for (const locationId of await clearRightClocks(tx, now)) changed.add(locationId)
      if (calmUntil === null || now >= calmUntil) await raiseStaleDevices(tx, { now, keptMs }, changed)
      await clearFreshDevices(tx, { now, keptMs }, changed)
      if (changed.size > 0) await notifyLive(tx, { t: 'alarms', l: [...changed].slice(0, 700) })
      await expireCommands(tx, now)
      await deleteOldMessages(tx, now)
      await deleteOldWaiting(tx, now)
    },
    { priority: 'job' },
  )
}

async function endSilentControllers(tx: Queryable, now: number): Promise<void> {
  const rows = await tx.rows<{
    id: number
    unit_id: string
    location_id: number | null
    last_seen_at: number
    period_seconds: number | null
    reports_status: boolean
  }>(
    sql`select id, unit_id, location_id, last_seen_at, period_seconds, reports_status from controller
        where online and last_seen_at < ${new Date(now - 3 * 60_000)}`,
  )
  const silent = rows.filter((row) => {
    const allowedMs = 3 * effectivePeriodSeconds(row.period_seconds) * 1000
    return now - row.last_seen_at > Math.max(allowedMs, row.reports_status ? silentMs : 0)
  })
  if (silent.length === 0) return
  await markOffline(
    tx,
    silent.map(({ id }) => ({ id, at: now })),
  )
  await notifyLink(tx, ...silent.map((row) => ({ t: 'changed' as const, serial: row.unit_id })))
  await notifyLive(
    tx,
    ...silent.flatMap(({ id, location_id: l }) =>
      l === null ? [] : [{ t: 'controller' as const, l, c: id, online: false }],
    ),
  )
}

interface DeviceFacts {
  id: number
  location_id: number
  controller_id: number
  newest_at: number
  period_seconds: number | null
  clock_offset_ms: number | null
  clock_wrong: boolean
}

const asAlarm = (device: DeviceFacts, now: number) => ({
  locationId: device.location_id,
  controllerId: device.controller_id,
  deviceId: device.id,
  type: 'ERROR_COMMUNICATION' as const,
  code: staleCode,
  text: null,
  at: now,
})

function isStale(device: DeviceFacts, { now, keptMs }: Times): boolean {
  const clock = { offsetMs: device.clock_offset_ms, isWrong: device.clock_wrong }
  const { newest_at: newestAt, period_seconds: periodSeconds } = device
  return isDeviceStale({ newestAt, periodSeconds, clockLagMs: findClockLag(clock, keptMs) }, now)
}

async function raiseStaleDevices(tx: Queryable, times: Times, changed: Set<number>): Promise<void> {
  const { now } = times
  // While the controller itself is offline, just back, or too new to judge its clock, its devices are not to blame; nor is a
  // gas or water meter, which may be read once a day.
  const rows = await tx.rows<DeviceFacts>(
    sql`select d.id, d.location_id, d.controller_id, d.newest_at, d.period_seconds, c.clock_offset_ms, c.clock_wrong
        from device d join controller c on c.id = d.controller_id and c.location_id = d.location_id
        where c.online and c.online_changed_at < ${new Date(now - 3 * 60_000)} and d.deleted_at is null
          and d.newest_at < ${new Date(now - 3 * 60_000)}
          and (d.metrics = '{}' or not d.metrics <@ ${slowMetrics}::text[])
          and (c.clock_checked_at is not null or c.linked_at is null or c.linked_at < ${new Date(now - clockUnknownMs)})
          and not exists (select 1 from alarm a where a.location_id = d.location_id and a.device_id = d.id
            and a.type = 'ERROR_COMMUNICATION' and a.code = ${staleCode} and a.status <> 'CLEARED')`,
  )
  const stale = rows.filter((device) => isStale(device, times))
  const controllers = new Set(stale.map(({ controller_id }) => controller_id)).size
  // So many at once are not to blame: nothing reaches the cloud. Their controllers are about to be missed, or they are back.
  const isHeld = controllers > 0 && isCrowd(controllers, await countConnected(tx))
  for (const device of stale) {
    if (isHeld && now - device.newest_at < crowdSilentMs) continue
    if (await raiseAlarm(tx, asAlarm(device, now))) changed.add(device.location_id)
  }
}

async function clearFreshDevices(tx: Queryable, times: Times, changed: Set<number>): Promise<void> {
  const rows = await tx.rows<DeviceFacts & { deleted_at: number | null }>(
    sql`select d.id, d.location_id, d.controller_id, d.newest_at, d.period_seconds, d.deleted_at,
          c.clock_offset_ms, c.clock_wrong
        from alarm a join device d on d.id = a.device_id join controller c on c.id = d.controller_id
        where a.type = 'ERROR_COMMUNICATION' and a.code = ${staleCode} and a.status <> 'CLEARED'`,
  )
  for (const device of rows) {
    const isOver = device.deleted_at !== null || !isStale(device, times)
    if (isOver && (await clearAlarm(tx, asAlarm(device, times.now)))) changed.add(device.location_id)
  }
}

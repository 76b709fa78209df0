import { clockAlarmCode } from '@ohmstead/domain/alarms/alarm-type'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { clearAlarm, raiseAlarm } from '../alarms/alarm-queries.ts'

interface ClockCase {
  location_id: number
  controller_id: number
}

const asAlarm = ({ location_id: locationId, controller_id: controllerId }: ClockCase, at: number) => ({
  locationId,
  controllerId,
  deviceId: null,
  type: 'ERROR' as const,
  code: clockAlarmCode,
  text: null,
  at,
})

/** A controller that keeps sending for a day without a time has an unknown clock. */
export async function forgetOldClocks(tx: Queryable): Promise<void> {
  await tx.run(
    sql`update controller set clock_wrong = false, clock_offset_ms = null, clock_checked_at = null
        where clock_wrong and last_seen_at > clock_checked_at + interval '24 hours'`,
  )
}

/** Returns the locations with a new alarm. */
export async function raiseWrongClocks(tx: Queryable, now: number): Promise<number[]> {
  const rows = await tx.rows<ClockCase>(
    sql`select c.location_id, c.id as controller_id from controller c
        where c.clock_wrong and c.location_id is not null and c.revoked_at is null
          and not exists (select 1 from alarm a where a.location_id = c.location_id and a.controller_id = c.id
            and a.device_id is null and a.type = 'ERROR' and a.code = ${clockAlarmCode} and a.status <> 'CLEARED')`,
  )
  const raised: number[] = []
  for (const row of rows) if (await raiseAlarm(tx, asAlarm(row, now))) raised.push(row.location_id)
  return raised
}

/** Returns the locations with one alarm less. */
export async function clearRightClocks(tx: Queryable, now: number): Promise<number[]> {
  const rows = await tx.rows<ClockCase>(
    sql`select a.location_id, a.controller_id from alarm a join controller c on c.id = a.controller_id
        where a.device_id is null and a.type = 'ERROR' and a.code = ${clockAlarmCode} and a.status <> 'CLEARED'
          and (not c.clock_wrong or c.location_id is distinct from a.location_id)`,
  )
  const cleared: number[] = []
  for (const row of rows) if (await clearAlarm(tx, asAlarm(row, now))) cleared.push(row.location_id)
  return cleared
}

import {
  awayAfterMs,
  judgeContact,
  type LostController,
  returnGraceMs,
} from '@ohmstead/domain/alarms/lost-contact'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { raiseAlarm } from '../alarms/alarm-queries.ts'
import { findOpenIncident, noteAbsence, noteSweep, saveIncident } from '../alarms/incident-queries.ts'
import { connectionAlarm } from './connection-alarm.ts'

/** The cloud swept nothing for a while: it was away, and so were its readings. Returns until when nobody is missed. */
export async function findCalm(tx: Queryable, now: number): Promise<number | null> {
  const { sweptAt, calmUntil } = await noteSweep(tx, now)
  if (sweptAt === null || now - sweptAt < awayAfterMs) return calmUntil
  const until = now + returnGraceMs
  await noteAbsence(tx, { from: sweptAt, until: now, calmUntil: until })
  return until
}

/** An alarm for each home that is missed; one incident of the platform instead if a crowd vanished at once. */
export async function raiseLostConnections(
  tx: Queryable,
  { now, calmUntil }: { now: number; calmUntil: number | null },
  changed: Set<number>,
): Promise<void> {
  const rows = await tx.rows<LostController & { location_id: number }>(
    sql`select c.id, c.location_id, c.online_changed_at as at from controller c
        where not c.online and c.location_id is not null and c.revoked_at is null and c.online_changed_at is not null
          and not exists (select 1 from alarm a where a.location_id = c.location_id and a.controller_id = c.id
            and a.type = 'CONTROLLER_ERROR_CONNECTION' and a.status <> 'CLEARED')`,
  )
  const before = await findOpenIncident(tx)
  if (rows.length === 0 && !before) return
  const connected = await countConnected(tx)
  const incident = before && {
    ...{ startedAt: before.started_at, lost: before.lost, returningAt: before.returning_at },
  }
  const verdict = judgeContact({ now, connected, lost: rows, incident: incident ?? null, calmUntil })
  await saveIncident(tx, before, verdict.incident, { now, controllers: connected + rows.length })
  const locationOf = new Map(rows.map(({ id, location_id }) => [id, location_id]))
  for (const id of verdict.raise) {
    const locationId = locationOf.get(id)!
    if (await raiseAlarm(tx, { ...connectionAlarm({ id, locationId }), at: now })) changed.add(locationId)
  }
}

export async function countConnected(tx: Queryable): Promise<number> {
  const row = await tx.row<{ count: number }>(
    sql`select count(*)::int as count from controller
        where online and location_id is not null and revoked_at is null`,
  )
  return row!.count
}

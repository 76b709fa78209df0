import type { OpenIncident } from '@ohmstead/domain/alarms/lost-contact'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface IncidentRow {
  id: number
  started_at: number
  lost: number
  controllers: number
  returning_at: number | null
}

/** Whether the platform itself has lost its controllers, now. */
export function findOpenIncident(db: Queryable): Promise<IncidentRow | undefined> {
  return db.row<IncidentRow>(sql`
    select id, started_at, lost, controllers, returning_at from platform_incident
    where kind = 'lost_contact' and ended_at is null`)
}

/** Writes what became of it; returns whether it began or ended. Its beginning and its end are noted for those who are to be told. */
export async function saveIncident(
  tx: Queryable,
  before: IncidentRow | undefined,
  after: OpenIncident | null,
  { now, controllers }: { now: number; controllers: number },
): Promise<boolean> {
  if (!before && !after) return false
  if (before && after) {
    const returningAt = after.returningAt === null ? null : new Date(after.returningAt)
    await tx.run(sql`
      update platform_incident set lost = ${after.lost}, returning_at = ${returningAt} where id = ${before.id}`)
    return false
  }
  const instant = new Date(now)
  const { id } = before
    ? (await tx.row<{ id: number }>(sql`
        update platform_incident set ended_at = ${instant} where id = ${before.id} returning id`))!
    : (await tx.row<{ id: number }>(sql`
        insert into platform_incident (kind, started_at, lost, controllers)
        values ('lost_contact', ${new Date(after!.startedAt)}, ${after!.lost}, ${controllers}) returning id`))!
  await tx.run(sql`
    insert into alarm_event (incident_id, kind, at) values (${id}, ${before ? 'cleared' : 'raised'}, ${instant})`)
  return true
}

/** Notes this sweep; returns the one before, and until when nobody is missed. */
export async function noteSweep(
  tx: Queryable,
  now: number,
): Promise<{ sweptAt: number | null; calmUntil: number | null }> {
  const before = await tx.row<{ swept_at: number; calm_until: number | null }>(
    sql`select swept_at, calm_until from platform_watch for update`,
  )
  await tx.run(sql`
    insert into platform_watch (swept_at) values (${new Date(now)})
    on conflict (is_only) do update set swept_at = excluded.swept_at`)
  return { sweptAt: before?.swept_at ?? null, calmUntil: before?.calm_until ?? null }
}

/** The cloud was away: for the record, and nobody is missed for a while. */
export async function noteAbsence(
  tx: Queryable,
  { from, until, calmUntil }: { from: number; until: number; calmUntil: number },
): Promise<void> {
  await tx.run(sql`
    insert into platform_incident (kind, started_at, ended_at) values ('away', ${new Date(from)}, ${new Date(until)})`)
  await tx.run(sql`update platform_watch set calm_until = ${new Date(calmUntil)}`)
}

import { findSurplusBackups } from '@ohmstead/domain/fleet/keep-backups'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

const dayMs = 86_400_000
/** How long a deleted one can be brought back. */
export const undeleteMs = 3_600_000
/** How long one of a removed controller may still be wanted for its replacement. */
const formerDays = 90
/** How long is remembered why one did not arrive. */
const failedDays = 30

/** What is beyond the number that is kept of a controller goes. */
export async function keepFewBackups(tx: Queryable, controllerId: number, now: number): Promise<void> {
  const rows = await tx.rows<{ id: number; createdAt: number }>(
    sql`select id, created_at as "createdAt" from controller_backup
        where controller_id = ${controllerId} and state = 'ready' and deleted_at is null`,
  )
  const surplus = findSurplusBackups(rows, now)
  if (surplus.length > 0) await tx.run(sql`delete from controller_backup where id = any(${surplus}::int[])`)
}

/** What never arrived, what was deleted, what nobody will put back any more, and addresses that are closed. */
export async function deleteOldBackups(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const db = deps.db.at('job')
  const now = deps.clock.now()
  const before = (ms: number) => new Date(now - ms)
  await db.run(sql`delete from backup_ticket where expires_at < ${before(0)}`)
  // Its process died while it arrived: the failure is remembered, the half of a content is not.
  await db.run(
    sql`with late as (update controller_backup set state = 'failed', failure = coalesce(failure, 'cut_off'), sealed_key = null
          where state = 'receiving' and expires_at < ${before(0)} returning id)
        delete from controller_backup_part p using late where p.backup_id = late.id`,
  )
  await db.run(
    sql`delete from controller_backup where state <> 'ready' and expires_at < ${before(failedDays * dayMs)}`,
  )
  await db.run(sql`delete from controller_backup where deleted_at < ${before(undeleteMs)}`)
  await db.run(
    sql`delete from controller_backup b using controller c
        where c.id = b.controller_id and c.revoked_at < ${before(formerDays * dayMs)}`,
  )
}

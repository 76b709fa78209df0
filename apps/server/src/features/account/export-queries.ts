import type { AccountExportView } from '@ohmstead/contract/account'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** An export whose job has ended without it, for example because the process died, has failed. */
export function findNewestExport(
  db: Queryable,
  userId: number,
  now: number,
): Promise<AccountExportView | undefined> {
  return db.row<AccountExportView>(sql`
    select e.id, e.job_id, e.size_bytes, e.created_at, e.expires_at,
      case when e.state = 'ready' and e.expires_at <= ${new Date(now)} then 'gone'
        when e.state = 'running' and j.state not in ('queued', 'running') then 'failed' else e.state end as state
    from account_export e join job j on j.id = e.job_id where e.user_id = ${userId} order by e.id desc limit 1`)
}

export async function insertExport(
  tx: Queryable,
  { userId, jobId, now, expiresAt }: { userId: number; jobId: number; now: number; expiresAt: number },
): Promise<number> {
  await tx.run(sql`delete from account_export where user_id = ${userId}`)
  const row = await tx.row<{ id: number }>(sql`
    insert into account_export (user_id, job_id, created_at, expires_at)
    values (${userId}, ${jobId}, ${new Date(now)}, ${new Date(expiresAt)}) returning id`)
  return row!.id
}

/** Nothing if another export has replaced it meanwhile, or the account is gone. */
export function insertExportPart(
  db: Queryable,
  exportId: number,
  position: number,
  content: Buffer,
): Promise<number> {
  return db.run(sql`
    insert into account_export_part (export_id, position, content)
    select id, ${position}, ${content} from account_export where id = ${exportId} for key share`)
}

export function finishExport(
  db: Queryable,
  exportId: number,
  state: 'ready' | 'failed',
  sizeBytes: number | null,
): Promise<number> {
  return db.run(sql`
    update account_export set state = ${state}, size_bytes = ${sizeBytes} where id = ${exportId} and state = 'running'`)
}

/** Claims the file for its only download: of two at once only one gets it. */
export async function claimExport(
  tx: Queryable,
  { exportId, userId, now }: { exportId: number; userId: number; now: number },
): Promise<number | undefined> {
  const row = await tx.row<{ size_bytes: number }>(sql`
    update account_export set state = 'gone'
    where id = ${exportId} and user_id = ${userId} and state = 'ready' and expires_at > ${new Date(now)}
    returning size_bytes`)
  return row?.size_bytes
}

export async function findExportPart(
  db: Queryable,
  exportId: number,
  position: number,
): Promise<Uint8Array | undefined> {
  const row = await db.row<{ content: Uint8Array }>(sql`
    select content from account_export_part where export_id = ${exportId} and position = ${position}`)
  return row?.content
}

export function deleteExportParts(db: Queryable, exportId: number): Promise<number> {
  return db.run(sql`delete from account_export_part where export_id = ${exportId}`)
}

/** Files downloaded long ago or never, and what a dead process left unfinished. */
export function deleteOldExports(db: Queryable, now: number): Promise<number> {
  return db.run(sql`delete from account_export where expires_at <= ${new Date(now)}`)
}

import type { AlarmRulePreviewView, WholePreviewView } from '@ohmstead/contract/alarm-rules'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** Another start of the same person, in any process, waits for the end of the transaction. */
export async function lockPreviews(tx: Queryable, userId: number): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtext('alarm rule previews'), ${userId}::int)`)
}

export async function hasRunningPreview(tx: Queryable, userId: number): Promise<boolean> {
  const row = await tx.row(sql`
    select 1 from alarm_rule_preview p join job j on j.id = p.job_id
    where p.created_by = ${userId} and j.state in ('queued', 'running') limit 1`)
  return row !== undefined
}

/** Each person keeps their newest ones. */
export function deleteOldPreviews(tx: Queryable, userId: number, keep: number): Promise<number> {
  return tx.run(sql`
    delete from alarm_rule_preview where created_by = ${userId} and id not in (
      select id from alarm_rule_preview where created_by = ${userId} order by id desc limit ${keep})`)
}

export async function insertPreview(
  tx: Queryable,
  {
    locationGroupId,
    jobId,
    userId,
    now,
  }: { locationGroupId: number; jobId: number; userId: number; now: number },
): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into alarm_rule_preview (location_group_id, job_id, created_by, created_at)
    values (${locationGroupId}, ${jobId}, ${userId}, ${new Date(now)}) returning id`)
  return row!.id
}

export function finishPreview(db: Queryable, id: number, result: AlarmRulePreviewView): Promise<number> {
  return db.run(sql`update alarm_rule_preview set result = ${JSON.stringify(result)}::jsonb where id = ${id}`)
}

export function findPreview(
  db: Queryable,
  { locationGroupId, id }: { locationGroupId: number; id: number },
): Promise<WholePreviewView | undefined> {
  // A deleted job had ended; without a result it was not completed.
  return db.row<WholePreviewView>(sql`
    select p.id, p.job_id, p.result as preview,
      case when p.result is not null then 'done' else coalesce(j.state, 'failed') end as state
    from alarm_rule_preview p left join job j on j.id = p.job_id
    where p.id = ${id} and p.location_group_id = ${locationGroupId}`)
}

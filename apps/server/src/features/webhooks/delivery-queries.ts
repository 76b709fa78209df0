import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { seesLocation } from '../notices/recipient-queries.ts'

export interface DueHook {
  id: number
  company_id: number
  location_id: number | null
  created_by: number | null
  url: string
  secret: Uint8Array
  /** Until its day is over the one before signs as well; else null. */
  old_secret: Uint8Array | null
  failures: number
  failing_since: number | null
  /** Whether whoever made it still sees its location; always, of a company. */
  may: boolean
}

/**
 * A webhook with something due that was not made by one of these people; those that were tried longest ago first, and of several
 * processes only one gets it. A test does not wait until a failing one is tried again, only for what may be on its way.
 */
export function takeDueHook(
  tx: Queryable,
  { now, leaseMs }: { now: number; leaseMs: number },
  except: readonly number[],
): Promise<DueHook | undefined> {
  const instant = new Date(now)
  return tx.row<DueHook>(sql`
    select w.id, w.company_id, w.location_id, w.created_by, w.url, w.secret,
      case when w.old_secret_until > ${instant} then w.old_secret end as old_secret, w.failures, w.failing_since,
      w.location_id is null or exists (select from app_user u cross join location l
        where u.id = w.created_by and l.id = w.location_id and ${seesLocation}) as may
    from webhook w
    where (w.wait_until is null or w.wait_until <= ${instant}
        or (w.tried_at <= ${new Date(now - leaseMs)} and w.id in (
          select webhook_id from alarm_notice where channel = 'webhook' and state = 'waiting' and kind = 'test')))
      and (w.created_by is null or not w.created_by = any(${except}::int[])) and w.id in (
      select webhook_id from alarm_notice where channel = 'webhook' and state = 'waiting' and due_at <= ${instant})
    order by w.tried_at nulls first, w.id limit 1 for update of w skip locked`)
}

export interface DueDelivery {
  id: number
  kind: 'raised' | 'cleared' | 'test'
  payload: string
}

/** What it is to be sent next: a test, or else the oldest. */
export function findDueDelivery(
  tx: Queryable,
  webhookId: number,
  now: number,
): Promise<DueDelivery | undefined> {
  return tx.row<DueDelivery>(sql`
    select id, kind, payload from alarm_notice
    where webhook_id = ${webhookId} and state = 'waiting' and due_at <= ${new Date(now)}
    order by kind = 'test' desc, id limit 1`)
}

/** Being sent: no other process tries before `until`. */
export async function leaseHook(
  tx: Queryable,
  { hookId, deliveryId, now, until }: { hookId: number; deliveryId: number; now: number; until: number },
): Promise<void> {
  await tx.run(
    sql`update webhook set wait_until = ${new Date(until)}, tried_at = ${new Date(now)} where id = ${hookId}`,
  )
  await tx.run(sql`update alarm_notice set attempts = attempts + 1 where id = ${deliveryId}`)
}

export async function finishDelivery(
  tx: Queryable,
  id: number,
  { state, reason, now }: { state: 'sent' | 'failed' | 'waiting'; reason: string | null; now: number },
): Promise<void> {
  const doneAt = state === 'waiting' ? null : new Date(now)
  await tx.run(sql`
    update alarm_notice set state = ${state}, reason = ${reason}, done_at = ${doneAt} where id = ${id} and state = 'waiting'`)
}

/** The receiver answers. */
export async function noteSuccess(tx: Queryable, id: number): Promise<void> {
  await tx.run(sql`
    update webhook set wait_until = null, failing_since = null, failures = 0, last_failure = null where id = ${id}`)
}

export async function noteFailure(
  tx: Queryable,
  id: number,
  {
    failures,
    failingSince,
    reason,
    waitUntil,
  }: { failures: number; failingSince: number; reason: string; waitUntil: number },
): Promise<void> {
  await tx.run(sql`
    update webhook set wait_until = ${new Date(waitUntil)}, failing_since = ${new Date(failingSince)}, failures = ${failures},
      last_failure = ${reason} where id = ${id}`)
}

/** A test failed, which says nothing of what waits. */
export async function releaseHook(tx: Queryable, id: number, waitUntil: number | null): Promise<void> {
  await tx.run(sql`
    update webhook set wait_until = ${waitUntil === null ? null : new Date(waitUntil)} where id = ${id}`)
}

/** Until somebody goes on with it; what waits is not sent any more. False if it was stopped already. */
export async function stopHook(
  tx: Queryable,
  id: number,
  { reason, now }: { reason: string; now: number },
): Promise<boolean> {
  const count = await tx.run(sql`
    update webhook set stopped_at = ${new Date(now)}, stop_reason = ${reason}, wait_until = null
    where id = ${id} and stopped_at is null`)
  await tx.run(sql`
    update alarm_notice set state = 'failed', reason = 'stopped', done_at = ${new Date(now)}
    where webhook_id = ${id} and state = 'waiting'`)
  return count > 0
}

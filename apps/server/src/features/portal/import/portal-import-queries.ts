import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface PortalImport {
  device_id: number
  from_day: string
  open_day: string
  /** The day after the last. */
  to_day: string
  /** The next window ends before this day. */
  next_day: string
  attempts: number
  user_id: number
  eimm: string
  gsrn: string | null
  connection_power_kw: number | null
}

/** Queues an import; a waiting one is widened and starts over, a running one continues. */
export async function wantImport(
  tx: Queryable,
  deviceId: number,
  range: { fromDay: string; openDay: string; toDay: string },
  now: number,
  tryAt = now,
): Promise<boolean> {
  const count = await tx.run(sql`
    insert into portal_import as p (device_id, from_day, open_day, to_day, next_day, try_at, created_at)
    values (${deviceId}, ${range.fromDay}, ${range.openDay}, ${range.toDay}, ${range.toDay}, ${new Date(tryAt)},
      ${new Date(now)})
    on conflict (device_id) do update set from_day = least(p.from_day, excluded.from_day), open_day = excluded.open_day,
      to_day = greatest(p.to_day, excluded.to_day), next_day = greatest(p.to_day, excluded.to_day), attempts = 0,
      try_at = excluded.try_at
    where p.leased_until is null or p.leased_until <= excluded.created_at`)
  return count > 0
}

/** Leases a due import for this process, that of a device or any; nobody else gets it during the lease. */
export function claimImport(
  db: Queryable,
  { now, leasedUntil, deviceId }: { now: number; leasedUntil: number; deviceId: number | null },
): Promise<PortalImport | undefined> {
  return db.row<PortalImport>(sql`
    update portal_import p set leased_until = ${new Date(leasedUntil)}
    from abstract_device d
    where d.id = p.device_id and p.device_id = (
      select device_id from portal_import where try_at <= ${new Date(now)}
        and (leased_until is null or leased_until <= ${new Date(now)})
        and (${deviceId}::int is null or device_id = ${deviceId}::int)
      order by try_at, device_id limit 1 for update skip locked)
    returning p.device_id, p.from_day, p.open_day, p.to_day, p.next_day, p.attempts, d.user_id, d.eimm, d.gsrn,
      (d.portal_info ->> 'connectionPower')::float8 as connection_power_kw`)
}

/** The window is stored; whether the import is still wanted. */
export async function moveImport(
  tx: Queryable,
  deviceId: number,
  nextDay: string,
  leasedUntil: number,
): Promise<boolean> {
  const count = await tx.run(sql`
    update portal_import set next_day = ${nextDay}, attempts = 0, leased_until = ${new Date(leasedUntil)}
    where device_id = ${deviceId}`)
  return count > 0
}

/** Gives the lease back, to be tried again at `tryAt`. */
export function postponeImport(
  db: Queryable,
  deviceId: number,
  { tryAt, attempts }: { tryAt: number; attempts: number },
): Promise<number> {
  return db.run(sql`
    update portal_import set leased_until = null, try_at = ${new Date(tryAt)}, attempts = ${attempts}
    where device_id = ${deviceId}`)
}

export function deleteImport(tx: Queryable, deviceId: number): Promise<number> {
  return tx.run(sql`delete from portal_import where device_id = ${deviceId}`)
}

/** The embedded database has one process: at its start nobody else reads. */
export function endLeases(db: Queryable): Promise<number> {
  return db.run(sql`update portal_import set leased_until = null where leased_until is not null`)
}

export function setImportOutcome(
  tx: Queryable,
  deviceId: number,
  outcome: { error: string | null; endedAt: number | null; nextUpdateAt: number | null },
): Promise<number> {
  const { error, endedAt, nextUpdateAt } = outcome
  return tx.run(sql`
    update abstract_device set last_error = ${error},
      last_import_at = coalesce(${endedAt === null ? null : new Date(endedAt)}::timestamptz, last_import_at),
      next_update_at = coalesce(${nextUpdateAt === null ? null : new Date(nextUpdateAt)}::timestamptz, next_update_at)
    where id = ${deviceId}`)
}

export function setDeviceJob(db: Queryable, deviceId: number, jobId: number): Promise<number> {
  return db.run(sql`update abstract_device set job_id = ${jobId} where id = ${deviceId}`)
}

export async function isCancelRequested(db: Queryable, jobId: number): Promise<boolean> {
  const row = await db.row(
    sql`select 1 as found from job where id = ${jobId} and cancel_requested_at is not null`,
  )
  return row !== undefined
}

/** Points due for an update that a token gives access to and nobody reads now. */
export async function findDueUpdates(db: Queryable, now: number, limit: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select d.id from abstract_device d
    where d.next_update_at <= ${new Date(now)}
      and not exists (select from portal_import where device_id = d.id)
      and exists (select from abstract_device_credential b join external_credential c on c.id = b.credential_id
        where b.device_id = d.id and c.state <> 'rejected')
    order by d.next_update_at limit ${limit}`)
  return rows.map((row) => row.id)
}

/** Points that a token gives access to, whose last import ended because the portal refused all of their tokens. */
export async function findStoppedByToken(db: Queryable, credentialId: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select d.id from abstract_device d join abstract_device_credential b on b.device_id = d.id
    where b.credential_id = ${credentialId}
      and d.last_error in ('portal_token_rejected', 'portal_token_unreadable') order by d.id`)
  return rows.map((row) => row.id)
}

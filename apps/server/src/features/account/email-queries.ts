import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'

/** The address is unconfirmed, and nobody has given the account anything worth keeping it for. */
const isUnused = rawSql(`u.email_verified_at is null and u.disabled_at is null
  and not exists (select from user_role where user_id = u.id and role not in ('ROLE_USER', 'ROLE_USER_BASIC'))
  and not exists (select from user_company where user_id = u.id)
  and not exists (select from location where owner_id = u.id)
  and not exists (select from location_permission where user_id = u.id)
  and not exists (select from controller where owner_id = u.id)`)

/** The address of the deleted account; undefined if it is confirmed or has something, and stays. */
export async function deleteUnconfirmedPerson(tx: Queryable, userId: number): Promise<string | undefined> {
  const row = await tx.row<{ email: string }>(
    sql`delete from app_user u where u.id = ${userId} and ${isUnused} returning u.email`,
  )
  return row?.email
}

export function updateEmail(tx: Queryable, userId: number, email: string, now: number): Promise<number> {
  return tx.run(sql`
    update app_user set email = ${email}, email_verified_at = ${new Date(now)}
    where id = ${userId} and disabled_at is null`)
}

/**
 * Accounts not confirmed since they were last registered before the given time. People who were just mailed
 * another link keep the account as long as the link is valid.
 */
export async function findUnconfirmed(
  db: Queryable,
  registeredBefore: number,
  now: number,
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select u.id from app_user u
    where ${isUnused} and coalesce(u.terms_accepted_at, u.created_at) < ${new Date(registeredBefore)}
      and not exists (select from link_token
        where user_id = u.id and used_at is null and expires_at > ${new Date(now)})
    order by u.id limit 100`)
  return rows.map((row) => row.id)
}

export function deleteMailsTo(tx: Queryable, email: string): Promise<number> {
  return tx.run(sql`delete from mail where recipient = ${email}`)
}

import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { forgetAttemptsAt } from '../auth/sign-in-attempts.ts'

export function findName(db: Queryable, userId: number) {
  return db.row<{ first_name: string; last_name: string }>(
    sql`select first_name, last_name from app_user where id = ${userId}`,
  )
}

export function updateName(
  tx: Queryable,
  userId: number,
  name: { first_name: string; last_name: string },
): Promise<number> {
  return tx.run(sql`
    update app_user set first_name = ${name.first_name}, last_name = ${name.last_name} where id = ${userId}`)
}

export function setDeletionDue(tx: Queryable, userId: number, dueAt: number): Promise<number> {
  return tx.run(sql`update app_user set deletion_due_at = ${new Date(dueAt)} where id = ${userId}`)
}

export async function findDueDeletions(db: Queryable, now: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select id from app_user u where deletion_due_at <= ${new Date(now)}
      and not exists (select from user_role where user_id = u.id and role = 'ROLE_SUPER_ADMIN')
    order by deletion_due_at limit 100`)
  return rows.map((row) => row.id)
}

/** The person, locked, if they are still to be deleted: they may have signed in meanwhile, or become super admin. */
export function lockDuePerson(tx: Queryable, userId: number, now: number) {
  return tx.row<{ email: string }>(sql`
    select email from app_user u where id = ${userId} and deletion_due_at <= ${new Date(now)}
      and not exists (select from user_role where user_id = u.id and role = 'ROLE_SUPER_ADMIN')
    for update`)
}

/**
 * Homes that nobody else has access to, or only people being deleted too: without their owner they have no purpose,
 * and their measurements are personal.
 */
export async function findSoleLocations(db: Queryable, userId: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select l.id from location l
    where l.owner_id = ${userId} and (l.deletion_due_at is not null
      or not exists (select from location_permission where location_id = l.id and user_id <> ${userId}))`)
  return rows.map((row) => row.id)
}

/**
 * The account with everything that depends on it, including the audit log, mails that name its person, and whatever
 * contains its address, an earlier one or a requested one.
 */
export async function deletePerson(tx: Queryable, userId: number, email: string): Promise<void> {
  const others = await findOtherAddresses(tx, userId)
  await forgetAttemptsAt(tx, [email, ...others])
  await tx.run(sql`delete from mail where recipient = ${email} or named_user_id = ${userId}`)
  await tx.run(sql`delete from invitation where email = ${email} or invited_user_id = ${userId}`)
  await tx.run(sql`delete from sharing_member where email = ${email}`)
  await tx.run(sql`delete from app_user where id = ${userId}`)
}

async function findOtherAddresses(tx: Queryable, userId: number): Promise<string[]> {
  const rows = await tx.rows<{ email: string }>(sql`
    select email from link_token where user_id = ${userId}
    union select recipient from mail where named_user_id = ${userId} and kind not in ('invitation', 'sharing_invitation')`)
  return rows.map((row) => row.email)
}

import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'

export interface SuperAdminRow {
  id: number
  email: string
  has_password: boolean
  is_confirmed: boolean
  is_disabled: boolean
  has_totp: boolean
  last_sign_in_at: number | null
}

export function findSuperAdmins(db: Queryable): Promise<SuperAdminRow[]> {
  return db.rows<SuperAdminRow>(sql`
    select u.id, u.email, u.password_hash is not null as has_password, u.email_verified_at is not null as is_confirmed,
      u.disabled_at is not null as is_disabled, exists (select from totp where user_id = u.id) as has_totp,
      (select max(created_at) from session where user_id = u.id) as last_sign_in_at
    from app_user u
    where exists (select from user_role where user_id = u.id and role = 'ROLE_SUPER_ADMIN')
    order by u.email`)
}

/** Whether anybody runs the platform; an unconfirmed account counts. */
export async function hasSuperAdmin(db: Queryable): Promise<boolean> {
  const row = await db.row(sql`
    select 1 from user_role r join app_user u on u.id = r.user_id
    where r.role = 'ROLE_SUPER_ADMIN' and u.disabled_at is null limit 1`)
  return row !== undefined
}

export function findAccount(db: Queryable, email: string) {
  return db.row<{
    id: number
    first_name: string
    locale: string | null
    has_password: boolean
    is_confirmed: boolean
    is_disabled: boolean
    roles: string[]
  }>(sql`
    select u.id, u.first_name, u.locale, u.password_hash is not null as has_password,
      u.email_verified_at is not null as is_confirmed, u.disabled_at is not null as is_disabled,
      array(select role from user_role where user_id = u.id order by position, role) as roles
    from app_user u where u.email = ${email}`)
}

/** An unconfirmed account, unless there is one. */
export function ensureAccount(tx: Queryable, email: string, now: number): Promise<number> {
  return tx.run(sql`
    insert into app_user (email, created_at) values (${email}, ${new Date(now)}) on conflict (email) do nothing`)
}

/**
 * Somebody who never proved their address has chosen the content of this account: all of it is deleted, with the
 * mark that it was registered for, so that nobody registers it again.
 */
export async function emptyAccount(tx: Queryable, userId: number): Promise<void> {
  await tx.run(sql`
    update app_user set password_hash = null, first_name = '', last_name = '', company_id = null,
      terms_accepted_at = null, privacy_accepted_at = null
    where id = ${userId}`)
  await tx.run(sql`delete from location_permission where user_id = ${userId}`)
  await tx.run(sql`update location set owner_id = null where owner_id = ${userId}`)
  for (const table of ['session', 'identity', 'passkey', 'totp', 'recovery_code', 'link_token'])
    await tx.run(sql`delete from ${rawSql(table)} where user_id = ${userId}`)
}

/** A password chosen by the proven operator, which also counts as the confirmation. */
export function openAccount(
  tx: Queryable,
  userId: number,
  { passwordHash, locale, now }: { passwordHash: string; locale: string; now: number },
): Promise<number> {
  return tx.run(sql`
    update app_user set password_hash = ${passwordHash}, locale = ${locale}, email_verified_at = ${new Date(now)}
    where id = ${userId}`)
}

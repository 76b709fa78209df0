import type { Queryable } from '../../../platform/db/db.ts'
import { rawSql, sql } from '../../../platform/db/sql.ts'
import type { Registration } from './link-token.ts'

export interface NewPerson {
  email: string
  firstName: string
  lastName: string
  locale: string
}

/**
 * A basic user who has agreed to the terms, without a password. An unconfirmed account is
 * reset: whatever it was given was meant for somebody else. Null if the address has a confirmed account,
 * or one that the operator created for it.
 */
export async function insertPerson(
  tx: Queryable,
  { email, firstName, lastName, locale }: NewPerson,
  { verified, now }: { verified: boolean; now: number },
): Promise<number | null> {
  const instant = new Date(now)
  const row = await tx.row<{ id: number }>(sql`
    insert into app_user as u (email, first_name, last_name, locale, email_verified_at,
      terms_accepted_at, privacy_accepted_at, created_at)
    values (${email}, ${firstName}, ${lastName}, ${locale}, ${verified ? instant : null},
      ${instant}, ${instant}, ${instant})
    on conflict (email) do update set password_hash = null, first_name = excluded.first_name,
      last_name = excluded.last_name, locale = excluded.locale, email_verified_at = excluded.email_verified_at,
      terms_accepted_at = excluded.terms_accepted_at, privacy_accepted_at = excluded.privacy_accepted_at,
      company_id = null
    where u.email_verified_at is null and u.disabled_at is null and u.terms_accepted_at is not null
      and not exists (select from user_role where user_id = u.id and role = 'ROLE_SUPER_ADMIN')
    returning id`)
  if (!row) return null
  await tx.run(sql`delete from user_role where user_id = ${row.id}`)
  await tx.run(sql`delete from user_company where user_id = ${row.id}`)
  await tx.run(sql`delete from location_permission where user_id = ${row.id}`)
  await tx.run(sql`insert into user_role (user_id, role) values (${row.id}, 'ROLE_USER_BASIC')`)
  return row.id
}

/**
 * Opens an unconfirmed account: whoever has the mail chooses its password, and the registration of the
 * link determines name and company. 0 if it is no longer waiting.
 */
export function confirmPerson(
  tx: Queryable,
  { userId, email, registration }: { userId: number; email: string; registration: Registration | null },
  passwordHash: string,
  now: number,
): Promise<number> {
  const { firstName = null, lastName = null, locale = null, companyId = null } = registration ?? {}
  return tx.run(sql`
    update app_user set email_verified_at = ${new Date(now)}, password_hash = ${passwordHash},
      first_name = coalesce(${firstName}, first_name), last_name = coalesce(${lastName}, last_name),
      locale = coalesce(${locale}, locale),
      company_id = case when ${registration !== null} then (select id from company where id = ${companyId}::int)
        else company_id end
    where id = ${userId} and email = ${email} and email_verified_at is null and disabled_at is null`)
}

/** The newest registration of an unconfirmed account, used when a link is mailed again. */
export async function findNewestRegistration(tx: Queryable, userId: number): Promise<Registration | null> {
  const row = await tx.row<{ registration: Registration | null }>(sql`
    select registration from link_token where user_id = ${userId} and action = 'verify_email'
    order by id desc limit 1`)
  return row?.registration ?? null
}

export async function findCompanyName(db: Queryable, companyId: number): Promise<string | null> {
  const row = await db.row<{ name: string }>(sql`select name from company where id = ${companyId}`)
  return row?.name ?? null
}

/** People who register at a company's own address become its customers. */
export function setHomeCompany(tx: Queryable, userId: number, companyId: number): Promise<number> {
  return tx.run(sql`update app_user set company_id = ${companyId} where id = ${userId}`)
}

/**
 * The mail that sets a password has proven the address. It carries no registration: an unconfirmed account
 * contains whatever was registered last, perhaps by a stranger, so neither names nor company are kept. 0 if the
 * account is disabled or has another address.
 */
export function markEmailVerified(
  tx: Queryable,
  userId: number,
  email: string,
  now: number,
): Promise<number> {
  const keep = (column: string, otherwise: string) =>
    rawSql(`case when email_verified_at is null then ${otherwise} else ${column} end`)
  return tx.run(sql`
    update app_user set email_verified_at = coalesce(email_verified_at, ${new Date(now)}),
      first_name = ${keep('first_name', "''")}, last_name = ${keep('last_name', "''")},
      company_id = ${keep('company_id', 'null')}
    where id = ${userId} and email = ${email} and disabled_at is null`)
}

import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface NewPerson {
  email: string
  firstName: string
  lastName: string
  locale: string
}

/**
 * A basic user who has agreed to the terms. An account whose address nobody has confirmed yet is taken over: whoever
 * gets the mail decides, also whose customer they are. Null where the address has a confirmed account.
 */
export async function insertPerson(
  tx: Queryable,
  { email, firstName, lastName, locale }: NewPerson,
  { passwordHash, verified, now }: { passwordHash: string | null; verified: boolean; now: number },
): Promise<number | null> {
  const instant = new Date(now)
  const row = await tx.row<{ id: number }>(sql`
    insert into app_user as u (email, password_hash, first_name, last_name, locale, email_verified_at,
      terms_accepted_at, privacy_accepted_at, created_at)
    values (${email}, ${passwordHash}, ${firstName}, ${lastName}, ${locale}, ${verified ? instant : null},
      ${instant}, ${instant}, ${instant})
    on conflict (email) do update set password_hash = excluded.password_hash, first_name = excluded.first_name,
      last_name = excluded.last_name, locale = excluded.locale, email_verified_at = excluded.email_verified_at,
      terms_accepted_at = excluded.terms_accepted_at, privacy_accepted_at = excluded.privacy_accepted_at,
      company_id = null
    where u.email_verified_at is null and u.disabled_at is null
    returning id`)
  if (!row) return null
  await tx.run(sql`
    insert into user_role (user_id, role)
    select ${row.id}, 'ROLE_USER_BASIC' where not exists (select 1 from user_role where user_id = ${row.id})`)
  return row.id
}

/** Whoever registers at a company's own address becomes its customer. */
export function setHomeCompany(tx: Queryable, userId: number, companyId: number): Promise<number> {
  return tx.run(sql`update app_user set company_id = ${companyId} where id = ${userId}`)
}

export function markEmailVerified(
  tx: Queryable,
  userId: number,
  email: string,
  now: number,
): Promise<number> {
  return tx.run(sql`
    update app_user set email_verified_at = coalesce(email_verified_at, ${new Date(now)})
    where id = ${userId} and email = ${email} and disabled_at is null`)
}

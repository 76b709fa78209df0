import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface IdentityRow {
  id: number
  user_id: number
  provider: 'google' | 'apple' | 'other'
  email: string | null
  created_at: number
  last_used_at: number | null
}

export function listIdentities(db: Queryable, userId: number): Promise<IdentityRow[]> {
  return db.rows<IdentityRow>(sql`
    select id, user_id, provider, email, created_at, last_used_at from identity
    where user_id = ${userId} order by id`)
}

/** The user with this identity at the provider; records the use. */
export async function useIdentity(
  db: Queryable,
  { issuer, subject, now }: { issuer: string; subject: string; now: number },
): Promise<number | null> {
  const row = await db.row<{ user_id: number }>(sql`
    update identity set last_used_at = ${new Date(now)}
    where issuer = ${issuer} and subject = ${subject} returning user_id`)
  return row?.user_id ?? null
}

/** False if the identity already belongs to a user. */
export async function insertIdentity(
  tx: Queryable,
  identity: {
    userId: number
    provider: string
    issuer: string
    subject: string
    email: string | null
    now: number
  },
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into identity (user_id, provider, issuer, subject, email, created_at)
    values (${identity.userId}, ${identity.provider}, ${identity.issuer}, ${identity.subject}, ${identity.email},
      ${new Date(identity.now)})
    on conflict (issuer, subject) do nothing`)
  return inserted > 0
}

export async function deleteIdentity(tx: Queryable, userId: number, id: number): Promise<boolean> {
  return (await tx.run(sql`delete from identity where id = ${id} and user_id = ${userId}`)) > 0
}

/** Ways in that do not depend on a mailed link: a password, passkeys, providers. */
export async function countWaysIn(tx: Queryable, userId: number): Promise<number> {
  const row = await tx.row<{ ways: number }>(sql`
    select (select count(*) from app_user where id = ${userId} and password_hash is not null)
      + (select count(*) from passkey where user_id = ${userId})
      + (select count(*) from identity where user_id = ${userId}) as ways`)
  return row!.ways
}

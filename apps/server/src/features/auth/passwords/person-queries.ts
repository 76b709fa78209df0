import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface Person {
  id: number
  email: string
  first_name: string
  last_name: string
  locale: string | null
  password_hash: string | null
}

/** A user as needed for their own sign-in and mails. */
export async function getPerson(db: Queryable, userId: number): Promise<Person> {
  const row = await db.row<Person>(sql`
    select id, email, first_name, last_name, locale, password_hash from app_user where id = ${userId}`)
  if (!row) throw new Error(`user ${userId} is gone`)
  return row
}

/** The language of somebody's future mails, unless they have chosen one. */
export function setFirstLocale(tx: Queryable, userId: number, locale: string): Promise<number> {
  return tx.run(sql`update app_user set locale = ${locale} where id = ${userId} and locale is null`)
}

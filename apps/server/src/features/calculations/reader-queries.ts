import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** The language and brand of a document. */
export function findReader(db: Queryable, userId: number) {
  return db.row<{ email: string; locale: string | null }>(
    sql`select email, locale from app_user where id = ${userId}`,
  )
}

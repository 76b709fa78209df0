import type { Db } from '../platform/db/db.ts'
import { rawSql, sql } from '../platform/db/sql.ts'

/** Every table with a row that contains this, as text of the whole row; partitions are listed under their table. */
export async function findTablesWith(db: Db, text: string): Promise<string[]> {
  const tables = await db.rows<{ name: string }>(sql`
    select relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by relname`)
  const found: string[] = []
  for (const { name } of tables) {
    const row = await db.row(
      sql`select 1 from ${rawSql(name)} t where strpos(lower(t::text), ${text.toLowerCase()}) > 0 limit 1`,
    )
    if (row) found.push(name)
  }
  return found
}

import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export function findCountries(db: Queryable, { visibleOnly }: { visibleOnly: boolean }) {
  return db.rows<{ id: number; code: string; name: string }>(
    sql`select id, code, name from country where visible or not ${visibleOnly} order by name`,
  )
}

export async function hasCountry(db: Queryable, by: { id: number } | { code: string }): Promise<boolean> {
  const condition = 'id' in by ? sql`id = ${by.id}` : sql`code = ${by.code}`
  return (await db.row(sql`select 1 from country where ${condition}`)) !== undefined
}

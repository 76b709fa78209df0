import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export async function findBackupArranged(db: Queryable): Promise<boolean> {
  const row = await db.row<{ value: { isBackupArranged: boolean } }>(
    sql`select value from setting where key = 'first_run'`,
  )
  return row?.value.isBackupArranged ?? false
}

export async function saveBackupArranged(tx: Queryable, isBackupArranged: boolean): Promise<void> {
  await tx.run(sql`
    insert into setting (key, value) values ('first_run', ${JSON.stringify({ isBackupArranged })}::jsonb)
    on conflict (key) do update set value = excluded.value`)
}

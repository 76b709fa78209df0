import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export type InstallationKind = 'demo' | 'production'

/** Whether the oldest tables exist; a database that was never started has none. */
export async function hasTables(db: Queryable): Promise<boolean> {
  const row = await db.row<{ is_there: boolean }>(sql`select to_regclass('setting') is not null as is_there`)
  return row!.is_there
}

/** The mark of the database; undefined before its first start. */
export async function findMark(db: Queryable): Promise<InstallationKind | undefined> {
  const row = await db.row<{ kind: InstallationKind }>(
    sql`select value->>'kind' as kind from setting where key = 'installation'`,
  )
  return row?.kind
}

/** Marks an unmarked database; of two concurrent processes the second sees the first one's mark. */
export async function insertMark(tx: Queryable, kind: InstallationKind): Promise<void> {
  await tx.run(sql`
    insert into setting (key, value) values ('installation', ${JSON.stringify({ kind })}::jsonb)
    on conflict (key) do nothing`)
}

/** The mark, locked until the transaction ends. */
export async function lockMark(tx: Queryable): Promise<InstallationKind | undefined> {
  const row = await tx.row<{ kind: InstallationKind }>(
    sql`select value->>'kind' as kind from setting where key = 'installation' for update`,
  )
  return row?.kind
}

export function updateMark(tx: Queryable, kind: InstallationKind): Promise<number> {
  return tx.run(sql`
    update setting set value = ${JSON.stringify({ kind })}::jsonb where key = 'installation'`)
}

/** The content of an unmarked database of an earlier version: traces of a demo, anything at all. */
export async function findContent(
  db: Queryable,
  demoEmails: readonly string[],
): Promise<{ has_demo: boolean; has_any: boolean }> {
  const row = await db.row<{ has_demo: boolean; has_any: boolean }>(sql`
    select exists (select from setting where key in ('demo', 'demo_points'))
        or exists (select from app_user where email = any(${demoEmails}::text[])) as has_demo,
      exists (select from app_user) or exists (select from company) or exists (select from controller) as has_any`)
  return row!
}

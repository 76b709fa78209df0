import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** First-run facts that are not settings. */
export interface FirstRunWord {
  isBackupArranged: boolean
  /** The result of the last test mail; null before the first one. */
  isMailTaken: boolean | null
}

export async function findFirstRunWord(db: Queryable): Promise<FirstRunWord> {
  const row = await db.row<{ value: Partial<FirstRunWord> }>(
    sql`select value from setting where key = 'first_run'`,
  )
  return { isBackupArranged: false, isMailTaken: null, ...row?.value }
}

export async function saveFirstRunWord(tx: Queryable, word: Partial<FirstRunWord>): Promise<void> {
  await tx.run(sql`
    insert into setting (key, value) values ('first_run', ${JSON.stringify(word)}::jsonb)
    on conflict (key) do update set value = setting.value || excluded.value`)
}

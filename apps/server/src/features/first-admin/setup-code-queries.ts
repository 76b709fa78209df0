import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface SetupCode {
  /** SHA-256 in hexadecimal; 75 random bits need no slow hash. */
  hash: string
  expiresAt: number
}

export async function findSetupCodes(db: Queryable): Promise<SetupCode[]> {
  const row = await db.row<{ value: { codes: SetupCode[] } }>(
    sql`select value from setting where key = 'setup_codes'`,
  )
  return row?.value.codes ?? []
}

export async function saveSetupCodes(tx: Queryable, codes: readonly SetupCode[]): Promise<void> {
  const value = JSON.stringify({ codes })
  await tx.run(sql`
    insert into setting (key, value) values ('setup_codes', ${value}::jsonb)
    on conflict (key) do update set value = excluded.value`)
}

export async function deleteSetupCodes(tx: Queryable): Promise<void> {
  await tx.run(sql`delete from setting where key = 'setup_codes'`)
}

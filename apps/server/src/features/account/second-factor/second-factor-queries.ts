import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface TotpRow {
  secret: Uint8Array
  enabled_at: number
  last_step: number
}

export function findTotp(db: Queryable, userId: number): Promise<TotpRow | undefined> {
  return db.row<TotpRow>(sql`select secret, enabled_at, last_step from totp where user_id = ${userId}`)
}

/** False if one is connected already. */
export async function insertTotp(
  db: Queryable,
  userId: number,
  { secret, enabled_at, last_step }: TotpRow,
): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into totp (user_id, secret, enabled_at, last_step)
    values (${userId}, ${secret}, ${new Date(enabled_at)}, ${last_step}) on conflict do nothing`)
  return inserted > 0
}

/** Marks a time step as used; false if it, or a later one, was used before. */
export async function useTotpStep(db: Queryable, userId: number, step: number): Promise<boolean> {
  return (
    (await db.run(
      sql`update totp set last_step = ${step} where user_id = ${userId} and last_step < ${step}`,
    )) > 0
  )
}

export async function deleteTotp(db: Queryable, userId: number): Promise<boolean> {
  await db.run(sql`delete from recovery_code where user_id = ${userId}`)
  return (await db.run(sql`delete from totp where user_id = ${userId}`)) > 0
}

export async function countRecoveryCodes(db: Queryable, userId: number): Promise<number> {
  const row = await db.row<{ count: number }>(
    sql`select count(*) as count from recovery_code where user_id = ${userId}`,
  )
  return row!.count
}

export async function replaceRecoveryCodes(
  db: Queryable,
  userId: number,
  hashes: readonly Uint8Array[],
): Promise<void> {
  await db.run(sql`delete from recovery_code where user_id = ${userId}`)
  for (const hash of hashes)
    await db.run(sql`insert into recovery_code (user_id, code_hash) values (${userId}, ${hash})`)
}

/** Consumes a recovery code; false if it does not exist. */
export async function takeRecoveryCode(db: Queryable, userId: number, hash: Uint8Array): Promise<boolean> {
  return (await db.run(sql`delete from recovery_code where user_id = ${userId} and code_hash = ${hash}`)) > 0
}

import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface PasskeyRow {
  id: number
  user_id: number
  credential_id: string
  public_key: Uint8Array
  counter: number
  transports: string[]
  synced: boolean
  name: string
  created_at: number
  last_used_at: number | null
}

export function listPasskeys(db: Queryable, userId: number): Promise<PasskeyRow[]> {
  return db.rows<PasskeyRow>(sql`select * from passkey where user_id = ${userId} order by id`)
}

export function findPasskey(db: Queryable, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.row<PasskeyRow>(sql`select * from passkey where credential_id = ${credentialId}`)
}

/** Undefined if somebody already has this credential. */
export function insertPasskey(
  db: Queryable,
  passkey: Omit<PasskeyRow, 'id' | 'last_used_at'>,
): Promise<PasskeyRow | undefined> {
  return db.row<PasskeyRow>(sql`
    insert into passkey (user_id, credential_id, public_key, counter, transports, synced, name, created_at)
    values (${passkey.user_id}, ${passkey.credential_id}, ${passkey.public_key}, ${passkey.counter},
      ${passkey.transports}::text[], ${passkey.synced}, ${passkey.name}, ${new Date(passkey.created_at)})
    on conflict (credential_id) do nothing returning *`)
}

/** Records a use; false if the counter shows that a copy of the passkey was used before. */
export async function usePasskey(
  db: Queryable,
  id: number,
  { counter, synced, now }: { counter: number; synced: boolean; now: number },
): Promise<boolean> {
  const used = await db.run(sql`
    update passkey set counter = ${counter}, synced = ${synced}, last_used_at = ${new Date(now)}
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`)
  return used > 0
}

export async function deletePasskey(db: Queryable, userId: number, id: number): Promise<boolean> {
  return (await db.run(sql`delete from passkey where id = ${id} and user_id = ${userId}`)) > 0
}

/** How many there were. */
export function deletePasskeys(db: Queryable, userId: number): Promise<number> {
  return db.run(sql`delete from passkey where user_id = ${userId}`)
}

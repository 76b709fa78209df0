import type { CredentialView } from '@ohmstead/contract/portal-credentials'
import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface CredentialRow extends Omit<CredentialView, 'token'> {
  hint: string
}

const columns = sql`c.id, c.token_hint as hint, c.created_at, c.checked_at, c.state, c.reason,
  (select count(*) from abstract_device_credential where credential_id = c.id) as devices`

export function findCredentials(db: Queryable, userId: number): Promise<CredentialRow[]> {
  return db.rows<CredentialRow>(
    sql`select ${columns} from external_credential c where user_id = ${userId} order by c.id`,
  )
}

export function findCredential(
  db: Queryable,
  userId: number,
  credentialId: number,
): Promise<CredentialRow | undefined> {
  return db.row<CredentialRow>(
    sql`select ${columns} from external_credential c where c.id = ${credentialId} and user_id = ${userId}`,
  )
}

/** Undefined if this person already has the same token. */
export async function insertCredential(
  tx: Queryable,
  credential: { userId: number; token: Uint8Array; hash: Uint8Array; hint: string; now: number },
): Promise<number | undefined> {
  const row = await tx.row<{ id: number }>(sql`
    insert into external_credential (user_id, token, token_hash, token_hint, created_at)
    values (${credential.userId}, ${credential.token}, ${credential.hash}, ${credential.hint},
      ${new Date(credential.now)})
    on conflict (user_id, token_hash) do nothing returning id`)
  return row?.id
}

export function deleteCredential(tx: Queryable, userId: number, credentialId: number): Promise<number> {
  return tx.run(sql`delete from external_credential where id = ${credentialId} and user_id = ${userId}`)
}

export interface SealedCredential {
  id: number
  userId: number
  token: Uint8Array
  state: CredentialView['state']
}

export function findSealed(
  db: Queryable,
  userId: number,
  credentialId: number,
): Promise<SealedCredential | undefined> {
  return db.row<SealedCredential>(sql`
    select id, user_id as "userId", token, state from external_credential
    where id = ${credentialId} and user_id = ${userId}`)
}

/** Tokens that may give access to a device, previously accepted ones first. */
export function findSealedOfDevice(db: Queryable, deviceId: number): Promise<SealedCredential[]> {
  return db.rows<SealedCredential>(sql`
    select c.id, c.user_id as "userId", c.token, c.state
    from abstract_device_credential b join external_credential c on c.id = b.credential_id
    where b.device_id = ${deviceId} and c.state <> 'rejected' order by c.state = 'accepted' desc, c.id`)
}

/** Says it of the token that was asked about; another one may stand in its place by now. */
export function setCredentialState(
  db: Queryable,
  { id, token }: Pick<SealedCredential, 'id' | 'token'>,
  { state, reason = null, now }: { state: CredentialView['state']; reason?: string | null; now: number },
): Promise<number> {
  return db.run(sql`
    update external_credential set state = ${state}, reason = ${reason}, checked_at = ${new Date(now)}
    where id = ${id} and token = ${token}`)
}

/** Replaces a token: its devices stay bound. False if this person already has the new one. */
export async function replaceToken(
  tx: Queryable,
  credential: { id: number; userId: number; token: Uint8Array; hash: Uint8Array; hint: string; now: number },
): Promise<boolean> {
  const { id, userId, token, hash, hint, now } = credential
  const count = await tx.run(sql`
    update external_credential c set token = ${token}, token_hash = ${hash}, token_hint = ${hint},
      state = 'unchecked', reason = null, checked_at = null, created_at = ${new Date(now)}
    where id = ${id} and user_id = ${userId} and not exists (select from external_credential o
      where o.user_id = c.user_id and o.token_hash = ${hash} and o.id <> c.id)`)
  return count > 0
}

/** Tokens not checked since `before`, or without an answer from the portal. */
export function findUncheckedCredentials(db: Queryable, before: number): Promise<SealedCredential[]> {
  return db.rows<SealedCredential>(sql`
    select id, user_id as "userId", token, state from external_credential
    where state in ('unchecked', 'doubtful', 'unreachable') and coalesce(checked_at, created_at) < ${new Date(before)}
    order by checked_at nulls first limit 20`)
}

/** Resets the portal's refusal of a device's tokens: its person wants to retry. */
export function reopenCredentials(tx: Queryable, deviceId: number): Promise<number> {
  return tx.run(sql`
    update external_credential set state = 'unchecked', reason = null, checked_at = null
    where state = 'rejected' and id in (select credential_id from abstract_device_credential where device_id = ${deviceId})`)
}

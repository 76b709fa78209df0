import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface OpenedInvitation {
  id: number
  email: string
  status: 'pending' | 'confirmed' | 'revoked'
  expires_at: number
  location_id: number
  location_name: string
  can_edit: boolean
  can_control: boolean
  can_manage_users: boolean
}

/** The invitation of a link, locked, so that it is accepted only once. */
export function lockInvitation(tx: Queryable, tokenHash: Uint8Array): Promise<OpenedInvitation | undefined> {
  return tx.row<OpenedInvitation>(sql`
    select i.id, i.email, i.status, i.expires_at, i.location_id, l.name as location_name, i.can_edit, i.can_control,
      i.can_manage_users
    from invitation i join location l on l.id = i.location_id 
    where i.token_hash = ${tokenHash} and l.deletion_due_at is null for update of i`)
}

export function findAddress(db: Queryable, userId: number) {
  return db.row<{ email: string; email_verified_at: number | null }>(
    sql`select email, email_verified_at from app_user where id = ${userId}`,
  )
}

export function confirmInvitation(
  tx: Queryable,
  invitationId: number,
  userId: number,
  now: number,
): Promise<number> {
  return tx.run(sql`
    update invitation set status = 'confirmed', invited_user_id = ${userId}, confirmed_at = ${new Date(now)}
    where id = ${invitationId}`)
}

/** Adds the invitation's rights to existing ones; the owner needs nothing. */
export function addLocationFlags(tx: Queryable, userId: number, given: OpenedInvitation): Promise<number> {
  return tx.run(sql`
    insert into location_permission as p (user_id, location_id, can_edit, can_control, can_manage_users)
    select ${userId}, id, ${given.can_edit}, ${given.can_control}, ${given.can_manage_users}
    from location where id = ${given.location_id} and owner_id is distinct from ${userId}::int
    on conflict (user_id, location_id) do update set can_view = true, can_edit = p.can_edit or excluded.can_edit,
      can_control = p.can_control or excluded.can_control,
      can_manage_users = p.can_manage_users or excluded.can_manage_users`)
}

import type { InvitationView } from '@ohmstead/contract/invitations'
import type { LocationFlags } from '@ohmstead/domain/access/manage-user'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

const person = (id: Sql): Sql => sql`(select json_build_object('id', u.id, 'first_name', u.first_name,
  'last_name', u.last_name) from app_user u where u.id = ${id})`

/** An invitation as the browser gets it; a pending one past its time is `expired`. */
const columns = (now: number): Sql => sql`i.id, i.email,
  ${person(sql`i.invited_user_id`)} as invited_user, ${person(sql`i.invited_by`)} as invited_by,
  case when i.status = 'pending' and i.expires_at <= ${new Date(now)} then 'expired' else i.status end as status,
  json_build_object('view', true, 'edit', i.can_edit, 'control', i.can_control, 'manageUsers', i.can_manage_users)
    as permissions,
  i.created_at, i.confirmed_at, i.expires_at,
  case when i.status = 'pending' then link.delivery end as delivery`

/** The state of the newest invitation mailed to each address; without a mail server nothing is sent at all. */
const links = (locationId: number, isSending: boolean): Sql => sql`(
  select distinct on (recipient) recipient,
    case when state = 'queued' and (attempts > 0 or not ${isSending}::boolean) then 'delayed' else state end as delivery
  from mail where kind = 'invitation' and named_location_id = ${locationId} order by recipient, id desc) link`

/** The current time, and whether mails are sent at all. */
interface Standing {
  now: number
  isSending: boolean
}

export function findInvitations(
  db: Queryable,
  locationId: number,
  { now, isSending }: Standing,
): Promise<InvitationView[]> {
  return db.rows<InvitationView>(sql`
    select ${columns(now)} from invitation i left join ${links(locationId, isSending)} on link.recipient = i.email
    where i.location_id = ${locationId} order by i.id desc limit 500`)
}

export function findInvitation(
  db: Queryable,
  { locationId, invitationId }: { locationId: number; invitationId: number },
  { now, isSending }: Standing,
): Promise<InvitationView | undefined> {
  return db.row<InvitationView>(sql`
    select ${columns(now)} from invitation i left join ${links(locationId, isSending)} on link.recipient = i.email
    where i.location_id = ${locationId} and i.id = ${invitationId}`)
}

/** Prevents two concurrent invitations to one location; the name is for the mail. */
export async function lockLocation(tx: Queryable, locationId: number): Promise<string | undefined> {
  const row = await tx.row<{ name: string }>(
    sql`select name from location where id = ${locationId} for update`,
  )
  return row?.name
}

/** Whether an address already has access to the location, or another open invitation. */
export async function findObstacle(
  tx: Queryable,
  { locationId, email, exceptId }: { locationId: number; email: string; exceptId: number | null },
  now: number,
): Promise<'invite_has_access' | 'invite_pending' | null> {
  const row = await tx.row<{ has_access: boolean; is_pending: boolean }>(sql`
    select
      exists (select from app_user u where u.email = ${email} and (
        exists (select from location where id = ${locationId} and owner_id = u.id)
        or exists (select from location_permission p where p.location_id = ${locationId} and p.user_id = u.id))) as has_access,
      exists (select from invitation i where i.location_id = ${locationId} and i.email = ${email}
        and i.status = 'pending' and i.expires_at > ${new Date(now)}
        and i.id is distinct from ${exceptId}::int) as is_pending`)
  if (row?.has_access) return 'invite_has_access'
  return row?.is_pending ? 'invite_pending' : null
}

export async function insertInvitation(
  tx: Queryable,
  invitation: {
    locationId: number
    email: string
    tokenHash: Uint8Array
    flags: LocationFlags
    invitedBy: number
    now: number
    expiresAt: number
  },
): Promise<number> {
  const { flags } = invitation
  const row = await tx.row<{ id: number }>(sql`
    insert into invitation (location_id, email, token_hash, can_edit, can_control, can_manage_users, invited_by,
      created_at, expires_at)
    values (${invitation.locationId}, ${invitation.email}, ${invitation.tokenHash}, ${flags.edit}, ${flags.control},
      ${flags.manageUsers}, ${invitation.invitedBy}, ${new Date(invitation.now)}, ${new Date(invitation.expiresAt)})
    returning id`)
  return row!.id
}

export function renewInvitation(
  tx: Queryable,
  invitationId: number,
  renewed: { tokenHash: Uint8Array; expiresAt: number },
): Promise<number> {
  return tx.run(sql`
    update invitation set token_hash = ${renewed.tokenHash}, expires_at = ${new Date(renewed.expiresAt)}
    where id = ${invitationId} and status = 'pending'`)
}

export function revokeInvitation(tx: Queryable, invitationId: number): Promise<number> {
  return tx.run(
    sql`update invitation set status = 'revoked' where id = ${invitationId} and status = 'pending'`,
  )
}

/** The language of the user with this address, if any. */
export async function findLocaleOf(db: Queryable, email: string): Promise<string | null> {
  const row = await db.row<{ locale: string | null }>(sql`select locale from app_user where email = ${email}`)
  return row?.locale ?? null
}

export function findInviter(db: Queryable, userId: number) {
  return db.row<{ email: string; first_name: string; last_name: string; locale: string | null }>(
    sql`select email, first_name, last_name, locale from app_user where id = ${userId}`,
  )
}

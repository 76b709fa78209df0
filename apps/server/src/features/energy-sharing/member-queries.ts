import type { Actor } from '@ohmstead/domain/access/permission'
import type { MemberRole } from '@ohmstead/domain/sharing/sharing-terms'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import type { PricedSubject } from '../location-pricing/read-priced-subject.ts'
import { mayLeave, organises, ownMember } from './group-access.ts'

export interface MemberContent {
  name: string
  role: MemberRole
  sharedShare: string
  validFrom: string
}

export interface MemberRow {
  id: number
  group_id: number
  name: string
  location_id: number | null
  abstract_device_id: number | null
  price_list_id: number | null
  role: MemberRole
  shared_share: string
  state: 'invited' | 'active' | 'left' | 'declined'
  valid_from: string
  valid_to: string | null
  email: string | null
  expires_at: number | null
}

/** As the actor may see it. */
export interface SeenMemberRow extends MemberRow {
  is_own: boolean
  can_leave: boolean
  delivery: 'queued' | 'delayed' | 'sent' | 'failed' | null
}

const columns = sql`m.id, m.group_id, m.name, m.location_id, m.abstract_device_id, m.price_list_id, m.role, m.shared_share,
  m.state, m.valid_from, m.valid_to, m.email, m.expires_at`

/** Members of a group that the actor may see: all for its organiser, else their own. */
export function findSeenMembers(
  db: Queryable,
  actor: Actor,
  groupId: number,
  isSending: boolean,
): Promise<SeenMemberRow[]> {
  return db.rows<SeenMemberRow>(sql`
    select ${columns}, ${ownMember(actor)} as is_own, ${mayLeave(actor)} as can_leave,
      case when m.state = 'invited' then (select
          case when x.state = 'queued' and (x.attempts > 0 or not ${isSending}::boolean) then 'delayed' else x.state end
        from mail x where x.kind = 'sharing_invitation' and x.recipient = m.email order by x.id desc limit 1) end as delivery
    from sharing_member m join sharing_group g on g.id = m.group_id
    where m.group_id = ${groupId} and (${organises(actor)} or ${ownMember(actor)}) order by m.id`)
}

/** One that the actor may see. */
export async function findSeenMember(
  db: Queryable,
  actor: Actor,
  { groupId, memberId }: { groupId: number; memberId: number },
): Promise<(MemberRow & { is_own: boolean; can_leave: boolean; is_organiser: boolean }) | undefined> {
  return db.row(sql`
    select ${columns}, ${ownMember(actor)} as is_own, ${mayLeave(actor)} as can_leave, ${organises(actor)} as is_organiser
    from sharing_member m join sharing_group g on g.id = m.group_id
    where m.id = ${memberId} and m.group_id = ${groupId} and (${organises(actor)} or ${ownMember(actor)})`)
}

/** Everybody who takes part or has ever done so: what a settlement follows from. */
export function findTakingPart(db: Queryable, groupId: number): Promise<MemberRow[]> {
  return db.rows<MemberRow>(sql`
    select ${columns} from sharing_member m
    where m.group_id = ${groupId} and m.state in ('active', 'left') and (m.valid_to is null or m.valid_to >= m.valid_from)
    order by m.id`)
}

export async function countMembers(tx: Queryable, groupId: number): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from sharing_member
    where group_id = ${groupId} and state in ('active', 'invited')`)
  return row!.count
}

const columnsOf = (subject: PricedSubject | null) => ({
  locationId: subject?.kind === 'location' ? subject.locationId : null,
  deviceId: subject?.kind === 'point' ? subject.abstractDeviceId : null,
})

export async function insertActiveMember(
  tx: Queryable,
  groupId: number,
  content: MemberContent,
  { subject, priceListId, now }: { subject: PricedSubject; priceListId: number | null; now: number },
): Promise<number> {
  const { locationId, deviceId } = columnsOf(subject)
  const at = new Date(now)
  const row = await tx.row<{ id: number }>(sql`
    insert into sharing_member (group_id, name, location_id, abstract_device_id, price_list_id, role, shared_share, state,
      valid_from, created_at, joined_at)
    values (${groupId}, ${content.name}, ${locationId}, ${deviceId}, ${priceListId}, ${content.role},
      ${content.sharedShare}, 'active', ${content.validFrom}, ${at}, ${at})
    returning id`)
  return row!.id
}

export interface MemberInvitation {
  email: string
  tokenHash: Uint8Array
  expiresAt: number
  invitedBy: number
  now: number
}

export async function insertInvitedMember(
  tx: Queryable,
  groupId: number,
  content: MemberContent,
  invited: MemberInvitation,
): Promise<number> {
  const row = await tx.row<{ id: number }>(sql`
    insert into sharing_member (group_id, name, role, shared_share, state, valid_from, email, token_hash, expires_at,
      invited_by, created_at)
    values (${groupId}, ${content.name}, ${content.role}, ${content.sharedShare}, 'invited', ${content.validFrom},
      ${invited.email}, ${invited.tokenHash}, ${new Date(invited.expiresAt)}, ${invited.invitedBy},
      ${new Date(invited.now)})
    returning id`)
  return row!.id
}

export async function isInvited(
  tx: Queryable,
  groupId: number,
  email: string,
  now: number,
): Promise<boolean> {
  const row = await tx.row(sql`
    select 1 from sharing_member where group_id = ${groupId} and email = ${email} and state = 'invited'
      and expires_at > ${new Date(now)} limit 1`)
  return row !== undefined
}

export function renewInvitedMember(
  tx: Queryable,
  memberId: number,
  { tokenHash, expiresAt }: { tokenHash: Uint8Array; expiresAt: number },
): Promise<number> {
  return tx.run(sql`
    update sharing_member set token_hash = ${tokenHash}, expires_at = ${new Date(expiresAt)}
    where id = ${memberId} and state = 'invited'`)
}

export function updateMember(tx: Queryable, memberId: number, content: MemberContent): Promise<number> {
  return tx.run(sql`
    update sharing_member set name = ${content.name}, role = ${content.role}, shared_share = ${content.sharedShare},
      valid_from = ${content.validFrom}
    where id = ${memberId} and state in ('active', 'invited')`)
}

/** Ends a membership with the given day; of one that has not begun by then no day is left. */
export function endMember(tx: Queryable, memberId: number, lastDay: string, now: number): Promise<number> {
  return tx.run(sql`
    update sharing_member set state = 'left', valid_to = ${lastDay}::date, ended_at = ${new Date(now)}
    where id = ${memberId} and state = 'active'`)
}

export const deleteMember = (tx: Queryable, memberId: number): Promise<number> =>
  tx.run(sql`delete from sharing_member where id = ${memberId} and state = 'invited'`)

/** Joins of all groups go one after another, so that no place is in two groups at a time. */
export async function lockJoining(tx: Queryable): Promise<void> {
  await tx.row(sql`select pg_advisory_xact_lock(hashtext('sharing members'))`)
}

export const findRunningMemberships = (tx: Queryable, locationId: number) =>
  tx.rows<{ id: number; valid_from: string }>(sql`
    select id, valid_from from sharing_member where location_id = ${locationId} and state = 'active'`)

/** Another membership of the same meter on some of these days: of the place, or of one joined with the same point. */
export async function isInAnotherGroup(
  tx: Queryable,
  subject: PricedSubject,
  { validFrom, exceptId }: { validFrom: string; exceptId: number | null },
): Promise<boolean> {
  const row = await tx.row(sql`
    select 1 from (${metersOf(subject)}) s, sharing_member m
      left join location_pricing p on p.location_id = m.location_id
      left join abstract_device d on d.id = coalesce(m.abstract_device_id, p.abstract_device_id)
    where m.state in ('active', 'left') and m.id is distinct from ${exceptId}::int
      and coalesce(m.valid_to, 'infinity') >= greatest(${validFrom}::date, m.valid_from)
      and (m.location_id = s.location_id or d.id = s.device_id or (d.eimm = s.eimm and d.source = 'portal'))
    limit 1`)
  return row !== undefined
}

/** The location and the metering point that a place is; `eimm` only as the portal has confirmed it. */
export const metersOf = (subject: PricedSubject): Sql =>
  subject.kind === 'location'
    ? sql`select l.id as location_id, d.id as device_id, case when d.source = 'portal' then d.eimm end as eimm
        from location l left join location_pricing p on p.location_id = l.id
          left join abstract_device d on d.id = p.abstract_device_id where l.id = ${subject.locationId}`
    : sql`select p.location_id, d.id as device_id, case when d.source = 'portal' then d.eimm end as eimm
        from abstract_device d left join location_pricing p on p.abstract_device_id = d.id
        where d.id = ${subject.abstractDeviceId}`

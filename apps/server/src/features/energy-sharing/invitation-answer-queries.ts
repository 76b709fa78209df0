import type { MemberRole } from '@ohmstead/domain/sharing/sharing-terms'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { PricedSubject } from '../location-pricing/read-priced-subject.ts'

export interface OpenedSharingInvitation {
  id: number
  group_id: number
  company_id: number | null
  name: string
  role: MemberRole
  shared_share: string
  valid_from: string
  state: 'invited' | 'active' | 'left' | 'declined'
  email: string | null
  expires_at: number
  invited_by: number | null
}

/** Locks the group of a link: as everywhere, a group before its members. */
export async function lockInvitingGroup(tx: Queryable, tokenHash: Uint8Array): Promise<void> {
  await tx.row(sql`
    select g.id from sharing_group g join sharing_member m on m.group_id = g.id where m.token_hash = ${tokenHash}
    for update of g`)
}

/** The invitation of a link, locked, so that it is answered only once. */
export function lockSharingInvitation(
  tx: Queryable,
  tokenHash: Uint8Array,
): Promise<OpenedSharingInvitation | undefined> {
  return tx.row<OpenedSharingInvitation>(sql`
    select m.id, m.group_id, g.company_id, m.name, m.role, m.shared_share, m.valid_from, m.state, m.email, m.expires_at,
      m.invited_by
    from sharing_member m join sharing_group g on g.id = m.group_id
    where m.token_hash = ${tokenHash} for update of m`)
}

/** The address is forgotten; the hash stays, so that the link says it was used. */
export function acceptMembership(
  tx: Queryable,
  memberId: number,
  { subject, priceListId, now }: { subject: PricedSubject; priceListId: number | null; now: number },
): Promise<number> {
  return tx.run(sql`
    update sharing_member set state = 'active', email = null, joined_at = ${new Date(now)},
      location_id = ${subject.kind === 'location' ? subject.locationId : null}::int,
      abstract_device_id = ${subject.kind === 'point' ? subject.abstractDeviceId : null}::int,
      price_list_id = ${priceListId}
    where id = ${memberId} and state = 'invited'`)
}

export function declineMembership(tx: Queryable, memberId: number, now: number): Promise<number> {
  return tx.run(sql`
    update sharing_member set state = 'declined', email = null, ended_at = ${new Date(now)}
    where id = ${memberId} and state = 'invited'`)
}

/** Whether somebody else of the group gives, or is invited to. */
export async function hasOtherSender(
  tx: Queryable,
  { id, group_id }: { id: number; group_id: number },
): Promise<boolean> {
  const row = await tx.row(sql`
    select 1 from sharing_member where group_id = ${group_id} and id <> ${id} and role <> 'receiver'
      and state in ('active', 'invited') limit 1`)
  return row !== undefined
}

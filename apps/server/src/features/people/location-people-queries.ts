import type { LocationFlags } from '@ohmstead/domain/access/manage-user'
import type { Role } from '@ohmstead/domain/access/role'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface LocationPersonRow {
  id: number
  email: string
  first_name: string
  last_name: string
  locale: string | null
  role: Role
  is_owner: boolean
  permissions: LocationFlags
}

/** The owner first, then everybody the location is shared with, by name. */
export function findLocationPeople(db: Queryable, locationId: number): Promise<LocationPersonRow[]> {
  return db.rows<LocationPersonRow>(sql`
    select u.id, u.email, u.first_name, u.last_name, u.locale,
      coalesce((select role from user_role where user_id = u.id order by position limit 1), 'ROLE_USER') as role,
      u.id is not distinct from l.owner_id as is_owner,
      case when u.id is not distinct from l.owner_id
        then json_build_object('view', true, 'edit', true, 'control', true, 'manageUsers', true)
        else json_build_object('view', p.can_view, 'edit', p.can_edit, 'control', p.can_control,
          'manageUsers', p.can_manage_users) end as permissions
    from location l join app_user u on u.id = l.owner_id
        or u.id in (select user_id from location_permission where location_id = l.id)
      left join location_permission p on p.location_id = l.id and p.user_id = u.id
    where l.id = ${locationId}
    order by is_owner desc, lower(u.first_name || ' ' || u.last_name), u.id`)
}

export function findLocationName(db: Queryable, locationId: number) {
  return db.row<{ name: string; company_id: number }>(
    sql`select name, company_id from location where id = ${locationId}`,
  )
}

export function setLocationFlags(
  tx: Queryable,
  locationId: number,
  userId: number,
  flags: LocationFlags,
): Promise<number> {
  return tx.run(sql`
    insert into location_permission (user_id, location_id, can_view, can_edit, can_control, can_manage_users)
    values (${userId}, ${locationId}, ${flags.view}, ${flags.edit}, ${flags.control}, ${flags.manageUsers})
    on conflict (user_id, location_id) do update set can_view = excluded.can_view, can_edit = excluded.can_edit,
      can_control = excluded.can_control, can_manage_users = excluded.can_manage_users`)
}

export function deleteLocationFlags(tx: Queryable, locationId: number, userId: number): Promise<number> {
  return tx.run(
    sql`delete from location_permission where location_id = ${locationId} and user_id = ${userId}`,
  )
}

/** Invitations of somebody who may no longer invite must not open anything. */
export function revokeInvitationsBy(tx: Queryable, locationId: number, userId: number): Promise<number> {
  return tx.run(sql`
    update invitation set status = 'revoked'
    where location_id = ${locationId} and invited_by = ${userId} and status = 'pending'`)
}

/** The same if somebody loses rights: their invitations with more rights than they have now become invalid. */
export function revokeInvitationsBeyondRights(tx: Queryable, userId: number): Promise<number> {
  return tx.run(sql`
    update invitation i set status = 'revoked' from location l
    where l.id = i.location_id and i.invited_by = ${userId} and i.status = 'pending'
      and l.owner_id is distinct from ${userId}::int
      and not exists (select from user_company where user_id = ${userId} and company_id = l.company_id)
      and not exists (select from user_role where user_id = ${userId} and role = 'ROLE_SUPER_ADMIN')
      and not exists (select from location_permission p
        where p.location_id = l.id and p.user_id = ${userId} and p.can_manage_users
          and p.can_edit >= i.can_edit and p.can_control >= i.can_control
          and p.can_manage_users >= i.can_manage_users)`)
}

/** The location with its owner, locked: concurrent hand-overs run one after the other. */
export function lockOwnedLocation(tx: Queryable, locationId: number) {
  return tx.row<{ name: string; company_id: number; owner_id: number | null }>(
    sql`select name, company_id, owner_id from location
        where id = ${locationId} and deletion_due_at is null for update`,
  )
}

export function updateOwner(tx: Queryable, locationId: number, userId: number | null): Promise<number> {
  return tx.run(sql`update location set owner_id = ${userId} where id = ${locationId}`)
}

/** Controllers assigned to somebody by name belong to the location again. */
export function releaseControllers(tx: Queryable, locationId: number, userId: number): Promise<number> {
  return tx.run(
    sql`update controller set owner_id = null where location_id = ${locationId} and owner_id = ${userId}`,
  )
}

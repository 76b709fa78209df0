import type { Role } from '@ohmstead/domain/access/role'
import { hashPassword } from '../features/auth/password-hash.ts'
import type { Queryable } from '../platform/db/db.ts'
import { sql } from '../platform/db/sql.ts'
import { testPassword } from './test-client.ts'

let passwordHash: Promise<string> | undefined

/** A user who signs in with `testPassword`. */
export async function insertUser(
  db: Queryable,
  email: string,
  role: Role,
  more: { companyIds?: number[]; firstName?: string } = {},
): Promise<number> {
  passwordHash ??= hashPassword(testPassword)
  const { id } = (await db.row<{ id: number }>(sql`
    insert into app_user (email, password_hash, first_name, email_verified_at)
    values (${email}, ${await passwordHash}, ${more.firstName ?? 'Ana'}, now())
    returning id`))!
  await db.run(sql`insert into user_role (user_id, role) values (${id}, ${role})`)
  for (const companyId of more.companyIds ?? []) {
    await db.run(sql`insert into user_company (user_id, company_id) values (${id}, ${companyId})`)
  }
  return id
}

/** A company with its root group. */
export async function insertCompany(
  db: Queryable,
  name: string,
): Promise<{ companyId: number; rootGroupId: number }> {
  const { id: companyId } = (await db.row<{ id: number }>(sql`
    insert into company (name, country_id) select ${name}, id from country where code = 'SI' returning id`))!
  const rootGroupId = await insertGroup(db, companyId, null, name)
  await db.run(sql`update company set root_group_id = ${rootGroupId} where id = ${companyId}`)
  return { companyId, rootGroupId }
}

export async function insertGroup(
  db: Queryable,
  companyId: number,
  parentId: number | null,
  name: string,
): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into location_group (company_id, parent_id, name) values (${companyId}, ${parentId}, ${name}) returning id`)
  return row!.id
}

export async function insertLocation(
  db: Queryable,
  location: {
    companyId: number
    locationGroupId: number
    name?: string
    ownerId?: number | null
    timeZone?: string
  },
): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into location (company_id, location_group_id, name, country_code, bidding_zone, time_zone, owner_id)
    values (${location.companyId}, ${location.locationGroupId}, ${location.name ?? 'Home'}, 'SI', 'SI',
      ${location.timeZone ?? 'Europe/Ljubljana'}, ${location.ownerId ?? null})
    returning id`)
  return row!.id
}

export async function shareLocation(
  db: Queryable,
  userId: number,
  locationId: number,
  flags: { view?: boolean; edit?: boolean; control?: boolean; manageUsers?: boolean } = {},
): Promise<void> {
  await db.run(sql`
    insert into location_permission (user_id, location_id, can_view, can_edit, can_control, can_manage_users)
    values (${userId}, ${locationId}, ${flags.view ?? true}, ${flags.edit ?? false}, ${flags.control ?? false},
      ${flags.manageUsers ?? false})`)
}

let serials = 0

/** A controller linked to a location, with one device of each given category. */
export async function insertController(
  db: Queryable,
  locationId: number,
  devices: readonly { key: string; category: string; name?: string; deviceGroupId?: number }[] = [],
): Promise<{ controllerId: number; deviceIds: number[] }> {
  const unitId = `TEST-${String(++serials).padStart(4, '0')}-${String(locationId).padStart(4, '0')}-0000`
  const { id: controllerId } = (await db.row<{ id: number }>(sql`
    insert into controller (unit_id, kind, location_id) values (${unitId}, 'CONTROLLER', ${locationId}) returning id`))!
  const deviceIds: number[] = []
  for (const { key, category, name, deviceGroupId } of devices) {
    const row = await db.row<{ id: number }>(sql`
      insert into device (location_id, controller_id, device_group_id, key, source_key, category, name)
      values (${locationId}, ${controllerId}, ${deviceGroupId ?? null}, ${key}, ${key}, ${category}, ${name ?? key})
      returning id`)
    deviceIds.push(row!.id)
  }
  return { controllerId, deviceIds }
}

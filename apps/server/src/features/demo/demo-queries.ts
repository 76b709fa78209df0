import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  type DemoCompany,
  type DemoDevice,
  type DemoLocation,
  type DemoUser,
  demoLocationKinds,
} from './demo-world.ts'

/** Serials of the demo controllers by location key; null if this database has no demo yet. */
export async function findDemo(db: Queryable): Promise<Record<string, string> | null> {
  const row = await db.row<{ value: { serials: Record<string, string> } }>(
    sql`select value from setting where key = 'demo'`,
  )
  return row?.value.serials ?? null
}

export async function saveDemo(db: Queryable, serials: Record<string, string>): Promise<void> {
  await db.run(sql`insert into setting (key, value) values ('demo', ${JSON.stringify({ serials })}::jsonb)`)
}

/** Without a language of their own: a visitor sees the demo in the browser's. */
export async function insertDemoUser(
  db: Queryable,
  user: DemoUser,
  passwordHash: string,
  now: number,
): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into app_user (email, password_hash, first_name, last_name, email_verified_at)
    values (${user.email}, ${passwordHash}, ${user.firstName}, ${user.lastName}, ${new Date(now)}) returning id`)
  await db.run(sql`insert into user_role (user_id, role) values (${row!.id}, ${user.role})`)
  return row!.id
}

export async function insertUserCompany(db: Queryable, userId: number, companyId: number): Promise<void> {
  await db.run(sql`insert into user_company (user_id, company_id) values (${userId}, ${companyId})`)
}

/** A company with its root group. */
export async function insertDemoCompany(db: Queryable, company: DemoCompany) {
  const row = await db.row<{ id: number }>(sql`
    insert into company (name, country_id, contact_email, contact_phone)
    select ${company.name}, id, ${company.email}, ${company.phone} from country where code = ${company.countryCode}
    returning id`)
  const companyId = row!.id
  const rootGroupId = await findOrInsertGroup(db, companyId, null, company.name)
  await db.run(sql`update company set root_group_id = ${rootGroupId} where id = ${companyId}`)
  return { companyId, rootGroupId }
}

export async function findOrInsertGroup(
  db: Queryable,
  companyId: number,
  parentId: number | null,
  name: string,
): Promise<number> {
  const existing = await db.row<{ id: number }>(sql`
    select id from location_group
    where company_id = ${companyId} and parent_id is not distinct from ${parentId}::int and name = ${name}`)
  if (existing) return existing.id
  const row = await db.row<{ id: number }>(sql`
    insert into location_group (company_id, parent_id, name) values (${companyId}, ${parentId}, ${name}) returning id`)
  return row!.id
}

export async function insertDemoLocation(
  db: Queryable,
  location: DemoLocation,
  place: { companyId: number; groupId: number; ownerId: number | null },
): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into location (company_id, location_group_id, name, kind, country_code, bidding_zone, time_zone, latitude,
      longitude, owner_id)
    values (${place.companyId}, ${place.groupId}, ${location.name}, ${demoLocationKinds[location.kind] ?? null}, ${location.countryCode},
      ${location.biddingZone}, ${location.timeZone}, ${location.latitude}, ${location.longitude}, ${place.ownerId})
    returning id`)
  return row!.id
}

export async function insertViewer(db: Queryable, userId: number, locationId: number): Promise<void> {
  await db.run(sql`insert into location_permission (user_id, location_id) values (${userId}, ${locationId})`)
}

export async function insertDemoController(
  db: Queryable,
  controller: { serial: string; kind: string; alias: string; locationId: number },
  now: number,
): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into controller (unit_id, kind, alias, location_id, linked_at)
    values (${controller.serial}, ${controller.kind}, ${controller.alias}, ${controller.locationId}, ${new Date(now)})
    returning id`)
  return row!.id
}

/** The device under the key that its controller will use, so that the inventory keeps name and group. */
export async function insertDemoDevice(
  db: Queryable,
  device: DemoDevice,
  owner: { locationId: number; controllerId: number; deviceGroupId: number | null },
): Promise<void> {
  await db.run(sql`
    insert into device (location_id, controller_id, device_group_id, key, source_key, category, name)
    values (${owner.locationId}, ${owner.controllerId}, ${owner.deviceGroupId}, ${device.key}, ${device.key},
      ${device.category}, ${device.name})`)
}

export async function insertDeviceGroup(
  db: Queryable,
  locationId: number,
  name: string,
  position: number,
): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into device_group (location_id, name, position) values (${locationId}, ${name}, ${position}) returning id`)
  return row!.id
}

export async function updateDemoSecrets(
  db: Queryable,
  serial: string,
  hashes: { mqttPassword: Uint8Array; httpToken: Uint8Array },
): Promise<void> {
  await db.run(sql`
    update controller set mqtt_password_hash = ${hashes.mqttPassword}, http_token_hash = ${hashes.httpToken}
    where unit_id = ${serial}`)
}

export interface DemoPlace {
  serial: string
  company_id: number
  /** Whether a person, not a server shutdown, stopped the history of the company when it ran last. */
  is_history_cancelled: boolean
}

/** Where the demo controllers are now; removed ones are omitted. */
export function findDemoPlaces(db: Queryable, serials: readonly string[]): Promise<DemoPlace[]> {
  return db.rows<DemoPlace>(sql`
    select c.unit_id as serial, l.company_id, coalesce((
        select j.state = 'cancelled' and j.cancel_requested_at is not null from job j
        where j.kind = 'demo_history' and j.company_id = l.company_id order by j.id desc limit 1), false)
      as is_history_cancelled
    from controller c join location l on l.id = c.location_id where c.unit_id = any(${serials}::text[])`)
}

import type { ManualConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { PortalPlace } from '../client/ask-portal.ts'
import type { PortalInfo } from '../client/build-portal-info.ts'

/** The device of a metering place, created or updated from the portal's data. */
export async function upsertPortalDevice(
  tx: Queryable,
  userId: number,
  place: PortalPlace,
  now: number,
): Promise<number> {
  const info = JSON.stringify(place.info)
  const row = await tx.row<{ id: number }>(sql`
    insert into abstract_device (user_id, eimm, gsrn, point_gsrn, title, source, portal_info, created_at)
    values (${userId}, ${place.eimm}, ${place.gsrn}, ${place.pointGsrn}, ${place.title}, 'portal', ${info}::jsonb,
      ${new Date(now)})
    on conflict (user_id, eimm) do update set gsrn = excluded.gsrn, point_gsrn = excluded.point_gsrn,
      title = coalesce(excluded.title, abstract_device.title), source = 'portal', portal_info = excluded.portal_info
    returning id`)
  return row!.id
}

/** The device that a file refers to; known data stays. */
export async function upsertCsvDevice(
  tx: Queryable,
  device: { userId: number; eimm: string; gsrn: string | null; now: number },
): Promise<{ id: number; isNew: boolean }> {
  const row = await tx.row<{ id: number; is_new: boolean }>(sql`
    insert into abstract_device (user_id, eimm, gsrn, source, created_at)
    values (${device.userId}, coalesce((select eimm from abstract_device
        where user_id = ${device.userId} and gsrn = ${device.eimm} order by id limit 1), ${device.eimm}),
      ${device.gsrn}, 'csv', ${new Date(device.now)})
    on conflict (user_id, eimm) do update set gsrn = coalesce(abstract_device.gsrn, excluded.gsrn)
    returning id, xmax = 0 as is_new`)
  return { id: row!.id, isNew: row!.is_new }
}

export function updatePortalInfo(
  tx: Queryable,
  deviceId: number,
  place: Pick<PortalPlace, 'gsrn' | 'pointGsrn' | 'title' | 'info'>,
): Promise<number> {
  return tx.run(sql`
    update abstract_device set gsrn = ${place.gsrn}, point_gsrn = ${place.pointGsrn},
      title = coalesce(${place.title}, title), portal_info = ${JSON.stringify(place.info)}::jsonb
    where id = ${deviceId}`)
}

/** Data of a point from files of the portal. */
export function updateCsvInfo(tx: Queryable, deviceId: number, info: PortalInfo): Promise<number> {
  return tx.run(sql`
    update abstract_device set portal_info = ${JSON.stringify(info)}::jsonb where id = ${deviceId}`)
}

/** Merges entered values into earlier ones; null removes a value. */
export function updateManualInfo(tx: Queryable, deviceId: number, info: ManualConsumerInfo): Promise<number> {
  return tx.run(sql`
    update abstract_device set manual_info = jsonb_strip_nulls(manual_info || ${JSON.stringify(info)}::jsonb)
    where id = ${deviceId}`)
}

/** Whether the token was not bound before. */
export async function bindCredential(
  tx: Queryable,
  deviceId: number,
  credentialId: number,
): Promise<boolean> {
  const count = await tx.run(sql`
    insert into abstract_device_credential (device_id, credential_id) values (${deviceId}, ${credentialId})
    on conflict do nothing`)
  return count > 0
}

export async function unbindCredential(
  tx: Queryable,
  deviceId: number,
  credentialId: number,
): Promise<boolean> {
  const count = await tx.run(sql`
    delete from abstract_device_credential where device_id = ${deviceId} and credential_id = ${credentialId}`)
  return count > 0
}

/** Portal devices of a person without any remaining token. */
export async function findOrphans(tx: Queryable, userId: number): Promise<{ id: number; eimm: string }[]> {
  return tx.rows(sql`
    select id, eimm from abstract_device d where user_id = ${userId} and source = 'portal'
      and not exists (select from abstract_device_credential where device_id = d.id) order by id`)
}

export function deleteDevice(tx: Queryable, deviceId: number): Promise<number> {
  return tx.run(sql`delete from abstract_device where id = ${deviceId}`)
}

import type { Actor } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'
import { getReadableDevice } from '../portal/points/get-metering-point.ts'

/** The location with prices that a metering point is joined with, if the actor sees it. Throws `not_found`. */
export async function findLocationOfPoint(
  db: Queryable,
  actor: Actor,
  deviceId: number,
): Promise<{ id: number; name: string } | null> {
  await getReadableDevice(db, actor, deviceId)
  const location = await db.row<{ id: number; name: string }>(sql`
    select l.id, l.name from location_pricing p join location l on l.id = p.location_id
    where p.abstract_device_id = ${deviceId} and p.rate_plan_id is not null and ${visibleLocation(actor)}`)
  return location ?? null
}

import type { SoftwareUpdateView } from '@ohmstead/contract/updates-controller'
import type { ControllerKind } from '@ohmstead/domain/fleet/controller-kind'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { personOf } from './image-queries.ts'

interface Ids {
  locationId: number
  controllerId: number
}

/** Whether a controller `c` can update itself: it says so, or its update program has polled. */
export const canUpdate: Sql = sql`(coalesce(c.info -> 'features' ? 'update', false)
  or c.ddi_attributes is not null)`

/** Whether an image `i` is for the hardware of a controller `c`. */
export const isSuitable: Sql = sql`(i.kind = c.kind
  and (cardinality(i.hardware) = 0 or c.info ->> 'hwVersion' = any(i.hardware)))`

export interface UpdatingController {
  id: number
  kind: ControllerKind
  online: boolean
  version: string | null
  can_update: boolean
}

export function findUpdatingController(
  db: Queryable,
  { locationId, controllerId }: Ids,
): Promise<UpdatingController | undefined> {
  return db.row<UpdatingController>(
    sql`select c.id, c.kind, c.online, c.info ->> 'softwareVersion' as version, ${canUpdate} as can_update
        from controller c where c.id = ${controllerId} and c.location_id = ${locationId} and c.revoked_at is null`,
  )
}

/** Released images for a controller; which of them is the newest is for the caller. */
export function findSuitableImages(db: Queryable, controllerId: number) {
  return db.rows<{ image_id: number; version: string; notes: string; size: number }>(
    sql`select i.id as image_id, i.version, i.notes, i.size from software_image i join controller c on c.id = ${controllerId}
        where i.state = 'released' and ${isSuitable} order by i.id desc limit 100`,
  )
}

/** The newest one that it was told of; what waits for its stage is not shown. */
export function findNewestUpdate(
  db: Queryable,
  controllerId: number,
): Promise<SoftwareUpdateView | undefined> {
  return db.row<SoftwareUpdateView>(
    sql`select s.id, i.version, s.state, s.percent, s.detail, s.failure, s.hold, s.roll_out_id is not null as is_roll_out,
          s.created_at, s.ended_at, ${personOf(sql`u`)} as by
        from software_update s join software_image i on i.id = s.image_id left join app_user u on u.id = s.created_by
        where s.controller_id = ${controllerId} and s.state <> 'waiting' order by s.id desc limit 1`,
  )
}

/** False if another one is open. */
export async function insertUpdate(
  tx: Queryable,
  update: { controllerId: number; imageId: number; fromVersion: string | null; userId: number; now: number },
): Promise<boolean> {
  const at = new Date(update.now)
  const count = await tx.run(
    sql`insert into software_update (controller_id, image_id, state, from_version, created_by, created_at, requested_at)
        values (${update.controllerId}, ${update.imageId}, 'requested', ${update.fromVersion}, ${update.userId}, ${at}, ${at})
        on conflict do nothing`,
  )
  return count > 0
}

/** The open update that a person may withdraw. */
export function lockOwnUpdate(tx: Queryable, controllerId: number) {
  return tx.row<{ id: number; state: string; version: string }>(
    sql`select s.id, s.state, i.version from software_update s join software_image i on i.id = s.image_id
        where s.controller_id = ${controllerId} and s.state in ('requested', 'in_progress') for update of s`,
  )
}

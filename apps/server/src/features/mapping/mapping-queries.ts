import type { MappedSource, SeenSource } from '@ohmstead/adapters/mapped-source'
import type { InventoryMessage } from '@ohmstead/contract/controller-messages'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface MappingRow {
  id: number
  unit_id: string
  protocol: string
  version: number
  sources: SeenSource[]
  mapping: MappedSource[]
  roles: Record<string, DeviceCategory>
  inventory: InventoryMessage | null
  /** By the name that its controller gives them. */
  device_ids: Record<string, number>
}

export function findMapping(
  db: Queryable,
  { locationId, controllerId }: { locationId: number; controllerId: number },
): Promise<MappingRow | undefined> {
  return db.row<MappingRow>(
    sql`select id, unit_id, protocol, mapping_version as version, sources, mapping, roles, inventory, coalesce((
          select jsonb_object_agg(source_key, device.id) from device
          where controller_id = controller.id and deleted_at is null), '{}') as device_ids
        from controller
        where id = ${controllerId} and location_id = ${locationId} and revoked_at is null`,
  )
}

/** Whether it was written: not if another version came in between. */
export async function writeMapping(
  tx: Queryable,
  controllerId: number,
  written: Pick<MappingRow, 'version' | 'mapping'>,
): Promise<boolean> {
  const count = await tx.run(
    sql`update controller set mapping = ${JSON.stringify(written.mapping)}::jsonb,
          mapping_version = mapping_version + 1
        where id = ${controllerId} and mapping_version = ${written.version}`,
  )
  return count > 0
}

/** Devices to which no name belongs any more are hidden; their readings stay. */
export async function hideDevices(
  tx: Queryable,
  { locationId, controllerId }: { locationId: number; controllerId: number },
  deviceIds: readonly string[],
  now: number,
): Promise<void> {
  await tx.run(
    sql`update controller set inventory = jsonb_set(inventory, '{devices}', (
          select coalesce(jsonb_agg(device), '[]') from jsonb_array_elements(inventory->'devices') as device
          where not device->>'id' = any(${deviceIds}::text[])))
        where id = ${controllerId} and inventory is not null`,
  )
  await tx.run(
    sql`update device set deleted_at = ${new Date(now)} where location_id = ${locationId}
          and controller_id = ${controllerId} and source_key = any(${deviceIds}::text[]) and deleted_at is null`,
  )
}

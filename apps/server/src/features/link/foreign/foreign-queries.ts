import type { MappedSource, SeenSource } from '@ohmstead/adapters/mapped-source'
import type { InventoryDevice, InventoryMessage } from '@ohmstead/contract/controller-messages'
import type { DeviceCategory } from '@ohmstead/domain/fleet/device-category'
import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface StoredState {
  devices: InventoryDevice[]
  info: Record<string, unknown>
  mapping: MappedSource[]
  sources: SeenSource[]
  roles: Record<string, DeviceCategory>
  locationId: number | null
  timeZone: string | null
}

/** What a session of an adapter begins with; null for an unknown or revoked controller. */
export async function findStoredState(db: Queryable, serial: string): Promise<StoredState | null> {
  const row = await db.row<Omit<StoredState, 'devices'> & { inventory: InventoryMessage | null }>(
    sql`select c.inventory, c.info, c.mapping, c.sources, c.roles, c.location_id as "locationId", l.time_zone as "timeZone"
        from controller c left join location l on l.id = c.location_id
        where c.unit_id = ${serial} and c.revoked_at is null`,
  )
  if (!row) return null
  const { inventory, ...state } = row
  return { ...state, devices: inventory?.devices ?? [] }
}

/** Replaces the names of one adapter; those of others stay. */
export async function saveSources(
  db: Queryable,
  serial: string,
  kind: string,
  sources: readonly SeenSource[],
): Promise<void> {
  await db.run(
    sql`update controller set sources = (
          select coalesce(jsonb_agg(source), '[]') from jsonb_array_elements(sources) as source
          where not starts_with(source->>'source', ${`${kind}/`})) || ${JSON.stringify(sources)}::jsonb
        where unit_id = ${serial} and revoked_at is null`,
  )
}

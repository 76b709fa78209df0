import type { InventoryDevice } from '@ohmstead/contract/controller-messages'
import { chooseDeviceKey } from '@ohmstead/domain/fleet/device-key'
import { guessCategory } from '@ohmstead/domain/telemetry/guess-category'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { notifyLink } from './link-notices.ts'

interface Owner {
  id: number
  serial: string
  locationId: number | null
}

/** Creates devices for names that came with readings before any inventory; tells the other processes. */
export async function createDevices(db: Db, controller: Owner, sourceKeys: Iterable<string>): Promise<void> {
  await db.transaction(
    async (tx) => {
      for (const sourceKey of sourceKeys) {
        await upsertDevice(tx, controller, {
          id: sourceKey,
          category: guessCategory(sourceKey),
          name: sourceKey,
          model: null,
          serial: null,
          metrics: [],
          params: [],
        })
      }
      await notifyLink(tx, { t: 'changed', serial: controller.serial })
    },
    { priority: 'ingest' },
  )
}

/**
 * Creates or updates one device. Its key within the location is chosen once and stays. Devices of one location are
 * created one after the other, because the key depends on the others'.
 */
export async function upsertDevice(
  tx: Queryable,
  controller: Owner,
  device: InventoryDevice,
  keepName = false,
): Promise<void> {
  const { id: controllerId, locationId } = controller
  await tx.row(sql`select pg_advisory_xact_lock(hashtext('device keys'), ${locationId}::int)`)
  const rows = await tx.rows<{ key: string; source_key: string; controller_id: number }>(
    sql`select key, source_key, controller_id from device where location_id = ${locationId}`,
  )
  const existing = rows.find((row) => row.controller_id === controllerId && row.source_key === device.id)
  const key = existing?.key ?? chooseDeviceKey(device.id, new Set(rows.map((row) => row.key)))
  await tx.run(
    sql`insert into device (location_id, controller_id, key, source_key, category, name, model, serial, metrics, params)
        values (${locationId}, ${controllerId}, ${key}, ${device.id}, ${device.category}, ${device.name}, ${device.model},
          ${device.serial}, ${device.metrics}::text[], ${JSON.stringify(device.params)}::jsonb)
        on conflict (location_id, controller_id, source_key) do update set
          category = excluded.category, model = excluded.model, serial = excluded.serial, metrics = excluded.metrics,
          params = excluded.params, deleted_at = null,
          name = case when ${keepName} then device.name else excluded.name end`,
  )
}

import type { InventoryDevice } from '@ohmstead/contract/controller-messages'
import { chooseDeviceKey } from '@ohmstead/domain/fleet/device-key'
import { distinguishGenericName } from '@ohmstead/domain/fleet/generic-name'
import { guessCategory } from '@ohmstead/domain/telemetry/guess-category'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { findOwnerLocale, getGenericTexts } from './generic-texts.ts'
import { notifyLink } from './link-notices.ts'

interface Owner {
  id: number
  serial: string
  locationId: number | null
}

/** Device names used in a controller's readings or events. */
export interface UsedNames {
  controller: Owner
  names: Iterable<string>
}

/** What a person has removed stays so. */
const shownAgain = sql`case when device.removed_by_person then device.deleted_at end`

interface DeviceOf {
  controller: Owner
  device: InventoryDevice
}

/**
 * Creates devices for names seen before any inventory, of all these controllers at once, and notifies the other
 * processes. An existing device is unchanged, except that it is shown again.
 */
export async function createDevices(db: Db, used: readonly UsedNames[]): Promise<void> {
  const devices = used.flatMap(({ controller, names }) =>
    [...names].map((name) => ({ controller, device: guessDevice(name) })),
  )
  await db.transaction(
    async (tx) => {
      await insertDevices(tx, devices, sql`deleted_at = ${shownAgain}`)
      await notifyLink(
        tx,
        ...used.map(({ controller }) => ({ t: 'changed', serial: controller.serial }) as const),
      )
    },
    { priority: 'ingest' },
  )
}

/** Creates or updates the devices declared by an inventory. Those in `keptNames` keep the name they have here. */
export async function declareDevices(
  tx: Queryable,
  controller: Owner,
  devices: readonly InventoryDevice[],
  keptNames: readonly string[],
): Promise<void> {
  const named = await nameDevices(tx, controller.locationId!, devices, keptNames)
  await insertDevices(
    tx,
    named.map((device) => ({ controller, device })),
    sql`category = excluded.category, model = excluded.model, serial = excluded.serial, metrics = excluded.metrics,
      params = excluded.params, deleted_at = ${shownAgain},
      name = case when device.source_key = any(${keptNames}::text[]) then device.name else excluded.name end`,
  )
}

/** Names those that have none of their own in the language of their owner, each unlike the others there. */
async function nameDevices(
  tx: Queryable,
  locationId: number,
  devices: readonly InventoryDevice[],
  keptNames: readonly string[],
): Promise<readonly InventoryDevice[]> {
  const isToName = ({ id, generic }: InventoryDevice) => generic !== undefined && !keptNames.includes(id)
  if (!devices.some(isToName)) return devices
  await lockDevices(tx, [locationId])
  const texts = getGenericTexts(await findOwnerLocale(tx, locationId))
  const others = await tx.rows<{ name: string }>(
    sql`select name from device where location_id = ${locationId} and deleted_at is null`,
  )
  const taken = new Set([...others, ...devices.filter((device) => !device.generic)].map(({ name }) => name))
  return devices.map((device) => {
    if (!isToName(device)) return device
    const name = distinguishGenericName(device.generic!, taken, texts)
    taken.add(name)
    return { ...device, name }
  })
}

function guessDevice(name: string): InventoryDevice {
  const category = guessCategory(name)
  return { id: name, category, name, model: null, serial: null, metrics: [], params: [] }
}

/**
 * A device's key within the location is chosen once and never changes. Devices of one location are created one after the
 * other, because the key depends on the others'.
 */
async function insertDevices(tx: Queryable, devices: readonly DeviceOf[], update: Sql): Promise<void> {
  const locationIds = [...new Set(devices.map(({ controller }) => controller.locationId!))]
  // In a fixed order, so that two that create devices for the same locations do not deadlock.
  locationIds.sort((a, b) => a - b)
  await lockDevices(tx, locationIds)
  const existing = await tx.rows<{ location_id: number; key: string }>(
    sql`select location_id, key from device where location_id = any(${locationIds}::int[])`,
  )
  const taken = new Map(locationIds.map((id) => [id, new Set<string>()]))
  for (const row of existing) taken.get(row.location_id)!.add(row.key)
  const rows = devices.map(({ controller, device: { id, ...device } }) => {
    const takenHere = taken.get(controller.locationId!)!
    // An existing device keeps its own key.
    const key = chooseDeviceKey(id, takenHere)
    takenHere.add(key)
    return {
      location_id: controller.locationId,
      controller_id: controller.id,
      key,
      source_key: id,
      ...device,
    }
  })
  await tx.run(
    sql`insert into device (location_id, controller_id, key, source_key, category, name, model, serial, metrics, params)
        select location_id, controller_id, key, source_key, category, name, model, serial, metrics, params
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as declared (location_id int, controller_id int, key text,
          source_key text, category text, name text, model text, serial text, metrics text[], params jsonb)
        on conflict (location_id, controller_id, source_key) do update set ${update}`,
  )
}

/** One after the other. */
async function lockDevices(tx: Queryable, locationIds: readonly number[]): Promise<void> {
  await tx.rows(
    sql`select pg_advisory_xact_lock(hashtext('device keys'), location) from unnest(${locationIds}::int[]) as location`,
  )
}

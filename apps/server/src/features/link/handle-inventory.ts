import {
  type InfoMessage,
  type InventoryDevice,
  type InventoryMessage,
  linkLimits,
} from '@ohmstead/contract/controller-messages'
import { isSameGenericName } from '@ohmstead/domain/fleet/generic-name'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { IngestDevice } from '../telemetry/controller-readings.ts'
import { declareEnergySources } from '../telemetry/rebuild-series.ts'
import type { KnownController } from './controller-cache.ts'
import { declareDevices } from './create-devices.ts'
import { isGenericNameOfUs } from './generic-texts.ts'
import type { LinkContext } from './link-context.ts'
import { notifyLink } from './link-notices.ts'

/** Still in its former home, perhaps: the next owner must not learn what is there, and its controller is asked again. */
export const isBetweenHomes = ({ isReleased, locationId }: KnownController) =>
  isReleased && locationId === null

export async function handleInfo(
  context: LinkContext,
  controller: KnownController,
  info: InfoMessage,
): Promise<void> {
  if (isBetweenHomes(controller)) return
  const json = JSON.stringify(info)
  await context.db.run(
    sql`update controller set info = ${json}::jsonb where id = ${controller.id} and info is distinct from ${json}::jsonb`,
  )
}

/**
 * Stores the inventory and updates the location's devices: new ones are created, declared ones updated
 * (a name given by a person stays), and those missing since the previous inventory are hidden. Their
 * readings stay, and so does their key should they return.
 */
export async function handleInventory(
  context: LinkContext,
  controller: KnownController,
  inventory: InventoryMessage,
): Promise<void> {
  await changeInventory(context, controller, () => inventory)
}

/** Adds devices to the inventory, or describes them anew; the others stay. For hubs that tell them one by one. */
export async function addToInventory(
  context: LinkContext,
  controller: KnownController,
  { devices }: InventoryMessage,
): Promise<void> {
  await changeInventory(context, controller, (previous) => withDevices(previous, devices))
}

type Change = (previous: InventoryMessage | null) => InventoryMessage

function withDevices(
  previous: InventoryMessage | null,
  devices: readonly InventoryDevice[],
): InventoryMessage {
  const told = new Map(devices.map((device) => [device.id, device]))
  const stored = previous?.devices ?? []
  const known = new Set(stored.map(({ id }) => id))
  const kept = stored.map((device) => told.get(device.id) ?? device)
  const added = devices.filter(({ id }) => !known.has(id)).slice(0, linkLimits.devices - kept.length)
  return { rev: previous?.rev ?? null, devices: [...kept, ...added] }
}

async function changeInventory(
  context: LinkContext,
  controller: KnownController,
  change: Change,
): Promise<void> {
  if (isBetweenHomes(controller)) return
  const { locationId } = controller
  const result = await context.db.transaction((tx) => writeInventory(tx, controller, change))
  if (result === 'too_many') {
    const detail = `more than ${linkLimits.devicesEver} devices of one controller that came and went`
    context.refuse(controller.serial, 'too_many_devices', detail)
  }
  if (result !== 'changed') return
  context.cache.changed(controller.serial)
  if (locationId !== null) bringEnergyInLine(context, locationId, controller.id)
}

type Owner = Pick<KnownController, 'id' | 'serial' | 'locationId'>

/** Devices that a person described; if they changed anything, energy has to be brought in line afterwards. */
export const addDescribedDevices = async (
  tx: Queryable,
  controller: Owner,
  devices: readonly InventoryDevice[],
): Promise<boolean> =>
  (await writeInventory(tx, controller, (previous) => withDevices(previous, devices))) === 'changed'

async function writeInventory(
  tx: Queryable,
  controller: Owner,
  change: Change,
): Promise<'changed' | 'same' | 'too_many'> {
  const { id, serial, locationId } = controller
  const previous = await findInventory(tx, id)
  const inventory = change(previous)
  if (previous && JSON.stringify(previous.devices) === JSON.stringify(inventory.devices)) return 'same'
  if (locationId !== null && (await countDevicesEver(tx, id, inventory)) > linkLimits.devicesEver)
    return 'too_many'
  await saveInventory(tx, id, inventory)
  if (locationId !== null) await applyInventory(tx, { id, serial, locationId }, inventory, previous)
  await notifyLink(tx, { t: 'changed', serial })
  return 'changed'
}

/** A newly declared register or category changes energy already stored: that is recomputed in the background. */
export function bringEnergyInLine(
  context: Pick<LinkContext, 'db' | 'log' | 'finisher'> & Partial<Pick<LinkContext, 'isClosing'>>,
  locationId: number,
  controllerId: number,
): void {
  const work = async () => {
    const devices = await context.db.rows<IngestDevice>(
      sql`select key, category, metrics from device
          where location_id = ${locationId} and controller_id = ${controllerId} and deleted_at is null`,
    )
    const of = { locationId, controllerId }
    if ((await declareEnergySources(context.db, of, devices)) > 0) context.finisher.wake([of])
  }
  work().catch((error) => {
    if (context.isClosing?.() !== true)
      context.log.error({ err: error, locationId }, 'energy could not be brought in line with an inventory')
  })
}

/** Also used when a controller is linked to a location after it sent its inventory. */
export async function applyInventory(
  tx: Queryable,
  controller: { id: number; serial: string; locationId: number },
  inventory: InventoryMessage,
  previous: InventoryMessage | null,
): Promise<void> {
  const before = new Map(previous?.devices.map((device) => [device.id, device]))
  const current = await tx.rows<{ source_key: string; name: string }>(
    sql`select source_key, name from device where location_id = ${controller.locationId} and controller_id = ${controller.id}`,
  )
  const named = new Map(current.map((row) => [row.source_key, row.name]))
  const kept = inventory.devices.filter((device) =>
    keepsName(device, named.get(device.id), before.get(device.id)),
  )
  await declareDevices(
    tx,
    controller,
    inventory.devices,
    kept.map(({ id }) => id),
  )
  const declared = new Set(inventory.devices.map((device) => device.id))
  const gone = [...before.keys()].filter((name) => !declared.has(name))
  if (gone.length === 0) return
  await tx.run(
    sql`update device set deleted_at = now() where location_id = ${controller.locationId} and controller_id = ${controller.id}
          and source_key = any(${gone}::text[]) and deleted_at is null`,
  )
}

/** A name that a person gave stays, and so does one that we gave while the device has none of its own. */
function keepsName(
  { id, generic }: InventoryDevice,
  name: string | undefined,
  before: InventoryDevice | undefined,
): boolean {
  if (name === undefined || name === id) return false
  if (!before?.generic) return name !== before?.name
  if (!isGenericNameOfUs(name, before.generic.kind)) return true
  return generic !== undefined && isSameGenericName(generic, before.generic)
}

async function findInventory(db: Queryable, controllerId: number): Promise<InventoryMessage | null> {
  const row = await db.row<{ inventory: InventoryMessage | null }>(
    sql`select inventory from controller where id = ${controllerId} for update`,
  )
  return row?.inventory ?? null
}

/** Its earlier ones, including hidden ones, and those new with this inventory. */
async function countDevicesEver(
  db: Queryable,
  controllerId: number,
  { devices }: InventoryMessage,
): Promise<number> {
  const row = await db.row<{ count: number }>(
    sql`select count(*)::int as count from (
          select source_key from device where controller_id = ${controllerId}
          union select unnest(${devices.map(({ id }) => id)}::text[])) as named`,
  )
  return row!.count
}

async function saveInventory(
  db: Queryable,
  controllerId: number,
  inventory: InventoryMessage,
): Promise<void> {
  await db.run(
    sql`update controller set inventory = ${JSON.stringify(inventory)}::jsonb, inventory_rev = ${inventory.rev} where id = ${controllerId}`,
  )
}

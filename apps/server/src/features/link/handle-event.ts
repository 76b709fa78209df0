import type { EventMessage } from '@ohmstead/contract/controller-messages'
import { clearAlarm, raiseAlarm } from '../alarms/alarm-queries.ts'
import type { KnownController } from './controller-cache.ts'
import { createDevices } from './create-devices.ts'
import type { LinkContext } from './link-context.ts'
import { notifyLive } from './link-notices.ts'

/** An `event` raises or clears an alarm of the controller's location; of an unlinked controller it is nobody's. */
export async function handleEvent(
  context: LinkContext,
  controller: KnownController,
  event: EventMessage,
): Promise<void> {
  const { locationId } = controller
  if (locationId === null) return
  const deviceId = event.device === null ? null : await findDeviceId(context, controller, event.device)
  const { type, code, text, ts } = event
  const alarm = { locationId, controllerId: controller.id, deviceId, type, code, text, at: ts }
  await context.db.transaction(async (tx) => {
    const isChanged = event.state === 'raised' ? await raiseAlarm(tx, alarm) : await clearAlarm(tx, alarm)
    if (isChanged) await notifyLive(tx, { t: 'alarms', l: [locationId] })
  })
}

async function findDeviceId(
  context: LinkContext,
  controller: KnownController,
  name: string,
): Promise<number | null> {
  const known = controller.paces.get(name)
  if (known) return known.deviceId
  await createDevices(context.db, [{ controller, names: [name] }])
  context.cache.changed(controller.serial)
  const fresh = await context.cache.get([controller.serial])
  return fresh.get(controller.serial)?.paces.get(name)?.deviceId ?? null
}

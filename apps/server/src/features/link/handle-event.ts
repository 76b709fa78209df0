import { type EventMessage, linkLimits } from '@ohmstead/contract/controller-messages'
import { type AlarmCase, clearAlarm, countOtherOpenAlarms, raiseAlarm } from '../alarms/alarm-queries.ts'
import type { KnownController } from './controller-cache.ts'
import { createDevices } from './create-devices.ts'
import type { LinkContext } from './link-context.ts'
import { notifyLive } from './link-notices.ts'

/** An `event` raises or clears an alarm of the controller's location; that of an unlinked controller is dropped. */
export async function handleEvent(
  context: LinkContext,
  controller: KnownController,
  event: EventMessage,
): Promise<void> {
  const { locationId } = controller
  if (locationId === null) return
  const { device, type, code, text, ts, state } = event
  const deviceId = device === null ? null : await findDeviceId(context, controller, device)
  if (deviceId === 'too_many') {
    const detail = `${device} is beyond the ${linkLimits.devices} devices of a controller`
    return context.refuse(controller.serial, 'too_many_devices', detail)
  }
  const alarm = { locationId, controllerId: controller.id, deviceId, type, code, text, at: ts }
  if (state === 'raised' && (await countOtherOpenAlarms(context.db, alarm)) >= linkLimits.openAlarms)
    return refuseAlarm(context, controller, alarm)
  await context.db.transaction(async (tx) => {
    const isChanged = state === 'raised' ? await raiseAlarm(tx, alarm) : await clearAlarm(tx, alarm)
    if (isChanged) await notifyLive(tx, { t: 'alarms', l: [locationId] })
  })
}

function refuseAlarm(context: LinkContext, { serial }: KnownController, { code }: AlarmCase): void {
  const detail = `${code} is beyond the ${linkLimits.openAlarms} open alarms of a controller`
  context.refuse(serial, 'too_many_alarms', detail)
}

async function findDeviceId(
  context: LinkContext,
  controller: KnownController,
  name: string,
): Promise<number | 'too_many' | null> {
  const known = controller.paces.get(name)
  if (known) return known.deviceId
  if (controller.paces.size >= linkLimits.devices) return 'too_many'
  await createDevices(context.db, [{ controller, names: [name] }])
  context.cache.changed(controller.serial)
  const fresh = await context.cache.get([controller.serial])
  return fresh.get(controller.serial)?.paces.get(name)?.deviceId ?? null
}

import { linkLimits } from '@ohmstead/contract/controller-messages'
import type { KnownController } from '../controller-cache.ts'
import { createDevices } from '../create-devices.ts'
import type { LinkContext } from '../link-context.ts'
import { correctValues } from './correct-values.ts'
import type { DecodedMessage } from './decode-batch.ts'
import { takeImplausible } from './implausible-values.ts'

/**
 * Creates devices missing from inventories, and removes from the messages what exceeds the limits of a controller
 * or is impossible.
 */
export async function admitValues(
  context: LinkContext,
  decoded: DecodedMessage[],
): Promise<DecodedMessage[]> {
  for (const { message, controller } of decoded) correctValues(message, controller)
  const wanted = new Map<string, { controller: KnownController; names: Set<string> }>()
  // Most messages have no value that was never seen before: nothing of them can be beyond a limit.
  const withUnknown = new Set<DecodedMessage>()
  for (const item of decoded) {
    const { controller, message } = item
    for (const { values } of message.samples) {
      for (const key in values) {
        if (controller.keys.has(key)) continue
        const name = key.slice(0, key.indexOf('/'))
        if (name in controller.devices) {
          if (controller.keys.size < mostKeys) controller.keys.add(key)
          else withUnknown.add(item)
          continue
        }
        withUnknown.add(item)
        const entry = wanted.get(controller.serial) ?? { controller, names: new Set<string>() }
        if (Object.keys(controller.devices).length + entry.names.size < linkLimits.devices)
          entry.names.add(name)
        wanted.set(controller.serial, entry)
      }
    }
  }
  if (wanted.size > 0) {
    const used = [...wanted.values()].filter(({ names }) => names.size > 0)
    if (used.length > 0) await createDevices(context.db, used)
    for (const serial of wanted.keys()) context.cache.changed(serial)
    const fresh = await context.cache.get(wanted.keys())
    for (const item of decoded) item.controller = fresh.get(item.controller.serial) ?? item.controller
  }
  for (const item of decoded) {
    if (wanted.size > 0 || withUnknown.has(item)) leaveOutUnknown(item)
    item.implausible = takeImplausible(item.message, item.controller)
  }
  return decoded
}

// Metrics that one controller may ever use; further ones are refused, since the newest value of each is kept.
const mostKeys = 2000

function leaveOutUnknown({ message, controller }: DecodedMessage): void {
  for (const sample of message.samples) {
    for (const key in sample.values) {
      if (controller.keys.has(key)) continue
      const isKnownDevice = key.slice(0, key.indexOf('/')) in controller.devices
      if (isKnownDevice && controller.keys.size < mostKeys) {
        controller.keys.add(key)
        continue
      }
      delete sample.values[key]
      const reason = isKnownDevice ? 'too_many_values' : 'too_many_devices'
      const limit = isKnownDevice ? `${mostKeys} metrics` : `${linkLimits.devices} devices`
      const existing = message.refused.find((refusal) => refusal.reason === reason)
      if (existing) existing.count++
      else message.refused.push({ reason, count: 1, detail: `${key} is beyond the ${limit} of a controller` })
    }
  }
}

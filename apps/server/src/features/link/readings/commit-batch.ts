import type { ControllerReadings } from '../../telemetry/controller-readings.ts'
import { storeReadings } from '../../telemetry/store-readings.ts'
import { isTransient } from '../is-transient.ts'
import type { LinkContext } from '../link-context.ts'
import { rejectMessage } from '../reject-message.ts'
import type { DecodedMessage } from './decode-batch.ts'
import { keepImplausible } from './implausible-values.ts'
import { noteReadings } from './note-readings.ts'

/**
 * Stores the decoded messages in one transaction and settles each. One that makes the database refuse them all is
 * found by bisection and rejected, so that the others are not affected.
 */
export async function commitBatch(context: LinkContext, decoded: readonly DecodedMessage[]): Promise<void> {
  if (decoded.length === 0) return
  try {
    const implausible = decoded.flatMap((item) => item.implausible)
    await keepImplausible(context.db, implausible, context.clock.now())
    const startedAt = performance.now()
    const readings = decoded.map(toReadings)
    const stored = await storeReadings(context.db, readings)
    context.noteCommit((performance.now() - startedAt) / 1000)
    context.finisher.wake(stored)
    context.latest.add(readings.map(({ locationId }) => locationId))
  } catch (error) {
    if (isTransient(error)) throw error
    if (decoded.length === 1) {
      const { queued, message, controller } = decoded[0]!
      const rejectedSamples = message.samples.length + message.rejectedSamples
      queued.settle(rejectMessage(context, controller.serial, error, { seq: message.seq, rejectedSamples }))
      return
    }
    const middle = decoded.length >> 1
    await commitBatch(context, decoded.slice(0, middle))
    await commitBatch(context, decoded.slice(middle))
    return
  }
  for (const { queued, message, controller } of decoded) {
    for (const { reason, count, detail } of message.refused)
      context.refuse(controller.serial, reason, detail, count)
    queued.settle({
      state: 'stored',
      seq: message.seq,
      storedSamples: message.samples.length,
      rejectedSamples: message.rejectedSamples,
      refused: message.refused,
    })
  }
  await noteReadings(context, decoded)
}

function toReadings({ message, controller }: DecodedMessage): ControllerReadings {
  const stepSeconds = message.step
  return {
    locationId: controller.locationId!,
    controllerId: controller.id,
    devices: controller.devices,
    samples: message.samples.map(({ ts, values }) => ({ ts, stepSeconds, values })),
  }
}

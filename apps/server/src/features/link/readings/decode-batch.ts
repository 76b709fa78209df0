import type { ReadingsMessage } from '@ohmstead/contract/controller-messages'
import { decodeReadings } from '@ohmstead/contract/decode-readings'
import { oldestAcceptedTs } from '../../telemetry/partitions.ts'
import type { KnownController } from '../controller-cache.ts'
import type { LinkContext } from '../link-context.ts'
import { nothingStored } from '../outcome.ts'
import { refuseMessage } from '../reject-message.ts'
import type { UnlinkedMessage } from '../waiting/waiting-room.ts'
import type { ImplausibleValue } from './implausible-values.ts'
import type { QueuedMessage } from './ingest-queue.ts'

export interface DecodedMessage {
  queued: QueuedMessage
  message: ReadingsMessage
  controller: KnownController
  /** Impossible values, removed from the message. */
  implausible: ImplausibleValue[]
}

/** Decodes each untrusted message, and settles refused ones. Those of unlinked controllers are set apart. */
export function decodeBatch(
  context: LinkContext,
  batch: readonly QueuedMessage[],
  controllers: Map<string, KnownController>,
): { decoded: DecodedMessage[]; unlinked: UnlinkedMessage[] } {
  const oldestTs = oldestAcceptedTs(context.clock.now(), context.settings.rawRetentionDays)
  const decoded: DecodedMessage[] = []
  const unlinked: UnlinkedMessage[] = []
  for (const queued of batch) {
    const { message, settle } = queued
    const controller = controllers.get(message.serial)
    if (controller && !message.hasWaited) context.touch(controller, message)
    if (!controller) {
      settle(nothingStored('unlinked'))
      continue
    }
    const result = decodeReadings(message.payload.toString(), message.arrivedAt, oldestTs)
    if (!result.ok) {
      const { reason, detail, seq = null } = result
      settle(refuseMessage(context, message.serial, { reason, detail }, { seq, rejectedSamples: 1 }))
      continue
    }
    if (controller.locationId === null) {
      const { id: controllerId, isReleased } = controller
      unlinked.push({ queued, controllerId, isReleased, seq: result.message.seq })
      continue
    }
    const offsetMs = findClockOffset(queued, result.message)
    if (offsetMs !== null) context.noteClock(controller, { offsetMs, arrivedAt: message.arrivedAt })
    decoded.push({ queued, message: result.message, controller, implausible: [] })
  }
  return { decoded, unlinked }
}

/** What a live message shows of its clock; a P1 meter's was read from its telegrams. */
function findClockOffset({ kind, message }: QueuedMessage, readings: ReadingsMessage): number | null {
  if (kind !== 'data' || readings.step !== null) return null
  if (message.meterOffsetMs !== undefined) return message.meterOffsetMs
  return readings.newestGivenTs === null ? null : readings.newestGivenTs - message.arrivedAt
}

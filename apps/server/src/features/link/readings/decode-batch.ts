import type { ReadingsMessage } from '@ohmstead/contract/controller-messages'
import { decodeReadings } from '@ohmstead/contract/decode-readings'
import { oldestAcceptedTs } from '../../telemetry/partitions.ts'
import type { KnownController } from '../controller-cache.ts'
import type { LinkContext } from '../link-context.ts'
import { nothingStored } from '../outcome.ts'
import { refuseMessage } from '../reject-message.ts'
import type { ImplausibleValue } from './implausible-values.ts'
import type { QueuedMessage } from './ingest-queue.ts'

export interface DecodedMessage {
  queued: QueuedMessage
  message: ReadingsMessage
  controller: KnownController
  /** Impossible values, removed from the message. */
  implausible: ImplausibleValue[]
}

/**
 * Decodes each untrusted message; settles refused ones, and those of unlinked controllers. The
 * others continue.
 */
export function decodeBatch(
  context: LinkContext,
  batch: readonly QueuedMessage[],
  controllers: Map<string, KnownController>,
): DecodedMessage[] {
  const oldestTs = oldestAcceptedTs(context.clock.now(), context.settings.rawRetentionDays)
  const decoded: DecodedMessage[] = []
  for (const queued of batch) {
    const { message, settle } = queued
    const controller = controllers.get(message.serial)
    if (controller) context.touch(controller, message)
    if (!controller || controller.locationId === null) {
      settle(nothingStored('unlinked'))
      continue
    }
    const result = decodeReadings(message.payload.toString(), message.arrivedAt, oldestTs)
    if (!result.ok) {
      const { reason, detail, seq = null } = result
      settle(refuseMessage(context, message.serial, { reason, detail }, { seq, rejectedSamples: 1 }))
      continue
    }
    const offsetMs = findClockOffset(queued, result.message)
    if (offsetMs !== null) context.noteClock(controller, { offsetMs, arrivedAt: message.arrivedAt })
    decoded.push({ queued, message: result.message, controller, implausible: [] })
  }
  return decoded
}

/** What a live message shows of its clock; a P1 meter's was read from its telegrams. */
function findClockOffset({ kind, message }: QueuedMessage, readings: ReadingsMessage): number | null {
  if (kind !== 'data' || readings.step !== null) return null
  if (message.meterOffsetMs !== undefined) return message.meterOffsetMs
  return readings.newestGivenTs === null ? null : readings.newestGivenTs - message.arrivedAt
}

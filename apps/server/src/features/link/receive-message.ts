import { linkLimits } from '@ohmstead/contract/controller-messages'
import { parseTopic } from '@ohmstead/contract/controller-topics'
import type { IncomingMessage } from '../../platform/mqtt/link-transport.ts'
import type { createAcknowledgements } from './acknowledgements.ts'
import type { createConnectivity } from './connectivity.ts'
import { createForeignMessages } from './foreign/foreign-messages.ts'
import type { PassOn } from './foreign/store-translation.ts'
import { createOtherMessageHandler } from './handle-other-message.ts'
import type { LinkContext } from './link-context.ts'
import { nothingStored, type Outcome } from './outcome.ts'
import type { createIngestQueue } from './readings/ingest-queue.ts'
import { refuseMessage } from './reject-message.ts'

/**
 * The only way in for a controller's messages, whichever broker or request they came by. Resolves when the message
 * is committed or permanently refused; while the database is away it does not resolve. Never rejects.
 */
export function createMessageReceiver({
  context,
  queue,
  acknowledgements,
  connectivity,
}: {
  context: LinkContext
  queue: ReturnType<typeof createIngestQueue>
  acknowledgements: ReturnType<typeof createAcknowledgements>
  connectivity: ReturnType<typeof createConnectivity>
}) {
  const handleOtherMessage = createOtherMessageHandler(context, connectivity)

  const passOn: PassOn = (message, kind) =>
    kind === 'data' || kind === 'history' ? queue.add(message, kind) : handleOtherMessage(message, kind)
  const foreign = createForeignMessages(context, passOn)

  async function receiveMessage(message: IncomingMessage): Promise<Outcome> {
    const { serial, payload } = message
    const topic = parseTopic(message.topic)
    if (!topic.ok || topic.serial !== serial) {
      const reason = topic.ok ? 'foreign_topic' : topic.reason
      return refuseMessage(context, serial, { reason, detail: message.topic.slice(0, 100) })
    }
    if (payload.length > linkLimits.maximumBytes)
      return refuseMessage(context, serial, { reason: 'oversized', detail: `${payload.length} bytes` })
    if (topic.kind === 'ext') return foreign.receive(message, topic.path)
    if (topic.kind !== 'data' && topic.kind !== 'history') return handleOtherMessage(message, topic.kind)
    // Replayed to a new subscriber: it was handled when it was sent, and without its own time it would look new.
    if (message.isRetained) return nothingStored('abandoned')
    const acknowledge = message.wantsAck ? acknowledgements.expect(serial) : null
    const outcome = await queue.add(message, topic.kind)
    acknowledge?.(outcome)
    return outcome
  }
  return { receiveMessage, foreign }
}

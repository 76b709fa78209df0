import { type Decoded, linkLimits } from '@ohmstead/contract/controller-messages'
import { parseTopic } from '@ohmstead/contract/controller-topics'
import {
  decodeEvent,
  decodeInfo,
  decodeInventory,
  decodeReply,
  decodeStatus,
} from '@ohmstead/contract/decode-controller-message'
import type { IncomingMessage } from '../../platform/mqtt/link-transport.ts'
import type { createAcknowledgements } from './acknowledgements.ts'
import { handleReply } from './commands.ts'
import type { createConnectivity } from './connectivity.ts'
import type { KnownController } from './controller-cache.ts'
import { handleEvent } from './handle-event.ts'
import { handleInfo, handleInventory } from './handle-inventory.ts'
import type { createIngestQueue } from './ingest-queue.ts'
import type { LinkContext } from './link-context.ts'
import { createLinkTurns } from './link-turns.ts'
import type { Outcome } from './outcome.ts'
import { isPassing } from './store-messages.ts'

export interface MessageHandling {
  context: LinkContext
  queue: ReturnType<typeof createIngestQueue>
  acknowledgements: ReturnType<typeof createAcknowledgements>
  connectivity: ReturnType<typeof createConnectivity>
}

const settled = (state: Outcome['state']): Outcome => ({
  state,
  seq: null,
  storedSamples: 0,
  rejectedSamples: 0,
  refused: [],
})

/**
 * The one way in for every message of a controller, whichever broker or request brought it. Resolves when the message
 * is committed or refused for good; while the database is away it does not resolve. Never rejects.
 */
export function createMessageHandler({ context, queue, acknowledgements, connectivity }: MessageHandling) {
  // The other messages of a controller are handled one after the other: an inventory before its correction.
  const inOrder = new Map<string, Promise<Outcome>>()
  const takeTurn = createLinkTurns(context.db)

  return async function handleControllerMessage(message: IncomingMessage): Promise<Outcome> {
    const { serial, payload } = message
    const topic = parseTopic(message.topic)
    if (!topic.ok || topic.serial !== serial) {
      return refuse(message, topic.ok ? 'foreign_topic' : topic.reason, message.topic.slice(0, 100))
    }
    if (payload.length > linkLimits.maximumBytes)
      return refuse(message, 'oversized', `${payload.length} bytes`)
    if (topic.kind === 'ext')
      return refuse(message, 'unknown_topic', `ext/${topic.path.slice(0, 80)} is not understood yet`)
    if (topic.kind === 'data' || topic.kind === 'history') {
      // Replayed to a new subscriber: it was taken when it was sent, and without a time of its own it would look new.
      if (message.isRetained) return settled('abandoned')
      const acknowledge = message.wantsAck ? acknowledgements.expect(serial) : null
      const outcome = await queue.add(message, topic.kind)
      acknowledge?.(outcome)
      return outcome
    }
    const { kind } = topic
    const turn = (inOrder.get(serial) ?? Promise.resolve()).then(() => handleOther(message, kind))
    inOrder.set(serial, turn)
    const outcome = await turn
    if (inOrder.get(serial) === turn) inOrder.delete(serial)
    return outcome
  }

  function refuse(message: IncomingMessage, reason: NonNullable<Outcome['reason']>, detail: string): Outcome {
    context.refuse(message.serial, reason, detail)
    return { ...settled('refused'), refused: [{ reason, detail, count: 1 }], reason, detail }
  }

  async function handleOther(message: IncomingMessage, kind: OtherKind): Promise<Outcome> {
    for (let pause = 100; ; pause = Math.min(pause * 2, 3000)) {
      if (message.isAbandoned() || context.isClosing()) return settled('abandoned')
      try {
        return await takeTurn(async () => {
          const controllers = await context.cache.get([message.serial])
          const controller = controllers.get(message.serial)
          return controller ? handleDecoded(message, kind, controller) : settled('unlinked')
        })
      } catch (error) {
        if (!isPassing(error)) {
          context.log.error(
            { err: error, serial: message.serial, kind },
            'a message could not be handled and was dropped',
          )
          return refuse(message, 'failed', (error as Error).message.slice(0, 200))
        }
        await context.pause(pause)
      }
    }
  }

  async function handleDecoded(
    message: IncomingMessage,
    kind: OtherKind,
    controller: KnownController,
  ): Promise<Outcome> {
    const text = message.payload.toString()
    if (!message.isRetained && kind !== 'status') context.touch(controller, message)
    switch (kind) {
      case 'status':
        return run(message, decodeStatus(text), (status) =>
          connectivity.handleStatus(controller, status, message),
        )
      case 'info':
        return run(message, decodeInfo(text), (info) => handleInfo(context, controller, info))
      case 'inventory':
        return run(message, decodeInventory(text), (inventory) =>
          handleInventory(context, controller, inventory),
        )
      case 'event':
        if (message.isRetained) return settled('abandoned')
        return run(message, decodeEvent(text, message.arrivedAt), (event) =>
          handleEvent(context, controller, event),
        )
      case 'reply':
        if (message.isRetained) return settled('abandoned')
        return run(message, decodeReply(text), (reply) => handleReply(context, controller, reply))
    }
  }

  async function run<Message>(
    message: IncomingMessage,
    decoded: Decoded<Message>,
    handle: (decoded: Message) => Promise<void>,
  ): Promise<Outcome> {
    if (!decoded.ok) return refuse(message, decoded.reason, decoded.detail)
    await handle(decoded.message)
    return settled('stored')
  }
}

type OtherKind = 'status' | 'info' | 'inventory' | 'event' | 'reply'
export type HandleControllerMessage = ReturnType<typeof createMessageHandler>

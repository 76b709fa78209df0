import type { Decoded } from '@ohmstead/contract/controller-messages'
import {
  decodeAdapterDevices,
  decodeEvent,
  decodeInfo,
  decodeInventory,
  decodeReply,
  decodeStatus,
} from '@ohmstead/contract/decode-controller-message'
import type { IncomingMessage } from '../../platform/mqtt/link-transport.ts'
import { handleReply } from './commands.ts'
import type { createConnectivity } from './connectivity.ts'
import type { KnownController } from './controller-cache.ts'
import { handleEvent } from './handle-event.ts'
import { addToInventory, handleInfo, handleInventory } from './handle-inventory.ts'
import { isTransient } from './is-transient.ts'
import type { LinkContext } from './link-context.ts'
import { createLinkTurns } from './link-turns.ts'
import { nothingStored, type Outcome } from './outcome.ts'
import { refuseMessage, rejectMessage } from './reject-message.ts'

/** `devices`: an inventory that adds to the one before. */
export type OtherKind = 'status' | 'info' | 'inventory' | 'devices' | 'event' | 'reply'

/** Messages other than readings, of each controller one after the other: an inventory before its correction. */
export function createOtherMessageHandler(
  context: LinkContext,
  connectivity: ReturnType<typeof createConnectivity>,
) {
  const inOrder = new Map<string, Promise<Outcome>>()
  const takeTurn = createLinkTurns(context.db)

  return async function handleOtherMessage(message: IncomingMessage, kind: OtherKind): Promise<Outcome> {
    const { serial } = message
    const turn = (inOrder.get(serial) ?? Promise.resolve()).then(() => handleOther(message, kind))
    inOrder.set(serial, turn)
    const outcome = await turn
    if (inOrder.get(serial) === turn) inOrder.delete(serial)
    return outcome
  }

  async function handleOther(message: IncomingMessage, kind: OtherKind): Promise<Outcome> {
    for (let pause = 100; ; pause = Math.min(pause * 2, 3000)) {
      if (message.isAbandoned() || context.isClosing()) return nothingStored('abandoned')
      try {
        return await takeTurn(async () => {
          const controllers = await context.cache.get([message.serial])
          const controller = controllers.get(message.serial)
          return controller ? handleDecoded(message, kind, controller) : nothingStored('unlinked')
        })
      } catch (error) {
        if (!isTransient(error)) return rejectMessage(context, message.serial, error)
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
      case 'devices':
        return run(message, decodeAdapterDevices(text), (devices) =>
          addToInventory(context, controller, devices),
        )
      case 'event':
        if (message.isRetained) return nothingStored('abandoned')
        return run(message, decodeEvent(text, message.arrivedAt), (event) =>
          handleEvent(context, controller, event),
        )
      case 'reply':
        if (message.isRetained) return nothingStored('abandoned')
        return run(message, decodeReply(text), (reply) => handleReply(context, controller, reply))
    }
  }

  async function run<Message>(
    message: IncomingMessage,
    decoded: Decoded<Message>,
    handle: (decoded: Message) => Promise<void>,
  ): Promise<Outcome> {
    if (!decoded.ok) return refuseMessage(context, message.serial, decoded)
    await handle(decoded.message)
    return nothingStored('stored')
  }
}

import { createRepeatedLines } from '../../../platform/repeated-lines.ts'
import { isTransient } from '../is-transient.ts'
import type { LinkContext } from '../link-context.ts'
import { nothingStored } from '../outcome.ts'
import { rejectMessage } from '../reject-message.ts'
import { admitValues } from './admit-values.ts'
import { commitBatch } from './commit-batch.ts'
import { decodeBatch } from './decode-batch.ts'
import type { QueuedMessage } from './ingest-queue.ts'

const takeLine = createRepeatedLines()

/**
 * Stores a batch of `data` and `history` messages and settles each: stored and committed, or refused. While the
 * database is away it waits and retries; a message that alone makes the database refuse is dropped and counted.
 */
export async function storeBatch(context: LinkContext, batch: readonly QueuedMessage[]): Promise<void> {
  for (let pause = 100; ; pause = Math.min(pause * 2, 3000)) {
    const waiting = batch.filter(({ message, settle }) => {
      if (!message.isAbandoned()) return true
      settle(nothingStored('abandoned'))
      return false
    })
    if (waiting.length === 0 || context.isClosing()) return
    try {
      const controllers = await context.cache.get(waiting.map(({ message }) => message.serial))
      const { decoded, unlinked } = decodeBatch(context, waiting, controllers)
      await commitBatch(context, await admitValues(context, decoded))
      await context.waitingRoom.keep(unlinked)
      return
    } catch (error) {
      if (!isTransient(error)) return splitOrReject(context, waiting, error)
      const reason = (error as Error).message
      const line = takeLine(reason)
      if (line)
        context.log.warn(
          { reason, messages: batch.length, ...line },
          'the database does not take readings; trying again',
        )
      await context.pause(pause)
    }
  }
}

/** Something in the batch cannot be handled at all: the rest of it must not be affected. */
async function splitOrReject(
  context: LinkContext,
  batch: readonly QueuedMessage[],
  error: unknown,
): Promise<void> {
  if (batch.length > 1) {
    const middle = batch.length >> 1
    await storeBatch(context, batch.slice(0, middle))
    await storeBatch(context, batch.slice(middle))
    return
  }
  const { message, settle } = batch[0]!
  settle(rejectMessage(context, message.serial, error))
}

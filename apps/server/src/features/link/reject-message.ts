import type { RefusalReason } from '@ohmstead/contract/controller-messages'
import type { LinkContext } from './link-context.ts'
import { nothingStored, type Outcome } from './outcome.ts'

/** What is known of the message all the same. */
type Known = Parameters<typeof nothingStored>[1]

/** Refuses a whole message for good; counted, so that it is not lost in silence. */
export function refuseMessage(
  context: LinkContext,
  serial: string,
  { reason, detail }: { reason: RefusalReason; detail: string },
  known: Known = {},
): Outcome {
  context.refuse(serial, reason, detail)
  return { ...nothingStored('refused', known), refused: [{ reason, detail, count: 1 }], reason, detail }
}

/** The same for a message that our own work failed on: acknowledged, so that it is not sent for ever. */
export function rejectMessage(
  context: LinkContext,
  serial: string,
  error: unknown,
  known: Known = {},
): Outcome {
  context.log.error({ err: error, serial }, 'a message could not be handled and was dropped')
  const detail = (error as Error).message.slice(0, 200)
  return refuseMessage(context, serial, { reason: 'failed', detail }, known)
}

import type { RefusalReason } from '@ohmstead/contract/controller-messages'
import type { LinkContext } from './link-context.ts'
import { nothingStored, type Outcome } from './outcome.ts'

/** What is known of the message nevertheless. */
type Known = Parameters<typeof nothingStored>[1]

/** Refuses a whole message permanently; counted, so that it is not lost silently. */
export function refuseMessage(
  context: LinkContext,
  serial: string,
  { reason, detail }: { reason: RefusalReason; detail: string },
  known: Known = {},
): Outcome {
  context.refuse(serial, reason, detail)
  return { ...nothingStored('refused', known), refused: [{ reason, detail, count: 1 }], reason, detail }
}

/** What went wrong in us is in our log; its sender and its owner learn only that it was not their fault. */
const ofOurs = 'the server failed on it'

/** The same for a message that our own code failed on: acknowledged, so that it is not sent forever. */
export function rejectMessage(
  context: LinkContext,
  serial: string,
  error: unknown,
  known: Known = {},
): Outcome {
  context.log.error({ err: error, serial }, 'a message could not be handled and was dropped')
  return refuseMessage(context, serial, { reason: 'failed', detail: ofOurs }, known)
}

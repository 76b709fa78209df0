import { type ControllerSample, linkLimits } from '@ohmstead/contract/controller-messages'
import type { LinkClient } from './link-client.ts'

/**
 * Sends reproducible samples as `history`, in messages of at most 64 kB and one unacknowledged at a time.
 * A lost connection is waited out and the message is resent; repeating one is harmless. Rejects when the link is
 * closed.
 */
export async function sendPast(
  link: LinkClient,
  samples: readonly ControllerSample[],
  stepSeconds: number,
): Promise<void> {
  for (const message of splitSamples(samples)) {
    for (let isStored = false; !isStored; ) {
      await link.whenOnline()
      isStored = await link.sendHistory(message, stepSeconds).then(
        () => true,
        () => false,
      )
    }
  }
}

/** Samples in groups that each fit into one message. */
export function splitSamples(samples: readonly ControllerSample[]): ControllerSample[][] {
  const room = linkLimits.recommendedBytes - 200
  const messages: ControllerSample[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const sample of samples) {
    const size = JSON.stringify(sample).length + 1
    if (bytes + size > room || messages.at(-1)!.length >= linkLimits.samplesPerMessage) {
      messages.push([])
      bytes = 0
    }
    messages.at(-1)!.push(sample)
    bytes += size
  }
  return messages
}

import type { Refusal, RefusalReason } from '@ohmstead/contract/controller-messages'

/** The outcome of one message of readings. `seq` is acknowledged once everything that arrived before it is settled, too. */
export interface Outcome {
  /** `unlinked`: its controller has no location yet; readings are kept until it is linked. */
  state: 'stored' | 'refused' | 'unlinked' | 'abandoned'
  seq: number | null
  storedSamples: number
  rejectedSamples: number
  refused: Refusal[]
  reason?: RefusalReason
  detail?: string
}

/** For a message without any stored sample, whatever the reason. */
export function nothingStored(
  state: Outcome['state'],
  known: Partial<Pick<Outcome, 'seq' | 'rejectedSamples'>> = {},
): Outcome {
  return { state, seq: null, storedSamples: 0, rejectedSamples: 0, refused: [], ...known }
}

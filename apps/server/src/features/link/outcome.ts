import type { Refusal, RefusalReason } from '@ohmstead/contract/controller-messages'

/** What became of one message of readings. `seq` is acknowledged once everything that arrived before it is settled, too. */
export interface Outcome {
  /** `unlinked`: known, but of no location yet, so nothing is kept. */
  state: 'stored' | 'refused' | 'unlinked' | 'abandoned'
  seq: number | null
  storedSamples: number
  rejectedSamples: number
  refused: Refusal[]
  reason?: RefusalReason
  detail?: string
}

/** Of a message with no sample that was stored, whatever became of it. */
export function nothingStored(
  state: Outcome['state'],
  known: Partial<Pick<Outcome, 'seq' | 'rejectedSamples'>> = {},
): Outcome {
  return { state, seq: null, storedSamples: 0, rejectedSamples: 0, refused: [], ...known }
}

import type { Translation } from '@ohmstead/adapters/adapter'
import { linkLimits } from '@ohmstead/contract/controller-messages'
import type { ControllerTopicKind } from '@ohmstead/contract/controller-topics'
import type { IncomingMessage } from '../../../platform/mqtt/link-transport.ts'
import type { LinkContext } from '../link-context.ts'
import { nothingStored, type Outcome } from '../outcome.ts'

/** A message of the own link that a foreign one became; `devices` adds to the inventory instead of replacing it. */
export type PassOn = (
  message: IncomingMessage,
  kind: Exclude<ControllerTopicKind, 'inventory'> | 'devices',
) => Promise<Outcome>

/** Passes on a message of the own link with this content. */
export type Pass = (
  kind: Parameters<PassOn>[1],
  content: object,
  more?: Partial<IncomingMessage>,
) => Promise<Outcome>

/** The readings of a message, each kind as one message or several where there are more samples than fit in one. */
export async function storeReadingsOf(
  pass: Pass,
  { samples = [], lateSamples = [], step, isTimed, clockOffsetMs }: Translation,
  isLate: boolean,
): Promise<Outcome> {
  const meterOffsetMs = clockOffsetMs === undefined ? (isTimed === true ? undefined : null) : clockOffsetMs
  const messages = [
    ...cut(isLate ? [] : samples).map((piece) => ({
      kind: step === undefined ? ('data' as const) : ('history' as const),
      content: { ...(step !== undefined && { step }), samples: piece },
      // Of values with the time of arrival no clock can be judged.
      more: meterOffsetMs === undefined ? {} : { meterOffsetMs },
    })),
    ...cut(lateSamples).map((piece) => ({ kind: 'history' as const, content: { samples: piece }, more: {} })),
  ]
  let outcome = nothingStored('stored')
  for (const { kind, content, more } of messages) {
    const next = await pass(kind, content, more)
    if (next.state !== 'stored') return next
    outcome = {
      ...next,
      storedSamples: outcome.storedSamples + next.storedSamples,
      rejectedSamples: outcome.rejectedSamples + next.rejectedSamples,
      refused: [...outcome.refused, ...next.refused],
    }
  }
  return outcome
}

function cut<Sample>(samples: readonly Sample[]): Sample[][] {
  const pieces: Sample[][] = []
  for (let start = 0; start < samples.length; start += linkLimits.samplesPerMessage)
    pieces.push(samples.slice(start, start + linkLimits.samplesPerMessage))
  return pieces
}

/** Counts what an adapter left out of a message, and tells its sender. */
export function addRefusals(
  context: LinkContext,
  serial: string,
  outcome: Outcome,
  leftOut: NonNullable<Translation['leftOut']>,
): Outcome {
  const refused = leftOut.map(({ count = 1, ...part }) => ({ ...part, count }))
  for (const { reason, detail, count } of refused) context.refuse(serial, reason, detail, count)
  const [first] = refused
  if (!first || outcome.state !== 'stored') return outcome
  const isNothing = outcome.storedSamples + outcome.rejectedSamples === 0
  return {
    ...outcome,
    ...(isNothing && { state: 'refused', reason: first.reason, detail: first.detail }),
    rejectedSamples: outcome.rejectedSamples + refused.reduce((sum, { count }) => sum + count, 0),
    refused: [...outcome.refused, ...refused],
  }
}

// What a webhook is told of an alarm, and when it is tried again. Unlike a person it hears of everything: an alarm that began is
// always told, also when it is over by the time the receiver is back; only an end that did not last is kept back.

import type { NoticeDecision, NoticeKind } from './notice-rules.ts'

/** What was written for the receiver of an alarm last. */
export interface LastDelivery {
  kind: NoticeKind
  /** An end that has not lasted long enough to be told. */
  isSettling: boolean
}

export function decideDelivery(last: LastDelivery | null, news: NoticeKind): NoticeDecision {
  if (last === null) return news === 'raised' ? 'tell' : 'nothing'
  if (last.kind === news) return 'nothing'
  return last.isSettling ? 'drop' : 'tell'
}

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
/** How long to wait after each failed try; the last one holds from there on. */
const waitsMs = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, hourMs, 2 * hourMs]

/** A receiver that failed for this long is not tried any more. */
export const givenUpAfterMs = 24 * hourMs

/** When to try again after the `failures`th failed try in a row, or null for no more. `askedMs` is what the receiver asked for. */
export function findNextTry({
  failures,
  failingSince,
  askedMs,
  now,
}: {
  failures: number
  failingSince: number
  askedMs: number
  now: number
}): number | null {
  const end = failingSince + givenUpAfterMs
  if (now >= end) return null
  const waitMs = waitsMs[Math.min(failures, waitsMs.length) - 1] ?? waitsMs[0]!
  return Math.min(now + Math.max(waitMs, askedMs), end)
}

/** The wait that a `Retry-After` asks for, in seconds or until a date; 0 if it says nothing. */
export function readRetryAfter(header: string | null, now: number): number {
  if (header === null) return 0
  if (/^\d{1,9}$/.test(header)) return Number(header) * secondMs
  const until = Date.parse(header)
  return Number.isNaN(until) ? 0 : Math.max(0, until - now)
}

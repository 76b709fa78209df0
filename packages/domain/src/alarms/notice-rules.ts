// Of an alarm somebody is told that it began and, if they wish, that it is over. What flaps is told once, and is over only when
// it has been quiet for as long as it could have come back as the same alarm.

import { flapWindowMs } from './alarm-rules.ts'

export type NoticeKind = 'raised' | 'cleared'

/** What somebody was told of an alarm last, by one channel; what was dropped was not told. */
export interface LastNotice {
  kind: NoticeKind
  isSent: boolean
}

/** `drop`: what still waits is not sent at all. */
export type NoticeDecision = 'tell' | 'drop' | 'nothing'

/** What to do with news of an alarm. */
export function decideNotice(last: LastNotice | null, news: NoticeKind): NoticeDecision {
  if (last === null) return news === 'raised' ? 'tell' : 'nothing'
  if (last.kind === news) return 'nothing'
  return last.isSent ? 'tell' : 'drop'
}

/** What follows a notice within this time is told together. */
export const togetherMs = 90_000
/** An end is told when it has lasted a little. */
const settledMs = 120_000

/** How long an alarm has to be over before that is told. */
export const settleMs = (reopenings: number): number => (reopenings === 0 ? settledMs : flapWindowMs)

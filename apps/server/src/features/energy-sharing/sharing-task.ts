import type { MonthSettlement, SharingQuestion } from '@ohmstead/sharing/sharing-model'
import type { MemberInterval } from './answer-sharing.ts'

/** Questions about a sharing group, answered in a calculation thread. */
export type SharingTask =
  | { kind: 'settleMonth'; question: SharingQuestion; month: string; untilMs: number }
  | {
      kind: 'shareIntervals'
      question: SharingQuestion
      months: string[]
      fromMs: number
      toMs: number
      memberIds: string[]
    }

export interface SharingAnswers {
  settleMonth: MonthSettlement
  shareIntervals: { unsettled: number[]; members: MemberInterval[] }
}

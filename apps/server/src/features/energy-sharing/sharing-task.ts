import type { SharingKey } from '@ohmstead/domain/sharing/sharing-terms'
import type { MonthSettlement, SharingQuestion } from '@ohmstead/sharing/sharing-model'
import type { SharingAdvice, SharingSimulation } from '@ohmstead/sharing/simulation-model'

export type IntervalRow = (number | null)[]

/** What a member got in each quarter-hour, and what it was worth. */
export interface MemberIntervals {
  memberId: string
  importMilliWh: IntervalRow
  feedInMilliWh: IntervalRow
  givenMilliWh: IntervalRow
  allottedMilliWh: IntervalRow
  receivedMilliWh: IntervalRow
  unusedMilliWh: IntervalRow
  importPricePerKwh: IntervalRow
  feedInPricePerKwh: IntervalRow
  sharePricePerKwh: IntervalRow
}

/** Whole months, inclusive, 'YYYY-MM'. */
interface Months {
  from: string
  to: string
}

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
  | {
      kind: 'simulateSharing'
      question: SharingQuestion
      months: Months
      staticKey: Extract<SharingKey, { kind: 'static' }> | null
    }
  | { kind: 'adviseSharing'; question: SharingQuestion; months: Months }

export interface SharingAnswers {
  settleMonth: MonthSettlement
  shareIntervals: { unsettled: number[]; members: MemberIntervals[] }
  simulateSharing: SharingSimulation
  adviseSharing: SharingAdvice
}

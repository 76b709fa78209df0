import type { SharingStatementDetailView } from '@ohmstead/contract/energy-sharing-results'
import type { Locale } from '@ohmstead/domain/i18n/locales'
import type { MemberStatement, MonthSettlement } from '@ohmstead/sharing/sharing-model'
import type { StatementTerms } from './statement-queries.ts'

export interface FileFrame {
  locale: Locale
  brand: { platformName: string; theme: string }
  madeAtMs: number
}

/** A statement as its page has it, to be written to a file. */
export interface StatementFileTask extends FileFrame {
  kind: 'sharingStatement'
  format: 'pdf' | 'xlsx'
  statement: SharingStatementDetailView
  terms: StatementTerms
  /** The version that it replaced. */
  replacedVersion: number | null
}

export interface SettledMember {
  id: number
  name: string
  version: number
  terms: StatementTerms
  statement: MemberStatement
}

/** The newest statements of a month with what they must add up to. */
export interface SettlementFileTask extends FileFrame {
  kind: 'sharingSettlement'
  groupName: string
  month: string
  members: SettledMember[]
  unsettled: MonthSettlement['unsettled']
}

import type { Locale } from '@ohmstead/domain/i18n/locales'
import type { Bill } from '@ohmstead/pricing/bill-model'
import type { BillCaveat } from './bill-caveats.ts'

/** A bill as its page has it, to be written to a workbook. */
export interface BillFileTask {
  kind: 'billFile'
  bill: Bill
  /** How many quarter-hours are of which meter. */
  readings: { official: number; controller: number; none: number }
  caveats: readonly BillCaveat[]
  title: string
  timeZone: string
  locale: Locale
}

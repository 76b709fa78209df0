import type { DecimalText } from '@ohmstead/domain/money/exact'
import type { BillLine } from '../bill-model.ts'

/** What a line of an invoice is about; the first seven are those of a bill. */
export const invoiceParts = [
  'energy',
  'networkEnergy',
  'networkPower',
  'excessPower',
  'fees',
  'levies',
  'feedIn',
  'settlement',
  'other',
] as const
export type InvoicePart = (typeof invoiceParts)[number]

export const invoiceUnits = ['kWh', 'kW', 'month'] as const
export type InvoiceUnit = (typeof invoiceUnits)[number]

/** A line as the supplier wrote it. Unknown is null: nothing is filled in from elsewhere. */
export interface InvoiceLine {
  /** Null if it was not recognised; such a line counts in the sums and agrees with nothing. */
  part: InvoicePart | null
  /** As a bill names it: 't1', 'block3', 'excise'; null if the words say nothing of the kind. */
  name: string | null
  /** The words of the invoice. */
  label: string
  quantity: DecimalText | null
  unit: InvoiceUnit | null
  unitPrice: DecimalText | null
  /** What the line adds to the invoice, without tax; negative if it is credited. */
  amount: DecimalText
  /** A share, 0.22. */
  vatRate: DecimalText | null
  /** Inclusive days; those of the invoice if null. */
  from: string | null
  to: string | null
  meteringPoint: string | null
}

export interface InvoiceVat {
  /** A share, 0.22. */
  rate: DecimalText | null
  base: DecimalText | null
  amount: DecimalText
}

export interface Invoice {
  supplier: string | null
  number: string | null
  /** Identifiers as printed, in the order in which they occur. */
  meteringPoints: string[]
  /** Inclusive days. */
  from: string | null
  to: string | null
  lines: InvoiceLine[]
  vats: InvoiceVat[]
  /** As printed; null if it is not. */
  net: DecimalText | null
  total: DecimalText | null
}

/** What became of a row of the text. */
export type RowOutcome =
  /** A line of the invoice, or a part of one. */
  | 'line'
  /** Supplier, number, metering point or period. */
  | 'head'
  | 'sum'
  /** Words without figures, or figures without a price. */
  | 'words'
  /** It looks like a charge, and could not be read. */
  | 'unread'

export interface ReadRow {
  text: string
  outcome: RowOutcome
  /** The place of the line in `Invoice.lines` that it became, or null. */
  line: number | null
}

export interface ReadInvoice {
  invoice: Invoice
  rows: ReadRow[]
  /** The text was longer than what is read. */
  isCut: boolean
}

export type BillPart = BillLine['part']

export const emptyInvoice: Invoice = {
  supplier: null,
  number: null,
  meteringPoints: [],
  from: null,
  to: null,
  lines: [],
  vats: [],
  net: null,
  total: null,
}

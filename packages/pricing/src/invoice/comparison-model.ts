import type { DecimalText } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { BillLine } from '../bill-model.ts'

/** How an invoice differs from a bill. */
export const differenceKinds = [
  'quantity',
  'rate',
  /** The amount is not quantity × price. */
  'arithmetic',
  /** Only the amount can be compared. */
  'amount',
  'missingOnInvoice',
  'notInBill',
  /** The tax of the other differences: a consequence, not a fault. */
  'vatFollows',
  'vat',
  /** The lines do not add up to the net sum. */
  'sum',
  /** Net sum, tax and credits do not add up to what is to pay. */
  'total',
  /** The invoice and the bill are of other days. */
  'period',
  /** What rounding leaves. */
  'rounding',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** Neither is a fault of anybody. */
export const harmlessKinds: ReadonlySet<DifferenceKind> = new Set(['rounding', 'vatFollows'])

/** Where a rate that explains something was published. */
export type RateOrigin =
  | { kind: 'published' }
  | { kind: 'priceList'; name: string; version: number | null }
  | { kind: 'offer'; supplier: string; name: string; source: string; checkedOn: string }

/** A price per unit that somebody charges, and when. */
export interface KnownRate {
  part: BillLine['part']
  name: string
  rate: DecimalText
  from: string | null
  /** Inclusive; null until further notice. */
  to: string | null
  origin: RateOrigin
  /** Of monthly fees, which invoice they are for. */
  paper: 'paper' | 'electronic' | null
}

/** A quantity that would result if something were otherwise. */
export interface KnownQuantity {
  part: BillLine['part']
  name: string
  quantity: DecimalText
  reason: QuantityReason
}

export type QuantityReason =
  /** Without what was only estimated. */
  | { kind: 'estimatedLeftOut' }
  | { kind: 'dayMissing'; day: string }
  | { kind: 'dayMore'; day: string }
  | { kind: 'otherMonth'; month: string }
  /** The controller's meter in place of the official one. */
  | { kind: 'controllerMeter' }
  | { kind: 'agreedPowerOf'; from: string; to: string }
  | { kind: 'connectionPower' }

export type Explanation =
  | QuantityReason
  /** The quantity is that of another line: VT and MT swapped, another block. */
  | { kind: 'quantityOfLine'; part: BillLine['part']; name: string }
  | { kind: 'rateOfLine'; part: BillLine['part']; name: string }
  | { kind: 'rate'; rate: KnownRate }
  /** The price was printed, or charged, with tax. */
  | { kind: 'rateWithVat' }
  | { kind: 'doubleCharged' }
  /** It is charged as that line in place of this one. */
  | { kind: 'chargedAs'; part: BillLine['part']; name: string }
  | { kind: 'settlement' }
  | { kind: 'vatRate'; rate: DecimalText }
  /** Credits for what is fed in were taken off before the tax. */
  | { kind: 'vatOnFeedIn' }
  | { kind: 'vatBase'; base: DecimalText }
  /** Some readings of the bill are estimated or missing. */
  | { kind: 'readingsIncomplete' }

export interface Difference {
  kind: DifferenceKind
  /** The place of its row in `ComparedInvoice.rows`; null if it concerns the whole. */
  row: number | null
  /** What the invoice has more than the bill. */
  amount: DecimalText
  /** The likeliest first; empty if nothing is known to explain it. */
  explanations: Explanation[]
}

/** A line of the invoice beside that of the bill. */
export interface ComparedRow {
  /** Places in `Invoice.lines`; several where the invoice splits what the bill has in one. */
  invoice: number[]
  bill: BillLine[]
  kinds: DifferenceKind[]
  invoiceFigures: RowFigures | null
  billFigures: RowFigures | null
  difference: DecimalText
}

export interface RowFigures {
  quantity: DecimalText | null
  unitPrice: DecimalText | null
  amount: DecimalText
}

export interface ComparedInvoice {
  currency: CurrencyCode
  verdict: 'agrees' | 'tooMuch' | 'tooLittle' | 'differs' | 'unknown'
  invoiceTotal: DecimalText
  billTotal: DecimalText | null
  /** What the invoice has more; the differences add up to it. Null if the bill is not known. */
  difference: DecimalText | null
  rows: ComparedRow[]
  /** Largest first, rounding last. */
  differences: Difference[]
  /** Sums that the invoice does not print, added up from its lines. */
  derived: ('net' | 'vat' | 'total')[]
}

/** What is known besides the bill. */
export interface Evidence {
  rates: readonly KnownRate[]
  quantities: readonly KnownQuantity[]
}

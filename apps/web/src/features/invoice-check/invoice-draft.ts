import { isDecimalText } from '@ohmstead/domain/money/exact'
import type { Bill } from '@ohmstead/pricing/bill-model'
import { emptyInvoice, type Invoice, type InvoiceLine } from '@ohmstead/pricing/invoice/invoice-model'
import { signLine } from '@ohmstead/pricing/invoice/sign-line'

export const emptyLine: InvoiceLine = {
  ...{ part: 'energy', name: null, label: '', quantity: null, unit: 'kWh', unitPrice: null, amount: '' },
  ...{ vatRate: null, from: null, to: null, meteringPoint: null },
}

/** The lines that an invoice of these days should have, with their figures still to be typed in. */
export function draftOf(bill: Bill): Invoice {
  const lines = bill.months.flatMap((month) =>
    month.lines.flatMap(({ part, name, quantity }): InvoiceLine[] => {
      const unit = quantity?.unit ?? null
      return part === 'vat' || unit === 'currency' ? [] : [{ ...emptyLine, part, name, unit, label: '' }]
    }),
  )
  return { ...emptyInvoice, from: bill.from, to: bill.to, lines }
}

/** What is typed in so far: without lines that have no amount yet, and without what is no number. */
export function readDraft(draft: Invoice, point: string | null = null): Invoice {
  const ofPoint = (line: InvoiceLine) =>
    point === null || line.meteringPoint === null || line.meteringPoint === point
  const kept = draft.lines.filter((line) => isDecimalText(line.amount) && ofPoint(line))
  const isPart = draft.lines.some((line) => !ofPoint(line))
  return {
    ...draft,
    lines: kept.map((line) =>
      signLine({ ...line, quantity: decimal(line.quantity), unitPrice: decimal(line.unitPrice) }),
    ),
    // Sums of several metering points are those of none of them.
    vats: isPart ? [] : draft.vats.filter(({ amount }) => isDecimalText(amount)),
    net: isPart ? null : decimal(draft.net),
    total: isPart ? null : decimal(draft.total),
  }
}

const decimal = (text: string | null) => (text !== null && isDecimalText(text) ? text : null)

const longestDays = 366

/** The days of an invoice, if they are some. */
export function periodOf({ from, to }: Invoice): { from: string; to: string } | null {
  if (!from || !to || to < from) return null
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
  return days < longestDays ? { from, to } : null
}

const onlyDigits = (text: string) => text.replace(/\D/g, '')

/** Whether an invoice names the metering point of a location, in any of its spellings; null if either is unknown. */
export function namesPoint(invoice: Invoice, own: readonly (string | null | undefined)[]): boolean | null {
  const known = own.flatMap((one) => (one ? [onlyDigits(one)] : [])).filter(Boolean)
  if (known.length === 0 || invoice.meteringPoints.length === 0) return null
  return invoice.meteringPoints.some((point) => known.includes(onlyDigits(point)))
}

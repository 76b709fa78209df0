import type { FieldNotes } from '../field-note.ts'

/** Invoices of suppliers that were checked and kept. */
export const invoiceNotes: FieldNotes = {
  invoiceCheckId: 'The kept check.',
  meteringPoints: 'Identifiers of metering points as the invoice prints them.',
  invoiceTotal: ['What the invoice asks for.', '61.46'],
  billTotal: ['What the bill of the location came to; null if it was not known.', '58.12'],
  verdict: 'Whether the invoice agrees, asks for too much or too little, or only its lines differ.',
  checkedAt: 'When it was kept, epoch milliseconds.',
  checkedBy: 'First name of who kept it; null if the account is gone.',
  'Invoice.number': 'Number of the invoice; null if it was not read.',
  'Invoice.supplier': ['Who sent it; null if it was not read.', 'GEN-I'],
  'Invoice.from': ['First day that it charges, inclusive.', '2026-06-01'],
  'Invoice.to': ['Last day that it charges, inclusive.', '2026-06-30'],
  'InvoiceLine.part': 'What it is about; null if nobody knows.',
  'InvoiceLine.name': 'As a bill names it; null if its words say nothing of the kind.',
  'InvoiceLine.label': ['The words of the invoice.', 'Energija VT'],
  'InvoiceLine.meteringPoint': 'The metering point it belongs to; null if there is only one.',
  'KeptInvoiceCheck.number': 'Number of the invoice; null if it was not read.',
  'keepInvoiceCheck.number': 'Number of the invoice; null if it was not read.',
  'InvoiceCheckResult.difference': 'What the invoice asks for beyond the bill; null if that was not known.',
  'InvoiceDifference.amount': 'Its share of the difference; all of them add up to it.',
}

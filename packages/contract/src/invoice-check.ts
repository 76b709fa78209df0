import { z } from 'zod'
import { isDayRange, isShortEnough } from './calculations.ts'
import { endpoint } from './endpoint.ts'
import { currencyCode, decimalText } from './price-terms.ts'
import { id, localDay } from './wire.ts'

// Invoices of suppliers that somebody checked against the bill of a location and asked to keep.

const amount = decimalText
const amountOrUnknown = amount.nullable()
const words = (length: number) => z.string().max(length, 'max')

const invoiceLine = z.object({
  part: z
    .enum([
      'energy',
      'networkEnergy',
      'networkPower',
      'excessPower',
      'fees',
      'levies',
      'feedIn',
      'settlement',
      'other',
    ])
    .nullable(),
  name: words(100).nullable(),
  label: words(200),
  quantity: amountOrUnknown,
  unit: z.enum(['kWh', 'kW', 'month']).nullable(),
  unitPrice: amountOrUnknown,
  amount,
  vatRate: amountOrUnknown,
  from: localDay.nullable(),
  to: localDay.nullable(),
  meteringPoint: words(60).nullable(),
})
invoiceLine.register(z.globalRegistry, { id: 'InvoiceLine' })

const invoiceVat = z.object({ rate: amountOrUnknown, base: amountOrUnknown, amount })
invoiceVat.register(z.globalRegistry, { id: 'InvoiceVat' })

const invoice = z.object({
  supplier: words(100).nullable(),
  number: words(60).nullable(),
  meteringPoints: z.array(words(60)).max(50, 'max'),
  lines: z.array(invoiceLine).min(1, 'required').max(300, 'max'),
  vats: z.array(invoiceVat).max(20, 'max'),
  net: amountOrUnknown,
  total: amountOrUnknown,
})
const periodOfInvoice = { from: localDay, to: localDay }
const datedInvoice = invoice.extend(periodOfInvoice)
datedInvoice.register(z.globalRegistry, { id: 'Invoice' })

const difference = z.object({
  kind: z.enum([
    'quantity',
    'rate',
    'arithmetic',
    'amount',
    'missingOnInvoice',
    'notInBill',
    'vatFollows',
    'vat',
    'sum',
    'total',
    'period',
    'rounding',
  ]),
  amount: z.string(),
})
difference.register(z.globalRegistry, { id: 'InvoiceDifference' })

/** What the comparison said when it was kept; opened again it is made anew, for readings and prices may have changed. */
const result = z.object({
  verdict: z.enum(['agrees', 'tooMuch', 'tooLittle', 'differs', 'unknown']),
  currency: currencyCode,
  invoiceTotal: z.string(),
  billTotal: z.string().nullable(),
  difference: z.string().nullable(),
  differences: z.array(difference),
})
result.register(z.globalRegistry, { id: 'InvoiceCheckResult' })

const kept = z.object({
  id: z.number(),
  from: z.string(),
  to: z.string(),
  supplier: z.string().nullable(),
  number: z.string().nullable(),
  result,
  checkedAt: z.number(),
  /** First name of who kept it; null if the account is gone. */
  checkedBy: z.string().nullable(),
})
kept.register(z.globalRegistry, { id: 'KeptInvoiceCheck' })
export type KeptInvoiceCheck = z.output<typeof kept>

const locationId = z.object({ locationId: id })
const checkId = locationId.extend({ invoiceCheckId: id })

export const invoiceCheckEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/locations/:locationId/invoice-checks',
    summary: 'Checks of invoices that were kept, the newest first; at most 200.',
    permission: 'location.view',
    params: locationId,
    answer: z.object({ checks: z.array(kept) }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/locations/:locationId/invoice-checks/:invoiceCheckId',
    summary: 'A kept check with the figures of its invoice.',
    permission: 'location.view',
    params: checkId,
    answer: z.object({ check: kept, invoice: datedInvoice }),
  }),
  keep: endpoint({
    method: 'POST',
    path: '/locations/:locationId/invoice-checks',
    summary:
      'Keeps the figures of an invoice, and how they compare with the bill of its days; the document itself is never sent.',
    permission: 'location.edit',
    params: locationId,
    body: z
      .object({ ...periodOfInvoice, invoice })
      .refine(isDayRange, { path: ['to'], error: 'range_reversed' })
      .refine(isShortEnough, { path: ['from'], error: 'range_too_long' }),
    cost: 10,
    answer: z.object({ check: kept }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/locations/:locationId/invoice-checks/:invoiceCheckId',
    summary: 'Deletes a kept check.',
    permission: 'location.edit',
    params: checkId,
  }),
}

import { addExact, formatExact, multiplyExact, negateExact, parseExact } from '@ohmstead/domain/money/exact'
import type { Bill } from '../bill-model.ts'
import type { DifferenceKind, Explanation } from '../invoice/comparison-model.ts'
import type { Invoice, InvoiceLine } from '../invoice/invoice-model.ts'
import { withSums } from './made-invoice.ts'

/** An error in an invoice: how it has to be found, and what explains it; null if the invoice has no place for it. */
export interface Planted {
  invoice: Invoice
  kind: DifferenceKind
  explained: Explanation['kind'] | null
}

export interface KnownForErrors {
  /** Energy of single days, by the name of the line. */
  ofDay: { part: string; name: string; quantity: string }[]
  otherRates: { part: string; name: string; rate: string }[]
  otherPowersKw: string[]
}

type Plant = (invoice: Invoice, bill: Bill, known: KnownForErrors) => Planted | null

const changeLine = (
  invoice: Invoice,
  bill: Bill,
  find: (line: InvoiceLine) => boolean,
  change: (line: InvoiceLine) => Partial<InvoiceLine>,
): Invoice | null => {
  const place = invoice.lines.findIndex((line) => find(line) && line.amount !== '0.00')
  if (place < 0) return null
  const lines = invoice.lines.map((line, own) =>
    own === place ? priced({ ...line, ...change(line) }) : line,
  )
  return withSums({ ...invoice, lines }, bill)
}

/** Quantity × price again. */
function priced(line: InvoiceLine): InvoiceLine {
  const product = multiplyExact(parseExact(line.quantity!), parseExact(line.unitPrice!))
  return { ...line, amount: formatExact(line.part === 'feedIn' ? negateExact(product) : product, 2) }
}

const plus = (text: string, more: string) => formatExact(addExact(parseExact(text), parseExact(more)))
const found = (
  invoice: Invoice | null,
  kind: DifferenceKind,
  explained: Planted['explained'],
): Planted | null => invoice && { invoice, kind, explained }

/** The kinds of errors that invoices have. */
export const plants: Record<string, Plant> = {
  quantityOfOtherTariff: (invoice, bill) => {
    const other = bill.months[0]!.lines.find(({ part, name }) => part === 'energy' && name === 't2')
    const quantity = other && formatExact(parseExact(other.quantity!.amount), 3)
    const change = changeLine(
      invoice,
      bill,
      ({ part, name }) => part === 'energy' && name === 't1',
      () => ({ quantity: quantity! }),
    )
    return other ? found(change, 'quantity', 'quantityOfLine') : null
  },
  dayMissing: (invoice, bill, { ofDay }) => {
    const of = (line: InvoiceLine) => ofDay.find(({ part, name }) => part === line.part && name === line.name)
    const isHit = (line: InvoiceLine) => line.part === 'networkEnergy' && of(line) !== undefined
    const exact = (line: InvoiceLine) =>
      bill.months[0]!.lines.find(({ part, name }) => part === line.part && name === line.name)!.quantity!
        .amount
    const change = changeLine(invoice, bill, isHit, (line) => ({
      quantity: formatExact(parseExact(plus(exact(line), `-${of(line)!.quantity}`)), 3),
    }))
    return found(change, 'quantity', 'dayMissing')
  },
  moreEnergy: (invoice, bill) =>
    found(
      changeLine(
        invoice,
        bill,
        ({ part }) => part === 'energy',
        (line) => ({ quantity: plus(line.quantity!, '37.123') }),
      ),
      'quantity',
      null,
    ),
  rateOfOtherTime: (invoice, bill, { otherRates }) => {
    const of = (line: InvoiceLine) =>
      otherRates.find(({ part, name }) => part === line.part && name === line.name)
    const isHit = (line: InvoiceLine) => line.part === 'networkPower' && of(line) !== undefined
    return found(
      changeLine(invoice, bill, isHit, (line) => ({ unitPrice: of(line)!.rate })),
      'rate',
      'rate',
    )
  },
  paperFee: (invoice, bill) =>
    found(
      changeLine(
        invoice,
        bill,
        ({ part, unitPrice }) => part === 'fees' && unitPrice === '0.99000',
        () => ({ unitPrice: '1.99' }),
      ),
      'rate',
      'rate',
    ),
  rateWithVat: (invoice, bill) =>
    found(
      changeLine(
        invoice,
        bill,
        ({ part, name }) => part === 'energy' && name !== 'spot',
        (line) => ({
          unitPrice: formatExact(multiplyExact(parseExact(line.unitPrice!), parseExact('1.22')), 5),
        }),
      ),
      'rate',
      'rateWithVat',
    ),
  otherPower: (invoice, bill, { otherPowersKw }) =>
    found(
      changeLine(
        invoice,
        bill,
        ({ part, name }) => part === 'networkPower' && name === 'block2',
        () => ({ quantity: otherPowersKw[1]! }),
      ),
      'quantity',
      'agreedPowerOf',
    ),
  doubleCharged: (invoice, bill) => {
    const fee = invoice.lines.findIndex(({ part }) => part === 'fees')
    const lines = invoice.lines.toSpliced(fee, 0, invoice.lines[fee]!)
    return found(withSums({ ...invoice, lines }, bill), 'notInBill', 'doubleCharged')
  },
  missingLine: (invoice, bill) => {
    const lines = invoice.lines.filter(({ name }) => name !== 'excise')
    return found(withSums({ ...invoice, lines }, bill), 'missingOnInvoice', null)
  },
  otherBlock: (invoice, bill) => {
    const own = invoice.lines.filter(({ part }) => part === 'networkEnergy')
    if (own.some(({ name }) => name === 'block1')) return null
    const lines = invoice.lines.map((line) =>
      line.part === 'networkEnergy' && line.name === 'block2'
        ? priced({ ...line, name: 'block1', label: 'block1', unitPrice: '0.02217' })
        : line,
    )
    return own.some(({ name }) => name === 'block2')
      ? found(withSums({ ...invoice, lines }, bill), 'notInBill', 'chargedAs')
      : null
  },
  settlement: (invoice, bill) => {
    const line: InvoiceLine = {
      ...{
        part: 'settlement',
        name: null,
        label: 'Poračun preteklega obdobja',
        quantity: null,
        unit: null,
        unitPrice: null,
      },
      ...{ amount: '12.34', vatRate: null, from: null, to: null, meteringPoint: null },
    }
    return found(withSums({ ...invoice, lines: [...invoice.lines, line] }, bill), 'notInBill', 'settlement')
  },
  arithmetic: (invoice, bill) => {
    const lines = invoice.lines.map((line) =>
      line.name === 'energyEfficiency' ? { ...line, amount: plus(line.amount, '2') } : line,
    )
    return found(
      withSums(
        {
          ...invoice,
          lines: lines.map((line) => ({ ...line, amount: formatExact(parseExact(line.amount), 2) })),
        },
        bill,
      ),
      'arithmetic',
      null,
    )
  },
  vatRate: (invoice) => {
    const base = parseExact(invoice.vats[0]!.base!)
    const amount = formatExact(multiplyExact(base, parseExact('0.25')), 2)
    const total = formatExact(
      addExact(parseExact(invoice.total!), parseExact(plus(amount, `-${invoice.vats[0]!.amount}`))),
      2,
    )
    return found(
      { ...invoice, vats: [{ rate: '0.25', base: invoice.vats[0]!.base, amount }], total },
      'vat',
      'vatRate',
    )
  },
  vatOnFeedIn: (invoice) => {
    const fedIn = invoice.lines.find(({ part }) => part === 'feedIn')
    if (!fedIn || parseExact(fedIn.amount).digits > -300n) return null
    const base = plus(invoice.net!, fedIn.amount)
    const amount = formatExact(multiplyExact(parseExact(base), parseExact('0.22')), 2)
    const change = plus(amount, `-${invoice.vats[0]!.amount}`)
    const vats = [{ rate: '0.22', base: formatExact(parseExact(base), 2), amount }]
    return found(
      { ...invoice, vats, total: formatExact(parseExact(plus(invoice.total!, change)), 2) },
      'vat',
      'vatOnFeedIn',
    )
  },
  sum: (invoice) => {
    const more = (text: string) => formatExact(addExact(parseExact(text), parseExact('10')), 2)
    return found({ ...invoice, net: more(invoice.net!), total: more(invoice.total!) }, 'sum', null)
  },
  total: (invoice) =>
    found(
      { ...invoice, total: formatExact(addExact(parseExact(invoice.total!), parseExact('1')), 2) },
      'total',
      null,
    ),
  period: (invoice) => found({ ...invoice, from: `${invoice.from!.slice(0, 8)}02` }, 'period', null),
}

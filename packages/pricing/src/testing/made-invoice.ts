import {
  addExact,
  type Exact,
  formatExact,
  multiplyExact,
  parseExact,
  roundExact,
  zero,
} from '@ohmstead/domain/money/exact'
import type { Bill } from '../bill-model.ts'
import type { Invoice, InvoiceLine, InvoicePart } from '../invoice/invoice-model.ts'

// Invoices as a supplier would write them from the same readings and prices as the bill.

/** How a supplier rounds. */
export interface Rounding {
  /** Decimals of printed energy. */
  energyDecimals: 0 | 2 | 3
  /** Amounts of the printed figures, or of the exact ones. */
  amounts: 'ofPrinted' | 'ofExact'
  vat: 'onSum' | 'byLine' | 'onUnrounded'
}

export const plainRounding: Rounding = { energyDecimals: 3, amounts: 'ofExact', vat: 'onSum' }

const priceDecimals = 5

/** A correct invoice. */
export function invoiceOf(bill: Bill, rounding: Rounding = plainRounding): Invoice {
  const lines = bill.months.flatMap((month) =>
    month.lines
      .filter(({ part }) => part !== 'vat')
      .map((line): InvoiceLine => {
        const { part, name, quantity, unitPrice, exact } = line
        const isEnergy = quantity?.unit === 'kWh'
        const printed = formatExact(parseExact(quantity!.amount), isEnergy ? rounding.energyDecimals : 3)
        const shown = isEnergy ? printed : formatExact(parseExact(printed))
        const price = formatExact(parseExact(unitPrice ?? '0'), priceDecimals)
        const product = multiplyExact(parseExact(shown), parseExact(price))
        const ofPrinted = part === 'feedIn' ? { ...product, digits: -product.digits } : product
        const isFine = part !== 'feedIn' || line.unitPrice !== null
        return {
          ...{ part: part as InvoicePart, name, label: name, quantity: shown, vatRate: null },
          unit: quantity!.unit as InvoiceLine['unit'],
          ...{ unitPrice: price, meteringPoint: null, from: null, to: null },
          amount: formatExact(rounding.amounts === 'ofPrinted' && isFine ? ofPrinted : parseExact(exact), 2),
        }
      }),
  )
  return withSums(
    { supplier: 'GEN-I', number: 'R-26-0001', meteringPoints: [], from: bill.from, to: bill.to, lines },
    bill,
    rounding,
  )
}

type Body = Omit<Invoice, 'vats' | 'net' | 'total'>

/** Sums, tax and total of lines, as they follow from them. */
export function withSums(body: Body, bill: Bill, { vat }: Rounding = plainRounding): Invoice {
  const vatLine = bill.months.flatMap(({ lines }) => lines).find(({ part }) => part === 'vat')
  const rate = parseExact(vatLine?.unitPrice ?? '0')
  const taxable = body.lines.filter(({ part }) => part !== 'feedIn')
  const net = sum(taxable.map(({ amount }) => parseExact(amount)))
  const unrounded = sum(
    taxable.map(({ amount, quantity, unitPrice }) =>
      quantity && unitPrice ? multiplyExact(parseExact(quantity), parseExact(unitPrice)) : parseExact(amount),
    ),
  )
  const taxes: Record<Rounding['vat'], () => Exact> = {
    onSum: () => multiplyExact(net, rate),
    byLine: () => sum(taxable.map(({ amount }) => roundExact(multiplyExact(parseExact(amount), rate), 2))),
    onUnrounded: () => multiplyExact(unrounded, rate),
  }
  const tax = roundExact(taxes[vat](), 2)
  const fedIn = sum(
    body.lines.filter(({ part }) => part === 'feedIn').map(({ amount }) => parseExact(amount)),
  )
  return {
    ...body,
    vats: vatLine
      ? [{ rate: formatExact(rate), base: formatExact(net, 2), amount: formatExact(tax, 2) }]
      : [],
    net: formatExact(net, 2),
    total: formatExact(sum([net, tax, fedIn]), 2),
  }
}

const sum = (all: readonly Exact[]) => all.reduce(addExact, zero)

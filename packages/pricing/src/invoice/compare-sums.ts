import {
  addExact,
  compareExact,
  type DecimalText,
  type Exact,
  formatExact,
  multiplyExact,
  parseExact,
  roundExact,
  subtractExact,
  zero,
} from '@ohmstead/domain/money/exact'
import type { Explanation } from './comparison-model.ts'
import { sizeOf } from './invoice-columns.ts'
import type { Invoice } from './invoice-model.ts'
import type { DifferencePart } from './split-difference.ts'

export interface SumPart extends DifferencePart {
  explanations: Explanation[]
}

export interface ComparedSums {
  parts: SumPart[]
  total: Exact
  derived: ('net' | 'vat' | 'total')[]
  /** Settlement lines are printed for information, and not in the total. */
  isSettledApart: boolean
}

/** Sums, tax and total of an invoice against its own lines, and its tax against that of the bill. */
export function compareSums(
  invoice: Invoice,
  bill: { net: Exact; vat: Exact; rate: DecimalText | null },
  decimals: number,
): ComparedSums {
  const sumOf = (isIn: (part: string | null) => boolean) =>
    invoice.lines
      .filter(({ part }) => isIn(part))
      .reduce((sum, { amount }) => addExact(sum, parseExact(amount)), zero)
  const taxable = sumOf((part) => part !== 'feedIn' && part !== 'settlement')
  const fedIn = sumOf((part) => part === 'feedIn')
  const settled = sumOf((part) => part === 'settlement')
  // Half a cent of every line, and a cent.
  const slack: Exact = { digits: BigInt(invoice.lines.length + 2) * 5n, scale: decimals + 1 }
  const fits = (a: Exact, b: Exact) => compareExact(sizeOf(subtractExact(a, b)), slack) <= 0
  const derived: ComparedSums['derived'] = []
  const parts: SumPart[] = []
  const post = (kind: DifferencePart['kind'], amount: Exact, explanations: Explanation[] = []) => {
    if (amount.digits !== 0n)
      parts.push({ kind: fits(amount, zero) ? 'rounding' : kind, amount, explanations })
  }

  const ways = [
    { base: taxable, hasFedIn: false, hasSettled: false },
    { base: addExact(taxable, fedIn), hasFedIn: true, hasSettled: false },
    { base: addExact(taxable, settled), hasFedIn: false, hasSettled: true },
    { base: addExact(addExact(taxable, fedIn), settled), hasFedIn: true, hasSettled: true },
  ]
  const net = invoice.net === null ? taxable : parseExact(invoice.net)
  if (invoice.net === null) derived.push('net')
  const way = ways.find(({ base }) => fits(net, base)) ?? ways[0]!
  post('sum', subtractExact(net, way.base))

  const rate = parseExact(bill.rate ?? invoice.vats[0]?.rate ?? '0')
  const vat =
    invoice.vats.length === 0
      ? roundExact(multiplyExact(taxable, rate), decimals)
      : invoice.vats.reduce((sum, { amount }) => addExact(sum, parseExact(amount)), zero)
  if (invoice.vats.length === 0) derived.push('vat')
  const taxOf = (base: Exact) => roundExact(multiplyExact(base, rate), decimals)
  const isOnNet = !fits(vat, taxOf(taxable)) && !way.hasFedIn && fits(vat, taxOf(net))
  const base = isOnNet ? net : taxable
  const follows = subtractExact(taxOf(base), bill.vat)
  const isSameBase = compareExact(base, bill.net) === 0
  // Tax of lines that differ; of equal ones the tax itself is what differs.
  if (follows.digits !== 0n)
    parts.push({
      kind: isSameBase || fits(follows, zero) ? 'rounding' : 'vatFollows',
      amount: follows,
      explanations: [],
    })
  post(
    'vat',
    subtractExact(vat, taxOf(base)),
    explainVat(invoice, vat, { rate, taxOf, fits, fedIn, taxable, decimals }),
  )

  const own = [net, vat, ...(way.hasFedIn ? [] : [fedIn])].reduce(addExact)
  const expected = way.hasSettled ? own : addExact(own, settled)
  if (invoice.total === null)
    return { parts, total: expected, derived: [...derived, 'total'], isSettledApart: false }
  const total = parseExact(invoice.total)
  const isSettledApart =
    !way.hasSettled && settled.digits !== 0n && !fits(total, expected) && fits(total, own)
  post('total', subtractExact(total, isSettledApart ? own : expected))
  return { parts, total, derived, isSettledApart }
}

interface VatFrame {
  rate: Exact
  taxOf: (base: Exact) => Exact
  fits: (a: Exact, b: Exact) => boolean
  fedIn: Exact
  taxable: Exact
  decimals: number
}

function explainVat(invoice: Invoice, vat: Exact, frame: VatFrame): Explanation[] {
  const { rate, taxOf, fits, fedIn, taxable, decimals } = frame
  const found: Explanation[] = []
  for (const own of invoice.vats)
    if (own.rate !== null && compareExact(parseExact(own.rate), rate) !== 0)
      found.push({ kind: 'vatRate', rate: own.rate })
  if (fedIn.digits !== 0n && fits(vat, taxOf(addExact(taxable, fedIn)))) found.push({ kind: 'vatOnFeedIn' })
  for (const { base } of invoice.vats)
    if (found.length === 0 && base !== null && !fits(parseExact(base), taxable))
      found.push({ kind: 'vatBase', base: formatExact(parseExact(base), decimals) })
  return found
}

import {
  addExact,
  compareExact,
  type DecimalText,
  divideExact,
  formatExact,
  multiplyExact,
  parseExact,
  subtractExact,
} from '@ohmstead/domain/money/exact'
import { sizeOf } from './invoice-columns.ts'
import type { InvoiceVat } from './invoice-model.ts'
import { type DecimalMark, decimalsOf, readDecimal } from './invoice-numbers.ts'
import type { Token } from './invoice-tokens.ts'
import type { Stem } from './invoice-words.ts'

export type InvoiceSum =
  | { kind: 'vat'; vat: InvoiceVat }
  | { kind: 'net' | 'total' | 'payable'; amount: DecimalText }
  /** A sum of a section, or one that says nothing of tax. */
  | { kind: 'part' }
  /** Figures alone that are a tax by their arithmetic. */
  | { kind: 'bare' }

const cent = { digits: 1n, scale: 2 }
const hundred = { digits: 100n, scale: 0 }

/** A row of sums or taxes; null if it is a line, or has no figures. */
export function readSum(
  tokens: readonly Token[],
  is: ReadonlySet<Stem>,
  words: readonly string[],
  mark: DecimalMark,
): InvoiceSum | null {
  const amounts = tokens.flatMap((token) => {
    if (token.kind !== 'number' || token.isPercent) return []
    const text = readDecimal(token.text, mark)
    return text !== null && decimalsOf(text) === 2 ? [text] : []
  })
  if (amounts.length === 0) return null
  const rate = rateOf(tokens, mark)
  if (rate !== null && (is.has('vat') || words.length === 0)) {
    const vat = readVat(amounts, rate)
    const hasLine = words.some((word) => word === 'kwh' || word === 'kw')
    if (vat && !hasLine) return { kind: 'vat', vat }
  }
  const hasUnits = words.some((word) => word === 'kwh' || word === 'kw' || word === 'mes')
  if (hasUnits) return null
  if (is.has('payable')) return { kind: 'payable', amount: amounts.at(-1)! }
  const isNet = is.has('net') && (is.has('vat') || is.has('sum'))
  if (isNet) return { kind: 'net', amount: amounts[0]! }
  if (is.has('vat') && !is.has('sum') && !is.has('with'))
    return { kind: 'vat', vat: { rate, base: null, amount: amounts.at(-1)! } }
  if (is.has('vat') && is.has('with')) return { kind: 'total', amount: amounts.at(-1)! }
  if (!is.has('sum') || is.has('settlement')) return null
  const isOfSection =
    is.has('energy') || is.has('network') || is.has('levy') || is.has('feedIn') || is.has('power')
  if (is.has('net')) return { kind: 'net', amount: amounts[0]! }
  return isOfSection || words.includes('vmesni') || amounts.length > 1
    ? { kind: 'part' }
    : { kind: 'total', amount: amounts[0]! }
}

function rateOf(tokens: readonly Token[], mark: DecimalMark): DecimalText | null {
  const percent = tokens.find((token) => token.kind === 'number' && token.isPercent)
  const text = percent ? readDecimal(percent.text, mark) : null
  return text && formatExact(divideExact(parseExact(text), hundred, 6))
}

/** Base × rate = tax among the figures of a row; else the only figure is the tax. */
function readVat(amounts: readonly DecimalText[], rate: DecimalText): InvoiceVat | null {
  for (const base of amounts)
    for (const amount of amounts) {
      const off = subtractExact(multiplyExact(parseExact(base), parseExact(rate)), parseExact(amount))
      if (base !== amount && compareExact(sizeOf(off), cent) <= 0) return { rate, base, amount }
    }
  if (amounts.length === 1) return { rate, base: null, amount: amounts[0]! }
  if (amounts.length === 2) return { rate, base: amounts[0]!, amount: amounts[1]! }
  // Base, tax and their sum, of which one is wrong.
  const [base, amount, gross] = amounts
  const isSum = compareExact(addExact(parseExact(base!), parseExact(amount!)), parseExact(gross!)) === 0
  return amounts.length === 3 && isSum ? { rate, base: base!, amount: amount! } : null
}

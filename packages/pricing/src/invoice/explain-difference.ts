import {
  addExact,
  compareExact,
  type DecimalText,
  type Exact,
  formatExact,
  multiplyExact,
  parseExact,
  subtractExact,
} from '@ohmstead/domain/money/exact'
import type { BillLine } from '../bill-model.ts'
import type { ComparedRow, DifferenceKind, Evidence, Explanation, KnownRate } from './comparison-model.ts'
import { sizeOf } from './invoice-columns.ts'
import type { InvoiceLine } from './invoice-model.ts'
import { decimalsOf } from './invoice-numbers.ts'

export interface ExplainContext {
  rows: readonly ComparedRow[]
  lines: readonly InvoiceLine[]
  evidence: Evidence
  vatRate: DecimalText | null
  /** Days of the bill. */
  from: string
  to: string
  isIncomplete: boolean
}

const most = 3

/** What is known that gives just the figure of the invoice, the likeliest first; never a guess. */
export function explainRow(row: ComparedRow, kind: DifferenceKind, context: ExplainContext): Explanation[] {
  if (kind === 'quantity') return explainQuantity(row, context).slice(0, most)
  if (kind === 'rate' || kind === 'amount') return explainRate(row, context).slice(0, most)
  if (kind === 'notInBill') return explainExtra(row, context).slice(0, most)
  return kind === 'missingOnInvoice' ? chargedAs(row, context, true) : []
}

function explainQuantity(row: ComparedRow, { rows, evidence, isIncomplete }: ExplainContext): Explanation[] {
  const [own] = row.bill
  const quantity = row.invoiceFigures?.quantity
  if (!own || !quantity) return []
  const found: Explanation[] = []
  for (const { line, figures } of billRows(rows)) {
    const isOther =
      line.part === own.part && line.name !== own.name && line.quantity?.unit === own.quantity?.unit
    if (isOther && figures.quantity !== null && isPrinted(quantity, figures.quantity))
      found.push({ kind: 'quantityOfLine', part: line.part, name: line.name })
  }
  for (const { part, name, quantity: would, reason } of evidence.quantities)
    if (part === own.part && name === own.name && isPrinted(quantity, would)) found.push(reason)
  if (found.length === 0 && isIncomplete && own.quantity?.unit === 'kWh')
    found.push({ kind: 'readingsIncomplete' })
  return found
}

/** Equal as far as the invoice prints it; zero explains nothing. */
function isPrinted(printed: DecimalText, exact: DecimalText): boolean {
  const value = parseExact(printed)
  if (value.digits === 0n) return false
  const off = sizeOf(subtractExact(value, parseExact(exact)))
  return compareExact(off, { digits: 6n, scale: decimalsOf(printed) + 1 }) <= 0
}

function explainRate(row: ComparedRow, context: ExplainContext): Explanation[] {
  const [own] = row.bill
  const price = row.invoiceFigures?.unitPrice ?? row.invoiceFigures?.amount
  if (!own || !price) return []
  const { rows, evidence, vatRate } = context
  const known = newestOfEach(
    evidence.rates
      .filter(({ part, rate }) => part === own.part && isPrinted(price, rate))
      .map((rate) => ({ rate, score: scoreRate(rate, own, context) })),
  )
  const found: Explanation[] = []
  const ofName = known.filter(({ rate }) => isNamed(rate, own))
  found.push(...ofName.map(({ rate }): Explanation => ({ kind: 'rate', rate })))
  for (const { line, figures } of billRows(rows))
    if (
      line.part === own.part &&
      line.name !== own.name &&
      figures.unitPrice &&
      isPrinted(price, figures.unitPrice)
    )
      found.push({ kind: 'rateOfLine', part: line.part, name: line.name })
  if (ofName.length === 0)
    found.push(
      ...known
        .filter(({ rate }) => !isNamed(rate, own))
        .map(({ rate }): Explanation => ({ kind: 'rate', rate })),
    )
  const ownPrice = row.billFigures?.unitPrice
  if (vatRate && ownPrice && isPrinted(price, formatExact(withVat(ownPrice, vatRate))))
    found.push({ kind: 'rateWithVat' })
  return found
}

/** A rate that stayed the same over several periods explains once, by the best of them. */
function newestOfEach<Rated extends { rate: KnownRate; score: number }>(all: Rated[]): Rated[] {
  const sorted = all.sort((a, b) => b.score - a.score || (b.rate.from ?? '').localeCompare(a.rate.from ?? ''))
  const keyOf = ({ rate: { origin, name, paper } }: Rated) =>
    JSON.stringify([origin.kind, 'name' in origin ? origin.name : '', name, paper])
  return sorted.filter((one, place) => sorted.findIndex((other) => keyOf(other) === keyOf(one)) === place)
}

/** A fee is named by the supplier; anything else has to be of the same tariff, block or levy. */
const isNamed = (rate: KnownRate, own: BillLine) => rate.name === own.name || own.part === 'fees'

const withVat = (price: DecimalText, rate: DecimalText): Exact =>
  multiplyExact(parseExact(price), addExact({ digits: 1n, scale: 0 }, parseExact(rate)))

/** The same list at another time before other lists, and what was in force nearest to the bill before the rest. */
function scoreRate(
  { origin, name, from, to, paper }: KnownRate,
  own: BillLine,
  context: ExplainContext,
): number {
  let score = name === own.name ? 20 : 0
  if (own.source?.kind === 'published' && origin.kind === 'published') score += 10
  if (own.source?.kind === 'priceList' && origin.kind === 'priceList' && origin.name === own.source.name)
    score += 10
  if (origin.kind === 'priceList') score += 4
  if (paper === 'paper') score += 2
  const isBefore = to !== null && to < context.from
  const isAfter = from !== null && from > context.to
  return score + (isBefore ? 2 : isAfter ? 1 : 0)
}

function explainExtra(row: ComparedRow, context: ExplainContext): Explanation[] {
  const line = context.lines[row.invoice[0]!]!
  if (line.part === 'settlement') return [{ kind: 'settlement' }]
  const isTwin = (place: number) => {
    const other = context.lines[place]!
    const isSame = other.part === line.part && other.name === line.name && other.label === line.label
    return (
      isSame && other.amount === line.amount && other.quantity === line.quantity && other.from === line.from
    )
  }
  const isDouble = context.rows.some(
    ({ invoice, bill }) =>
      bill.length > 0 && invoice.some((place) => !row.invoice.includes(place) && isTwin(place)),
  )
  return isDouble ? [{ kind: 'doubleCharged' }] : chargedAs(row, context, false)
}

/** A line that only one side has, and one of the same quantity that only the other side has. */
function chargedAs(row: ComparedRow, { rows, lines }: ExplainContext, isOfBill: boolean): Explanation[] {
  const quantity = (isOfBill ? row.billFigures : row.invoiceFigures)?.quantity
  const part = isOfBill ? row.bill[0]!.part : lines[row.invoice[0]!]!.part
  if (!quantity) return []
  return rows.flatMap((other): Explanation[] => {
    const isLonely = isOfBill ? other.bill.length === 0 : other.invoice.length === 0
    const theirs = (isOfBill ? other.invoiceFigures : other.billFigures)?.quantity
    if (!isLonely || !theirs || other === row) return []
    const [printed, exact] = isOfBill ? [theirs, quantity] : [quantity, theirs]
    const line = isOfBill ? lines[other.invoice[0]!]! : other.bill[0]!
    if (line.part !== part || line.name === null || !isPrinted(printed, exact)) return []
    return [{ kind: 'chargedAs', part: part as BillLine['part'], name: line.name }]
  })
}

function billRows(rows: readonly ComparedRow[]) {
  return rows.flatMap(({ bill, billFigures }) =>
    bill[0] && billFigures ? [{ line: bill[0], figures: billFigures }] : [],
  )
}

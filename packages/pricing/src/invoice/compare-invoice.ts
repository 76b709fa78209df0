import {
  addExact,
  compareExact,
  type Exact,
  formatExact,
  parseExact,
  subtractExact,
  zero,
} from '@ohmstead/domain/money/exact'
import { currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import type { Bill, BillLine } from '../bill-model.ts'
import { compareSums } from './compare-sums.ts'
import {
  type ComparedInvoice,
  type ComparedRow,
  type Difference,
  type Evidence,
  harmlessKinds,
  type RowFigures,
} from './comparison-model.ts'
import { explainRow } from './explain-difference.ts'
import { sizeOf } from './invoice-columns.ts'
import type { Invoice, InvoiceLine } from './invoice-model.ts'
import { joinFigures, type Match, matchLines, type PlacedLine } from './match-lines.ts'
import { type DifferencePart, type SplitFrame, splitDifference } from './split-difference.ts'

export const noEvidence: Evidence = { rates: [], quantities: [] }

/**
 * An invoice against the bill of the same days, line by line, with everything known that explains a difference. The
 * differences add up exactly to the total of the invoice less that of the bill.
 */
export function compareInvoice(
  invoice: Invoice,
  bill: Bill,
  evidence: Evidence = noEvidence,
): ComparedInvoice {
  const decimals = currencyDecimals[bill.currency]
  const placed = bill.months.flatMap(({ lines, from, to }) =>
    lines.filter(({ part }) => part !== 'vat').map((line): PlacedLine => ({ line, from, to })),
  )
  const compared = inOrder(matchLines(invoice.lines, placed)).map((match) =>
    compareRow(match, invoice.lines, placed, decimals),
  )
  const vatLines = bill.months.flatMap(({ lines }) => lines.filter(({ part }) => part === 'vat'))
  const known = { net: sumOf(placed, false), vat: sumAmounts(vatLines), fedIn: sumOf(placed, true) }
  const rate = vatLines[0]?.unitPrice ?? null
  const sums = compareSums(invoice, { net: known.net, vat: known.vat, rate }, decimals)
  const rows = compared.map(({ row }) => row)
  const context = {
    ...{ rows, lines: invoice.lines, evidence, vatRate: rate, from: bill.from, to: bill.to },
    isIncomplete: bill.quality.estimated + bill.quality.missing > 0,
  }
  const differences: Difference[] = []
  let left = zero
  const post = (part: DifferencePart, row: number | null, explanations: Difference['explanations']) => {
    if (part.kind === 'rounding') left = addExact(left, part.amount)
    else differences.push({ kind: part.kind, row, amount: formatExact(part.amount, decimals), explanations })
  }
  compared.forEach(({ row, parts }, place) => {
    const isApart = sums.isSettledApart && invoice.lines[row.invoice[0] ?? -1]?.part === 'settlement'
    if (!isApart) for (const part of parts) post(part, place, explainRow(row, part.kind, context))
  })
  for (const part of sums.parts) post(part, null, part.explanations)
  const isOtherPeriod = (invoice.from ?? bill.from) !== bill.from || (invoice.to ?? bill.to) !== bill.to
  if (isOtherPeriod)
    differences.push({ kind: 'period', row: null, amount: formatExact(zero, decimals), explanations: [] })
  const payable = bill.totals.payable === null ? null : parseExact(bill.totals.payable)
  const difference = payable && subtractExact(sums.total, payable)
  // What the parts leave is rounding: of tax once or by the line, of sums before or after.
  const posted = differences.reduce((sum, { amount }) => addExact(sum, parseExact(amount)), zero)
  const rest = difference ? subtractExact(difference, posted) : left
  if (rest.digits !== 0n)
    differences.push({ kind: 'rounding', row: null, amount: formatExact(rest, decimals), explanations: [] })
  return {
    currency: bill.currency,
    verdict: judge(differences, difference),
    invoiceTotal: formatExact(sums.total, decimals),
    billTotal: payable && formatExact(payable, decimals),
    difference: difference && formatExact(difference, decimals),
    rows,
    differences: differences.sort(bySize),
    derived: sums.derived,
  }
}

/** As the invoice has them, what it lacks behind the last line of its part. */
function inOrder(matches: readonly Match[]): Match[] {
  return matches.toSorted(
    (a, b) =>
      (a.invoice[0] ?? Number.MAX_SAFE_INTEGER) - (b.invoice[0] ?? Number.MAX_SAFE_INTEGER) ||
      (a.bill[0] ?? 0) - (b.bill[0] ?? 0),
  )
}

function compareRow(
  match: Match,
  lines: readonly InvoiceLine[],
  placed: readonly PlacedLine[],
  decimals: number,
) {
  const ours = match.bill.map((place) => placed[place]!.line)
  const invoice = joinFigures(match.invoice.map((place) => lines[place]!))
  const bill = joinFigures(ours.map(figuresOf))
  const isMean = ours.length > 1 || match.invoice.length > 1 || ours.some((line) => line.isMean)
  const isEnergy = ours[0]?.quantity?.unit === 'kWh'
  const parts = partsOf(invoice, bill, { isMean, isEnergy, decimals })
  const difference = subtractExact(parseExact(invoice?.amount ?? '0'), parseExact(bill?.amount ?? '0'))
  const row: ComparedRow = {
    ...{ invoice: match.invoice, bill: ours, invoiceFigures: invoice, billFigures: bill },
    kinds: parts.map(({ kind }) => kind).filter((kind) => kind !== 'rounding'),
    difference: formatExact(difference, decimals),
  }
  return { row, parts }
}

function partsOf(invoice: RowFigures | null, bill: RowFigures | null, frame: SplitFrame): DifferencePart[] {
  if (invoice && bill) return splitDifference(invoice, bill, frame)
  const amount = subtractExact(parseExact(invoice?.amount ?? '0'), parseExact(bill?.amount ?? '0'))
  if (amount.digits === 0n) return []
  return [{ kind: invoice ? 'notInBill' : 'missingOnInvoice', amount }]
}

const figuresOf = ({ quantity, unitPrice, amount }: BillLine): RowFigures => ({
  quantity: quantity?.amount ?? null,
  unitPrice,
  amount,
})

const sumAmounts = (lines: readonly BillLine[]) =>
  lines.reduce((sum, { amount }) => addExact(sum, parseExact(amount)), zero)
const sumOf = (placed: readonly PlacedLine[], isFedIn: boolean) =>
  sumAmounts(placed.map(({ line }) => line).filter(({ part }) => (part === 'feedIn') === isFedIn))

function judge(differences: readonly Difference[], difference: Exact | null): ComparedInvoice['verdict'] {
  if (difference === null) return 'unknown'
  if (differences.every(({ kind }) => harmlessKinds.has(kind))) return 'agrees'
  if (difference.digits === 0n) return 'differs'
  return difference.digits > 0n ? 'tooMuch' : 'tooLittle'
}

function bySize(a: Difference, b: Difference): number {
  const harmless = Number(harmlessKinds.has(a.kind)) - Number(harmlessKinds.has(b.kind))
  return harmless || compareExact(sizeOf(parseExact(b.amount)), sizeOf(parseExact(a.amount)))
}

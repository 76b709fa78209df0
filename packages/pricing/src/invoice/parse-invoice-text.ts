import { type ColumnOrder, type LineFigures, orderOf, readFigures } from './invoice-columns.ts'
import { type FoundPeriod, findNumber, findPeriod, findPoint, findSupplier } from './invoice-heads.ts'
import type { InvoicePart, ReadInvoice, ReadRow, RowOutcome } from './invoice-model.ts'
import { emptyInvoice } from './invoice-model.ts'
import { type DecimalMark, findDecimalMark } from './invoice-numbers.ts'
import { type InvoiceSum, readSum } from './invoice-sums.ts'
import { readTokens, type Token } from './invoice-tokens.ts'
import { classifyWords, type LineClass, type Stem, stemsOf } from './invoice-words.ts'
import { isLabelNumber, isUnitWord } from './row-figures.ts'
import { signLine } from './sign-line.ts'

export const mostTextLength = 200_000
const mostRows = 4_000
const longestRow = 1_000
export const mostLines = 300
export const mostVats = 20
export const mostPoints = 50
/** A line of an invoice is broken over no more rows than this. */
const mostBroken = 7
const rowsOfHead = 60

interface Row {
  text: string
  tokens: Token[]
  words: string[]
  is: ReadonlySet<Stem>
}

/** A line whose figures are still coming. */
interface OpenLine {
  class: LineClass
  label: string
  tokens: Token[]
  rows: number[]
  /** What its figures say so far, if they were all. */
  figures: LineFigures | null
}

/** What has been read so far. */
interface Reading {
  invoice: ReadInvoice['invoice']
  outcomes: ReadRow[]
  mark: DecimalMark
  section: InvoicePart | null
  point: string | null
  period: FoundPeriod | null
  order: ColumnOrder | null
  open: OpenLine | null
  isPayableNamed: boolean
  /** There was more of something than an invoice has. */
  isFull: boolean
}

/**
 * The text of an invoice as its lines and sums. Reads a bounded text once, from its beginning to its end; says of each row
 * what became of it, and leaves open what it does not know.
 */
export function parseInvoiceText(text: string): ReadInvoice {
  const all = text.slice(0, mostTextLength).split('\n')
  const rows = all.slice(0, mostRows).map(readRow)
  const supplier = findSupplier(rows.slice(0, rowsOfHead).map((row) => row.text))
  const reading: Reading = {
    invoice: { ...emptyInvoice, supplier, meteringPoints: [], lines: [], vats: [] },
    outcomes: rows.map((row) => ({ text: row.text.trim(), outcome: 'words', line: null })),
    mark: findDecimalMark(rows.map(({ tokens }) => tokens)),
    ...{ section: null, point: null, period: null, order: null, open: null, isPayableNamed: false },
    isFull: false,
  }
  rows.forEach((row, place) => {
    if (row.tokens.length > 0) takeRow(reading, row, place)
  })
  closeOpen(reading)
  const isCut = text.length > mostTextLength || all.length > mostRows || reading.isFull
  return { invoice: spanPeriods(reading.invoice), rows: reading.outcomes, isCut }
}

function takeRow(reading: Reading, row: Row, place: number): void {
  const { tokens } = row
  const { invoice, mark, order } = reading
  const sum = readSum(tokens, row.is, row.words, mark)
  if (sum) {
    takeSum(reading, sum, place)
    return
  }
  const hasRoom = invoice.lines.length < mostLines
  const figures = hasRoom ? readFigures(tokens, mark, order) : null
  if (takeHead(reading, row, place, figures !== null)) return
  if (!hasRoom) {
    // Whatever else has figures could have been a line.
    if (tokens.some(({ kind }) => kind === 'number')) leaveOut(reading, [place])
    return
  }
  const found = classifyWords(row.words, reading.section)
  if (found) {
    closeOpen(reading)
    const line: OpenLine = {
      class: found,
      label: labelOf(tokens),
      tokens: [...tokens],
      rows: [place],
      figures,
    }
    if (isComplete(figures)) addLine(reading, line, figures)
    else {
      if (!tokens.some(({ kind }) => kind === 'number'))
        reading.section = sectionAfter(found, reading.section)
      reading.open = line
    }
    return
  }
  if (joinOpen(reading, row, place)) return
  closeOpen(reading)
  if (!figures?.isProven) {
    if (row.words.some(isMeasured) && figures) settle(reading, [place], 'unread')
    return
  }
  // A charge by its figures, of which only the heading above says what it is.
  const unknown: OpenLine = {
    ...{ class: { part: 'other', name: null }, label: labelOf(tokens) },
    ...{ tokens: [...tokens], rows: [place], figures },
  }
  if (addLine(reading, unknown, figures)) invoice.lines.at(-1)!.part = reading.section
}

const isMeasured = (word: string) => word === 'kwh' || word === 'kw' || word === 'mwh'

function takeSum(reading: Reading, sum: InvoiceSum, place: number): void {
  const { invoice } = reading
  closeOpen(reading)
  settle(reading, [place], 'sum')
  if (sum.kind === 'vat') {
    if (invoice.vats.length < mostVats) invoice.vats.push(sum.vat)
    else reading.isFull = true
  }
  if (sum.kind === 'net') invoice.net = sum.amount
  if (sum.kind === 'total' && !reading.isPayableNamed) invoice.total = sum.amount
  if (sum.kind !== 'payable') return
  invoice.total = sum.amount
  reading.isPayableNamed = true
}

/** Number, metering point and period; true if the row was about one of them. */
function takeHead(reading: Reading, { tokens, is }: Row, place: number, hasFigures: boolean): boolean {
  const { invoice } = reading
  const number = invoice.number === null ? findNumber(tokens, is) : null
  const point = findPoint(tokens, is)
  const found = findPeriod(tokens, is)
  const period = reading.period?.isNamed && !found?.isNamed ? null : found
  if (number === null && point === null && (!period || hasFigures)) return false
  closeOpen(reading)
  settle(reading, [place], 'head')
  invoice.number ??= number
  if (point !== null) {
    reading.point = point
    const isNew = !invoice.meteringPoints.includes(point)
    if (isNew && invoice.meteringPoints.length < mostPoints) invoice.meteringPoints.push(point)
    else if (isNew) reading.isFull = true
  }
  if (period) {
    if (invoice.from === null || !reading.period?.isNamed)
      Object.assign(invoice, { from: period.from, to: period.to })
    reading.period = period
  }
  return true
}

/** A row without words of its own goes on with the line before it. */
function joinOpen(reading: Reading, { tokens, words }: Row, place: number): boolean {
  const { open, mark, order } = reading
  if (!open || open.rows.length >= mostBroken || words.some((word) => !isUnitWord(word))) return false
  const all = [...open.tokens, ...tokens]
  const figures = readFigures(all, mark, order)
  const joined: OpenLine = {
    ...open,
    tokens: all,
    rows: [...open.rows, place],
    figures: figures ?? open.figures,
  }
  if (isComplete(figures)) {
    reading.open = null
    addLine(reading, joined, figures)
  } else reading.open = joined
  return true
}

/** Quantity, price and amount are there, whether or not they fit. */
const isComplete = (figures: LineFigures | null): figures is LineFigures =>
  figures !== null && (figures.isProven || (figures.quantity !== null && figures.unitPrice !== null))

function leaveOut(reading: Reading, places: readonly number[]): void {
  reading.isFull = true
  settle(reading, places, 'unread')
}

/** False if the invoice has as many as it may have. */
function addLine(reading: Reading, line: OpenLine, figures: LineFigures): boolean {
  const { invoice, period, point, mark } = reading
  if (invoice.lines.length >= mostLines) {
    leaveOut(reading, line.rows)
    return false
  }
  const { quantity, unit, unitPrice, amount, vatRate, isProven } = figures
  const { part, name } = byUnit(line.class, unit)
  if (isProven) reading.order ??= orderOf(figures, line.tokens, mark)
  invoice.lines.push(
    signLine({
      ...{ part, name, label: line.label, quantity, unit, unitPrice, amount, vatRate },
      ...{ from: period?.from ?? null, to: period?.to ?? null, meteringPoint: point },
    }),
  )
  settle(reading, line.rows, 'line', invoice.lines.length - 1)
  return true
}

/** Kilowatts are power, whatever else the words say. */
function byUnit({ part, name }: LineClass, unit: LineFigures['unit']): LineClass {
  return unit === 'kW' && (part === 'networkEnergy' || part === 'energy')
    ? { part: 'networkPower', name }
    : { part, name }
}

/** Ends a line that may be broken: an amount alone is one, other figures are told as unread, words are only words. */
function closeOpen(reading: Reading): void {
  const { open } = reading
  reading.open = null
  if (open?.figures) addLine(reading, open, open.figures)
  else if (open?.tokens.some(({ kind }) => kind === 'number')) settle(reading, open.rows, 'unread')
}

function settle(
  reading: Reading,
  places: readonly number[],
  outcome: RowOutcome,
  line: number | null = null,
): void {
  for (const place of places) reading.outcomes[place] = { ...reading.outcomes[place]!, outcome, line }
}

function readRow(text: string): Row {
  const tokens = readTokens(text.slice(0, longestRow))
  const words = tokens.flatMap((token) =>
    token.kind === 'word'
      ? [token.word]
      : token.kind === 'number' && token.text.length === 1
        ? [token.text]
        : [],
  )
  return { text: text.slice(0, longestRow), tokens, words, is: stemsOf(words) }
}

/** The words of a row up to its first figure. */
function labelOf(tokens: readonly Token[]): string {
  const end = tokens.findIndex(({ kind }, place) => kind === 'number' && !isLabelNumber(tokens, place))
  const words = tokens.slice(0, end < 0 ? undefined : end).map(({ text }) => text)
  return (words.length > 0 ? words : tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : [])))
    .join(' ')
    .slice(0, 200)
}

/** A heading changes the section; a line of another kind that is broken over rows leaves it. */
function sectionAfter({ part, name }: LineClass, section: InvoicePart | null): InvoicePart | null {
  return name === null && part !== 'settlement' && part !== 'other' && part !== 'fees' ? part : section
}

/** Parts of a period make the whole; a line of the whole period needs none of its own. */
function spanPeriods(invoice: ReadInvoice['invoice']): ReadInvoice['invoice'] {
  const days = invoice.lines.flatMap(({ from, to }) => (from && to ? [from, to] : []))
  const all = [...days, invoice.from, invoice.to].filter((day): day is string => day !== null).sort()
  const [from, to] = [all[0] ?? null, all.at(-1) ?? null]
  const isWhole = (line: { from: string | null; to: string | null }) => line.from === from && line.to === to
  const lines = invoice.lines.map((line) => (isWhole(line) ? { ...line, from: null, to: null } : line))
  return { ...invoice, from, to, lines }
}

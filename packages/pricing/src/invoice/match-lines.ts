import {
  addExact,
  compareExact,
  divideExact,
  type Exact,
  formatExact,
  parseExact,
  subtractExact,
  toNumber,
  zero,
} from '@ohmstead/domain/money/exact'
import type { BillLine } from '../bill-model.ts'
import type { RowFigures } from './comparison-model.ts'
import { sizeOf } from './invoice-columns.ts'
import type { InvoiceLine } from './invoice-model.ts'
import { decimalsOf } from './invoice-numbers.ts'
import { plainWord } from './invoice-tokens.ts'

/** A line of the bill with the month that it belongs to. */
export interface PlacedLine {
  line: BillLine
  from: string
  to: string
}

/** Lines of the invoice and of the bill that are about the same. */
export interface Match {
  invoice: number[]
  bill: number[]
}

const standard = /^(t[012]|block[1-5]|marketOperator|energyEfficiency|excise|support|spot)$/

/** Pairs lines of one kind by name, period, price, quantity and words; the likeliest pair first. */
export function matchLines(lines: readonly InvoiceLine[], placed: readonly PlacedLine[]): Match[] {
  const pairs: { invoice: number; bill: number; score: number }[] = []
  // Of each line once: every pair of them is looked at.
  const labels = lines.map(({ label }) => new Set(longWords(label)))
  const names = placed.map(({ line }) => longWords(line.name))
  lines.forEach((line, invoice) => {
    placed.forEach((own, bill) => {
      const score = scoreOf(line, own, () => sharedWords(labels[invoice]!, names[bill]!))
      if (score > 0) pairs.push({ invoice, bill, score })
    })
  })
  pairs.sort((a, b) => b.score - a.score || a.invoice - b.invoice || a.bill - b.bill)
  const matchOf = new Map<number, Match>()
  const usedBill = new Set<number>()
  for (const { invoice, bill } of pairs) {
    if (matchOf.has(invoice) || usedBill.has(bill)) continue
    matchOf.set(invoice, { invoice: [invoice], bill: [bill] })
    usedBill.add(bill)
  }
  const matches = [...matchOf.values()]
  joinSplitLines(matches, lines, placed, usedBill, matchOf)
  const rest = (match: Match) => match.invoice.length + match.bill.length > 0
  return [
    ...matches,
    ...lines.flatMap((_, place) =>
      matches.some(({ invoice }) => invoice.includes(place)) ? [] : [{ invoice: [place], bill: [] }],
    ),
    ...placed.flatMap((_, place) => (usedBill.has(place) ? [] : [{ invoice: [], bill: [place] }])),
  ].filter(rest)
}

function scoreOf(line: InvoiceLine, { line: own, from, to }: PlacedLine, countShared: () => number): number {
  if (own.part === 'vat' || line.part === 'settlement') return 0
  const isFree = line.part === null || line.part === 'other' || (isCharge(line.part) && isCharge(own.part))
  if (line.part !== own.part && !isFree) return 0
  let score = line.part === own.part ? 40 : 0
  if (line.name !== null && line.name === own.name) score += 200
  else if (line.name !== null && standard.test(line.name) && standard.test(own.name) && own.part !== 'feedIn')
    return 0
  const samePrice = line.unitPrice !== null && own.unitPrice !== null && isSame(line.unitPrice, own.unitPrice)
  const sameQuantity =
    line.quantity !== null && own.quantity !== null && isSame(line.quantity, own.quantity.amount)
  const sameAmount = line.amount === own.amount
  score += (samePrice ? 60 : 0) + (sameQuantity ? 50 : 0) + (sameAmount ? 50 : 0)
  score += Math.min(60, 30 * countShared())
  if (line.unit !== null && own.quantity && line.unit !== own.quantity.unit) score -= 80
  if (line.from !== null && line.to !== null) score += line.from <= to && line.to >= from ? 30 : -150
  // Without a name only figures or words tell that two lines are the same.
  const isTold = (line.name !== null && line.name === own.name) || samePrice || sameAmount || sameQuantity
  const isAlike = line.part === own.part && (line.name === null || !standard.test(own.name))
  return isTold || (isAlike && score > 0) ? score : 0
}

const isCharge = (part: string) => part === 'fees' || part === 'levies'

/** Equal as far as the shorter one is printed. */
function isSame(printed: string, exact: string): boolean {
  const off = sizeOf(subtractExact(parseExact(printed), parseExact(exact)))
  return compareExact(off, { digits: 5n, scale: decimalsOf(printed) + 1 }) <= 0
}

const longWords = (text: string): string[] =>
  plainWord(text)
    .split(' ')
    .filter((word) => word.length > 2)

const sharedWords = (label: ReadonlySet<string>, name: readonly string[]): number =>
  name.filter((word) => label.has(word)).length

/** An invoice may split a line where its year or its month ends, and a bill where a price changes. */
function joinSplitLines(
  matches: Match[],
  lines: readonly InvoiceLine[],
  placed: readonly PlacedLine[],
  usedBill: Set<number>,
  matchOf: Map<number, Match>,
): void {
  for (const match of matches) {
    const [first, own] = [lines[match.invoice[0]!]!, placed[match.bill[0]!]!.line]
    const others = lines.flatMap((line, place) =>
      !matchOf.has(place) && line.part === first.part && line.name === first.name && line.part !== null
        ? [place]
        : [],
    )
    const isNearer = (a: Exact, b: Exact, aim: Exact) =>
      compareExact(sizeOf(subtractExact(a, aim)), sizeOf(subtractExact(b, aim))) < 0
    if (others.length > 0 && first.name !== null) {
      const sum = others.reduce(
        (all, place) => addExact(all, parseExact(lines[place]!.amount)),
        parseExact(first.amount),
      )
      if (isNearer(sum, parseExact(first.amount), parseExact(own.amount))) {
        match.invoice.push(...others)
        for (const place of others) matchOf.set(place, match)
      }
    }
    const left = placed.flatMap(({ line }, place) =>
      !usedBill.has(place) && line.part === own.part && line.name === own.name ? [place] : [],
    )
    const all = left.reduce(
      (sum, place) => addExact(sum, parseExact(placed[place]!.line.amount)),
      parseExact(own.amount),
    )
    if (left.length > 0 && isNearer(all, parseExact(own.amount), parseExact(first.amount))) {
      match.bill.push(...left)
      for (const place of left) usedBill.add(place)
    }
  }
}

const meanDecimals = 8

/** Several lines as one: sums, and the mean price where they differ. */
export function joinFigures(all: readonly RowFigures[]): RowFigures | null {
  if (all.length === 0) return null
  if (all.length === 1) return all[0]!
  const amount = all.reduce((sum, one) => addExact(sum, parseExact(one.amount)), zero)
  const isCounted = all.every(({ quantity }) => quantity !== null)
  const prices = new Set(all.map(({ unitPrice }) => unitPrice && toNumber(parseExact(unitPrice))))
  const isOnePrice = prices.size === 1
  const quantities = all.map(({ quantity }) => quantity ?? '0')
  const decimals = Math.max(...quantities.map(decimalsOf))
  const quantity = quantities.reduce((sum, one) => addExact(sum, parseExact(one)), zero)
  const mean =
    isCounted && quantity.digits !== 0n
      ? formatExact(sizeOf(divideExact(amount, quantity, meanDecimals)))
      : null
  return {
    quantity: isCounted ? formatExact(quantity, decimals) : null,
    unitPrice: isOnePrice ? all[0]!.unitPrice : mean,
    amount: formatExact(amount, Math.max(...all.map((one) => decimalsOf(one.amount)))),
  }
}

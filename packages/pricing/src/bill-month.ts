import {
  addExact,
  divideExact,
  type Exact,
  formatExact,
  multiplyExact,
  negateExact,
  roundExact,
  zero,
} from '@ohmstead/domain/money/exact'
import type { BillLine, BillMonth, BillQuality } from './bill-model.ts'
import { describeTotals, type ExactTotals, roundTotals, sumBuckets } from './bill-totals.ts'
import type { Bucket, LineKind, Vat } from './ledger/ledger-model.ts'
import { type MissingPrice, priceParts, uniqueReasons } from './price-component.ts'

/** A line while its buckets are added up. */
interface OpenLine {
  kind: LineKind
  quantity: Exact
  money: Exact
}

const meanDecimals = 8
const provisionalBelow = 0.95
const order = [...priceParts, 'feedIn'] as const

/** A month with its sums as numbers; null where something unknown would be in them. */
export interface ClosedMonth {
  month: BillMonth
  rounded: ExactTotals | null
  exact: ExactTotals | null
}

/** Adds buckets up to the lines and sums of a month. */
export function closeMonth(
  span: Pick<BillMonth, 'month' | 'from' | 'to' | 'isPart'>,
  buckets: readonly Bucket[],
  decimals: number,
): ClosedMonth {
  const quality = addQuality(buckets.map((bucket) => bucket.quality))
  const missing = listMissing(buckets, quality)
  const isKnown = missing.length === 0
  // Energy that nobody read is unknown, not zero.
  const isRead = missing.every(({ kind }) => kind !== 'noReadings')
  const open = addLines(buckets).filter(({ kind }) => isRead || kind.unit !== 'kWh')
  const exact = sumBuckets(buckets)
  const lines = open.map((line) => closeLine(line, decimals))
  const taxes = taxLines(open, span.isPart, decimals)
  const rounded = span.isPart ? roundTotals(exact, decimals) : invoiceTotals(open, taxes, decimals)
  const month: BillMonth = {
    ...span,
    lines: [
      ...lines.filter(({ part }) => part !== 'feedIn'),
      ...taxes.map(({ line }) => line),
      ...lines.filter(({ part }) => part === 'feedIn'),
    ],
    totals: describeTotals(isKnown ? rounded : null, decimals),
    exact: describeTotals(isKnown ? exact : null),
    quality,
    missing,
  }
  return { month, rounded: isKnown ? rounded : null, exact: isKnown ? exact : null }
}

/** Quarter-hours of several stretches together, and whether so few are known that a bill over them is provisional. */
export function addQuality(all: readonly Bucket['quality'][]): BillQuality {
  const sum = (part: keyof Bucket['quality']) => all.reduce((total, quality) => total + quality[part], 0)
  const intervals = sum('intervals')
  const [measured, estimated, missing] = [sum('measured'), sum('estimated'), sum('missing')]
  const isProvisional = measured + estimated < provisionalBelow * intervals
  return { intervals, measured, estimated, missing, isProvisional }
}

/** Every reason once; readings are missing only where there are none at all, else the quality tells. */
export function listMissing(
  buckets: readonly Pick<Bucket, 'missing'>[],
  { intervals, measured, estimated }: Omit<BillQuality, 'isProvisional'>,
): MissingPrice[] {
  const found = uniqueReasons(buckets.flatMap(({ missing }) => missing))
  const hasReadings = intervals === 0 || measured + estimated > 0
  return hasReadings ? found : [...found, { kind: 'noReadings' }]
}

function addLines(buckets: readonly Bucket[]): OpenLine[] {
  const lines = new Map<string, OpenLine>()
  for (const { postings } of buckets) {
    for (const { line, quantity, money } of postings) {
      const known = lines.get(line.key)
      if (known) {
        known.quantity = addExact(known.quantity, quantity)
        known.money = addExact(known.money, money)
      } else lines.set(line.key, { kind: line, quantity, money })
    }
  }
  return [...lines.values()].sort((a, b) => order.indexOf(a.kind.part) - order.indexOf(b.kind.part))
}

function closeLine({ kind, quantity, money }: OpenLine, decimals: number): BillLine {
  const { part, name, unit, unitPrice, source, confidence } = kind
  return {
    part,
    name,
    quantity: { amount: formatExact(quantity), unit },
    unitPrice: unitPrice ? formatExact(unitPrice) : meanOf(kind, quantity, money),
    isMean: unitPrice === null,
    exact: formatExact(money),
    amount: formatExact(money, decimals),
    source,
    confidence,
  }
}

function meanOf({ part }: LineKind, quantity: Exact, money: Exact): string | null {
  if (quantity.digits === 0n) return null
  return formatExact(divideExact(part === 'feedIn' ? negateExact(money) : money, quantity, meanDecimals))
}

/** The tax of each rate, once on the rounded lines of a whole month; of a part on what its lines grew by. */
function taxLines(
  lines: readonly OpenLine[],
  isPart: boolean,
  decimals: number,
): { line: BillLine; tax: Exact }[] {
  const bases = new Map<string, { vat: Vat; base: Exact }>()
  for (const { kind, money } of lines) {
    if (kind.vat === null) continue
    // Two lists may call one tax by different names.
    const key = formatExact(kind.vat.rate)
    const known = bases.get(key) ?? { vat: kind.vat, base: zero }
    known.base = addExact(known.base, isPart ? money : roundExact(money, decimals))
    bases.set(key, known)
  }
  return [...bases.values()].map(({ vat, base }) => {
    const tax = multiplyExact(base, vat.rate)
    const line: BillLine = {
      part: 'vat',
      name: vat.name,
      quantity: { amount: formatExact(base), unit: 'currency' },
      unitPrice: formatExact(vat.rate),
      isMean: false,
      exact: formatExact(tax),
      amount: formatExact(tax, decimals),
      source: vat.source,
      confidence: vat.confidence,
    }
    return { line, tax }
  })
}

/** Of a whole month: every line rounded by itself. */
function invoiceTotals(lines: readonly OpenLine[], taxes: { tax: Exact }[], decimals: number): ExactTotals {
  const sum = (amounts: Exact[]) =>
    amounts.reduce((total, amount) => addExact(total, roundExact(amount, decimals)), zero)
  const of = (isFeedIn: boolean) =>
    sum(lines.filter(({ kind }) => (kind.part === 'feedIn') === isFeedIn).map(({ money }) => money))
  return { net: of(false), vat: sum(taxes.map(({ tax }) => tax)), feedIn: negateExact(of(true)) }
}

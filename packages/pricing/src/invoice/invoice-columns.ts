import {
  addExact,
  compareExact,
  type DecimalText,
  type Exact,
  formatExact,
  multiplyExact,
  negateExact,
  parseExact,
  subtractExact,
} from '@ohmstead/domain/money/exact'
import type { InvoiceUnit } from './invoice-model.ts'
import { type DecimalMark, readDecimal } from './invoice-numbers.ts'
import type { Token } from './invoice-tokens.ts'
import { type Figure, listFigures, units } from './row-figures.ts'

/** The figures of a row; null where it does not say. */
export interface LineFigures {
  quantity: DecimalText | null
  unit: InvoiceUnit | null
  unitPrice: DecimalText | null
  amount: DecimalText
  vatRate: DecimalText | null
  /** Quantity × price is the amount, so that nothing about the order of the columns was assumed. */
  isProven: boolean
}

const ten: Exact = { digits: 10n, scale: 0 }
/** What the numbers of a row are; null if it names no money. `order` is the order of columns that other rows proved. */
export function readFigures(
  tokens: readonly Token[],
  mark: DecimalMark,
  order: ColumnOrder | null,
): LineFigures | null {
  for (const isJoined of [false, true]) {
    const figures = listFigures(tokens, mark, isJoined)
    const proven = findProduct(figures)
    if (proven) return describe(proven, figures, tokens, mark, true)
  }
  const figures = listFigures(tokens, mark, false)
  const chosen = chooseColumns(figures, order)
  return chosen && describe(chosen, figures, tokens, mark, false)
}

/** Places of quantity, price and amount among the figures of a row, counted from its end. */
export interface ColumnOrder {
  quantity: number
  unitPrice: number
  amount: number
}

interface Columns {
  quantity: Figure | null
  unitPrice: Figure | null
  amount: Figure
}

/** Quantity × price = amount, within what printing has rounded. Of several the last amount, and the likelier roles. */
function findProduct(figures: readonly Figure[]): Columns | null {
  let best: { columns: Columns; score: number } | null = null
  for (let a = figures.length - 1; a >= 0; a--)
    for (let q = 0; q < figures.length; q++)
      for (let p = 0; p < figures.length; p++) {
        if (a === q || a === p || q === p) continue
        const columns = { quantity: figures[q]!, unitPrice: figures[p]!, amount: figures[a]! }
        if (!isProduct(columns)) continue
        const score = scoreOf(columns) + (q < p ? 1 : 0) + (p < a && q < a ? 2 : 0)
        if (best === null || score > best.score) best = { columns, score }
      }
  return best?.columns ?? null
}

function isProduct({
  quantity,
  unitPrice,
  amount,
}: Columns & { quantity: Figure; unitPrice: Figure }): boolean {
  if (amount.decimals > 2 || quantity.unit === 'price' || quantity.unit === 'money') return false
  if (unitPrice.unit === 'kWh' || unitPrice.unit === 'kW' || amount.unit === 'kWh' || amount.unit === 'kW')
    return false
  const isEnergy =
    quantity.unit === 'kWh' || (quantity.unit === null && compareExact(sizeOf(quantity.value), ten) > 0)
  return isClose(quantity, unitPrice, amount.value, isEnergy)
}

/** A number as far as it was printed. */
export interface Printed {
  value: Exact
  decimals: number
}

/** Within half a cent and what the rounding of either factor may make of it; energy alone is cut to whole units. */
export function isClose(quantity: Printed, price: Printed, amount: Exact, isEnergy: boolean): boolean {
  const off = sizeOf(subtractExact(multiplyExact(quantity.value, price.value), amount))
  const ofPrice = multiplyExact(sizeOf(quantity.value), {
    digits: price.decimals >= 4 ? 5n : 0n,
    scale: price.decimals + 1,
  })
  const ofEnergy = multiplyExact(sizeOf(price.value), {
    digits: isEnergy ? 5n : 0n,
    scale: quantity.decimals + 1,
  })
  return compareExact(off, addExact({ digits: 6n, scale: 3 }, addExact(ofPrice, ofEnergy))) <= 0
}

export const sizeOf = (value: Exact): Exact => (value.digits < 0n ? negateExact(value) : value)

function scoreOf({ quantity, unitPrice, amount }: Columns): number {
  let score = 0
  if (quantity?.unit === 'kWh' || quantity?.unit === 'kW' || quantity?.unit === 'month') score += 8
  if (unitPrice?.unit === 'price') score += 8
  if (unitPrice && unitPrice.decimals >= 4) score += 4
  if (amount.decimals === 2) score += 4
  if (amount.unit === 'money') score += 2
  if (quantity && unitPrice && quantity.decimals <= unitPrice.decimals) score += 2
  // 1 × 1,99 = 1,99 is a fee only where nothing larger fits; 0 × anything proves nothing.
  if (quantity?.value.digits === 0n || unitPrice?.value.digits === 0n) score -= 6
  return score
}

/** By units and decimals, else by the columns of other rows; null if that does not tell them apart. */
function chooseColumns(figures: readonly Figure[], order: ColumnOrder | null): Columns | null {
  const money = figures.filter(({ decimals, unit }) => decimals === 2 && unit !== 'kWh' && unit !== 'kW')
  if (figures.length === 1) return money[0] ? { quantity: null, unitPrice: null, amount: money[0] } : null
  const at = (place: number) => figures[figures.length - place] ?? null
  if (order && figures.length >= 3) {
    const [quantity, unitPrice, amount] = [at(order.quantity), at(order.unitPrice), at(order.amount)]
    if (quantity && unitPrice && amount?.decimals === 2) return { quantity, unitPrice, amount }
  }
  const quantity = figures.find(({ unit }) => unit === 'kWh' || unit === 'kW' || unit === 'month') ?? null
  const unitPrice =
    figures.find((one) => one !== quantity && one.unit === 'price') ??
    figures.find((one) => one !== quantity && one.decimals >= 4) ??
    null
  const amount = money.findLast((one) => one !== quantity && one !== unitPrice)
  if (!amount) return null
  const isTold = quantity !== null && unitPrice !== null
  if (!isTold && figures.length > 2) return null
  return { quantity, unitPrice, amount }
}

/** The order that a proven row shows. */
export function orderOf(
  figures: LineFigures,
  tokens: readonly Token[],
  mark: DecimalMark,
): ColumnOrder | null {
  const texts = listFigures(tokens, mark, false).map(({ text }) => text)
  const placeOf = (text: string | null) => (text === null ? -1 : texts.lastIndexOf(text))
  const places = [placeOf(figures.quantity), placeOf(figures.unitPrice), placeOf(figures.amount)]
  if (places.some((place) => place < 0) || new Set(places).size < 3) return null
  const [quantity, unitPrice, amount] = places.map((place) => texts.length - place)
  return { quantity: quantity!, unitPrice: unitPrice!, amount: amount! }
}

function describe(
  { quantity, unitPrice, amount }: Columns,
  figures: readonly Figure[],
  tokens: readonly Token[],
  mark: DecimalMark,
  isProven: boolean,
): LineFigures {
  const percent = tokens.find((token) => token.kind === 'number' && token.isPercent) as
    | { text: string }
    | undefined
  const rate = percent ? readDecimal(percent.text, mark) : null
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.word] : []))
  const named = words.map((word) => units[word]).find((unit) => unit && unit !== 'money' && unit !== 'price')
  const unit =
    named === 'mwh' ? 'kWh' : ((quantity?.unit as InvoiceUnit | null) ?? (named as InvoiceUnit) ?? null)
  const isMwh = named === 'mwh' && !words.includes('kwh')
  const isPriced = unitPrice !== null && figures.includes(unitPrice)
  return {
    quantity: quantity && shift(quantity.value, isMwh ? 3 : 0),
    unit: unit === ('money' as string) || unit === ('price' as string) ? null : unit,
    unitPrice: isPriced ? shift(unitPrice.value, isMwh ? -3 : 0) : null,
    amount: amount.text,
    vatRate: rate === null ? null : shift(parseExact(rate), -2),
    isProven,
  }
}

/** Times a power of ten, keeping the decimals that were printed. */
function shift(value: Exact, places: number): DecimalText {
  if (places === 0) return formatExact(value, value.scale)
  const scale = Math.max(0, value.scale - places)
  const digits = value.digits * 10n ** BigInt(Math.max(0, places - value.scale))
  return formatExact({ digits, scale }, scale)
}

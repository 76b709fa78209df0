import {
  addExact,
  compareExact,
  type Exact,
  multiplyExact,
  negateExact,
  parseExact,
  roundExact,
  subtractExact,
  zero,
} from '@ohmstead/domain/money/exact'
import type { DifferenceKind, RowFigures } from './comparison-model.ts'
import { isClose, sizeOf } from './invoice-columns.ts'
import { decimalsOf } from './invoice-numbers.ts'

export interface SplitFrame {
  /** The price of either side is a mean. */
  isMean: boolean
  isEnergy: boolean
  decimals: number
}

export interface DifferencePart {
  kind: DifferenceKind
  amount: Exact
}

/**
 * Why the amounts of two lines differ: by quantity, by price, by arithmetic. The parts, rounded, add up to the whole
 * difference; what is too small to be anything else is rounding.
 */
export function splitDifference(
  invoice: RowFigures,
  bill: RowFigures,
  { isMean, isEnergy, decimals }: SplitFrame,
): DifferencePart[] {
  const whole = subtractExact(parseExact(invoice.amount), parseExact(bill.amount))
  const known = knownOf(invoice, bill)
  if (!known) return isSmall(whole, decimals, 1n) ? rounding(whole) : [{ kind: 'amount', amount: whole }]
  const { quantity, price, ownQuantity, ownPrice, sign } = known
  const [ofQuantity, ofPrice] = [decimalsOf(invoice.quantity!), decimalsOf(invoice.unitPrice!)]
  const parts: DifferencePart[] = []
  const product = signed(multiplyExact(quantity, price), sign)
  const amount = parseExact(invoice.amount)
  const isOff = !isClose(
    { value: quantity, decimals: ofQuantity },
    { value: price, decimals: ofPrice },
    signed(amount, sign),
    isEnergy,
  )
  if (isOff && !isSmall(whole, decimals, 1n))
    parts.push({ kind: 'arithmetic', amount: roundExact(subtractExact(amount, product), decimals) })
  const more = subtractExact(quantity, ownQuantity)
  const moreMoney = roundExact(signed(multiplyExact(more, ownPrice), sign), decimals)
  // The last digit of a reading may be cut off or rounded on either side.
  if (compareExact(sizeOf(more), { digits: 1n, scale: ofQuantity }) > 0 && !isSmall(moreMoney, decimals, 0n))
    parts.push({ kind: 'quantity', amount: moreMoney })
  const dearer = subtractExact(price, ownPrice)
  const dearerMoney = roundExact(signed(multiplyExact(quantity, dearer), sign), decimals)
  const half = isMean ? { digits: 2n, scale: ofPrice } : { digits: 5n, scale: ofPrice + 1 }
  if (compareExact(sizeOf(dearer), half) > 0 && !isSmall(dearerMoney, decimals, 0n))
    parts.push({ kind: 'rate', amount: dearerMoney })
  if (parts.length === 0) return rounding(whole)
  const left = subtractExact(
    whole,
    parts.reduce((sum, part) => addExact(sum, part.amount), zero),
  )
  return isSmall(left, decimals, 2n)
    ? [{ ...parts[0]!, amount: addExact(parts[0]!.amount, left) }, ...parts.slice(1)]
    : [...parts, ...rounding(left)]
}

const signed = (value: Exact, sign: 1 | -1) => (sign < 0 ? negateExact(value) : value)
const rounding = (amount: Exact): DifferencePart[] =>
  amount.digits === 0n ? [] : [{ kind: 'rounding', amount }]

/** At most so many minor units. */
export function isSmall(amount: Exact, decimals: number, most: bigint): boolean {
  return compareExact(sizeOf(amount), { digits: most, scale: decimals }) <= 0
}

/** Feed-in is negative money at a positive price. */
function knownOf(invoice: RowFigures, bill: RowFigures) {
  if (invoice.quantity === null || invoice.unitPrice === null) return null
  if (bill.quantity === null || bill.unitPrice === null) return null
  const [quantity, price] = [parseExact(invoice.quantity), parseExact(invoice.unitPrice)]
  const [ownQuantity, ownPrice] = [parseExact(bill.quantity), parseExact(bill.unitPrice)]
  const own = multiplyExact(ownQuantity, ownPrice)
  const reference = own.digits === 0n ? multiplyExact(quantity, price) : own
  const money = parseExact(own.digits === 0n ? invoice.amount : bill.amount)
  const sign: 1 | -1 = reference.digits < 0n === money.digits < 0n || money.digits === 0n ? 1 : -1
  return { quantity, price, ownQuantity, ownPrice, sign }
}

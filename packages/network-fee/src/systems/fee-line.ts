import { formatExact } from '@ohmstead/domain/money/exact'
import { type Confidence, lessSure } from '@ohmstead/domain/rates/confidence'
import { type Money, money, multiplyFactors, type Quantity, roundToCents } from '../exact-amount.ts'

/** What a factor of a line is; texts are added by the presentation. */
export type FactorName =
  | 'energy'
  | 'registerDifference'
  | 'supplierPrice'
  | 'energyRate'
  | 'agreedPower'
  | 'billedPower'
  | 'billingPower'
  | 'powerAboveConnection'
  | 'powerRate'
  | 'excessPower'
  | 'excessFactor'
  | 'levyRate'
  | 'taxBase'
  | 'taxRate'

/** One number of a formula, at most six decimals. A rate refers to its dated entry and its confidence. */
export interface Factor extends Omit<Quantity, 'amount'> {
  name: FactorName
  value: number
  rateId?: string
  confidence?: Confidence
}

export type LinePart = 'energy' | 'networkEnergy' | 'networkPower' | 'excessPower' | 'levies' | 'vat'

export type LineCategory =
  | `block${1 | 2 | 3 | 4 | 5}`
  | 'vt'
  | 'mt'
  | 'et'
  | 'month'
  | 'aboveConnection'
  | 'registerDifference'
  | 'marketOperator'
  | 'energyEfficiency'
  | 'excise'
  | 'support'
  | 'vat'

/** A line of the bill: the product of its factors, rounded to cents. The factors are its formula, numbers included. */
export interface FeeLine {
  part: LinePart
  category: LineCategory
  factors: Factor[]
  /** The product before rounding, EUR, as an exact decimal. */
  unroundedEur: string
  totalCost: Money
}

/** A part of the bill with its lines; the money is the sum of the rounded lines, `value` their quantity. */
export interface FeePart extends Money {
  value: Quantity | null
  lines: FeeLine[]
}

export function buildLine(part: LinePart, category: LineCategory, factors: Factor[]): FeeLine {
  const product = multiplyFactors(factors.map(({ value }) => value))
  return {
    part,
    category,
    factors,
    unroundedEur: formatExact(product),
    totalCost: money(roundToCents(product)),
  }
}

/** Sums lines; the value is the sum of their first factors if these are energies. */
export function buildPart(lines: FeeLine[]): FeePart {
  const total = lines.reduce((sum, { totalCost }) => sum + totalCost.microEuro, 0)
  const isEnergy = lines.length > 0 && lines.every(({ factors }) => factors[0]!.unit === 'kWh')
  const energy = lines.reduce((sum, { factors }) => sum + Math.round(factors[0]!.value * 1e6), 0)
  return { ...money(total), value: isEnergy ? { amount: energy / 1e6, unit: 'kWh' } : null, lines }
}

/** The least certain rate among lines, or null if no line has one. */
export function leastSure(lines: FeeLine[]): Confidence | null {
  let found: Confidence | null = null
  for (const { factors } of lines) {
    for (const { confidence } of factors) found = lessSure(found, confidence ?? null)
  }
  return found
}

/** The factors of a line as an equation: `12.5 kW × 1.0923 EUR/kW = 13.65375 EUR → 13.65 EUR`. */
export function formatLine({ factors, unroundedEur, totalCost }: FeeLine): string {
  const formula = factors.map(({ value, unit }) => (unit ? `${value} ${unit}` : String(value))).join(' × ')
  return `${formula} = ${unroundedEur} EUR → ${totalCost.amount.toFixed(2)} EUR`
}

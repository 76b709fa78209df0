import { type Exact, exactOf, multiplyExact, roundExact } from '@ohmstead/domain/money/exact'

/** A number with a unit, for people and tables. */
export interface Quantity {
  amount: number
  unit: 'kWh' | 'kW' | 'EUR' | 'EUR/kWh' | 'EUR/kW' | ''
}

/** Money. `microEuro` is the exact value (whole millionths of a euro); `amount` is the same in euros, for reading. */
export interface Money extends Quantity {
  unit: 'EUR'
  microEuro: number
}

const micro = 1_000_000
const microPerCent = 10_000

/** Money of whole micro-euro. */
export function money(microEuro: number): Money {
  return { amount: microEuro / micro, unit: 'EUR', microEuro }
}

/** The sum of amounts; null as soon as one is unknown. */
export function sumMoney(parts: (Money | null)[]): Money | null {
  let total = 0
  for (const part of parts) {
    if (part === null) return null
    total += part.microEuro
  }
  return money(total)
}

/**
 * The exact product of numbers with at most six decimals each (rates have five or six, energies six). The figures of a
 * bill are decimals, so the product of their nearest binary numbers would occasionally round to the wrong cent.
 */
export function multiplyFactors(factors: readonly number[]): Exact {
  return factors.map((factor) => exactOf(factor, 6)).reduce(multiplyExact, { digits: 1n, scale: 0 })
}

/** Rounds to whole cents, halves away from zero, in micro-euro. */
export function roundToCents(product: Exact): number {
  return Number(roundExact(product, 2).digits) * microPerCent
}

/** Rounds to a number of decimals, halves up, as powers and quantities on a bill are. */
export function roundDecimals(value: number, decimals: number): number {
  const scale = 10 ** decimals
  // The product of a decimal such as 4.05 with 10 is minutely below the half; six more digits settle it.
  return Math.floor(Math.round(value * scale * micro) / micro + 0.5) / scale
}

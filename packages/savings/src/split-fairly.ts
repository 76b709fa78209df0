import { type Exact, roundExact } from '@ohmstead/domain/money/exact'

/** A fraction of two whole numbers: the parts of an amount by three have no end as decimals. */
interface Share<Part extends string> {
  part: Part
  /** Over `denominator`, in units of the amounts' last digit. */
  numerator: bigint
}

/** The worth of a set of parts; the order in which they are given does not matter. */
export type WorthOf<Part extends string> = (parts: readonly Part[]) => Exact

/**
 * What each part contributes, by the Shapley value: the mean of what it adds over every order in which the parts may have
 * come. Amounts of `decimals` digits that add up exactly to what all of them are worth together; what a digit leaves over
 * goes to the largest remainders, of equal ones to the first by name.
 */
export function splitFairly<Part extends string>(
  parts: readonly Part[],
  worthOf: WorthOf<Part>,
  decimals: number,
): Map<Part, Exact> {
  const { shares, denominator } = shapleyShares(parts, worthOf, decimals)
  const floored = shares.map(({ part, numerator }) => {
    const whole = floorDivide(numerator, denominator)
    return { part, whole, rest: numerator - whole * denominator }
  })
  const left = floored.reduce((sum, { rest }) => sum + rest, 0n) / denominator
  // The parts are in the order of their names, which sorting keeps where remainders are equal.
  const byRest = [...floored].sort((a, b) => (a.rest > b.rest ? -1 : a.rest < b.rest ? 1 : 0))
  const raised = new Set(byRest.slice(0, Number(left)).map(({ part }) => part))
  return new Map(
    floored.map(({ part, whole }) => [
      part,
      { digits: whole + (raised.has(part) ? 1n : 0n), scale: decimals },
    ]),
  )
}

/** The exact values, before they are rounded: numerators over a common denominator. */
export function shapleyShares<Part extends string>(
  parts: readonly Part[],
  worthOf: WorthOf<Part>,
  decimals: number,
): { shares: Share<Part>[]; denominator: bigint } {
  const sorted = [...parts].sort()
  const count = sorted.length
  const worth = Array.from({ length: 2 ** count }, (_, mask) => {
    const rounded = roundExact(worthOf(sorted.filter((_, place) => mask & (1 << place))), decimals)
    return rounded.digits
  })
  const shares = sorted.map((part, place) => {
    let numerator = 0n
    for (let mask = 0; mask < worth.length; mask++) {
      if (mask & (1 << place)) continue
      const before = countBits(mask)
      const orders = factorial(before) * factorial(count - before - 1)
      numerator += orders * (worth[mask | (1 << place)]! - worth[mask]!)
    }
    return { part, numerator }
  })
  return { shares, denominator: factorial(count) }
}

function floorDivide(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor
  return value < 0n && quotient * divisor !== value ? quotient - 1n : quotient
}

function factorial(count: number): bigint {
  let product = 1n
  for (let factor = 2; factor <= count; factor++) product *= BigInt(factor)
  return product
}

function countBits(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}

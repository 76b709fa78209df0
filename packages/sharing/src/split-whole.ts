/** Products up to here are exact in binary numbers. */
const largest = Number.MAX_SAFE_INTEGER

/** ⌊a × b ÷ divisor⌋, exact for whole numbers that are not negative. */
export function multiplyDivide(a: number, b: number, divisor: number): number {
  const product = a * b
  return product <= largest
    ? floorDivide(product, divisor)
    : Number((BigInt(a) * BigInt(b)) / BigInt(divisor))
}

/** The quotient of binary numbers may have been rounded up to the next whole number. */
function floorDivide(product: number, divisor: number): number {
  const quotient = Math.floor(product / divisor)
  return quotient * divisor > product ? quotient - 1 : quotient
}

/**
 * Splits a whole number in proportion to whole weights: floors first, then one more to the largest remainders, of equal
 * ones to the first. Parts add up to the whole exactly, and are 0 where the weight is. All are 0 if no weight is above 0. A
 * part never exceeds its weight if the whole does not exceed the sum of the weights.
 */
export function splitWhole(whole: number, weights: Float64Array, parts: Float64Array): void {
  const count = weights.length
  let sum = 0
  for (let i = 0; i < count; i++) sum += weights[i]!
  parts.fill(0)
  if (sum <= 0 || whole === 0) return
  if (whole < 0) {
    splitWhole(-whole, weights, parts)
    for (let i = 0; i < count; i++) parts[i] = parts[i] === 0 ? 0 : -parts[i]!
    return
  }
  const remainders = new Float64Array(count)
  let rest = whole
  for (let i = 0; i < count; i++) {
    if (weights[i] === 0) continue
    const weight = weights[i]!
    const product = whole * weight
    const isExact = product <= largest
    const quotient = isExact ? floorDivide(product, sum) : multiplyDivide(whole, weight, sum)
    parts[i] = quotient
    remainders[i] = isExact ? product - quotient * sum : remainderOf(whole, weight, sum)
    rest -= quotient
  }
  if (rest > 0) giveLargest(rest, remainders, parts)
}

const remainderOf = (a: number, b: number, divisor: number) =>
  Number((BigInt(a) * BigInt(b)) % BigInt(divisor))

/** One more for each of the largest remainders. */
function giveLargest(rest: number, remainders: Float64Array, parts: Float64Array): void {
  const sorted = Float64Array.from(remainders).sort()
  const threshold = sorted[sorted.length - rest]!
  let left = rest
  for (let i = 0; i < parts.length; i++) {
    if (remainders[i]! > threshold) {
      parts[i]! += 1
      left -= 1
    }
  }
  for (let i = 0; left > 0; i++) {
    if (remainders[i] === threshold) {
      parts[i]! += 1
      left -= 1
    }
  }
}

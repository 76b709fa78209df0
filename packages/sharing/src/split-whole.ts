/** Products up to here are exact in binary numbers. */
const largest = Number.MAX_SAFE_INTEGER

/** ⌊a × b ÷ divisor⌋ and the remainder, exact for whole numbers that are not negative. */
export function multiplyDivide(
  a: number,
  b: number,
  divisor: number,
): { quotient: number; remainder: number } {
  const product = a * b
  if (product <= largest) {
    const remainder = product % divisor
    return { quotient: (product - remainder) / divisor, remainder }
  }
  const [exact, by] = [BigInt(a) * BigInt(b), BigInt(divisor)]
  return { quotient: Number(exact / by), remainder: Number(exact % by) }
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
    const { quotient, remainder } = multiplyDivide(whole, weights[i]!, sum)
    parts[i] = quotient
    remainders[i] = remainder
    rest -= quotient
  }
  if (rest > 0) giveLargest(rest, remainders, parts)
}

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

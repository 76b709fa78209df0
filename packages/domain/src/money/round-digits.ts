/** Decimals of an amount in a sentence: cents are noise in a large round figure. One rule for pages and documents. */
export function roundDigits(amount: number): 0 | 2 {
  return Math.abs(amount) >= 20 ? 0 : 2
}

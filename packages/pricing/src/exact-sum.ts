import type { Exact } from '@ohmstead/domain/money/exact'

const largest = 2 ** 52

/** A sum of products of whole numbers, exact however many there are. */
export interface ExactSum {
  add: (a: number, b: number) => void
  /** The sum, if each product has so many decimals. */
  value: (scale: number) => Exact
}

/** Sums in binary numbers as long as these are exact, and in digits beyond: a year of quarter-hours in a millisecond. */
export function createExactSum(): ExactSum {
  let part = 0
  let whole = 0n
  return {
    add: (a, b) => {
      const product = a * b
      if (product > largest || product < -largest) {
        whole += BigInt(a) * BigInt(b)
        return
      }
      part += product
      if (part > largest || part < -largest) {
        whole += BigInt(part)
        part = 0
      }
    },
    value: (scale) => ({ digits: whole + BigInt(part), scale }),
  }
}

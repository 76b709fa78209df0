import {
  addExact,
  type DecimalText,
  formatExact,
  parseExact,
  subtractExact,
} from '@ohmstead/domain/money/exact'

interface SharedMoney {
  alone: DecimalText | null
  benefit: DecimalText | null
}

/** All that a member pays with sharing: the bill, other members and the organiser. */
export function payableShared({ alone, benefit }: SharedMoney): DecimalText | null {
  if (alone === null || benefit === null) return null
  return formatExact(subtractExact(parseExact(alone), parseExact(benefit)))
}

/** Null if one is unknown. */
export function sumMoney(amounts: readonly (DecimalText | null)[]): DecimalText | null {
  let sum = parseExact('0')
  for (const amount of amounts) {
    if (amount === null) return null
    sum = addExact(sum, parseExact(amount))
  }
  return formatExact(sum)
}

export const isPositive = (amount: DecimalText | null): boolean => amount !== null && Number(amount) > 0
export const isNegative = (amount: DecimalText | null): boolean => amount !== null && Number(amount) < 0

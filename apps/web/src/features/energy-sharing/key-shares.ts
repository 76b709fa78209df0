import {
  addExact,
  compareExact,
  type DecimalText,
  formatExact,
  isDecimalText,
  multiplyExact,
  parseExact,
  subtractExact,
  zero,
} from '@ohmstead/domain/money/exact'
import { shareDecimals } from '@ohmstead/domain/sharing/sharing-terms'

const one = parseExact('1')
const hundred = parseExact('100')
const hundredth = parseExact('0.01')

/** A share as the percentage that is typed; what is no number stays as it was typed. */
export function toPercent(share: DecimalText | string): string {
  return isDecimalText(share) ? formatExact(multiplyExact(parseExact(share), hundred)) : share
}

export function toShare(percent: string): string {
  return isDecimalText(percent) ? formatExact(multiplyExact(parseExact(percent), hundredth)) : percent
}

/** At most six decimals, from 0 to 1. */
export function isShare(text: string): boolean {
  if (!isDecimalText(text)) return false
  const share = parseExact(text)
  const decimals = /\.(\d*?)0*$/.exec(text)?.[1]?.length ?? 0
  return decimals <= shareDecimals && compareExact(share, zero) >= 0 && compareExact(share, one) <= 0
}

/** What is left of the whole: zero if the shares are complete, negative if too much is given; null while one is no number. */
export function findRest(shares: readonly string[]): DecimalText | null {
  if (!shares.every(isDecimalText)) return null
  return formatExact(subtractExact(one, shares.map(parseExact).reduce(addExact, zero)))
}

/** Equal shares that sum to exactly 1: the first get the last digits that cannot be divided. */
export function shareEqually(ids: readonly string[]): Record<string, DecimalText> {
  if (ids.length === 0) return {}
  const units = 10n ** BigInt(shareDecimals)
  const count = BigInt(ids.length)
  const [each, left] = [units / count, Number(units % count)]
  return Object.fromEntries(
    ids.map((id, place) => [
      id,
      formatExact({ digits: place < left ? each + 1n : each, scale: shareDecimals }),
    ]),
  )
}

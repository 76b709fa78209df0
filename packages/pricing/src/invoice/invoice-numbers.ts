import type { DecimalText } from '@ohmstead/domain/money/exact'
import type { Token } from './invoice-tokens.ts'

/** Which character stands before the decimals in a text. */
export type DecimalMark = ',' | '.'

const mostWhole = 12
const mostDecimals = 10

/** The mark that the numbers of a text agree on; a comma where none of them tells. */
export function findDecimalMark(rows: readonly (readonly Token[])[]): DecimalMark {
  let commas = 0
  let points = 0
  for (const tokens of rows)
    for (const token of tokens) {
      if (token.kind !== 'number') continue
      const mark = markOf(token.text)
      if (mark === ',') commas += 1
      if (mark === '.') points += 1
    }
  return points > commas ? '.' : ','
}

/** Two kinds of separators, or one that is not followed by three digits, tell which is the decimal one. */
function markOf(text: string): DecimalMark | null {
  const comma = text.lastIndexOf(',')
  const point = text.lastIndexOf('.')
  if (comma < 0 && point < 0) return null
  if (comma >= 0 && point >= 0) return comma > point ? ',' : '.'
  const at = Math.max(comma, point)
  const isOnly = text.indexOf(text[at]!) === at
  return isOnly && text.length - at - 1 !== 3 ? (text[at] as DecimalMark) : null
}

/** A printed number as a decimal text; null if it is none, or longer than any amount. */
export function readDecimal(text: string, mark: DecimalMark): DecimalText | null {
  const isNegative = text.startsWith('-')
  const own = markOf(text) ?? mark
  const size = isNegative ? text.slice(1) : text
  const at = size.lastIndexOf(own)
  const isDecimal = at >= 0 && size.indexOf(own) === at
  const whole = onlyDigits(isDecimal ? size.slice(0, at) : size)
  const after = isDecimal ? onlyDigits(size.slice(at + 1)) : ''
  if (whole.length === 0 || whole.length > mostWhole || after.length > mostDecimals) return null
  return `${isNegative ? '-' : ''}${whole}${after ? `.${after}` : ''}`
}

const onlyDigits = (text: string) => {
  let digits = ''
  for (const char of text) if (char >= '0' && char <= '9') digits += char
  return digits
}

/** Decimals as printed: the last digit says how far it was rounded. */
export function decimalsOf(text: DecimalText): number {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

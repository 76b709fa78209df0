import { type DecimalText, isDecimalText } from '@ohmstead/domain/money/exact'

/**
 * A typed decimal as the text that is stored. Comma and point are both decimal marks whatever the language: prices are
 * typed without thousands. What is no number stays as it was typed, and a check of the form says so.
 */
export function readDecimal(typed: string): DecimalText | string {
  const plain = typed.replaceAll(/[\s\u00a0\u202f]/g, '').replace(/^[\u2212\u2013]/, '-')
  const match = /^([+-]?)(\d*)(?:[.,](\d*))?$/.exec(plain)
  if (!match || !(match[2] || match[3])) return typed.trim()
  const [, sign = '', whole = '', fraction = ''] = match
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return `${sign === '-' ? '-' : ''}${digits}${fraction && `.${fraction}`}`
}

/** A stored decimal with the decimal mark of the language; anything else as it is. */
export function writeDecimal(value: DecimalText | string, tag: string): string {
  if (!isDecimalText(value)) return value
  const mark = new Intl.NumberFormat(tag).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value
  return value.replace('.', mark ?? '.')
}

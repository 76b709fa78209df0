import { addExact, formatExact, parseExact, zero } from '@ohmstead/domain/money/exact'

/** The exact sum of decimal texts. */
export function sumTexts(texts: readonly (string | null | undefined)[]): string {
  return formatExact(texts.map((text) => parseExact(text!)).reduce(addExact, zero))
}

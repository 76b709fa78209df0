import { addExact, type Exact, formatExact, zero } from '@ohmstead/domain/money/exact'

/** Reads a decimal text of any length. */
export function readExact(text: string): Exact {
  const point = text.indexOf('.')
  return { digits: BigInt(text.replace('.', '')), scale: point < 0 ? 0 : text.length - point - 1 }
}

/** The exact sum of decimal texts. */
export function sumTexts(texts: readonly (string | null | undefined)[]): string {
  return formatExact(texts.reduce<Exact>((sum, text) => addExact(sum, readExact(text!)), zero))
}

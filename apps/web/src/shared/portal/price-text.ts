import { parsePrice } from './portal-selection.ts'

/**
 * A typed number. Comma and point are both decimal marks whatever the language: powers and prices are typed without
 * thousands, and 0.123 must never be read as 123. Null if it is no non-negative number.
 */
export function parseDecimalText(text: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0\u202f]/g, '')
  const value = /^(\d+([.,]\d*)?|[.,]\d+)$/.test(plain) ? Number(plain.replace(',', '.')) : null
  return Number.isFinite(value) ? value : null
}

/** A typed price per kWh; null if it is invalid or implausible. */
export const parsePriceText = (text: string) => parsePrice(parseDecimalText(text))

/** Parses back to the same price, with the decimal mark of the language. */
export function formatPriceText(price: number | null, tag: string): string {
  if (price === null) return ''
  return new Intl.NumberFormat(tag, { maximumFractionDigits: 10, useGrouping: false }).format(price)
}

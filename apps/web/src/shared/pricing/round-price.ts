import { formatExact, parseExact } from '@ohmstead/domain/money/exact'

/** To five decimals, as suppliers print prices; the components behind it stay exact. */
export function roundPrice(price: string | null): string | null {
  if (price === null) return null
  const [, decimals = ''] = price.split('.')
  return decimals.length <= 5 ? price : formatExact(parseExact(trim(price)), 5)
}

/** A product of exact factors may have more decimals than anybody types. */
const trim = (price: string) => price.replace(/(\.\d{12})\d+$/, '$1')

/** Agreed power goes by tenths of a kilowatt; excess and means of peaks have hundredths, as bills print them. */
export function kwDecimals(kw: string): 1 | 2 {
  return /^-?\d+(\.\d)?$/.test(kw) ? 1 : 2
}

/** Meters count watt-hours; with fewer decimals a line recomputed from what is printed is a cent off now and then. */
export const kwhDecimals = 3

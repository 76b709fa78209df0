import { findPriceNameKey, pricePartKey, priceSourceText } from '@ohmstead/domain/pricing/price-words'
import type { MissingPrice, PriceComponent, PriceSource } from '@ohmstead/pricing/price-component'
import { useT } from '../i18n/use-t.ts'
import { useMissingText } from './use-missing-text.ts'

type Part = PriceComponent['part'] | 'feedIn'

export interface PriceWords {
  part(part: Part): string
  /** "Block 2", "High tariff (VT)", or as the list calls it. */
  name(name: string): string
  source(source: PriceSource): string
  missing(reason: MissingPrice): string
}

/** What the parts of a price and of a bill are called, where they come from, and why one is unknown. */
export function usePriceWords(): PriceWords {
  const t = useT()
  const missing = useMissingText()
  return {
    part: (part) => t(pricePartKey(part)),
    name: (name) => {
      const key = findPriceNameKey(name)
      return key ? t(key) : name
    },
    source: (source) => priceSourceText(source, t),
    missing,
  }
}

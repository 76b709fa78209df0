import { findPriceNameKey, pricePartKey } from '@ohmstead/domain/pricing/price-words'
import { spotSourceName } from '@ohmstead/domain/pricing/spot-source-names'
import type { MissingPrice, PriceComponent, PriceSource } from '@ohmstead/pricing/price-component'
import { type Translate, useT } from '../i18n/use-t.ts'
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
    source: (source) => sourceText(source, t),
    missing,
  }
}

function sourceText(source: PriceSource, t: Translate): string {
  switch (source.kind) {
    case 'priceList':
      return source.name
    case 'spotMarket':
      return t('location_pricing.source.spot_market', {
        region: source.region,
        source: spotSourceName(source.source) ?? t('spot_market.source.modelled'),
      })
    case 'networkTariff':
      return `${source.name} (${source.source})`
    case 'published':
      return t('location_pricing.source.published')
  }
}

import type { MissingPrice, PriceComponent, PriceSource } from '@ohmstead/pricing/price-component'
import { useFormatDay } from '../i18n/use-format-day.ts'
import { type MessageKey, type Translate, useT } from '../i18n/use-t.ts'
import { useMissingText } from './use-missing-text.ts'

/** Names that the price engine gives itself; others are the words of a list, a plan or a tax row. */
const ownNames: Record<string, MessageKey> = {
  energy: 'calculations.part.energy',
  spot: 'location_pricing.name.spot',
  t0: 'supply_offers.price.t0',
  t1: 'supply_offers.price.t1',
  t2: 'supply_offers.price.t2',
  buyFee: 'location_pricing.name.buy_fee',
  sellFee: 'location_pricing.name.sell_fee',
  networkMonthlyFee: 'location_pricing.name.network_monthly_fee',
  agreed: 'location_pricing.name.agreed',
  monthlyPeak: 'location_pricing.name.monthly_peak',
  levies: 'calculations.part.levies',
  block1: 'calculations.category.block1',
  block2: 'calculations.category.block2',
  block3: 'calculations.category.block3',
  block4: 'calculations.category.block4',
  block5: 'calculations.category.block5',
  marketOperator: 'calculations.category.marketOperator',
  energyEfficiency: 'calculations.category.energyEfficiency',
  excise: 'calculations.category.excise',
  support: 'calculations.category.support',
  aboveConnection: 'calculations.category.aboveConnection',
  vat: 'calculations.category.vat',
}

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
  const day = useFormatDay()
  const missing = useMissingText()
  return {
    part: (part) => partName(part, t),
    name: (name) => (ownNames[name] ? t(ownNames[name]) : name),
    source: (source) => sourceText(source, t, day),
    missing,
  }
}

function partName(part: Part, t: Translate): string {
  if (part === 'feedIn') return t('location_pricing.part.feed_in')
  return part === 'fees' ? t('location_pricing.part.fees') : t(`calculations.part.${part}`)
}

function sourceText(source: PriceSource, t: Translate, day: (day: string) => string): string {
  switch (source.kind) {
    case 'priceList':
      return source.name
    case 'spotMarket':
      return t('location_pricing.source.spot_market', { region: source.region, source: source.source })
    case 'networkTariff':
      return `${source.name} (${source.source})`
    case 'published':
      return t('location_pricing.source.published')
    case 'exchangeRate':
      return t('location_pricing.source.exchange_rate', { day: day(source.day), source: source.source })
  }
}

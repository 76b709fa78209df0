import { spotSourceName } from '@ohmstead/domain/pricing/spot-source-names'
import type { MissingPrice, PriceSource } from '@ohmstead/pricing/price-component'
import type { ExchangeRate } from '@ohmstead/pricing/pricing-world'
import type { Words } from '../calculations/documents/document-words.ts'

/** Where a rate of a bill comes from, in the words of its page. */
export function sourceText(source: PriceSource, { t }: Words): string {
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

/** Why a sum is unknown. */
export function missingText(reason: MissingPrice, { t }: Words): string {
  const { kind } = reason
  if (kind === 'noSpotPrice') return t(`price_lists.missing.${kind}`, { region: reason.region })
  if (kind === 'noExchangeRate') return t(`price_lists.missing.${kind}`, { from: reason.from, to: reason.to })
  return t(`price_lists.missing.${kind}`)
}

/** What amounts of another currency were converted at, of which day, and who says so. */
export function exchangeText({ from, to, rate, day, source }: ExchangeRate, words: Words): string {
  const origin = words.t('location_pricing.source.exchange_rate', { day: words.day(day), source })
  return `${origin}: 1 ${from} = ${words.number(Number(rate), 0, 8)} ${to}`
}

import type { SupplyOfferTerms } from '@ohmstead/domain/pricing/supply-offer'
import type { TimePlanBlock } from '@ohmstead/domain/pricing/time-plan'
import type { Translate } from '../../shared/i18n/use-t.ts'
import type { PriceText } from '../../shared/pricing/use-price-text.ts'

export interface OfferFact {
  key: string
  name: string
  value: string
  /** The price alone, for a column whose head has the unit. */
  bare: string
}

export type FindBlock = (blockId: number) => Pick<TimePlanBlock, 'title'> | undefined

type Price = SupplyOfferTerms['buy']

/** What a kilowatt-hour costs, each tariff or window on a line of its own. */
export function listPrices(
  price: Price,
  { currency }: Pick<SupplyOfferTerms, 'currency'>,
  { price: format, bare }: PriceText,
  t: Translate,
  nameOf: (blockId: number) => string | null,
): OfferFact[] {
  const fact = (name: string, amount: string | null, key = name) =>
    amount === null ? [] : [{ key, name, value: format(amount, currency), bare: bare(amount, currency) }]
  if (price.kind === 'fixed')
    return [
      ...fact(t('supply_offers.price.t1'), price.t1),
      ...fact(t('supply_offers.price.t2'), price.t2),
      ...fact(t('supply_offers.price.t0'), price.t0),
    ]
  if (price.kind === 'time_of_use')
    return [
      ...price.prices.flatMap(({ blockId, price: amount }) =>
        fact(nameOf(blockId) ?? t('supply_offers.price.window'), amount, String(blockId)),
      ),
      ...fact(t('supply_offers.price.substitute'), price.substitute),
    ]
  const formula = spotFormula(price, currency, format, t)
  return [
    { key: 'spot', name: t('supply_offers.price.spot'), value: formula, bare: formula },
    ...fact(t('supply_offers.price.floor'), price.floor),
    ...fact(t('supply_offers.price.hourly_cap'), price.hourlyCap),
    ...fact(t('supply_offers.price.monthly_cap'), price.monthlyCap),
    ...fact(t('supply_offers.price.substitute'), price.substitute),
  ]
}

/** "spot + 0,01199 €/kWh", with the factor if there is one. */
function spotFormula(
  { factor, markup }: Extract<Price, { kind: 'spot_market' }>,
  currency: SupplyOfferTerms['currency'],
  format: PriceText['price'],
  t: Translate,
): string {
  const base =
    factor === '1' ? t('supply_offers.price.spot_word') : `${t('supply_offers.price.spot_word')} × ${factor}`
  const isBelow = markup.startsWith('-')
  return `${base} ${isBelow ? '−' : '+'} ${format(isBelow ? markup.slice(1) : markup, currency)}`
}

import type { Exact } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { EnergyPrice, SpotMarketPrice } from '@ohmstead/domain/pricing/price-list-terms'
import { formatDay } from '@ohmstead/network-fee/calendar/local-time'
import { classify, type EnergyClass, type EnergyClasses } from '../energy-classes.ts'
import { findExchange } from '../exchange.ts'
import type { PriceSource } from '../price-component.ts'
import { placeOf, prepareSpot, type SpotPricing, spotPriceOf } from '../spot/spot-pricing.ts'
import { type OpenComponent, openComponent, type PriceFrame, unknownComponent } from './price-frame.ts'

/** Where an energy price comes from and when it holds. */
export interface PriceOrigin {
  part: 'energy' | 'networkEnergy'
  source: PriceSource
  currency: CurrencyCode
  validFrom: string | null
  validTo: string | null
}

/** The price of a kilowatt-hour at the instant: of its tariff or block, or of the market. */
export function energyComponent(frame: PriceFrame, price: EnergyPrice, origin: PriceOrigin): OpenComponent {
  if (price.kind === 'spot_market') return spotComponent(frame, price, origin)
  const blockType = origin.part === 'energy' ? 'PRICING_ENERGY' : 'PRICING_NETWORK'
  return classComponent(frame, classify(price, frame.terms.list, blockType, frame.lookup), origin)
}

function classComponent(
  frame: PriceFrame,
  { classes, classAt, missing }: EnergyClasses,
  { part, source, currency, validFrom, validTo }: PriceOrigin,
): OpenComponent {
  const found = classes[classAt(frame.days, frame.minute)]
  const named = { part, name: found?.name ?? 'energy', unit: '/kWh' as const }
  const reason = found ? found.missing : missing
  if (!found || reason) return unknownComponent(named, reason ?? { kind: 'noPriceList' })
  const rate = tierPrice(found, frame.used[part])
  return openComponent(frame, { ...named, source, validFrom, validTo, confidence: null }, rate, currency)
}

/** The price of the next kilowatt-hour once so much of the class was used. */
export function tierPrice({ price, tiers }: EnergyClass, usedMilliWh: number): Exact {
  return tiers.findLast(({ aboveMilliWh }) => usedMilliWh >= aboveMilliWh)?.price ?? price!
}

/** A market price holds for its quarter-hour; the cap of a month is not known before its end. */
function spotComponent(frame: PriceFrame, price: SpotMarketPrice, { part }: PriceOrigin): OpenComponent {
  const named = { part, name: 'spot', unit: '/kWh' as const }
  const { region } = price
  const spot = spotPricingOn(frame, price)
  if ('kind' in spot) return unknownComponent(named, spot)
  const rate = spotPriceOf(spot, frame.startMs)
  const exchange = spotExchangeOn(frame, price).used
  if (rate === null) return unknownComponent(named, { kind: 'noSpotPrice', region })
  const { sources, sourceOf } = spot.prices!
  const source = sources[sourceOf[placeOf(spot.prices, frame.startMs)]!] ?? ''
  const day = formatDay(frame.days)
  return {
    ...named,
    rate,
    source: { kind: 'spotMarket', region, source },
    validFrom: day,
    validTo: day,
    confidence: null,
    ...(exchange && { exchange }),
  }
}

/** The market's prices in the list's currency, or why they cannot be had. */
export function spotPricingOn(
  frame: DayFrame,
  price: SpotMarketPrice,
): SpotPricing | Exclude<ReturnType<typeof findExchange>['missing'], null> {
  const exchange = spotExchangeOn(frame, price)
  const prices = frame.lookup.world.spot[price.region] ?? null
  return exchange.missing ?? prepareSpot(price, prices, exchange.rate!)
}

type DayFrame = Pick<PriceFrame, 'lookup' | 'terms' | 'day'>

/** From the market's currency into the list's. */
function spotExchangeOn({ lookup, terms, day }: DayFrame, { region }: SpotMarketPrice) {
  const { currency } = terms.list.terms
  return findExchange(lookup.world, lookup.world.spot[region]?.currency ?? currency, currency, day)
}

import { multiplyExact, parseExact } from '@ohmstead/domain/money/exact'
import type { EnergyPrice } from '@ohmstead/domain/pricing/price-list-terms'
import { classify } from '../energy-classes.ts'
import type { PriceSource } from '../price-component.ts'
import { prepareSpot } from '../spot/spot-pricing.ts'
import {
  type Amount,
  type ChargeFrame,
  exchangeOn,
  lineOf,
  missCharge,
  perMonth,
  withExchange,
} from './charge-frame.ts'
import { classCharge, type EnergyFlow } from './energy-charges.ts'
import { type Charge, kwhOf, type LinePart, ownerOf } from './ledger-model.ts'
import { type MonthState, spotMonthOf, usedOf } from './month-state.ts'
import { networkPowerCharge, perKwCharge } from './power-charges.ts'
import { publishedCharges } from './published-charges.ts'
import type { DayTerms } from './segments.ts'
import { spotCharge } from './spot-charge.ts'

/** Everything that is charged on the days of a segment, in the order of a bill; `day` is its first. */
export function buildCharges(state: MonthState, terms: DayTerms, day: string): Charge[] {
  const frame: ChargeFrame = { state, terms, day }
  const { buy, sell, hasExportPrice, buyFeePerKwh, sellFeePerKwh, monthlyFees, currency } = terms.list.terms
  const ofList = { source: terms.listSource, currency }
  return [
    ...(terms.vatMissing ? [missCharge(terms.vatMissing)] : []),
    energyCharge(frame, buy, 'energy', ofList),
    ...networkCharges(frame),
    ...publishedCharges(frame),
    ...perKwh(frame, { part: 'fees', name: 'buyFee', price: buyFeePerKwh, ...ofList }),
    ...monthlyFees.map(({ name, amount }) =>
      perMonth(frame, { part: 'fees', name, price: amount, ...ofList }),
    ),
    ...taxCharges(frame),
    ...(hasExportPrice && sell && state.energies.exportMilliWh
      ? [
          energyCharge(frame, sell, 'feedIn', ofList),
          ...perKwh(frame, { part: 'feedIn', name: 'sellFee', price: sellFeePerKwh, ...ofList }),
        ]
      : []),
  ]
}

/** Energy from the grid or into it, at the supplier's or the distributor's price. */
function energyCharge(
  frame: ChargeFrame,
  price: EnergyPrice,
  part: Extract<LinePart, 'energy' | 'networkEnergy' | 'feedIn'>,
  { source, currency }: Pick<Amount, 'source' | 'currency'>,
): Charge {
  const { state, terms } = frame
  const { grid, energies, lookup } = state
  const milliWh = {
    energy: energies.suppliedMilliWh,
    networkEnergy: energies.importMilliWh,
    feedIn: energies.soldMilliWh!,
  }[part]
  // A distributor's tiers run on where the list changes.
  const key = `${ownerOf(source)}/${part}`
  const vat = part === 'feedIn' ? null : terms.vat
  return withExchange(frame, currency, (exchangeRate) => {
    const flow: EnergyFlow = {
      grid,
      milliWh,
      exchangeRate,
      frame: { owner: ownerOf(source), part, source: sourceOf(price, source, state), confidence: null, vat },
    }
    if (price.kind === 'spot_market') {
      const prices = lookup.world.spot[price.region] ?? null
      const market = exchangeOn(state, prices?.currency ?? currency, currency, frame.day)
      if (market.missing) return missCharge(market.missing)
      const spot = prepareSpot(price, prices, market.rate)
      return spotCharge(flow, spot, { kind: 'noSpotPrice', region: price.region }, spotMonthOf(state, key))
    }
    const blockType = part === 'networkEnergy' ? 'PRICING_NETWORK' : 'PRICING_ENERGY'
    const sorted = classify(price, terms.list, blockType, lookup)
    return classCharge(flow, sorted, usedOf(state, key, sorted.classes))
  })
}

function sourceOf(price: EnergyPrice, source: PriceSource, { lookup }: MonthState): PriceSource {
  if (price.kind !== 'spot_market') return source
  const sources = lookup.world.spot[price.region]?.sources ?? []
  return { kind: 'spotMarket', region: price.region, source: sources.join(', ') }
}

/** A distributor's prices of the list itself or of a tariff that an administrator keeps. */
function networkCharges(frame: ChargeFrame): Charge[] {
  const { network } = frame.terms
  if (network === null) return []
  const { prices, source, currency, tariffId } = network
  if (prices === null) return [missCharge({ kind: 'noTariff', networkTariffId: tariffId })]
  const of = { source, currency }
  return [
    ...(prices.energy ? [energyCharge(frame, prices.energy, 'networkEnergy', of)] : []),
    ...(prices.power ? [networkPowerCharge(frame, prices.power, of)] : []),
    ...(prices.monthlyFee === null
      ? []
      : [perMonth(frame, { part: 'fees', name: 'networkMonthlyFee', price: prices.monthlyFee, ...of })]),
  ]
}

/** Dated taxes and levies of the list, besides VAT. */
function taxCharges(frame: ChargeFrame): Charge[] {
  const { rows, list, listSource } = frame.terms
  return rows.flatMap(({ kind, name, rate }) => {
    const amount: Amount = {
      part: 'levies',
      name,
      price: rate,
      source: listSource,
      currency: list.terms.currency,
    }
    if (kind === 'per_kwh') return perKwh(frame, amount)
    if (kind === 'per_month') return [perMonth(frame, amount)]
    return kind === 'per_kw_month' ? [perKwCharge(frame, amount)] : []
  })
}

/** An amount for every kilowatt-hour taken (a supplier's fee: supplied), or deducted for every one sold; nothing if it is zero. */
function perKwh(frame: ChargeFrame, amount: Amount): Charge[] {
  if (parseExact(amount.price as string).digits === 0n) return []
  return [
    withExchange(frame, amount.currency, (rate) => {
      const line = lineOf(frame, amount, 'kWh', rate)
      return ({ importMilliWh, suppliedMilliWh, soldMilliWh }, { post }) => {
        const supplied = amount.part === 'fees' ? suppliedMilliWh : importMilliWh
        const quantity = kwhOf(amount.part === 'feedIn' ? soldMilliWh : supplied)
        post(line, quantity, multiplyExact(quantity, line.unitPrice!))
      }
    }),
  ]
}

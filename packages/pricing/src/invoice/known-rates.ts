import type { EnergyPrice } from '@ohmstead/domain/pricing/price-list-terms'
import type { SupplyOffer } from '@ohmstead/domain/pricing/supply-offer'
import type { TimePlan } from '@ohmstead/domain/pricing/time-plan'
import type { MeteringPoint } from '@ohmstead/network-fee/metering-point'
import type { RateBook } from '@ohmstead/network-fee/rates/rate-book'
import type { PricingWorld } from '../pricing-world.ts'
import type { KnownRate, RateOrigin } from './comparison-model.ts'

type Dates = Pick<KnownRate, 'from' | 'to'>

export interface DatedOffer extends SupplyOffer {
  source: string
  checkedOn: string
}

/** The published rates of a metering point at all times: an invoice may have those of before or after a change. */
export function publishedKnownRates(point: MeteringPoint, book: RateBook): KnownRate[] {
  const origin: RateOrigin = { kind: 'published' }
  const rate = (
    part: KnownRate['part'],
    name: string,
    value: number | null | undefined,
    dates: Dates,
  ): KnownRate[] =>
    value === null || value === undefined
      ? []
      : [{ part, name, rate: decimalOf(value), from: dates.from, to: dates.to, origin, paper: null }]
  const blocks = book.newSystem
    .filter(({ userGroup, consumers }) => userGroup === point.userGroup && isFor(consumers, point))
    .flatMap((entry) =>
      [0, 1, 2, 3, 4].flatMap((place) => [
        ...rate('networkEnergy', `block${place + 1}`, entry.energyEurPerKwh?.[place], entry),
        ...rate('networkPower', `block${place + 1}`, entry.powerEurPerKw?.[place], entry),
      ]),
    )
  const levies = book.energyLevies.flatMap((entry) => [
    ...rate('levies', entry.levy, entry.eurPerKwh.all, entry),
    ...rate('levies', entry.levy, entry.eurPerKwh.classIv, entry),
  ])
  const support = book.supportLevyNew.flatMap((entry) =>
    Object.values(entry.eurPerKw).flatMap((value) => rate('levies', 'support', value, entry)),
  )
  return [...blocks, ...levies, ...support]
}

const isFor = (consumers: 'all' | 'household' | 'nonHousehold', { isHousehold }: MeteringPoint) =>
  consumers === 'all' || (consumers === 'household') === isHousehold

/** A binary number as the decimal that was written in its file. */
const decimalOf = (value: number) => value.toFixed(10).replace(/0+$/, '').replace(/\.$/, '')

/** What every price list of a world charges, and when it holds there. */
export function listedKnownRates({ priceLists, entries, timePlans }: PricingWorld): KnownRate[] {
  return Object.values(priceLists).flatMap(({ id, name, version, terms, validFrom, validTo }) => {
    const used = entries.filter(({ priceListId }) => priceListId === id)
    const dates = used[0] ?? { validFrom, validTo }
    const of = {
      ...{ from: dates.validFrom, to: dates.validTo, paper: null },
      origin: { kind: 'priceList' as const, name, version },
    }
    return [
      ...energyRates('energy', terms.buy, timePlans, of),
      ...(terms.sell ? energyRates('feedIn', terms.sell, timePlans, of) : []),
      ...terms.monthlyFees.map(
        (fee): KnownRate => ({ part: 'fees', name: fee.name, rate: fee.amount, ...of }),
      ),
    ]
  })
}

/** What the offers of the library charge. */
export function offeredKnownRates(
  offers: readonly DatedOffer[],
  timePlans: PricingWorld['timePlans'],
): KnownRate[] {
  return offers.flatMap(({ supplier, name, source, checkedOn, validFrom, validTo, terms }) => {
    const of = {
      ...{ from: validFrom, to: validTo, paper: null },
      origin: { kind: 'offer' as const, supplier, name, source, checkedOn },
    }
    const fee = (rate: string, paper: KnownRate['paper']): KnownRate => ({
      ...of,
      part: 'fees',
      name: '',
      rate,
      paper,
    })
    return [
      ...energyRates('energy', terms.buy, timePlans, of),
      ...(terms.sell ? energyRates('feedIn', terms.sell, timePlans, of) : []),
      fee(terms.monthlyFee, 'paper'),
      fee(terms.monthlyFeeElectronicInvoice, 'electronic'),
    ]
  })
}

type Frame = Omit<KnownRate, 'part' | 'name' | 'rate'>

function energyRates(
  part: 'energy' | 'feedIn',
  price: EnergyPrice,
  timePlans: Readonly<Record<number, TimePlan>>,
  of: Frame,
): KnownRate[] {
  if (price.kind === 'spot_market') return []
  if (price.kind === 'fixed')
    return (['t0', 't1', 't2'] as const).flatMap((name) =>
      price[name] === null ? [] : [{ part, name, rate: price[name], ...of }],
    )
  const blocks = timePlans[price.timePlanId]?.blocks ?? []
  return price.prices.map((own) => {
    const name = blocks.find(({ id }) => id === own.blockId)?.title ?? ''
    return { part, name, rate: own.price, ...of }
  })
}

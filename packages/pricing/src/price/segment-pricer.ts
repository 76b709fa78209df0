import { addExact, type Exact, multiplyExact, toNumber } from '@ohmstead/domain/money/exact'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { EnergyPrice } from '@ohmstead/domain/pricing/price-list-terms'
import { formatDay, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { calendarOfDay } from '@ohmstead/network-fee/calendar/time-block'
import { classify, type EnergyClasses } from '../energy-classes.ts'
import { findExchange, one } from '../exchange.ts'
import { type DayTerms, type Segment, termsOn } from '../ledger/segments.ts'
import type { LocalGrid } from '../local-grid.ts'
import { spotScale } from '../pricing-world.ts'
import { placeOf, type SpotPricing, spotRule, spotRuleAt } from '../spot/spot-pricing.ts'
import { type TiersUsed, usedIn } from '../tiers-used.ts'
import type { WorldLookup } from '../world-lookup.ts'
import { exportComponents, otherComponents, sumPerKwh, supplierComponent } from './direction-prices.ts'
import { spotPricingOn } from './energy-component.ts'
import type { PriceFrame } from './price-frame.ts'

/** Prices of a kilowatt-hour by place on the grid; NaN where unknown. */
export interface SegmentPricer {
  /** All-in, with tax. */
  import: (i: number) => number
  /** The supplier's price alone, without tax. */
  energy: (i: number) => number
  /** What a kilowatt-hour saves that the supplier does not bill: its price and fee with tax. */
  saved: (i: number) => number
  /** Fed in; 0 where nothing is paid. */
  export: (i: number) => number
}

/** The numbers of a segment. */
export function pricerOf(
  lookup: WorldLookup,
  grid: LocalGrid,
  segment: Segment,
  currency: CurrencyCode,
  used: TiersUsed,
): SegmentPricer {
  const { list, day } = segment
  const terms = termsOn(lookup, list!, day)
  const { buy, sell, hasExportPrice } = list!.terms
  const exchange = findExchange(lookup.world, list!.terms.currency, currency, day)
  const rate = exchange.rate ? toNumber(exchange.rate) : Number.NaN
  const withTax = terms.vat ? addExact(one, terms.vat.rate) : one
  const factor = terms.vatMissing ? Number.NaN : 1
  const frameAt = (i: number): PriceFrame => ({
    ...{ lookup, terms, used: usedIn(used, i), days: grid.day[i]!, minute: grid.minute[i]! },
    startMs: grid.firstStartMs + i * quarterHourMs,
    day: formatDay(grid.day[i]!),
  })
  const supplier = directionPricer(frameAt, segment, buy, grid, used.energy, (frame) =>
    sumPerKwh([supplierComponent(frame)]),
  )
  const others = remember(keyOf(lookup, grid, terms, used.networkEnergy), (i) =>
    numberOf(sumPerKwh(otherComponents(frameAt(i))), withTax),
  )
  const tax = toNumber(withTax)
  const feedIn =
    hasExportPrice && sell
      ? directionPricer(frameAt, segment, sell, grid, used.feedIn, (frame) =>
          sumPerKwh(exportComponents(frame).slice(0, 1)),
        )
      : null
  const sellFee = hasExportPrice && sell ? Number(list!.terms.sellFeePerKwh) : 0
  const fee = Number(list!.terms.buyFeePerKwh)
  return {
    import: (i: number) => (supplier(i) * tax + others(i)) * rate * factor,
    energy: (i: number) => supplier(i) * rate,
    saved: (i: number) => (supplier(i) + fee) * tax * rate * factor,
    export: (i: number) => (feedIn ? (feedIn(i) - sellFee) * rate : 0),
  }
}

/** A spot price by the quarter-hour, any other once for each class of energy. */
function directionPricer(
  frameAt: (i: number) => PriceFrame,
  { from }: Segment,
  price: EnergyPrice,
  grid: LocalGrid,
  used: Float64Array | null,
  exactOf: (frame: PriceFrame) => Exact | null,
): (i: number) => number {
  const frame = frameAt(from)
  if (price.kind === 'spot_market') {
    const spot = spotPricingOn(frame, price)
    return 'kind' in spot ? () => Number.NaN : spotNumbers(spot, grid)
  }
  const sorted = classify(price, frame.terms.list, 'PRICING_ENERGY', frame.lookup)
  return remember(classKey(sorted, grid, used), (i) => numberOf(exactOf(frameAt(i)), one))
}

function spotNumbers(spot: SpotPricing, grid: LocalGrid): (i: number) => number {
  const [factor, markup] = [toNumber(spot.factor) / 10 ** spotScale, toNumber(spot.markup)]
  const constant = {
    [spotRule.missing]: Number.NaN,
    [spotRule.capped]: spot.cappedPrice ? toNumber(spot.cappedPrice) : Number.NaN,
    [spotRule.floored]: spot.floor ? toNumber(spot.floor) : Number.NaN,
  }
  const shift = placeOf(spot.prices, grid.firstStartMs)
  return (i) => {
    const rule = spotRuleAt(spot, i + shift)
    return rule === spotRule.plain ? spot.prices!.price[i + shift]! * factor + markup : constant[rule]
  }
}

/** What the network's price and the levies depend on within a segment. */
function keyOf(
  lookup: WorldLookup,
  grid: LocalGrid,
  { network, list }: DayTerms,
  used: Float64Array | null,
): (i: number) => number {
  const energy = network?.prices?.energy
  const own = energy && classKey(classify(energy, list, 'PRICING_NETWORK', lookup), grid, used)
  if (list.terms.network.kind !== 'published') return own ?? (() => 0)
  let last = Number.NaN
  let blockOfHour: number[] = []
  return (i) => {
    const day = grid.day[i]!
    if (day !== last) ({ blockOfHour } = calendarOfDay(day, lookup.book))
    last = day
    return blockOfHour[Math.floor(grid.minute[i]! / 60)]!
  }
}

/** A class and the tier of it that was reached. */
const classKey =
  ({ classes, classAt }: EnergyClasses, { day, minute }: LocalGrid, used: Float64Array | null) =>
  (i: number) => {
    const place = classAt(day[i]!, minute[i]!)
    const tier = used && classes[place]?.tiers.findLastIndex(({ aboveMilliWh }) => used[i]! >= aboveMilliWh)
    return ((tier ?? -1) + 1) * mostClasses + place
  }
const mostClasses = 2 ** 20

/** A result for each key, worked out where the key first occurs. */
function remember(key: (i: number) => number, work: (i: number) => number): (i: number) => number {
  const known = new Map<number, number>()
  return (i) => {
    const own = key(i)
    let value = known.get(own)
    if (value === undefined) {
      value = work(i)
      known.set(own, value)
    }
    return value
  }
}

const numberOf = (exact: Exact | null, factor: Exact): number =>
  exact === null ? Number.NaN : toNumber(multiplyExact(exact, factor))

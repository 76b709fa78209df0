import {
  addExact,
  compareExact,
  divideExact,
  type Exact,
  multiplyExact,
  parseExact,
  subtractExact,
  zero,
} from '@ohmstead/domain/money/exact'
import type {
  EnergyPrice,
  NetworkPrices,
  PriceList,
  PriceListTerms,
} from '@ohmstead/domain/pricing/price-list-terms'
import type { TimePlan } from '@ohmstead/domain/pricing/time-plan'
import type { PricingWorld } from '../pricing-world.ts'

// What single quarter-hours cost, for the naive bill of a location.

export interface Quarter {
  startMs: number
  day: string
  minute: number
  weekday: number
}

export const whole = (count: number): Exact => ({ digits: BigInt(count), scale: 0 })

export function listQuarters(month: string, zone: string): Quarter[] {
  const first = Temporal.PlainDate.from(`${month}-01`)
  const startMs = first.toZonedDateTime(zone).epochMilliseconds
  const endMs = first.add({ months: 1 }).toZonedDateTime(zone).epochMilliseconds
  return Array.from({ length: (endMs - startMs) / 900_000 }, (_, place) => {
    const at = Temporal.Instant.fromEpochMilliseconds(startMs + place * 900_000).toZonedDateTimeISO(zone)
    const day = at.toPlainDate().toString()
    return { startMs: at.epochMilliseconds, day, minute: at.hour * 60 + at.minute, weekday: at.dayOfWeek }
  })
}

export function listOn(world: PricingWorld, day: string): PriceList | null {
  const entry = world.entries.find((one) => day >= one.validFrom && day <= (one.validTo ?? '9999'))
  return (entry && world.priceLists[entry.priceListId]) ?? null
}

export function vatOn({ taxes }: PriceListTerms, day: string): string | null {
  const row = taxes.rows.find(
    ({ kind, validFrom, validTo }) => kind === 'vat' && day >= validFrom && day <= (validTo ?? '9999'),
  )
  return row?.rate ?? null
}

/** Undefined where a tariff has no prices on the day. */
export function networkOn(
  world: PricingWorld,
  { network }: PriceListTerms,
  day: string,
): NetworkPrices | null | undefined {
  if (network.kind === 'entered') return network
  if (network.kind !== 'tariff') return null
  const periods = world.networkTariffs[network.networkTariffId]?.periods ?? []
  return periods.find(({ validFrom, validTo }) => day >= validFrom && day <= (validTo ?? '9999'))?.prices
}

/** The energy of a quarter-hour in one or more steps of a price. */
export function priceEnergy(
  world: PricingWorld,
  { id, terms, countryCode }: PriceList,
  price: Exclude<EnergyPrice, { kind: 'spot_market' }>,
  part: string,
  quarter: Quarter,
  kwh: Exact,
  used: Map<string, Exact>,
): { name: string; rate: string | null; kwh: Exact }[] {
  if (price.kind === 'fixed') {
    if (price.t0 !== null) return [{ name: 't0', rate: price.t0, kwh }]
    const { fromMinute, toMinute, onWorkdaysOnly } = terms.highTariff
    const isOff = quarter.weekday > 5 || (world.holidays[countryCode] ?? []).includes(quarter.day)
    const isHigh = quarter.minute >= fromMinute && quarter.minute < toMinute && !(onWorkdaysOnly && isOff)
    return [{ name: isHigh ? 't1' : 't2', rate: isHigh ? price.t1 : price.t2, kwh }]
  }
  const plan = world.timePlans[price.timePlanId]!
  const type = part === 'networkEnergy' ? 'PRICING_NETWORK' : 'PRICING_ENERGY'
  const block = blockOf(plan, type, quarter, world.holidays[plan.countryCode ?? ''] ?? [])
  if (block === undefined) return [{ name: '', rate: null, kwh }]
  const own = price.prices.find(({ blockId }) => blockId === block.id)
  const base = own?.price ?? block.value
  const tiers = own ? own.tiers : block.tiers
  const key = `${id}/${part}/${block.id}`
  const before = used.get(key) ?? zero
  const after = addExact(before, kwh)
  used.set(key, after)
  if (base === null) return [{ name: block.title, rate: null, kwh }]
  const edges = [{ aboveKwh: 0, value: base }, ...tiers]
  return edges.flatMap(({ aboveKwh, value }, place) => {
    const end = edges[place + 1]
    const low = compareExact(before, whole(aboveKwh)) > 0 ? before : whole(aboveKwh)
    const high = end && compareExact(after, whole(end.aboveKwh)) > 0 ? whole(end.aboveKwh) : after
    return compareExact(high, low) > 0
      ? [{ name: block.title, rate: value, kwh: subtractExact(high, low) }]
      : []
  })
}

export function blockOf(
  plan: TimePlan,
  type: string,
  { day, minute, weekday }: Quarter,
  holidays: readonly string[],
) {
  const starts = plan.seasons.flatMap((season) => {
    const years = season.repeatsYearly ? [2024, 2025, 2026, 2027, 2028] : []
    const repeated = years.map((year) => `${year}${season.validFrom.slice(4)}`)
    return [season.validFrom, ...repeated]
      .filter((start) => start >= season.validFrom && start <= day)
      .map((start) => ({ start, season }))
  })
  starts.sort(
    (a, b) => a.start.localeCompare(b.start) || a.season.validFrom.localeCompare(b.season.validFrom),
  )
  const season = starts.at(-1)?.season
  const row = holidays.includes(day) && plan.holidayWeekday !== null ? plan.holidayWeekday : weekday
  const slot = plan.slots.find(
    (one) =>
      one.seasonId === season?.id &&
      one.weekday === row &&
      minute >= one.fromMinute &&
      minute < one.toMinute &&
      plan.blocks.find(({ id }) => id === one.blockId)?.type === type,
  )
  return plan.blocks.find(({ id }) => id === slot?.blockId)
}

/** The market's price of a quarter-hour with the hour's cap. */
export function marketPrice(
  world: PricingWorld,
  { region, hourlyCap }: Extract<EnergyPrice, { kind: 'spot_market' }>,
  startMs: number,
): Exact | null {
  const prices = world.spot[region]
  const at = (ms: number): Exact | null => {
    const price = prices?.price[(ms - prices.firstStartMs) / 900_000]
    return price === undefined || Number.isNaN(price) ? null : { digits: BigInt(price), scale: 8 }
  }
  const own = at(startMs)
  if (own === null || hourlyCap === null) return own
  const hour = Math.floor(startMs / 3_600_000) * 3_600_000
  const known = [0, 1, 2, 3].flatMap((quarter) => at(hour + quarter * 900_000) ?? [])
  const cap = parseExact(hourlyCap)
  const isAbove = compareExact(known.reduce(addExact, zero), multiplyExact(cap, whole(known.length))) > 0
  return isAbove ? cap : own
}

export function spotMoney(
  { factor, markup, floor, monthlyCap }: Extract<EnergyPrice, { kind: 'spot_market' }>,
  quarters: { kwh: Exact; price: Exact }[],
): Exact {
  const ofSupplier = (market: Exact) => {
    const price = addExact(multiplyExact(market, parseExact(factor)), parseExact(markup))
    return floor !== null && compareExact(price, parseExact(floor)) < 0 ? parseExact(floor) : price
  }
  const kwh = quarters.map((quarter) => quarter.kwh).reduce(addExact, zero)
  const market = quarters.map((quarter) => multiplyExact(quarter.kwh, quarter.price)).reduce(addExact, zero)
  if (monthlyCap !== null && compareExact(market, multiplyExact(kwh, parseExact(monthlyCap))) > 0)
    return multiplyExact(kwh, ofSupplier(parseExact(monthlyCap)))
  return quarters
    .map((quarter) => multiplyExact(quarter.kwh, ofSupplier(quarter.price)))
    .reduce(addExact, zero)
}

export function insert(sorted: number[], value: number): void {
  const place = sorted.findIndex((one) => one < value)
  sorted.splice(place < 0 ? sorted.length : place, 0, value)
  if (sorted.length > 100) sorted.pop()
}

export function meanKw(sorted: readonly number[], peaks: number): Exact {
  const own = sorted.slice(0, peaks)
  if (own.length === 0) return zero
  const sum = own.reduce((all, one) => all + one, 0)
  return divideExact(multiplyExact(whole(sum), whole(4)), whole(own.length * 1_000_000), 6)
}

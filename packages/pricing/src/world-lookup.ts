import type { NetworkPrices, PriceList } from '@ohmstead/domain/pricing/price-list-terms'
import { entryOn, holdsOn } from '@ohmstead/domain/pricing/rate-plan'
import type { TimePlan } from '@ohmstead/domain/pricing/time-plan'
import { timeZone as slovenianZone } from '@ohmstead/network-fee/calendar/local-time'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import type { RateBook } from '@ohmstead/network-fee/rates/rate-book'
import type { PricingWorld } from './pricing-world.ts'
import { type CompiledTimePlan, compileTimePlan } from './time-plan/slot-at.ts'

/** A world prepared for questions; what they need is compiled once. */
export interface WorldLookup {
  world: PricingWorld
  /** The clock that prices go by: Slovenia's where its network rates apply, else the location's. */
  zone: string
  book: RateBook
  holidaysOf: (countryCode: string) => ReadonlySet<string>
  planOf: (timePlanId: number) => CompiledTimePlan | null
}

/** A world with what is looked up in it again and again. */
export function prepareWorld(world: PricingWorld): WorldLookup {
  const holidays = new Map<string, ReadonlySet<string>>()
  const plans = new Map<number, CompiledTimePlan>()
  const holidaysOf = (countryCode: string) => {
    const known = holidays.get(countryCode) ?? new Set(world.holidays[countryCode] ?? [])
    holidays.set(countryCode, known)
    return known
  }
  const compile = (plan: TimePlan) => compileTimePlan(plan, holidaysOf(plan.countryCode ?? ''))
  const isPublished = world.entries.some(({ priceListId }) => {
    const terms = world.priceLists[priceListId]?.terms
    return terms && usesPublished(terms)
  })
  return {
    world,
    zone: isPublished && world.countryCode === 'SI' ? slovenianZone : world.timeZone,
    book: world.rates ?? publishedRates,
    holidaysOf,
    planOf: (timePlanId) => {
      const plan = world.timePlans[timePlanId]
      if (!plan) return null
      const known = plans.get(timePlanId) ?? compile(plan)
      plans.set(timePlanId, known)
      return known
    },
  }
}

/** Whether a list rests on the project's rates, so that the bill needs the metering point. */
export function usesPublished({ network, taxes }: Pick<PriceList['terms'], 'network' | 'taxes'>): boolean {
  return network.kind === 'published' || taxes.published
}

/** The list of a day: the plan names one, and the list itself is valid then. */
export function listOn({ world }: WorldLookup, day: string): PriceList | null {
  const entry = entryOn(world.entries, day)
  const list = entry && world.priceLists[entry.priceListId]
  return list && holdsOn(list, day) ? list : null
}

/** The distributor's prices of a day where the list has some, and where they come from; null prices if none are known. */
export function networkPricesOn({ world }: WorldLookup, { terms }: PriceList, day: string) {
  const { network } = terms
  if (network.kind === 'entered') return { prices: network as NetworkPrices, tariff: null, period: null }
  if (network.kind !== 'tariff') return null
  const tariff = world.networkTariffs[network.networkTariffId] ?? null
  const period = tariff?.periods.find((one) => holdsOn(one, day)) ?? null
  return { prices: period?.prices ?? null, tariff, period }
}

import type { CurrencyCode } from './currencies.ts'
import type { EnergyPrice, PriceListTerms } from './price-list-terms.ts'

/** What price lists refer to, and what has to be read before they can price anything; each once. */
export interface NamedInTerms {
  timePlanIds: readonly number[]
  networkTariffIds: readonly number[]
  /** Codes of bidding zones. */
  regions: readonly string[]
  currencies: readonly CurrencyCode[]
}

export function namedInTerms(all: readonly PriceListTerms[]): NamedInTerms {
  const prices = all.flatMap(({ buy, sell, network }) => [
    buy,
    sell,
    network.kind === 'entered' ? network.energy : null,
  ])
  return {
    timePlanIds: timePlanIdsOf(prices),
    networkTariffIds: unique(
      all.flatMap(({ network }) => (network.kind === 'tariff' ? [network.networkTariffId] : [])),
    ),
    regions: unique(prices.flatMap((price) => (price?.kind === 'spot_market' ? [price.region] : []))),
    currencies: unique(all.map(({ currency }) => currency)),
  }
}

/** The time-of-use plans that prices name, each once. */
export function timePlanIdsOf(prices: readonly (EnergyPrice | null)[]): number[] {
  return unique(prices.flatMap((price) => (price?.kind === 'time_of_use' ? [price.timePlanId] : [])))
}

const unique = <Value>(values: readonly Value[]) => [...new Set(values)]

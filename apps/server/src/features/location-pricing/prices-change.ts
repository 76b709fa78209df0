import type { NetworkTariff, RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import type { TimePlan } from '@ohmstead/domain/pricing/time-plan'
import type { ExchangeRate } from '@ohmstead/pricing/pricing-world'
import type { PricedLocationRow } from './location-pricing-queries.ts'

/** What money depends on and has just been changed, with what it was before. */
export type PricesChange = { changedBy: number; at: number; reason: string | null } & (
  | { kind: 'priceList'; priceListId: number; versionBefore: number; version: number }
  | { kind: 'ratePlan'; ratePlanId: number; version: number; entriesBefore: readonly RatePlanEntry[] }
  | { kind: 'timePlan'; timePlanId: number; before: TimePlan }
  | { kind: 'networkTariff'; networkTariffId: number; before: NetworkTariff }
  | { kind: 'exchangeRates'; from: string; to: string; before: readonly ExchangeRate[] }
  | { kind: 'location'; locationId: number; before: PricedLocationRow }
  | { kind: 'locationPlans'; before: readonly Pick<PricedLocationRow, 'location_id' | 'plan'>[] }
)

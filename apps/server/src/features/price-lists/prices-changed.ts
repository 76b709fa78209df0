import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import type { Deps } from '../../deps.ts'

/** What money depends on and has just been changed, with what it was before. */
export type PricesChange = { changedBy: number; at: number; reason: string | null } & (
  | { kind: 'priceList'; priceListId: number; versionBefore: number; version: number }
  | { kind: 'ratePlan'; ratePlanId: number; version: number; entriesBefore: readonly RatePlanEntry[] }
)

/** Called after the commit of every change of a price list in use or of a plan of a location. */
export async function pricesChanged(_deps: Deps, _change: PricesChange): Promise<void> {}

import { type BalanceFlow, type BalanceGap, balanceFlows } from '../telemetry/balance-gaps.ts'
import type { EnergyBuckets } from '../telemetry/bucket-energy.ts'

export interface PlaceSeries {
  role: BalanceFlow | 'ev' | 'hvac' | 'other'
  buckets: EnergyBuckets
}

/** Flows while every part of the balance was known, in mWh. */
export interface BalancedTotals {
  gridImport: number
  gridExport: number
  production: number
  consumption: number
}

const signs: Record<BalanceFlow, 1 | -1> = {
  grid_import: 1,
  grid_export: -1,
  production: 1,
  battery_charge: -1,
  battery_discharge: 1,
}

/** Adds the consumption of one location to the buckets, and its counterparts to the totals. */
export function addConsumption(
  place: { known: readonly PlaceSeries[]; hasGrid: boolean; gap: BalanceGap | undefined },
  consumption: (number | null)[],
  totals: BalancedTotals,
): void {
  if (place.hasGrid) addBalance(place.known, place.gap, consumption, totals)
  else addLoads(place.known, consumption)
}

function addBalance(
  known: readonly PlaceSeries[],
  gap: BalanceGap | undefined,
  consumption: (number | null)[],
  totals: BalancedTotals,
): void {
  const flows = balanceFlows.map((flow) => known.filter(({ role }) => role === flow))
  for (let bucket = 0; bucket < consumption.length; bucket++) {
    let balancedSlots = -(gap?.importSlots[bucket] ?? 0)
    for (const { buckets } of flows[0]!) balancedSlots += buckets.knownSlots[bucket]!
    if (balancedSlots <= 0) continue
    let used = 0
    for (const [index, flow] of balanceFlows.entries()) {
      let mWh = -(gap?.mWh[index]?.[bucket] ?? 0)
      for (const { buckets } of flows[index]!) mWh += buckets.mWh[bucket] ?? 0
      used += signs[flow] * mWh
      if (flow === 'grid_import') totals.gridImport += mWh
      else if (flow === 'grid_export') totals.gridExport += mWh
      else if (flow === 'production') totals.production += mWh
    }
    totals.consumption += used
    consumption[bucket] = (consumption[bucket] ?? 0) + used
  }
}

function addLoads(known: readonly PlaceSeries[], consumption: (number | null)[]): void {
  for (const { role, buckets } of known) {
    if (role !== 'ev' && role !== 'hvac' && role !== 'other') continue
    for (let bucket = 0; bucket < consumption.length; bucket++) {
      const mWh = buckets.mWh[bucket]
      if (mWh !== null && mWh !== undefined) consumption[bucket] = (consumption[bucket] ?? 0) + mWh
    }
  }
}

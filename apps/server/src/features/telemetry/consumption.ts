import { type BalanceGap, balanceFlows } from './balance-gaps.ts'
import type { Role } from './balance-roles.ts'
import { addKnown, type BalanceSums } from './balance-sums.ts'
import type { EnergyBuckets } from './bucket-energy.ts'

export interface PlaceSeries {
  role: Role
  buckets: EnergyBuckets
}

const signs = [1, -1, 1, -1, 1] as const

/** Adds the consumption of one location from bucket `at` on, and what of its flows lies outside the balance. */
export function addConsumption(
  sums: BalanceSums,
  at: number,
  place: { known: readonly PlaceSeries[]; hasGrid: boolean; gap: BalanceGap | undefined },
): void {
  if (place.hasGrid) addBalance(sums, at, place.known, place.gap)
  else addLoads(sums, at, place.known)
}

function addBalance(
  { consumption, outside }: BalanceSums,
  at: number,
  known: readonly PlaceSeries[],
  gap: BalanceGap | undefined,
): void {
  const count = known[0]?.buckets.mWh.length ?? 0
  const flows = balanceFlows.map((flow) => known.filter(({ role }) => role === flow))
  for (let bucket = 0; bucket < count; bucket++) {
    let balancedSlots = -(gap?.importSlots[bucket] ?? 0)
    for (const { buckets } of flows[0]!) balancedSlots += buckets.knownSlots[bucket]!
    const isBalanced = balancedSlots > 0
    let used = 0
    for (let flow = 0; flow < flows.length; flow++) {
      let mWh = 0
      for (const { buckets } of flows[flow]!) mWh += buckets.mWh[bucket] ?? 0
      const inside = isBalanced ? mWh - (gap?.mWh[flow]?.[bucket] ?? 0) : 0
      used += signs[flow]! * inside
      if (flow < 3) outside[flow]![at + bucket]! += mWh - inside
    }
    if (isBalanced) addKnown(consumption, at + bucket, used)
  }
}

function addLoads(
  { consumption, loads, outside }: BalanceSums,
  at: number,
  known: readonly PlaceSeries[],
): void {
  for (const { role, buckets } of known) {
    const flow = (balanceFlows as readonly string[]).indexOf(role)
    const into = flow < 0 ? loads : outside[flow]
    if (!into) continue
    for (let bucket = 0; bucket < buckets.mWh.length; bucket++) {
      const mWh = buckets.mWh[bucket] ?? null
      if (mWh === null) continue
      into[at + bucket]! += mWh
      if (flow < 0) addKnown(consumption, at + bucket, mWh)
    }
  }
}

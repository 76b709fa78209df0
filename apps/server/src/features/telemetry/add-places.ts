import type { BalanceGap } from './balance-gaps.ts'
import { type BalancePlaces, balanceRoles } from './balance-roles.ts'
import { addKnown, type BalanceSums } from './balance-sums.ts'
import type { EnergyBuckets } from './bucket-energy.ts'
import { addConsumption, type PlaceSeries } from './consumption.ts'
import { seriesRefKey } from './energy-history.ts'

/** Adds to the buckets from `at` on what was found of locations; returns those with data. */
export function addPlaces(
  sums: BalanceSums,
  at: number,
  places: BalancePlaces,
  found: {
    energy: ReadonlyMap<number, EnergyBuckets>
    gaps: ReadonlyMap<number, BalanceGap>
    /** How many slots begin in each bucket. */
    slots: readonly number[]
  },
): number[] {
  const { energy, gaps, slots } = found
  const withData: number[] = []
  for (const [locationId, list] of places) {
    const known: PlaceSeries[] = []
    for (const { id, role } of list) {
      const buckets = energy.get(seriesRefKey({ locationId, seriesId: id }))
      if (!buckets) {
        sums.incomplete.fill(1, at, at + slots.length)
        continue
      }
      known.push({ role, buckets })
      const sum = sums.flows[balanceRoles.indexOf(role)]!
      for (let bucket = 0; bucket < slots.length; bucket++) {
        const mWh = buckets.mWh[bucket] ?? null
        if (mWh !== null) addKnown(sum, at + bucket, mWh)
        if (buckets.estimated[bucket]) sums.estimated[at + bucket] = 1
        if (buckets.completeSlots[bucket]! < slots[bucket]!) sums.incomplete[at + bucket] = 1
      }
    }
    if (known.some(({ buckets }) => buckets.mWh.some((mWh) => mWh !== null))) withData.push(locationId)
    const hasGrid = list.some(({ role }) => role === 'grid_import')
    addConsumption(sums, at, { known, hasGrid, gap: gaps.get(locationId) })
  }
  return withData
}

import type { Queryable } from '../../platform/db/db.ts'
import { addPlaces } from './add-places.ts'
import { createBalancePlace, watchBalance } from './balance-gaps.ts'
import type { BalancePlaces } from './balance-roles.ts'
import type { BalanceSums } from './balance-sums.ts'
import { slotsPerBucket } from './bucket-energy.ts'
import { findEnergy } from './energy-history.ts'

export interface SumRange {
  edges: readonly number[]
  interval: number
  timeZone: string
}

/**
 * Adds to the buckets from `at` on what the readings of locations say of a range; returns the locations with data.
 * `isWhole`: the series are all of each location.
 */
export async function addReadings(
  db: Queryable,
  sums: BalanceSums,
  places: BalancePlaces,
  range: SumRange,
  { isWhole, at = 0 }: { isWhole: boolean; at?: number },
): Promise<number[]> {
  const watch = watchBalance(
    [...places].map(([id, series]) => createBalancePlace(id, series, isWhole)),
    range.edges,
  )
  const seriesIds = new Set<number>()
  for (const list of new Set(places.values())) for (const { id } of list) seriesIds.add(id)
  const energy = await findEnergy(
    db,
    { locationIds: [...places.keys()], seriesIds: [...seriesIds] },
    range,
    watch,
  )
  return addPlaces(sums, at, places, { energy, gaps: watch.gaps, slots: slotsPerBucket(range.edges) })
}

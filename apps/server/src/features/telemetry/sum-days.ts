import type { Queryable } from '../../platform/db/db.ts'
import { createBalancePlace, isBalancedDay, toDayGap, watchBalance } from './balance-gaps.ts'
import type { DayEnergy, DayToStore } from './energy-day-queries.ts'
import { findEnergyOfHours, seriesRefKey } from './energy-history.ts'
import { findSeries, type SeriesRow } from './energy-series-queries.ts'

/** The energy of locations in each of the local days between midnights. */
export async function sumDays(
  db: Queryable,
  locationIds: readonly number[],
  edges: number[],
): Promise<DayToStore[]> {
  const seriesOf = new Map<number, SeriesRow[]>(locationIds.map((id) => [id, []]))
  for (const series of await findSeries(db, locationIds)) seriesOf.get(series.location_id)!.push(series)
  const places = locationIds.map((id) => createBalancePlace(id, seriesOf.get(id)!, true))
  const watch = watchBalance(places, edges)
  const energy = await findEnergyOfHours(db, { locationIds, seriesIds: null }, edges, watch)
  const days: DayToStore[] = []
  for (const place of places) {
    const { locationId } = place
    for (let day = 0; day + 1 < edges.length; day++) {
      const sums: DayEnergy = {}
      for (const { id } of seriesOf.get(locationId)!) {
        const buckets = energy.get(seriesRefKey({ locationId, seriesId: id }))
        const mWh = buckets?.mWh[day] ?? null
        if (!buckets || mWh === null) continue
        const estimated = buckets.estimated[day] === 1 ? 1 : 0
        sums[id] = [mWh, buckets.completeSlots[day]!, buckets.knownSlots[day]!, estimated]
      }
      if (Object.keys(sums).length === 0) continue
      if (!isBalancedDay(place, sums, edges[day + 1]! - edges[day]!))
        sums.gap = toDayGap(watch, locationId, day)
      days.push({ locationId, start: edges[day]!, end: edges[day + 1]!, energy: sums })
    }
  }
  return days
}

import type { PlantDays } from '@ohmstead/domain/alarms/compare-plants'
import { bucketEdges } from '@ohmstead/domain/time/buckets'
import type { Queryable } from '../../platform/db/db.ts'
import { findBalanceFlow } from '../telemetry/balance-gaps.ts'
import type { EnergyBuckets } from '../telemetry/bucket-energy.ts'
import { findEnergy, seriesRefKey } from '../telemetry/energy-history.ts'
import { findSeries } from '../telemetry/energy-series-queries.ts'

/** With so many days before, a week of bad weather does not decide. */
const daysBefore = 28
const dayMs = 86_400_000

export interface EndedDay extends PlantDays {
  end: number
}

/** The last whole local days of plants before an instant, the oldest first, each with the weeks before it. */
export async function readPlantDays(
  db: Queryable,
  locationIds: readonly number[],
  { until, timeZone, days }: { until: number; timeZone: string; days: number },
): Promise<Map<number, EndedDay[]>> {
  const found = new Map<number, EndedDay[]>()
  const edges = wholeDayEdges(until, timeZone, days + daysBefore)
  const series = (await findSeries(db, locationIds)).filter(
    ({ metric }) => findBalanceFlow(metric) === 'production',
  )
  if (series.length === 0) return found
  const seriesIds = [...new Set(series.map(({ id }) => id))]
  const energies = await findEnergy(db, { locationIds, seriesIds }, { edges, interval: 86_400, timeZone })
  for (const [locationId, own] of Map.groupBy(series, ({ location_id }) => location_id)) {
    const buckets = own.flatMap(({ id }) => energies.get(seriesRefKey({ locationId, seriesId: id })) ?? [])
    if (buckets.length < own.length) continue
    const all = edges.slice(1).map((_, at) => sumOfDay(buckets, at))
    found.set(
      locationId,
      all.slice(-days).map((day, at) => ({
        day,
        before: all.slice(at, at + daysBefore).filter((one) => one !== null),
        end: edges[daysBefore + at + 1]!,
      })),
    )
  }
  return found
}

/** Null unless all of a home's plants were read. */
function sumOfDay(buckets: readonly EnergyBuckets[], at: number): { energy: number; read: number } | null {
  if (buckets.some(({ completeSlots }) => completeSlots[at] === 0)) return null
  return {
    energy: buckets.reduce((sum, { mWh }) => sum + mWh[at]!, 0),
    read: Math.min(...buckets.map(({ completeSlots }) => completeSlots[at]!)),
  }
}

/** The end of the last whole day before an instant. */
export const lastMidnight = (until: number, timeZone: string): number =>
  wholeDayEdges(until, timeZone, 1).at(-1)!

function wholeDayEdges(until: number, timeZone: string, days: number): number[] {
  const midnights = bucketEdges(until - (days + 3) * dayMs, until + 1, 86_400, timeZone).slice(1, -1)
  return midnights.slice(-days - 1)
}

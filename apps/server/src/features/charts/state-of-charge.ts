import type { Queryable } from '../../platform/db/db.ts'
import type { DeviceRow } from '../telemetry/place-queries.ts'
import type { ChartRange } from './chart-range.ts'
import type { EnergyScope } from './energy-scope.ts'
import { findNumberBuckets, findSenders } from './sample-history-queries.ts'

/** A mean over more days says little, and requires reading a sample per minute. */
const longestRangeMs = 32 * 86_400_000

/** The mean state of charge of the batteries of one location per bucket in %; null over long ranges and many locations. */
export async function findStateOfCharge(
  db: Queryable,
  { locationIds, includes }: EnergyScope,
  devices: readonly DeviceRow[],
  range: ChartRange,
): Promise<(number | null)[]> {
  const count = range.edges.length - 1
  const keys = devices
    .filter(({ category }) => category === 'BATTERY' || category === 'HYBRID_INVERTER')
    .filter((device) => !includes || includes(device))
    .map((device) => `${device.key}/soc`)
  const [locationId] = locationIds
  if (
    locationIds.length !== 1 ||
    locationId === undefined ||
    keys.length === 0 ||
    range.to - range.from > longestRangeMs
  ) {
    return new Array<number | null>(count).fill(null)
  }
  const controllerIds = await findSenders(db, locationId, keys)
  const means: (number | null)[][] = []
  for (const key of keys) {
    means.push((await findNumberBuckets(db, { locationId, controllerIds, edges: range.edges }, key)).mean)
  }
  return Array.from({ length: count }, (_, bucket) => {
    const known = means.map((mean) => mean[bucket] ?? null).filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
  })
}

import type { LatestView } from '@ohmstead/contract/charts'
import { findMetric } from '@ohmstead/domain/telemetry/metrics'
import type { Queryable } from '../../platform/db/db.ts'
import { findLatest } from '../telemetry/latest-queries.ts'
import { findAverages } from './sample-history-queries.ts'

const averageMs = 15 * 60_000

/** The newest value of every metric of a location and, for numbers, the mean of the 15 minutes before `now`. */
export async function getLatest(db: Queryable, locationId: number, now: number): Promise<LatestView> {
  const latest = (await findLatest(db, [locationId])).get(locationId)
  if (!latest) return { time: null, values: {}, average_15m: {} }
  const values: LatestView['values'] = {}
  const averages: LatestView['average_15m'] = {}
  for (const [key, [ts, value]] of Object.entries(latest.values)) {
    values[key] = { ts, value }
    const kind = findMetric(key.slice(key.indexOf('/') + 1))?.kind ?? 'gauge'
    if (typeof value === 'number' && (kind === 'power' || kind === 'gauge')) averages[key] = null
  }
  const isRecent = latest.time !== null && latest.time > now - averageMs
  if (isRecent) {
    for (const { key, mean } of await findAverages(
      db,
      locationId,
      latest.controllerIds,
      now - averageMs,
      now,
    )) {
      if (Object.hasOwn(averages, key)) averages[key] = mean
    }
  }
  return { time: latest.time, values, average_15m: averages }
}

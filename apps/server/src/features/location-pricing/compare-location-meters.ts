import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { compareMeters, type MeterComparison } from '@ohmstead/pricing/meters/compare-meters'
import type { Queryable } from '../../platform/db/db.ts'
import { readGridQuarters } from '../telemetry/read-grid-quarters.ts'
import { getPricedRow } from './get-pricing.ts'
import { spanOfDays } from './location-day.ts'
import { readOfficial } from './read-location-quarter-hours.ts'

/** The official meter against the controller's over local days; null if the location lacks one of them. */
export async function compareLocationMeters(
  db: Queryable,
  locationId: number,
  days: { from: string; to: string },
): Promise<MeterComparison | null> {
  const { device, time_zone: timeZone } = await getPricedRow(db, locationId)
  if (!device) return null
  const { fromMs, toMs } = spanOfDays(days, timeZone)
  const [controller, official] = await Promise.all([
    readGridQuarters(db, locationId, fromMs, toMs),
    readOfficial(db, device.id, { fromMs, toMs }),
  ])
  if (!controller) return null
  const start = (fromMs - official.firstStartMs) / quarterHourMs
  const part = (row: Float64Array | null) =>
    row?.subarray(start, start + controller.importMilliWh.length) ?? null
  return compareMeters({
    firstStartMs: fromMs,
    timeZone,
    official: { importMilliWh: part(official.importMilliWh)!, exportMilliWh: part(official.exportMilliWh) },
    controller,
  })
}

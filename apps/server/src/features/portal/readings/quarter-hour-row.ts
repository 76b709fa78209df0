import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { Queryable } from '../../../platform/db/db.ts'
import { addDays } from '../client/portal-dates.ts'
import { unpackInto } from '../import/pack-energies.ts'
import { findPackedDays, type PackedDays } from './quarter-hour-queries.ts'

/** Local days without a gap: NaN and `m` for unknown values. */
export interface QuarterHourRow {
  firstStartMs: number
  importMilliWh: Float64Array
  /** Null if nothing was ever exported. */
  exportMilliWh: Float64Array | null
  /** One character per interval. */
  quality: string
}

interface Days {
  fromDay: string
  toDay: string
}

/** The readings of local days, both included, in one row; two years take some 20 ms. */
export async function readQuarterHourRow(
  db: Queryable,
  deviceId: number,
  days: Days,
): Promise<QuarterHourRow> {
  return (await readQuarterHourRows(db, [deviceId], days)).get(deviceId)!
}

/** The same of several devices with one query. */
export async function readQuarterHourRows(
  db: Queryable,
  deviceIds: readonly number[],
  { fromDay, toDay }: Days,
): Promise<Map<number, QuarterHourRow>> {
  const firstStartMs = localMidnightMs(fromDay)
  const count = (localMidnightMs(addDays(toDay, 1)) - firstStartMs) / quarterHourMs
  const found = await findPackedDays(db, deviceIds, fromDay, toDay)
  return new Map([...found].map(([id, packed]) => [id, unpackRow(packed, firstStartMs, count)]))
}

function unpackRow(packed: PackedDays, firstStartMs: number, count: number): QuarterHourRow {
  const importMilliWh = new Float64Array(count).fill(Number.NaN)
  const hasExport = packed.exports.length > 0
  const exportMilliWh = hasExport ? new Float64Array(count).fill(Number.NaN) : null
  const parts: string[] = []
  const at = { end: 0, imports: 0, exports: 0, quality: 0 }
  packed.days.forEach((day, place) => {
    const length = packed.lengths[place]!
    // Midnights are looked up only if a day does not follow the previous one.
    const follows = place > 0 && packed.days[place - 1] === addDays(day, -1)
    const start = follows ? at.end : (localMidnightMs(day) - firstStartMs) / quarterHourMs
    parts.push('m'.repeat(start - at.end), packed.quality.slice(at.quality, at.quality + length))
    const importBytes = packed.importBytes[place]!
    const exportBytes = packed.exportBytes[place]!
    unpackInto(importMilliWh, start, packed.imports, at.imports, importBytes, length)
    if (exportMilliWh && exportBytes > 0)
      unpackInto(exportMilliWh, start, packed.exports, at.exports, exportBytes, length)
    at.end = start + length
    at.imports += importBytes
    at.exports += exportBytes
    at.quality += length
  })
  const quality = parts.join('') + 'm'.repeat(count - at.end)
  return { firstStartMs, importMilliWh, exportMilliWh, quality }
}

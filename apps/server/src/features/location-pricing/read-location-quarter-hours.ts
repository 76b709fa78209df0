import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import type { QuarterHourSeries } from '@ohmstead/network-fee/quarter-hour-series'
import type { Queryable } from '../../platform/db/db.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import {
  type QuarterHourRow,
  readQuarterHourRow,
  readQuarterHourRows,
} from '../portal/readings/quarter-hour-row.ts'
import { type GridQuarters, readGridQuarters } from '../telemetry/read-grid-quarters.ts'

/** Where the energy of a quarter-hour comes from. */
export const energySource = { none: 0, official: 1, controller: 2 } as const

export interface LocationEnergies {
  series: QuarterHourSeries
  /** One of `energySource` per quarter-hour; what is taken from the grid decides. */
  sourceOf: Uint8Array
}

export interface EnergiesOf {
  locationId: number
  /** The metering point that the location is joined with. */
  abstractDeviceId: number | null
}

/**
 * The energy of a location by the quarter-hour, of [fromMs, toMs), which begins and ends on one: the official readings of
 * its metering point where they exist, and elsewhere what the controller's grid meter measured.
 */
export async function readLocationQuarterHours(
  db: Queryable,
  { locationId, abstractDeviceId }: EnergiesOf,
  fromMs: number,
  toMs: number,
): Promise<LocationEnergies> {
  const range = { fromMs, toMs }
  const [measured, official] = await Promise.all([
    readGridQuarters(db, locationId, fromMs, toMs),
    abstractDeviceId === null ? null : readOfficial(db, abstractDeviceId, range),
  ])
  return joinEnergies(official, measured, range)
}

/** The same of a metering point by itself: its official readings. */
export async function readOfficialEnergies(
  db: Queryable,
  deviceId: number,
  fromMs: number,
  toMs: number,
): Promise<LocationEnergies> {
  const range = { fromMs, toMs }
  return joinEnergies(await readOfficial(db, deviceId, range), null, range)
}

interface Range {
  fromMs: number
  toMs: number
}

/** The official readings of a metering point, of all days that [fromMs, toMs) touches. */
export function readOfficial(
  db: Queryable,
  deviceId: number,
  { fromMs, toMs }: Range,
): Promise<QuarterHourRow> {
  return readQuarterHourRow(db, deviceId, { fromDay: localDay(fromMs), toDay: localDay(toMs - 1) })
}

/** The same of several metering points with one query. */
export function readOfficialOf(
  db: Queryable,
  deviceIds: readonly number[],
  { fromMs, toMs }: Range,
): Promise<Map<number, QuarterHourRow>> {
  return readQuarterHourRows(db, deviceIds, { fromDay: localDay(fromMs), toDay: localDay(toMs - 1) })
}

/** Official readings precede measured ones, each direction and quarter-hour by itself. */
export function joinEnergies(
  official: QuarterHourRow | null,
  measured: GridQuarters | null,
  { fromMs, toMs }: Range,
): LocationEnergies {
  const count = (toMs - fromMs) / quarterHourMs
  const sourceOf = new Uint8Array(count)
  const isEstimated = new Uint8Array(count)
  const importMilliWh = new Float64Array(count).fill(Number.NaN)
  const hasExport = Boolean(official?.exportMilliWh ?? measured?.exportMilliWh)
  const exportMilliWh = hasExport ? new Float64Array(count).fill(Number.NaN) : null
  const shift = official ? (fromMs - official.firstStartMs) / quarterHourMs : 0
  for (let at = 0; at < count; at++) {
    const known = official?.importMilliWh[at + shift] ?? Number.NaN
    const own = measured?.importMilliWh[at] ?? Number.NaN
    if (!Number.isNaN(known)) {
      importMilliWh[at] = known
      sourceOf[at] = energySource.official
      if (official!.quality[at + shift] === 'e') isEstimated[at] = 1
    } else if (!Number.isNaN(own)) {
      importMilliWh[at] = own
      sourceOf[at] = energySource.controller
      isEstimated[at] = measured!.isEstimated[at]!
    }
    if (!exportMilliWh) continue
    const fed = official?.exportMilliWh?.[at + shift] ?? Number.NaN
    exportMilliWh[at] = Number.isNaN(fed) ? (measured?.exportMilliWh?.[at] ?? Number.NaN) : fed
  }
  return { series: { firstStartMs: fromMs, importMilliWh, exportMilliWh, isEstimated }, sourceOf }
}

/** How many quarter-hours are of which source. */
export function countSources(sourceOf: Uint8Array): { official: number; controller: number; none: number } {
  const counts = [0, 0, 0]
  for (const source of sourceOf) counts[source]!++
  return { none: counts[0]!, official: counts[1]!, controller: counts[2]! }
}

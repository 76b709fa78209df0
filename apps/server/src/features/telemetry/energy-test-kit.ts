import type { Reading } from '@ohmstead/domain/telemetry/energy-segment'
import { continueSeries, type EnergySource } from '@ohmstead/domain/telemetry/energy-series'
import type { EnergyHours } from '@ohmstead/domain/telemetry/energy-slot'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { findLatestSamples } from './read-samples.ts'

export interface HourRow {
  device_key: string
  metric: string
  hour: number
  slots: (number | null)[]
  total: number
  estimated: number
  complete: number
}

/** The table of a location as it is stored. */
export async function readStoredHours(db: Db, locationId: number): Promise<HourRow[]> {
  const series = await db.rows<{ id: number; device_key: string; metric: string }>(
    sql`select id, device_key, metric from series where location_id = ${locationId}`,
  )
  const rows = await db.rows<Omit<HourRow, 'device_key' | 'metric'> & { series_id: number }>(
    sql`select series_id, hour, array[s0,s1,s2,s3,s4,s5,s6,s7,s8,s9,s10,s11]::float8[] as slots, total, estimated, complete
        from energy_hour where location_id = ${locationId}`,
  )
  return sortHours(
    rows.map(({ series_id, ...row }) => {
      const { device_key, metric } = series.find(({ id }) => id === series_id)!
      return { device_key, metric, ...row }
    }),
  )
}

const sortHours = (rows: HourRow[]) =>
  rows.sort(
    (a, b) => `${a.device_key}/${a.metric}`.localeCompare(`${b.device_key}/${b.metric}`) || a.hour - b.hour,
  )

/** The expected table for the stored samples, computed in one go from the first to the last. */
export async function computeExpectedHours(
  db: Db,
  locationId: number,
  sources: Record<string, [input: string, EnergySource]>,
): Promise<HourRow[]> {
  const controllers = await db.rows<{ id: number }>(
    sql`select controller_id as id from telemetry_state where location_id = ${locationId}`,
  )
  const everything = { from: 0, to: Date.UTC(2100, 0), limit: null }
  const found = await Promise.all(
    controllers.map(({ id }) => findLatestSamples(db, { locationId, controllerId: id }, everything)),
  )
  const samples = found.flat().sort((a, b) => a.ts - b.ts)
  const rows: HourRow[] = []
  for (const [key, [input, source]] of Object.entries(sources)) {
    const readings = samples
      .filter(({ values }) => input in values)
      .map(({ ts, step_seconds, values }): Reading => {
        const value = values[input]
        return {
          ts,
          value: typeof value === 'number' ? value : null,
          stepMs: step_seconds && step_seconds * 1000,
        }
      })
    const hours: EnergyHours = new Map()
    continueSeries(source, null, readings, hours)
    const [device_key, metric] = key.split('/') as [string, string]
    for (const [hour, energy] of hours) {
      rows.push({
        device_key,
        metric,
        hour,
        ...energy,
        total: energy.slots.reduce<number>((sum, slot) => sum + (slot ?? 0), 0),
      })
    }
  }
  return sortHours(rows)
}

import { maxHoldMs, type Reading, registerMwh } from '@ohmstead/domain/telemetry/energy-segment'
import { continueSeries } from '@ohmstead/domain/telemetry/energy-series'
import { type EnergyHours, floorToHour, hourMs } from '@ohmstead/domain/telemetry/energy-slot'
import type { Queryable } from '../../platform/db/db.ts'
import { type HourToStore, replaceHours } from './energy-hour-queries.ts'
import { findSamples, findSamplesAfter, findSamplesBefore, type SampleRow } from './sample-queries.ts'
import type { ControllerState, SeriesState } from './telemetry-state.ts'

/** Instants whose readings are new or changed: the energy around them is computed again. */
export interface DirtyRange {
  min: number
  max: number
}

interface DirtySeries extends DirtyRange {
  /** Key of the values it reads: the register's own, or the device's power. */
  inputKey: string
  series: SeriesState
  /** Its newest reading, whether or not it is dirty. */
  newest: number
}

export const inputKeyOf = (key: string, { source }: SeriesState) =>
  source.kind === 'counter' ? key : `${key.slice(0, key.indexOf('/'))}/power`

/**
 * Computes the hours around late, repeated or corrected readings again from the stored samples, in place of what was
 * there, and sets the tail of each series anew where its end is among them. Returns the first hour it put in place.
 */
export async function recomputeEnergy(
  tx: Queryable,
  state: ControllerState,
  dirty: Map<string, DirtyRange>,
): Promise<number> {
  const all = [...dirty].map(([key, range]): DirtySeries => {
    const series = state.energy.get(key)!
    const newest = Math.max(range.max, series.tail?.ts ?? range.max)
    return { ...range, series, newest, inputKey: inputKeyOf(key, series) }
  })
  const counters = all.filter(({ series }) => series.source.kind === 'counter')
  const powers = all.filter(({ series }) => series.source.kind === 'power')
  const froms: number[] = []
  if (counters.length > 0) froms.push(await recomputeCounters(tx, state, counters))
  if (powers.length > 0) froms.push(await recomputePowers(tx, state, powers))
  return Math.min(...froms)
}

async function recomputePowers(tx: Queryable, state: ControllerState, dirty: DirtySeries[]): Promise<number> {
  // A reading decides over the hold of the one before it, its own, and the period, so the hold, of the one after it.
  const reach = Math.max(maxHoldMs, state.longestStepSeconds * 1000)
  const from = floorToHour(Math.min(...dirty.map((d) => d.min)) - reach)
  const to = floorToHour(Math.max(...dirty.map((d) => d.max)) + reach + maxHoldMs) + hourMs
  const loadedTo = to + reach
  const rows = await findSamples(tx, state, from - reach - maxHoldMs, loadedTo)
  const hours: HourToStore[] = []
  for (const { series, inputKey, newest } of dirty) {
    const readings = readingsOf(rows, inputKey)
    const isLast = newest < loadedTo
    const found: EnergyHours = new Map()
    const tail = continueSeries(series.source, null, readings, found, isLast)
    if (tail === 'recompute') throw new Error('a series computed from its start has nothing to recompute')
    if (isLast) series.tail = tail
    hours.push(...within(found, from, to, state.locationId, series.id))
  }
  await replaceHours(
    tx,
    { locationId: state.locationId, seriesIds: dirty.map((d) => d.series.id), from, to },
    hours,
  )
  return from
}

async function recomputeCounters(
  tx: Queryable,
  state: ControllerState,
  dirty: DirtySeries[],
): Promise<number> {
  const min = Math.min(...dirty.map((d) => d.min))
  const max = Math.max(...dirty.map((d) => d.max))
  // The energy between the registers on either side of what is dirty has to be spread anew.
  const [before, after] = await findRegistersAround(tx, state, dirty, min, max)
  const from = floorToHour(Math.min(min, ...[...before.values()].map((r) => r.ts)))
  const to = floorToHour(Math.max(max, ...[...after.values()].map((r) => r.ts))) + hourMs
  // The hours at both ends also hold energy of segments that reach in from outside.
  const [lead, trail] = await findRegistersAround(tx, state, dirty, from, to - 1)
  const rows = await findSamples(tx, state, from, to)
  const hours: HourToStore[] = []
  for (const { series, inputKey, newest } of dirty) {
    const first = lead.get(inputKey)
    const last = trail.get(inputKey)
    const inside = readingsOf(rows, inputKey)
    const found: EnergyHours = new Map()
    const tail = continueSeries(
      series.source,
      null,
      [...(first ? [first] : []), ...inside, ...(last ? [last] : [])],
      found,
    )
    if (newest < to && tail !== 'recompute') series.tail = tail
    hours.push(...within(found, from, to, state.locationId, series.id))
  }
  await replaceHours(
    tx,
    { locationId: state.locationId, seriesIds: dirty.map((d) => d.series.id), from, to },
    hours,
  )
  return from
}

/** The valid registers next to what lies between two instants, where a series reaches beyond them. */
async function findRegistersAround(
  tx: Queryable,
  state: ControllerState,
  dirty: readonly DirtySeries[],
  from: number,
  to: number,
): Promise<[before: Map<string, Reading>, after: Map<string, Reading>]> {
  const earlier = dirty.filter(({ series }) => (series.first ?? from) < from)
  const later = dirty.filter(({ newest }) => newest > to)
  return [
    await findRegisters(tx, state, earlier, from, 'before'),
    await findRegisters(tx, state, later, to, 'after'),
  ]
}

/** For each series the valid register next before or after `ts`, by its input key. */
async function findRegisters(
  tx: Queryable,
  state: ControllerState,
  series: readonly DirtySeries[],
  ts: number,
  direction: 'before' | 'after',
): Promise<Map<string, Reading>> {
  const found = new Map<string, Reading>()
  const missing = new Set(series.map((s) => s.inputKey))
  let edge = ts
  while (missing.size > 0) {
    const find = direction === 'before' ? findSamplesBefore : findSamplesAfter
    const rows = await find(tx, state, [...missing], edge)
    for (const row of rows) {
      for (const key of missing) {
        const reading = asReading(row, key)
        if (registerMwh(reading.value) === null) continue
        found.set(key, reading)
        missing.delete(key)
      }
      edge = row.ts
    }
    if (rows.length === 0) break
  }
  return found
}

function readingsOf(rows: readonly SampleRow[], key: string): Reading[] {
  return rows.filter((row) => Object.hasOwn(row.values, key)).map((row) => asReading(row, key))
}

function asReading(row: SampleRow, key: string): Reading {
  const value = row.values[key]
  return {
    ts: row.ts,
    value: typeof value === 'number' ? value : null,
    stepMs: row.step_seconds === null ? null : row.step_seconds * 1000,
  }
}

function* within(
  hours: EnergyHours,
  from: number,
  to: number,
  locationId: number,
  seriesId: number,
): Generator<HourToStore> {
  for (const [hour, energy] of hours) {
    if (hour >= from && hour < to) yield { ...energy, hour, locationId, seriesId }
  }
}

import { swappedRegisters } from '@ohmstead/domain/fleet/device-correction'
import type { CountedSpan } from '@ohmstead/domain/telemetry/changeover'
import type { EnergySource } from '@ohmstead/domain/telemetry/energy-series'
import { floorToHour } from '@ohmstead/domain/telemetry/energy-slot'
import { guessCategory } from '@ohmstead/domain/telemetry/guess-category'
import {
  isRegisterMetric,
  type MetricName,
  parseMetricKey,
  powerDirections,
} from '@ohmstead/domain/telemetry/metrics'
import type { Queryable } from '../../platform/db/db.ts'
import type { ControllerBatch, IngestDevice } from './controller-readings.ts'
import { findSeries, insertSeries, type SeriesRow, setSeriesSource } from './energy-series-queries.ts'
import { findReversedDevices } from './place-queries.ts'
import { type ControllerState, stateKey } from './telemetry-state.ts'

/** Metrics of a controller that may require series it does not have yet. */
export interface SeriesRequest {
  state: ControllerState
  keys: readonly string[]
  /** By device key. */
  devices: ReadonlyMap<string, IngestDevice>
}

/** The metrics in a batch that were never seen before. */
export function findNewMetrics(
  controllers: readonly ControllerBatch[],
  states: ReadonlyMap<string, ControllerState>,
): SeriesRequest[] {
  return controllers.flatMap((controller) => {
    const state = states.get(stateKey(controller))!
    const keys = findNewKeys(controller, state)
    return keys.length === 0 ? [] : [{ state, keys, devices: controller.devices }]
  })
}

/**
 * Gives every energy metric its series, with its one source: the register if the device's
 * inventory names one, else if the readings that create the series have one, else the device's power.
 */
export async function declareSeries(tx: Queryable, requests: readonly SeriesRequest[]): Promise<void> {
  const wanted: (Omit<SeriesRow, 'id'> & { state: ControllerState })[] = []
  for (const { state, keys, devices } of requests) {
    const declared = new Set<string>()
    const knownKeys = new Set([...keys, ...Object.keys(state.latest)])
    for (const { device_key, metric, source } of seriesOf(keys, knownKeys, devices)) {
      const key = `${device_key}/${metric}`
      if (state.energy.has(key) || declared.has(key)) continue
      declared.add(key)
      const sign = source.kind === 'power' ? source.sign : 1
      const { locationId: location_id, controllerId: controller_id } = state
      wanted.push({ location_id, controller_id, device_key, metric, source: source.kind, sign, state })
    }
  }
  if (wanted.length === 0) return
  const existing = await findSeries(tx, [...new Set(wanted.map((w) => w.location_id))])
  const idOf = new Map(existing.map((row) => [`${row.location_id} ${row.device_key}/${row.metric}`, row]))
  const highest = new Map<number, number>()
  for (const row of existing)
    highest.set(row.location_id, Math.max(row.id, highest.get(row.location_id) ?? 0))
  const breaksOf = await findBreaks(tx, [...new Set(wanted.map((w) => w.location_id))])
  const missing: SeriesRow[] = []
  for (const { state, ...series } of wanted) {
    const key = `${series.device_key}/${series.metric}`
    let row: SeriesRow | undefined = idOf.get(`${series.location_id} ${key}`)
    if (!row) {
      const id = (highest.get(series.location_id) ?? 0) + 1
      highest.set(series.location_id, id)
      row = { ...series, id }
      missing.push(row)
    }
    const source: EnergySource =
      row.source === 'counter' ? { kind: 'counter' } : { kind: 'power', sign: row.sign }
    const counted = findCounted(state, series.device_key)
    const breaks = breaksOf(series)
    state.energy.set(key, {
      id: row.id,
      source,
      first: null,
      tail: null,
      since: null,
      ...(counted && { counted }),
      ...(breaks && { breaks }),
    })
  }
  if (missing.length > 0) await insertSeries(tx, missing)
}

/** Readings from before a device was turned round may arrive late, so also the first ones of a register. */
async function findBreaks(tx: Queryable, locationIds: readonly number[]) {
  const devices = new Map(
    (await findReversedDevices(tx, locationIds)).map((row) => [`${row.location_id} ${row.key}`, row]),
  )
  return ({ location_id, device_key, metric }: Omit<SeriesRow, 'id'>): readonly number[] | undefined => {
    const device = devices.get(`${location_id} ${device_key}`)
    return device && swappedRegisters(device.category).includes(metric) ? device.reversals : undefined
  }
}

/** What a replaced device begins to measure later counts no more than the rest of it. */
function findCounted(state: ControllerState, deviceKey: string): CountedSpan | undefined {
  for (const [key, { counted }] of state.energy)
    if (counted && key.startsWith(`${deviceKey}/`)) return counted
  return undefined
}

/**
 * From the first register of a device on, its energy comes from it, even without an inventory: a P1 reader has
 * none, and a connection test may have sent only a power. The energy computed from power stays.
 */
export async function takeRegisters(
  tx: Queryable,
  state: ControllerState,
  found: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [key, ts] of found) {
    const { device: deviceKey, metric } = parseMetricKey(key)!
    const since = floorToHour(ts)
    Object.assign(state.energy.get(key)!, { source: { kind: 'counter' }, tail: null, since })
    await setSeriesSource(tx, { locationId: state.locationId, deviceKey, metric }, 'counter')
  }
}

function findNewKeys(controller: ControllerBatch, state: ControllerState): string[] {
  const found = new Set<string>()
  for (const { values } of controller.samples) {
    for (const key in values) {
      if (!Object.hasOwn(state.latest, key)) found.add(key)
    }
  }
  return [...found]
}

/** The series required by newly seen keys. */
function* seriesOf(
  newKeys: readonly string[],
  knownKeys: ReadonlySet<string>,
  devices: ReadonlyMap<string, IngestDevice>,
) {
  for (const key of newKeys) {
    const parsed = parseMetricKey(key)
    if (!parsed) continue
    const { device: device_key, metric } = parsed
    if (isRegisterMetric(metric)) yield { device_key, metric, source: { kind: 'counter' } as EnergySource }
    if (metric !== 'power') continue
    const device = devices.get(device_key)
    for (const direction of powerDirections[device?.category ?? guessCategory(device_key)]) {
      yield {
        device_key,
        metric: direction.metric,
        source: chooseSource(device, device_key, direction, knownKeys),
      }
    }
  }
}

/** The one declared source of an energy series. */
export function chooseSource(
  device: IngestDevice | undefined,
  deviceKey: string,
  { metric, sign }: { metric: MetricName; sign: 1 | -1 },
  knownKeys: ReadonlySet<string>,
): EnergySource {
  const hasCounter = device && device.metrics.length > 0 ? device.metrics.includes(metric) : false
  return hasCounter || knownKeys.has(`${deviceKey}/${metric}`) ? { kind: 'counter' } : { kind: 'power', sign }
}

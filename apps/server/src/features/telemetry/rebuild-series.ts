import { floorToHour, hourMs } from '@ohmstead/domain/telemetry/energy-slot'
import { parseMetricKey } from '@ohmstead/domain/telemetry/metrics'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { changeStates } from './change-states.ts'
import type { IngestDevice } from './controller-readings.ts'
import { declareSeries } from './declare-series.ts'
import { addDue, type Of } from './energy-due-queries.ts'
import { setSeriesSource } from './energy-series-queries.ts'
import { findOldestSample } from './read-samples.ts'
import { type ControllerState, findStates, saveStates, stateKey } from './telemetry-state.ts'

/**
 * To be called when an inventory has been stored. Series computed from power whose device turns out to have
 * a register, and series required only by the true category, are pending from the first sample on. Returns how many
 * series are affected.
 */
export async function declareEnergySources(
  db: Db,
  of: Of,
  devices: readonly IngestDevice[],
): Promise<number> {
  return changeStates(db, of.locationId, (tx) => declareInTransaction(tx, of, devices), { priority: 'job' })
}

async function declareInTransaction(
  tx: Queryable,
  of: Of,
  devices: readonly IngestDevice[],
): Promise<number> {
  const state = (await findStates(tx, [of])).get(stateKey(of))!
  if (state.version === 0) return 0
  const byKey = new Map(devices.map((device) => [device.key, device]))
  const keys = await turnToRegisters(tx, state, byKey)
  const before = new Set(state.energy.keys())
  const own = Object.keys(state.latest).filter((key) => byKey.has(parseMetricKey(key)?.device ?? ''))
  await declareSeries(tx, [{ state, keys: own, devices: byKey }])
  for (const key of state.energy.keys()) if (!before.has(key)) keys.push(key)
  const first = keys.length === 0 ? null : await findOldestSample(tx, of)
  if (first === null) return 0
  for (const key of keys) Object.assign(state.energy.get(key)!, { first, tail: null, since: null })
  state.lateCount++
  const seriesIds = keys.map((key) => state.energy.get(key)!.id)
  const [hour, until] = [floorToHour(first), floorToHour(state.newest!) + hourMs]
  await addDue(tx, [{ ...of, isSpread: true, hour, until, seriesIds, mark: state.lateCount }])
  await saveStates(tx, [state])
  return keys.length
}

async function turnToRegisters(
  tx: Queryable,
  state: ControllerState,
  devices: ReadonlyMap<string, IngestDevice>,
): Promise<string[]> {
  const keys: string[] = []
  for (const [key, series] of state.energy) {
    const { device, metric } = parseMetricKey(key)!
    if (series.source.kind !== 'power' || !devices.get(device)?.metrics.includes(metric)) continue
    series.source = { kind: 'counter' }
    await setSeriesSource(tx, { locationId: state.locationId, deviceKey: device, metric }, 'counter')
    keys.push(key)
  }
  return keys
}

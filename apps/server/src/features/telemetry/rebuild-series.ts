import { parseMetricKey } from '@ohmstead/domain/telemetry/metrics'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { isRetryable } from '../../platform/db/db-error.ts'
import type { IngestDevice } from './controller-readings.ts'
import { declareSeries } from './declare-series.ts'
import { findRebuilding, findSeries, setRebuildUntil, setSeriesSource } from './energy-series-queries.ts'
import { recomputeEnergy } from './recompute-energy.ts'
import { findOldestSample } from './sample-queries.ts'
import { reopenDays } from './store-readings.ts'
import { takeTurn } from './take-turn.ts'
import { type ControllerState, findStates, StaleStateError, saveStates, stateKey } from './telemetry-state.ts'

const sliceMs = 4 * 86_400_000

interface Of {
  locationId: number
  controllerId: number
}

/**
 * To be called when an inventory has been stored. Series that were taken from power, and whose device turns out to have
 * a register, and series that only the true category asks for, are computed again from the samples in small steps,
 * newest first. Returns how many series that concerned.
 */
export async function declareEnergySources(
  db: Db,
  of: Of,
  devices: readonly IngestDevice[],
  isCancelled: () => boolean = () => false,
): Promise<number> {
  const byKey = new Map(devices.map((device) => [device.key, device]))
  const keys: string[] = []
  await inTurn(db, of, async (tx, state) => {
    keys.length = 0
    const before = new Set(state.energy.keys())
    for (const [key, series] of state.energy) {
      const { device, metric } = parseMetricKey(key)!
      if (series.source.kind !== 'power' || !byKey.get(device)?.metrics.includes(metric)) continue
      series.source = { kind: 'counter' }
      await setSeriesSource(tx, { ...of, deviceKey: device, metric }, 'counter')
      keys.push(key)
    }
    const own = Object.keys(state.latest).filter((key) => byKey.has(parseMetricKey(key)?.device ?? ''))
    await declareSeries(tx, [{ state, keys: own, devices: byKey }])
    for (const key of state.energy.keys()) if (!before.has(key)) keys.push(key)
    if (keys.length === 0) return false
    const first = await findOldestSample(tx, of)
    for (const key of keys) Object.assign(state.energy.get(key)!, { first, tail: null })
    await mark(tx, of, keys, state.newest)
    // The newest part at once, so that the next readings find where the series stands.
    await recomputeSlice(tx, state, keys, state.newest!)
    return true
  })
  if (keys.length > 0) await rebuild(db, of, keys, isCancelled)
  return keys.length
}

/** Goes on with what a stop of the server has interrupted. */
export async function resumeRebuilds(db: Db, isCancelled: () => boolean = () => false): Promise<void> {
  for (const { location_id, controller_id, keys } of await findRebuilding(db)) {
    await rebuild(db, { locationId: location_id, controllerId: controller_id }, keys, isCancelled)
  }
}

async function rebuild(db: Db, of: Of, keys: readonly string[], isCancelled = () => false): Promise<void> {
  for (let isDone = false; !isDone && !isCancelled(); ) {
    await inTurn(db, of, async (tx, state) => {
      const rows = await findSeries(tx, [of.locationId])
      const marks = rows
        .filter((row) => keys.includes(`${row.device_key}/${row.metric}`))
        .map((row) => row.rebuild_until)
      const until = Math.max(...marks.filter((until) => until !== null))
      const oldest = Math.min(...keys.map((key) => state.energy.get(key)?.first ?? Number.POSITIVE_INFINITY))
      isDone = until <= oldest
      if (!isDone) await recomputeSlice(tx, state, keys, until)
      await mark(tx, of, keys, isDone ? null : until - sliceMs)
      return !isDone
    })
  }
}

async function mark(
  tx: Queryable,
  { locationId }: Of,
  keys: readonly string[],
  until: number | null,
): Promise<void> {
  for (const key of keys) {
    const { device, metric } = parseMetricKey(key)!
    await setRebuildUntil(tx, { locationId, deviceKey: device, metric }, until)
  }
}

async function recomputeSlice(
  tx: Queryable,
  state: ControllerState,
  keys: readonly string[],
  until: number,
): Promise<void> {
  const dirty = new Map(
    keys.filter((key) => state.energy.has(key)).map((key) => [key, { min: until - sliceMs, max: until }]),
  )
  if (dirty.size > 0) reopenDays(state, await recomputeEnergy(tx, state, dirty))
}

/** Work on one controller's state that no writer comes between; the state is saved where `work` says it changed. */
async function inTurn(
  db: Db,
  of: Of,
  work: (tx: Queryable, state: ControllerState) => Promise<boolean>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.transaction(
        async (tx) => {
          if (db.kind === 'postgres') await takeTurn(tx, true)
          const state = (await findStates(tx, [of])).get(stateKey(of))!
          if (state.version === 0) return
          if (await work(tx, state)) await saveStates(tx, [state])
        },
        { priority: 'job' },
      )
      return
    } catch (error) {
      if (attempt === 5 || !(error instanceof StaleStateError || isRetryable(error))) throw error
    }
  }
}

import { type Reading, registerMwh } from '@ohmstead/domain/telemetry/energy-segment'
import { continueSeries } from '@ohmstead/domain/telemetry/energy-series'
import type { EnergyHours } from '@ohmstead/domain/telemetry/energy-slot'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { isRetryable, isUniqueViolation } from '../../platform/db/db-error.ts'
import {
  type ControllerBatch,
  type ControllerReadings,
  type MergedSample,
  mergeReadings,
} from './controller-readings.ts'
import { declareSeries, findNewMetrics, takeRegisters } from './declare-series.ts'
import { addHours, type HourToStore } from './energy-hour-queries.ts'
import { notifyLatest } from './notify-latest.ts'
import { type DirtyRange, inputKeyOf, recomputeEnergy } from './recompute-energy.ts'
import { insertSamples, mergeSamples, type SampleToStore } from './sample-queries.ts'
import { takeTurn } from './take-turn.ts'
import { type ControllerState, findStates, StaleStateError, saveStates, stateKey } from './telemetry-state.ts'

const attempts = 5

/** Other writers were first too many times in a row. Nothing was stored; the same readings may be given again. */
export class TooBusyError extends Error {}

/**
 * Stores readings of linked controllers for good: samples, energy slots, newest values and the live notice, in one
 * transaction. When it returns, all of it is committed; when it throws, nothing is. Giving the same readings again
 * changes nothing. Their instants must lie within the accepted range (`oldestAcceptedTs` … 5 minutes ahead).
 */
export async function storeReadings(db: Db, batch: readonly ControllerReadings[]): Promise<void> {
  const controllers = mergeReadings(batch)
  if (controllers.length === 0) return
  for (let attempt = 1; ; attempt++) {
    try {
      await db.transaction(
        async (tx) => {
          if (db.kind === 'postgres') await takeTurn(tx, attempt > 1)
          await storeInTransaction(tx, controllers)
        },
        { priority: 'ingest' },
      )
      return
    } catch (error) {
      // Another process wrote the same controllers: nothing of ours was stored, and fresh state tells what is left to do.
      const met = error instanceof StaleStateError || isRetryable(error) || isUniqueViolation(error)
      if (!met) throw error
      if (attempt === attempts) throw new TooBusyError('other writers were always first', { cause: error })
    }
  }
}

async function storeInTransaction(tx: Queryable, controllers: readonly ControllerBatch[]): Promise<void> {
  const states = await findStates(tx, controllers)
  await declareSeries(tx, findNewMetrics(controllers, states))
  const stored = await storeSamples(tx, controllers, states)
  const hours: HourToStore[] = []
  const dirty: [ControllerState, Map<string, DirtyRange>][] = []
  const written: ControllerState[] = []
  for (const controller of controllers) {
    const samples = stored.get(controller)!
    if (samples.length === 0) continue
    const state = states.get(stateKey(controller))!
    const before = hours.length
    const turned = await takeRegisters(tx, state, findFirstRegisters(state, samples))
    const late = addEnergy(state, samples, hours, turned)
    for (const { hour } of hours.slice(before)) reopenDays(state, hour)
    if (late.size > 0) dirty.push([state, late])
    noteLatest(state, samples)
    written.push(state)
  }
  if (written.length === 0) return
  if (hours.length > 0)
    await addHours(
      tx,
      hours.sort((a, b) => a.locationId - b.locationId || a.seriesId - b.seriesId || a.hour - b.hour),
    )
  for (const [state, series] of dirty) reopenDays(state, await recomputeEnergy(tx, state, series))
  await saveStates(tx, written)
  await notifyLatest(
    tx,
    written.map((state) => state.locationId),
  )
}

/** A day whose energy changes is no longer summed up. */
export function reopenDays(state: ControllerState, changedFrom: number): void {
  if (state.closedUntil !== null && changedFrom < state.closedUntil) state.closedUntil = changedFrom
}

/** Stores the samples; returns those of each controller that were not there already. */
async function storeSamples(
  tx: Queryable,
  controllers: readonly ControllerBatch[],
  states: Map<string, ControllerState>,
): Promise<Map<ControllerBatch, MergedSample[]>> {
  const fresh: SampleToStore[] = []
  const late: SampleToStore[] = []
  for (const controller of controllers) {
    const { locationId, controllerId, samples } = controller
    const newest = states.get(stateKey(controller))!.newest
    for (const { ts, stepSeconds, values } of samples) {
      const sample = { locationId, controllerId, ts, stepSeconds, values }
      if (newest === null || ts > newest) fresh.push(sample)
      else late.push(sample)
    }
  }
  if (fresh.length > 0) await insertSamples(tx, fresh)
  const changed = late.length > 0 ? await mergeSamples(tx, late) : []
  const changedIds = new Set(changed.map((row) => `${row.location_id} ${row.controller_id} ${row.ts}`))
  return new Map(
    controllers.map((controller) => {
      const newest = states.get(stateKey(controller))!.newest
      const isNew = ({ ts }: MergedSample) =>
        newest === null || ts > newest || changedIds.has(`${stateKey(controller)} ${ts}`)
      return [
        controller,
        changedIds.size === 0 && late.length === 0 ? controller.samples : controller.samples.filter(isNew),
      ]
    }),
  )
}

/** The series that were taken from power so far, and whose own register these readings bring. */
function findFirstRegisters(
  state: ControllerState,
  samples: readonly MergedSample[],
): Map<string, DirtyRange> {
  const found = new Map<string, DirtyRange>()
  for (const [key, { source, tail }] of state.energy) {
    if (source.kind === 'counter') continue
    // Among what is counted already, a register could only be counted a second time.
    const registers = readingsOf(samples, key).filter(
      ({ ts, value }) =>
        registerMwh(value) !== null && (tail === null || (ts > tail.ts && ts >= tail.coverEnd)),
    )
    if (registers.length > 0) found.set(key, { min: registers[0]!.ts, max: registers.at(-1)!.ts })
  }
  return found
}

/** Adds the energy of readings that follow what is known; returns the series that have to be computed again instead. */
function addEnergy(
  state: ControllerState,
  samples: readonly MergedSample[],
  hours: HourToStore[],
  turned: ReadonlyMap<string, DirtyRange>,
): Map<string, DirtyRange> {
  const late = new Map(turned)
  for (const sample of samples) {
    state.longestStepSeconds = Math.max(state.longestStepSeconds, sample.stepSeconds ?? 0)
  }
  for (const [key, series] of state.energy) {
    const readings = turned.has(key) ? [] : readingsOf(samples, inputKeyOf(key, series))
    if (readings.length === 0) continue
    const min = readings[0]!.ts
    const found: EnergyHours = new Map()
    const tail =
      series.tail && min <= series.tail.ts
        ? 'recompute'
        : continueSeries(series.source, series.tail, readings, found)
    if (tail === 'recompute') {
      late.set(key, { min, max: readings.at(-1)!.ts })
    } else {
      series.tail = tail
      for (const [hour, energy] of found) {
        hours.push({ locationId: state.locationId, seriesId: series.id, hour, ...energy })
      }
    }
    series.first = Math.min(series.first ?? min, min)
  }
  return late
}

function readingsOf(samples: readonly MergedSample[], key: string): Reading[] {
  const readings: Reading[] = []
  for (const { ts, stepSeconds, values } of samples) {
    const value = values[key]
    if (value === undefined) continue
    readings.push({
      ts,
      value: typeof value === 'number' ? value : null,
      stepMs: stepSeconds === null ? null : stepSeconds * 1000,
    })
  }
  return readings
}

function noteLatest(state: ControllerState, samples: readonly MergedSample[]): void {
  for (const { ts, values } of samples) {
    state.newest = Math.max(state.newest ?? ts, ts)
    for (const key in values) {
      const known = Object.hasOwn(state.latest, key) ? state.latest[key]! : null
      if (!known || known[0] <= ts) state.latest[key] = [ts, values[key]!]
    }
  }
}

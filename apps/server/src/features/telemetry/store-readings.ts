import { clipHours, takesPart } from '@ohmstead/domain/telemetry/changeover'
import { type Reading, registerMwh } from '@ohmstead/domain/telemetry/energy-segment'
import { floorToHour } from '@ohmstead/domain/telemetry/energy-slot'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { isRetryable, isUniqueViolation } from '../../platform/db/db-error.ts'
import {
  type ControllerBatch,
  type ControllerReadings,
  type MergedSample,
  mergeReadings,
} from './controller-readings.ts'
import { declareSeries, findNewMetrics, takeRegisters } from './declare-series.ts'
import {
  addDue,
  type ChangedHours,
  type EnergyDue,
  noteChanged,
  type Of,
  toDue,
} from './energy-due-queries.ts'
import { addHours, type HourToStore } from './energy-hour-queries.ts'
import { inputKeyOf } from './find-neighbours.ts'
import { followSeries } from './follow-series.ts'
import { insertSamples, mergeSamples, type SampleToStore } from './sample-queries.ts'
import { createSentStatements, type SentStatements } from './sent-statements.ts'
import { memoryOf } from './state-memory.ts'
import { takeTurn } from './take-turn.ts'
import {
  type ControllerState,
  refreshStates,
  reopenDays,
  StaleStateError,
  saveStates,
  stateKey,
} from './telemetry-state.ts'

const attempts = 5
/** Hours that in-order readings may write at once for one controller, and for all; the rest is computed piece by piece. */
const usualHours = { controller: 1000, all: 20_000 }

/** Other writers were first too many times in a row. Readings that were not stored may be passed again. */
export class TooBusyError extends Error {}

/**
 * Stores readings of linked controllers durably: samples, energy slots and newest values. When it returns, all of it is
 * committed; live notices follow, outside the transaction. Energy affected by late or changed readings is only marked as pending, in the same
 * transaction: `finishEnergy` computes it. Returns the controllers affected. Idempotent.
 * The instants must be within the accepted range (`oldestAcceptedTs` … 5 minutes ahead).
 */
export async function storeReadings(
  db: Db,
  batch: readonly ControllerReadings[],
  mostHours = usualHours,
): Promise<Of[]> {
  const controllers = mergeReadings(batch)
  return controllers.length === 0 ? [] : storeBatch(db, controllers, mostHours, 1)
}

async function storeBatch(
  db: Db,
  controllers: readonly ControllerBatch[],
  mostHours: typeof usualHours,
  attempt: number,
): Promise<Of[]> {
  const memory = memoryOf(db)
  try {
    const { written, due } = await db.transaction(
      async (tx) => {
        const locationIds = controllers.map((controller) => controller.locationId)
        const turn = db.kind === 'postgres' ? takeTurn(tx, locationIds, attempt > 1) : null
        const [states] = await Promise.all([refreshStates(tx, controllers, memory.take(controllers)), turn])
        return storeInTransaction(tx, controllers, states, mostHours)
      },
      { priority: 'ingest' },
    )
    for (const state of written) state.version++
    memory.give(written)
    return written
      .filter((state) => due.has(stateKey(state)))
      .map(({ locationId, controllerId }) => ({ locationId, controllerId }))
  } catch (error) {
    // Another process wrote the same controllers: nothing of ours was stored, and fresh state shows what is left to do.
    const met = error instanceof StaleStateError || isRetryable(error) || isUniqueViolation(error)
    if (!met) throw error
    if (attempt === attempts) throw new TooBusyError('other writers were always first', { cause: error })
    const stale = error instanceof StaleStateError ? error.keys : null
    const isStale = (controller: ControllerBatch) => stale === null || stale.has(stateKey(controller))
    // Writers without conflicts must not be delayed by those with conflicts.
    const due: Of[] = []
    for (const part of [controllers.filter((c) => !isStale(c)), controllers.filter(isStale)])
      if (part.length > 0) due.push(...(await storeBatch(db, part, mostHours, attempt + 1)))
    return due
  }
}

async function storeInTransaction(
  tx: Queryable,
  controllers: readonly ControllerBatch[],
  states: Map<string, ControllerState>,
  mostHours: typeof usualHours,
): Promise<{ written: ControllerState[]; due: ReadonlySet<string> }> {
  // Statements without an answer to wait for: the database works on one while the next is being prepared.
  const sent = createSentStatements()
  await declareSeries(tx, findNewMetrics(controllers, states))
  const stored = await storeSamples(tx, controllers, states, sent)
  const hours: HourToStore[] = []
  const due: EnergyDue[] = []
  const written: ControllerState[] = []
  for (const controller of controllers) {
    const samples = stored.get(controller)!
    if (samples.length === 0) continue
    const state = states.get(stateKey(controller))!
    await takeRegisters(tx, state, findFirstRegisters(state, samples))
    const most = Math.min(mostHours.controller, mostHours.all - hours.length)
    const { added, changed } = addEnergy(state, samples, most)
    for (const hour of added) {
      hours.push(hour)
      reopenDays(state, hour.hour)
    }
    if (changed.size > 0) {
      state.lateCount++
      due.push(...toDue(state, changed, state.lateCount))
    }
    noteLatest(state, samples)
    written.push(state)
  }
  if (hours.length > 0) {
    hours.sort((a, b) => a.locationId - b.locationId || a.seriesId - b.seriesId || a.hour - b.hour)
    sent.add(addHours(tx, hours))
  }
  sent.add(addDue(tx, due))
  if (written.length > 0) sent.add(saveStates(tx, written))
  await sent.settle()
  return { written, due: new Set(due.map(stateKey)) }
}

/** Stores the samples; returns those of each controller that were new. */
async function storeSamples(
  tx: Queryable,
  controllers: readonly ControllerBatch[],
  states: Map<string, ControllerState>,
  sent: SentStatements,
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
  if (fresh.length > 0) sent.add(insertSamples(tx, fresh))
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

/** The series computed from power so far, and when these readings add their own register. */
function findFirstRegisters(state: ControllerState, samples: readonly MergedSample[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const [key, { source, tail }] of state.energy) {
    if (source.kind === 'counter') continue
    // Within the range already counted, a register would be counted a second time.
    const isFirst = ({ ts, value }: Reading) =>
      registerMwh(value) !== null && (tail === null || (ts > tail.ts && ts >= tail.coverEnd))
    const first = readingsOf(samples, key).find(isFirst)
    if (first) found.set(key, first.ts)
  }
  return found
}

/** The energy of in-order readings, and the hours around which it is pending instead. */
function addEnergy(
  state: ControllerState,
  samples: readonly MergedSample[],
  most: number,
): { added: HourToStore[]; changed: ChangedHours } {
  const added: HourToStore[] = []
  const changed: ChangedHours = new Map()
  noteSteps(state, samples, changed)
  for (const [key, series] of state.energy) {
    const all = readingsOf(samples, inputKeyOf(key, series))
    const readings = series.counted ? all.filter(({ ts }) => takesPart(ts, series.counted)) : all
    if (readings.length === 0) continue
    const { due, found } = followSeries(series, readings, most - added.length)
    for (const { ts } of due) noteChanged(changed, floorToHour(ts), series.id)
    for (const [hour, energy] of clipHours(found, series.counted))
      added.push({ locationId: state.locationId, seriesId: series.id, hour, ...energy })
    series.first = Math.min(series.first ?? readings[0]!.ts, readings[0]!.ts)
  }
  return { added, changed }
}

/** A step applies to all values of an instant, including earlier ones without it. */
function noteSteps(state: ControllerState, samples: readonly MergedSample[], changed: ChangedHours): void {
  for (const { ts, stepSeconds } of samples) {
    if (stepSeconds === null) continue
    state.longestStepSeconds = Math.max(state.longestStepSeconds, stepSeconds)
    if (state.newest === null || ts > state.newest) continue
    for (const { id, first } of state.energy.values())
      if (first !== null) noteChanged(changed, floorToHour(ts), id)
  }
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

import { type CountedSpan, planChangeover } from '@ohmstead/domain/telemetry/changeover'
import { floorToHour, floorToSlot, hourMs } from '@ohmstead/domain/telemetry/energy-slot'
import { parseMetricKey } from '@ohmstead/domain/telemetry/metrics'
import type { Queryable } from '../../platform/db/db.ts'
import { addDue, type EnergyDue, type Of } from './energy-due-queries.ts'
import { reachOf } from './find-neighbours.ts'
import { findOldestSample } from './read-samples.ts'
import type { SeriesState } from './state-json.ts'
import { type ControllerState, findStates, saveStates, stateKey } from './telemetry-state.ts'

/** A device by what its readings are stored under. */
export interface SeriesOwner extends Of {
  deviceKey: string
}

/** `too_old`: the raw readings of a time that both measured are no longer kept, so its energy cannot be computed again. */
export type Changed = 'changed' | 'too_old'

type Bounds = (series: SeriesState) => CountedSpan

interface Side {
  owner: SeriesOwner
  state: ControllerState
  own: SeriesState[]
  newest: number | null
  first: number | null
}

/** When devices have last sent a value of their own; null for never. */
export async function findNewestOf(
  db: Queryable,
  owners: readonly SeriesOwner[],
): Promise<(number | null)[]> {
  const states = await findStates(db, owners)
  return owners.map((owner) => toSide(owner, states).newest)
}

/** The energy of the old device counts until the new one begins, and that of the new one from then on. */
export async function divideSeries(
  tx: Queryable,
  { old, next }: { old: SeriesOwner; next: SeriesOwner },
  now: number,
): Promise<Changed> {
  const states = await findStates(tx, [old, next])
  const [before, after] = [toSide(old, states), toSide(next, states)]
  if (before.newest === null) return 'changed'
  const plan = planChangeover(before.newest, after.first ?? floorToSlot(now))
  return setBounds(tx, states, [
    [before, (series) => ({ from: series.counted?.from ?? null, until: plan.until[series.source.kind] })],
    [after, (series) => ({ from: plan.from, until: series.counted?.until ?? null })],
  ])
}

/** Undoes it: everything counts again. */
export async function uniteSeries(
  tx: Queryable,
  { old, next }: { old: SeriesOwner; next: SeriesOwner },
): Promise<Changed> {
  const states = await findStates(tx, [old, next])
  return setBounds(tx, states, [
    [toSide(old, states), (series) => ({ from: series.counted?.from ?? null, until: null })],
    [toSide(next, states), (series) => ({ from: null, until: series.counted?.until ?? null })],
  ])
}

/** The energy of a device that measures the same as another counts until that one begins. */
export async function endSeries(
  tx: Queryable,
  { extra, kept }: { extra: SeriesOwner; kept: SeriesOwner },
  now: number,
): Promise<void> {
  const end = async (findEnd: (first: number | null) => number) => {
    const states = await findStates(tx, [extra, kept])
    const until = findEnd(toSide(kept, states).first)
    return setBounds(tx, states, [
      [toSide(extra, states), ({ counted }) => ({ from: counted?.from ?? null, until })],
    ])
  }
  const outcome = await end((first) => floorToSlot(first ?? now))
  // What can no longer be computed stays as it is, and nothing more is counted.
  if (outcome === 'too_old') await end(() => floorToSlot(now))
}

/** Undoes it. */
export async function resumeSeries(tx: Queryable, owner: SeriesOwner): Promise<void> {
  const states = await findStates(tx, [owner])
  await setBounds(tx, states, [
    [toSide(owner, states), ({ counted }) => ({ from: counted?.from ?? null, until: null })],
  ])
}

function toSide(owner: SeriesOwner, states: ReadonlyMap<string, ControllerState>): Side {
  const state = states.get(stateKey(owner))!
  const isOwn = (key: string) => parseMetricKey(key)?.device === owner.deviceKey
  const own = [...state.energy].flatMap(([key, series]) => (isOwn(key) ? [series] : []))
  const times = Object.entries(state.latest).flatMap(([key, [ts]]) => (isOwn(key) ? [ts] : []))
  const firsts = own.flatMap(({ first }) => first ?? [])
  return {
    ...{ owner, state, own },
    newest: times.length > 0 ? Math.max(...times) : null,
    first: firsts.length > 0 ? Math.min(...firsts) : null,
  }
}

async function setBounds(
  tx: Queryable,
  states: ReadonlyMap<string, ControllerState>,
  changes: readonly [Side, Bounds][],
): Promise<Changed> {
  const due: EnergyDue[] = []
  for (const [side, boundsOf] of changes) {
    if (side.own.length === 0) continue
    const range = findChanged(side, boundsOf)
    for (const series of side.own) {
      const counted = boundsOf(series)
      if (counted.from === null && counted.until === null) delete series.counted
      else series.counted = counted
    }
    if (!range) continue
    const oldest = await findOldestSample(tx, side.owner)
    if (oldest === null || range.from < floorToHour(oldest)) {
      if (range.isMeasured) return 'too_old'
      continue
    }
    side.state.lateCount++
    const { locationId, controllerId } = side.owner
    const seriesIds = side.own.map(({ id }) => id)
    const [hour, until] = [range.from, range.to]
    due.push({ locationId, controllerId, isSpread: true, hour, until, seriesIds, mark: side.state.lateCount })
  }
  await addDue(tx, due)
  await saveStates(
    tx,
    [...states.values()].filter(({ version }) => version > 0),
  )
  return 'changed'
}

/** The full hours whose energy another span changes, and whether it was measured there, not just extrapolated. */
function findChanged({ state, own, newest }: Side, boundsOf: Bounds) {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  let isMeasured = false
  const note = (start: number, end: number) => {
    if (start >= end) return
    if (newest !== null && start <= newest) isMeasured = true
    from = Math.min(from, floorToHour(start))
    to = Math.max(to, floorToHour(end - 1) + hourMs)
  }
  for (const series of own) {
    const { first, source, counted } = series
    if (first === null || newest === null) continue
    // How long a power lasts beyond its reading.
    const last = newest + (source.kind === 'counter' ? 1 : reachOf(state))
    const bounds = boundsOf(series)
    for (const at of [counted?.from, bounds.from]) if (at != null) note(first, Math.min(at, last))
    for (const at of [counted?.until, bounds.until]) if (at != null) note(Math.max(at, first), last)
  }
  return from < to ? { from, to, isMeasured } : null
}

import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ReadingValue } from './controller-readings.ts'
import type { Of } from './energy-due-queries.ts'
import { bigintArray, doubleArray, epochMs, intArray, rowsOf, textArray } from './sql-arrays.ts'
import { energyJson, latestJson, readSeries, type SeriesState, type StoredSeries } from './state-json.ts'

export interface ControllerState {
  locationId: number
  controllerId: number
  /** 0 if nothing is stored yet. */
  version: number
  newest: number | null
  longestStepSeconds: number
  /** How often late or changed readings have made energy pending. */
  lateCount: number
  /** Days that end by then are summed up; lowered by changes of earlier energy. Null if none is. */
  closedUntil: number | null
  /** Up to where somebody is summing up right now; lowered likewise. */
  closingUntil: number | null
  latest: Record<string, [ts: number, value: ReadingValue]>
  /** By `<device>/<energy metric>`. */
  energy: Map<string, SeriesState>
}

/** Others wrote some controllers in between: start again from fresh state. */
export class StaleStateError extends Error {
  /** Which ones, by `stateKey`. */
  readonly keys: ReadonlySet<string>

  constructor(keys: Iterable<string> = []) {
    super('another writer was first')
    this.keys = new Set(keys)
  }
}

interface VersionRow {
  location_id: number
  controller_id: number
  version: number
  newest: number
  closed_until: number | null
  closing_until: number | null
}

interface StateRow extends VersionRow {
  longest_step_seconds: number
  late_count: number
  values: Record<string, [number, ReadingValue]>
  energy: Record<string, StoredSeries>
}

/**
 * As `findStates`, with the states of `known` that are still what the database has: of these only the version is read, and
 * until when their days are summed up, which changes without one.
 */
export async function refreshStates(
  db: Queryable,
  controllers: readonly Of[],
  known: readonly ControllerState[],
): Promise<Map<string, ControllerState>> {
  if (known.length === 0) return findStates(db, controllers)
  const rows = await db.rows<VersionRow>(
    sql`select location_id, controller_id, version, newest, closed_until, closing_until from telemetry_state
        where location_id = any(${known.map((state) => state.locationId)}::int[])`,
  )
  const current = new Map(
    rows.map((row) => [stateKey({ locationId: row.location_id, controllerId: row.controller_id }), row]),
  )
  const states = new Map<string, ControllerState>()
  for (const state of known) {
    const row = current.get(stateKey(state))
    // The instant as well: a deleted state begins again with the first version.
    if (row?.version !== state.version || row.newest !== state.newest) continue
    state.closedUntil = row.closed_until
    state.closingUntil = row.closing_until
    states.set(stateKey(state), state)
  }
  const others = controllers.filter((of) => !states.has(stateKey(of)))
  if (others.length > 0) for (const [key, state] of await findStates(db, others)) states.set(key, state)
  return states
}

/** The states of controllers by `<location> <controller>`; a controller without one gets an empty one. */
export async function findStates(
  db: Queryable,
  controllers: readonly Of[],
): Promise<Map<string, ControllerState>> {
  const rows = await db.rows<StateRow>(
    sql`select location_id, controller_id, version, newest, longest_step_seconds, late_count, closed_until, closing_until, values, energy
        from telemetry_state
        where location_id = any(${controllers.map((c) => c.locationId)}::int[])`,
  )
  const states = new Map<string, ControllerState>()
  const asked = new Set(controllers.map(stateKey))
  for (const row of rows) {
    if (!asked.has(stateKey({ locationId: row.location_id, controllerId: row.controller_id }))) continue
    states.set(stateKey({ locationId: row.location_id, controllerId: row.controller_id }), {
      locationId: row.location_id,
      controllerId: row.controller_id,
      version: row.version,
      newest: row.newest,
      longestStepSeconds: row.longest_step_seconds,
      lateCount: row.late_count,
      closedUntil: row.closed_until,
      closingUntil: row.closing_until,
      latest: row.values,
      energy: new Map(Object.entries(row.energy).map(([key, stored]) => [key, readSeries(stored)])),
    })
  }
  for (const { locationId, controllerId } of controllers) {
    const key = stateKey({ locationId, controllerId })
    if (states.has(key)) continue
    states.set(key, {
      locationId,
      controllerId,
      version: 0,
      newest: null,
      longestStepSeconds: 0,
      lateCount: 0,
      closedUntil: null,
      closingUntil: null,
      latest: {},
      energy: new Map(),
    })
  }
  return states
}

/** A day whose energy changes is no longer summed up. */
export function reopenDays(state: ControllerState, changedFrom: number): void {
  if (state.closedUntil !== null && changedFrom < state.closedUntil) state.closedUntil = changedFrom
  if (state.closingUntil !== null && changedFrom < state.closingUntil) state.closingUntil = changedFrom
}

export const stateKey = (of: Of) => `${of.locationId} ${of.controllerId}`

/** The oldest reading of any energy series of locations; null for those without any. */
export async function findFirstReadings(
  db: Queryable,
  locationIds: readonly number[],
): Promise<Map<number, number | null>> {
  const rows = await db.rows<{ location_id: number; energy: Record<string, StoredSeries> }>(
    sql`select location_id, energy from telemetry_state where location_id = any(${locationIds}::int[])`,
  )
  const found = new Map<number, number | null>()
  for (const { location_id: id, energy } of rows) {
    let first = found.get(id) ?? null
    for (const [, , reading] of Object.values(energy))
      if (reading !== null && (first === null || reading < first)) first = reading
    found.set(id, first)
  }
  return found
}

/**
 * Writes the states as the next version; throws StaleStateError if another writer was first. The mark of summed-up days
 * is only ever lowered here, since a concurrent recomputation may have lowered it.
 */
export async function saveStates(db: Queryable, states: readonly ControllerState[]): Promise<void> {
  const written = await db.rows<{ location_id: number; controller_id: number }>(
    sql`insert into telemetry_state (location_id, controller_id, version, newest, longest_step_seconds, late_count, closed_until, closing_until, values, energy)
        select location_id, controller_id, version, ${epochMs('newest')}, longest_step_seconds, late_count, ${epochMs('closed_until')}, ${epochMs('closing_until')}, values::json, energy::json
        from ${rowsOf({
          location_id: intArray(states.map((s) => s.locationId)),
          controller_id: intArray(states.map((s) => s.controllerId)),
          version: bigintArray(states.map((s) => s.version + 1)),
          newest: doubleArray(states.map((s) => s.newest)),
          longest_step_seconds: intArray(states.map((s) => s.longestStepSeconds)),
          late_count: bigintArray(states.map((s) => s.lateCount)),
          closed_until: doubleArray(states.map((s) => s.closedUntil)),
          closing_until: doubleArray(states.map((s) => s.closingUntil)),
          values: textArray(states.map((s) => latestJson(s.latest))),
          energy: textArray(states.map((s) => energyJson(s.energy))),
        })}
        on conflict (location_id, controller_id) do update set
          version = excluded.version, newest = excluded.newest, longest_step_seconds = excluded.longest_step_seconds,
          late_count = excluded.late_count,
          closed_until = case when excluded.closed_until > telemetry_state.closed_until then telemetry_state.closed_until else excluded.closed_until end,
          closing_until = case when excluded.closing_until > telemetry_state.closing_until then telemetry_state.closing_until else excluded.closing_until end,
          values = excluded.values, energy = excluded.energy
        where telemetry_state.version = excluded.version - 1
        returning location_id, controller_id`,
  )
  if (written.length === states.length) return
  const done = new Set(
    written.map((row) => stateKey({ locationId: row.location_id, controllerId: row.controller_id })),
  )
  throw new StaleStateError(states.map(stateKey).filter((key) => !done.has(key)))
}

/** Records that past hours from `from` on were recomputed, which no current writer would notice. */
export async function noteRecomputed(
  db: Queryable,
  { locationId, controllerId }: { locationId: number; controllerId: number },
  from: number,
): Promise<void> {
  await db.run(
    sql`update telemetry_state set recomputed_count = recomputed_count + 1,
          closed_until = case when ${new Date(from)} < closed_until then ${new Date(from)} else closed_until end,
          closing_until = case when ${new Date(from)} < closing_until then ${new Date(from)} else closing_until end
        where location_id = ${locationId} and controller_id = ${controllerId}`,
  )
}

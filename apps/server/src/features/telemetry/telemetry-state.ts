import type { EnergySource, SeriesTail } from '@ohmstead/domain/telemetry/energy-series'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ReadingValue } from './controller-readings.ts'
import { epochMs, intArray, lines, numberArray } from './sql-arrays.ts'

/** An energy series as stored in its controller's state. */
export interface SeriesState {
  id: number
  source: EnergySource
  /** No reading of it is older. */
  first: number | null
  tail: SeriesTail | null
  /** Where the register replaced the power: earlier hours stay as computed from power. */
  since: number | null
}

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

// Kept short, since it is written with every batch: source 0 = counter, 1 and −1 = power of that sign.
type StoredSeries = [
  id: number,
  source: 0 | 1 | -1,
  first: number | null,
  tail:
    | [
        ts: number,
        value: number | null,
        stepMs: number | null,
        holdMs: number,
        coverStart: number,
        coverEnd: number,
      ]
    | null,
  since?: number | null,
]

interface StateRow {
  location_id: number
  controller_id: number
  version: number
  newest: number
  longest_step_seconds: number
  late_count: number
  closed_until: number | null
  closing_until: number | null
  values: Record<string, [number, ReadingValue]>
  energy: Record<string, StoredSeries>
}

/** The states of controllers by `<location> <controller>`; a controller without one gets an empty one. */
export async function findStates(
  db: Queryable,
  controllers: readonly { locationId: number; controllerId: number }[],
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

export const stateKey = (of: { locationId: number; controllerId: number }) =>
  `${of.locationId} ${of.controllerId}`

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
        from unnest(${intArray(states.map((s) => s.locationId))}::text::int[],
                    ${intArray(states.map((s) => s.controllerId))}::text::int[],
                    ${intArray(states.map((s) => s.version + 1))}::text::bigint[],
                    ${numberArray(states.map((s) => s.newest))}::text::float8[],
                    ${intArray(states.map((s) => s.longestStepSeconds))}::text::int[],
                    ${numberArray(states.map((s) => s.lateCount))}::text::bigint[],
                    ${numberArray(states.map((s) => s.closedUntil))}::text::float8[],
                    ${numberArray(states.map((s) => s.closingUntil))}::text::float8[],
                    string_to_array(${lines(states.map((s) => JSON.stringify(s.latest)))}::text, chr(10)),
                    string_to_array(${lines(states.map(energyJson))}::text, chr(10)))
          as given (location_id, controller_id, version, newest, longest_step_seconds, late_count, closed_until, closing_until, values, energy)
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

function energyJson(state: ControllerState): string {
  const stored: Record<string, StoredSeries> = {}
  for (const [key, { id, source, first, tail, since }] of state.energy) {
    const kind = source.kind === 'counter' ? 0 : source.sign
    const stands = tail && [tail.ts, tail.value, tail.stepMs, tail.holdMs, tail.coverStart, tail.coverEnd]
    stored[key] = [id, kind, first, stands as StoredSeries[3]]
    if (since !== null) stored[key][4] = since
  }
  return JSON.stringify(stored)
}

function readSeries([id, source, first, tail, since = null]: StoredSeries): SeriesState {
  return {
    id,
    source: source === 0 ? { kind: 'counter' } : { kind: 'power', sign: source },
    first,
    tail: tail && {
      ts: tail[0],
      value: tail[1],
      stepMs: tail[2],
      holdMs: tail[3],
      coverStart: tail[4],
      coverEnd: tail[5],
    },
    since,
  }
}

import type { EnergySource, SeriesTail } from '@ohmstead/domain/telemetry/energy-series'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ReadingValue } from './controller-readings.ts'
import { epochMs, intArray, lines, numberArray } from './sql-arrays.ts'

/** An energy series as its controller's state knows it. */
export interface SeriesState {
  id: number
  source: EnergySource
  /** No reading of it is older. */
  first: number | null
  tail: SeriesTail | null
}

export interface ControllerState {
  locationId: number
  controllerId: number
  /** 0 where nothing is stored yet. */
  version: number
  newest: number | null
  longestStepSeconds: number
  /** Days that end by then are summed up; lowered by whoever changes energy before. Null where none is. */
  closedUntil: number | null
  latest: Record<string, [ts: number, value: ReadingValue]>
  /** By `<device>/<energy metric>`. */
  energy: Map<string, SeriesState>
}

/** Another process wrote the same controller in between: begin again from fresh state. */
export class StaleStateError extends Error {}

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
]

interface StateRow {
  location_id: number
  controller_id: number
  version: number
  newest: number
  longest_step_seconds: number
  closed_until: number | null
  values: Record<string, [number, ReadingValue]>
  energy: Record<string, StoredSeries>
}

/** The states of controllers by `<location> <controller>`; a controller without one gets an empty one. */
export async function findStates(
  db: Queryable,
  controllers: readonly { locationId: number; controllerId: number }[],
): Promise<Map<string, ControllerState>> {
  const rows = await db.rows<StateRow>(
    sql`select location_id, controller_id, version, newest, longest_step_seconds, closed_until, values, energy
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
      closedUntil: row.closed_until,
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
      closedUntil: null,
      latest: {},
      energy: new Map(),
    })
  }
  return states
}

export const stateKey = (of: { locationId: number; controllerId: number }) =>
  `${of.locationId} ${of.controllerId}`

/** The oldest reading of any energy series of a location; null where it has none. */
export async function findFirstReading(db: Queryable, locationId: number): Promise<number | null> {
  const rows = await db.rows<{ energy: Record<string, StoredSeries> }>(
    sql`select energy from telemetry_state where location_id = ${locationId}`,
  )
  const firsts = rows.flatMap((row) => Object.values(row.energy).map(([, , first]) => first))
  const known = firsts.filter((first) => first !== null)
  return known.length > 0 ? Math.min(...known) : null
}

/** Writes the states as the next version; throws StaleStateError where another writer was first. */
export async function saveStates(db: Queryable, states: readonly ControllerState[]): Promise<void> {
  const written = await db.run(
    sql`insert into telemetry_state (location_id, controller_id, version, newest, longest_step_seconds, closed_until, values, energy)
        select location_id, controller_id, version, ${epochMs('newest')}, longest_step_seconds, ${epochMs('closed_until')}, values::json, energy::json
        from unnest(${intArray(states.map((s) => s.locationId))}::text::int[],
                    ${intArray(states.map((s) => s.controllerId))}::text::int[],
                    ${intArray(states.map((s) => s.version + 1))}::text::bigint[],
                    ${numberArray(states.map((s) => s.newest))}::text::float8[],
                    ${intArray(states.map((s) => s.longestStepSeconds))}::text::int[],
                    ${numberArray(states.map((s) => s.closedUntil))}::text::float8[],
                    string_to_array(${lines(states.map((s) => JSON.stringify(s.latest)))}::text, chr(10)),
                    string_to_array(${lines(states.map(energyJson))}::text, chr(10)))
          as given (location_id, controller_id, version, newest, longest_step_seconds, closed_until, values, energy)
        on conflict (location_id, controller_id) do update set
          version = excluded.version, newest = excluded.newest, longest_step_seconds = excluded.longest_step_seconds,
          closed_until = excluded.closed_until, values = excluded.values, energy = excluded.energy
        where telemetry_state.version = excluded.version - 1`,
  )
  if (written !== states.length) throw new StaleStateError()
}

function energyJson(state: ControllerState): string {
  const stored: Record<string, StoredSeries> = {}
  for (const [key, { id, source, first, tail }] of state.energy) {
    stored[key] = [
      id,
      source.kind === 'counter' ? 0 : source.sign,
      first,
      tail && [tail.ts, tail.value, tail.stepMs, tail.holdMs, tail.coverStart, tail.coverEnd],
    ]
  }
  return JSON.stringify(stored)
}

function readSeries([id, source, first, tail]: StoredSeries): SeriesState {
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
  }
}

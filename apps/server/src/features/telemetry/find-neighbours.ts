import { maxHoldMs, type Reading, registerMwh } from '@ohmstead/domain/telemetry/energy-segment'
import type { Queryable } from '../../platform/db/db.ts'
import type { Of } from './energy-due-queries.ts'
import { findSamplesBefore, findSamplesFrom } from './read-samples.ts'
import { asReading, type SampleRow } from './sample-queries.ts'
import type { SeriesState } from './state-json.ts'
import type { ControllerState } from './telemetry-state.ts'

/** The readings around a range of hours that determine its energy besides those in it. */
export interface Neighbours {
  /** In order. */
  before: Reading[]
  after: Reading | null
  /** The series has no reading after the range. */
  isLast: boolean
}

export interface Input {
  series: SeriesState
  /** Key of the values it reads: the register's own, or the device's power. */
  key: string
}

export const inputKeyOf = (key: string, { source }: SeriesState) =>
  source.kind === 'counter' ? key : `${key.slice(0, key.indexOf('/'))}/power`

/** How far a power may extend beyond its reading. */
export const reachOf = (state: ControllerState) => Math.max(maxHoldMs, state.longestStepSeconds * 1000)

// The next few samples nearly always contain the neighbours. If not, each further query reads more, but
// never so many that others would wait for it.
const looks = [4, 64, 1000]

interface Wanted {
  key: string
  isRegister: boolean
  count: number
  /** Instants beyond it do not matter. */
  bound: number
}

/** No register is between `before` and `edge`; `after` is the first one from `edge` on. */
interface KnownGap {
  edge: number
  before: Reading | null
  after: Reading | null
}

const idOf = ({ series, key }: Input) => `${series.source.kind} ${key}`

/**
 * Finds neighbours in short steps, each a separate query. A gap between two registers is remembered, since a long one
 * is processed piece by piece; it is valid until something arrives late.
 */
export function createNeighbourSearch(db: Queryable, of: Of) {
  let lateCount = -1
  const gaps = new Map<string, KnownGap>()

  /** The neighbours of [from, to) for each input. */
  async function find(
    state: ControllerState,
    inputs: readonly Input[],
    { from, to }: { from: number; to: number },
  ): Promise<Map<Input, Neighbours>> {
    if (state.lateCount !== lateCount) gaps.clear()
    lateCount = state.lateCount
    const newestOf = ({ series }: Input) => series.tail?.ts ?? state.newest ?? 0
    const wantedBefore = new Map<string, Wanted>()
    const wantedAfter = new Map<string, Wanted>()
    for (const input of inputs) {
      const { series, key } = input
      const isRegister = series.source.kind === 'counter'
      const gap = gaps.get(idOf(input))
      if ((series.first ?? from) < from && !isInside(gap, from)) {
        // For a power: the reading that may extend into the range, and the one that determines for how long.
        const bound = isRegister ? series.first! : from - reachOf(state) - maxHoldMs
        wantedBefore.set(idOf(input), { key, isRegister, count: isRegister ? 1 : 2, bound })
      }
      if (newestOf(input) >= to && !(isInside(gap, to) && gap.after)) {
        const isFar = isRegister || series.tail === null
        const bound = isFar ? newestOf(input) : Math.min(newestOf(input), to + reachOf(state))
        wantedAfter.set(idOf(input), { key, isRegister, count: 1, bound })
      }
    }
    const before = await search(wantedBefore, from, -1)
    const after = await search(wantedAfter, to, 1)
    const found = new Map<Input, Neighbours>()
    for (const input of inputs) {
      const { series } = input
      const id = idOf(input)
      const gap = gaps.get(id)
      const known = (edge: number) => (isInside(gap, edge) ? gap : null)
      const earlier = before.get(id) ?? (known(from)?.before ? [known(from)!.before!] : [])
      const next = newestOf(input) < to ? null : (after.get(id)?.[0] ?? known(to)?.after ?? null)
      const isLast =
        series.source.kind === 'counter' || series.tail === null ? next === null : series.tail.ts < to
      found.set(input, { before: earlier.toReversed(), after: next, isLast })
    }
    return found
  }

  /** To be called when the hours from `from` on are computed: known gaps of a register help with those before. */
  function remember(input: Input, from: number, neighbours: Neighbours, first: Reading | undefined): void {
    const { series } = input
    if (series.source.kind !== 'counter') return
    gaps.delete(idOf(input))
    // Readings may still arrive in order after the newest one.
    if (series.tail === null || series.tail.ts < from) return
    gaps.set(idOf(input), {
      edge: from,
      before: neighbours.before.at(-1) ?? null,
      after: first ?? neighbours.after,
    })
  }

  /** The valid readings next to `start`, nearest first. */
  async function search(
    wanted: ReadonlyMap<string, Wanted>,
    start: number,
    direction: 1 | -1,
  ): Promise<Map<string, Reading[]>> {
    const found = new Map([...wanted.keys()].map((id): [string, Reading[]] => [id, []]))
    const open = new Map(wanted)
    let edge = start
    for (let look = 0; open.size > 0; look++) {
      const keys = [...new Set([...open.values()].map(({ key }) => key))]
      const limit = looks[Math.min(look, looks.length - 1)]!
      const rows: SampleRow[] =
        direction < 0
          ? await findSamplesBefore(db, of, { keys, edge, limit })
          : await findSamplesFrom(db, of, { keys, edge, limit })
      for (const row of rows) {
        for (const [id, { key, isRegister, count, bound }] of open) {
          const isBeyond = direction < 0 ? row.ts < bound : row.ts > bound
          const list = found.get(id)!
          if (!isBeyond && Object.hasOwn(row.values, key)) {
            const reading = asReading(row, key)
            if (!isRegister || registerMwh(reading.value) !== null) list.push(reading)
          }
          if (isBeyond || list.length === count) open.delete(id)
        }
      }
      if (rows.length === 0) break
      edge = direction < 0 ? rows.at(-1)!.ts : rows.at(-1)!.ts + 1
    }
    return found
  }

  return { find, remember }
}

export type NeighbourSearch = ReturnType<typeof createNeighbourSearch>

function isInside(gap: KnownGap | undefined, edge: number): gap is KnownGap {
  return gap !== undefined && edge <= gap.edge && (gap.before === null || gap.before.ts < edge)
}

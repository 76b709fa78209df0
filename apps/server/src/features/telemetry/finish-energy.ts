import { maxHoldMs } from '@ohmstead/domain/telemetry/energy-segment'
import { floorToHour, hourMs } from '@ohmstead/domain/telemetry/energy-slot'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { isRetryable } from '../../platform/db/db-error.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  addDue,
  type EnergyDue,
  findControllersWithDue,
  findNextDue,
  type Of,
  removeDue,
} from './energy-due-queries.ts'
import { replaceHours } from './energy-hour-queries.ts'
import {
  createNeighbourSearch,
  type Input,
  inputKeyOf,
  type NeighbourSearch,
  type Neighbours,
  reachOf,
} from './find-neighbours.ts'
import { findLatestSamples } from './read-samples.ts'
import { type Recomputed, recomputeHours } from './recompute-energy.ts'
import { takeTurn } from './take-turn.ts'
import {
  type ControllerState,
  findStates,
  noteRecomputed,
  reopenDays,
  StaleStateError,
  saveStates,
  stateKey,
} from './telemetry-state.ts'

/** The size of one piece: small enough that nobody waits for it. */
export interface PieceLimits {
  /** Hours of changed readings that are processed together. */
  changedHours: number
  /** Hours written, of all series together. */
  rows: number
  samples: number
}
const usualLimits: PieceLimits = { changedHours: 24, rows: 1000, samples: 3000 }

/** Inputs whose hours [from, to) are to be computed. */
interface Range {
  inputs: Input[]
  from: number
  to: number
}

/**
 * Computes the next pending piece of a controller: reads without blocking anybody, then writes in one short
 * transaction, if nothing has changed meanwhile. `done` means that nothing is pending any more.
 */
export async function finishPiece(
  db: Db,
  of: Of,
  search: NeighbourSearch,
  limits: PieceLimits = usualLimits,
): Promise<'done' | 'more'> {
  const jobs = db.at('job')
  // The state first: later marks show in its count.
  const state = (await findStates(jobs, [of])).get(stateKey(of))!
  const due = await findNextDue(jobs, of, limits.changedHours)
  if (due.length === 0) return 'done'
  const piece = { state, due, search, limits, of }
  try {
    if (due[0]!.isSpread) await finishSpread(jobs, piece)
    else await finishChanged(jobs, piece)
  } catch (error) {
    if (!(error instanceof StaleStateError || isRetryable(error))) throw error
  }
  return 'more'
}

/** Computes everything that is pending, controllers taking turns. */
export async function finishEnergy(
  db: Db,
  {
    isCancelled = () => false,
    limits = usualLimits,
  }: { isCancelled?: () => boolean; limits?: PieceLimits } = {},
): Promise<void> {
  let open = (await findControllersWithDue(db.at('job'))).map((of) => ({
    of,
    search: createNeighbourSearch(db.at('job'), of),
  }))
  while (open.length > 0) {
    const left: typeof open = []
    for (const item of open) {
      if (isCancelled()) return
      if ((await finishPiece(db, item.of, item.search, limits)) === 'more') left.push(item)
    }
    open = left
  }
}

interface Piece {
  of: Of
  state: ControllerState
  due: EnergyDue[]
  search: NeighbourSearch
  limits: PieceLimits
}

/** Changed readings: their energy reaches to the neighbours of each series, for some of them perhaps far. */
async function finishChanged(db: Db, piece: Piece): Promise<void> {
  const { of, state, due, search, limits } = piece
  const inputs = inputsOf(state, due)
  const range = { from: due.at(-1)!.hour, to: due[0]!.until }
  const neighbours = await search.find(state, inputs, range)
  const ranges = groupByRange(inputs, (input) => reachOfChange(state, input, neighbours.get(input)!, range))
  const rows = ranges.reduce((sum, { inputs: own, from, to }) => sum + (own.length * (to - from)) / hourMs, 0)
  const computed = rows <= limits.rows ? await computeAll(db, piece, ranges) : null
  if (computed) return write(db, piece, computed, [])
  const spread = ranges.map((own) => toSpread(of, state, own))
  await write(db, piece, [], spread)
}

/** A range of hours processed piece by piece, the newest first. */
async function finishSpread(db: Db, piece: Piece): Promise<void> {
  const { of, state, due, limits } = piece
  const inputs = inputsOf(state, due)
  const { hour, until } = due[0]!
  const firsts = inputs.map(({ series }) => series.first).filter((first) => first !== null)
  const oldest = Math.max(hour, firsts.length > 0 ? floorToHour(Math.min(...firsts)) : until)
  if (oldest >= until) return write(db, piece, [], [])
  const mostHours = Math.max(1, Math.floor(limits.rows / inputs.length))
  const from = Math.max(oldest, until - mostHours * hourMs)
  const computed = await compute(db, piece, { inputs, from, to: until })
  const rest = computed.from > oldest ? [toSpread(of, state, { inputs, from: hour, to: computed.from })] : []
  await write(db, piece, [computed], rest)
}

function inputsOf(state: ControllerState, due: readonly EnergyDue[]): Input[] {
  const ids = new Set(due.flatMap(({ seriesIds }) => seriesIds))
  return [...state.energy]
    .filter(([, series]) => ids.has(series.id))
    .map(([key, series]) => ({ series, key: inputKeyOf(key, series) }))
}

/** The hours whose energy depends on the readings in a range. */
function reachOfChange(
  state: ControllerState,
  { series }: Input,
  { before, after }: Neighbours,
  { from, to }: { from: number; to: number },
): { from: number; to: number } {
  const first = Math.max(floorToHour(before.at(-1)?.ts ?? from), series.since ?? 0)
  if (series.source.kind === 'counter')
    return { from: first, to: after ? floorToHour(after.ts) + hourMs : to }
  // A reading also determines the period, and so the hold, of the next one. How far it reached before the change
  // is no longer known.
  return { from: first, to: floorToHour(to - 1 + reachOf(state) + maxHoldMs) + hourMs }
}

function groupByRange(
  inputs: readonly Input[],
  rangeOf: (input: Input) => { from: number; to: number },
): Range[] {
  const groups = new Map<string, Range>()
  for (const input of inputs) {
    const { from, to } = rangeOf(input)
    if (from >= to) continue
    const group = groups.get(`${from} ${to}`) ?? { from, to, inputs: [] }
    group.inputs.push(input)
    groups.set(`${from} ${to}`, group)
  }
  return [...groups.values()]
}

const toSpread = (of: Of, state: ControllerState, { inputs, from, to }: Range): EnergyDue => ({
  ...of,
  isSpread: true,
  hour: from,
  until: to,
  seriesIds: inputs.map(({ series }) => series.id),
  mark: state.lateCount,
})

type Computed = Range & { results: [Input, Recomputed][] }

/** All ranges in full, or null if they contain too many samples for one piece. */
async function computeAll(db: Db, piece: Piece, ranges: readonly Range[]): Promise<Computed[] | null> {
  const computed: Computed[] = []
  for (const range of ranges) {
    const result = await compute(db, piece, range)
    if (result.from !== range.from) return null
    computed.push(result)
  }
  return computed
}

/** The energy of a range, or of as many of its last hours as do not contain too many samples, at least one. */
async function compute(db: Db, { of, state, search, limits }: Piece, range: Range): Promise<Computed> {
  const { inputs, to } = range
  let { from } = range
  let samples = await findLatestSamples(db, of, { from, to, limit: limits.samples })
  if (samples.length === limits.samples) {
    // The oldest hour reached may be only partly covered.
    from = Math.min(Math.max(from, floorToHour(samples[0]!.ts) + hourMs), to - hourMs)
    if (samples[0]!.ts >= from) samples = await findLatestSamples(db, of, { from, to, limit: null })
  }
  const neighbours = await search.find(state, inputs, { from, to })
  const results = inputs.map((input): [Input, Recomputed] => {
    const own = neighbours.get(input)!
    const result = recomputeHours(input, own, samples, { locationId: of.locationId, from, to })
    search.remember(input, from, own, result.first)
    return [input, result]
  })
  return { inputs, from, to, results }
}

async function write(
  db: Db,
  { of, state, due }: Piece,
  computed: readonly Computed[],
  rest: readonly EnergyDue[],
): Promise<void> {
  await db.transaction(
    async (tx) => {
      // Two workers on one controller would undo each other's work.
      if (db.kind === 'postgres') {
        await takeTurn(tx, [of.locationId], false)
        await lockController(tx, of)
      }
      const now = (await findStates(tx, [of])).get(stateKey(of))!
      const isSettled = computed.every(({ inputs, to }) => inputs.every((input) => isBehind(input, to)))
      if (now.lateCount !== state.lateCount || (!isSettled && now.version !== state.version))
        throw new StaleStateError()
      for (const { inputs, from, to, results } of computed) {
        const seriesIds = inputs.map(({ series }) => series.id)
        const hours = results.flatMap(([, { hours: own }]) => own)
        await replaceHours(tx, { locationId: of.locationId, seriesIds, from, to }, hours)
      }
      await removeDue(tx, of, due, state.lateCount)
      await addDue(tx, rest)
      if (computed.length === 0) return
      const changedFrom = Math.min(...computed.map(({ from }) => from))
      if (isSettled) return noteRecomputed(tx, of, changedFrom)
      for (const [{ series }, { tail }] of computed.flatMap(({ results }) => results))
        if (tail !== undefined) series.tail = tail
      reopenDays(state, changedFrom)
      await saveStates(tx, [state])
    },
    { priority: 'job' },
  )
}

/** Hours in which the next in-order readings change nothing, so that their writers need not be waited for. */
const isBehind = ({ series }: Input, to: number) => series.tail !== null && to <= floorToHour(series.tail.ts)

async function lockController(tx: Queryable, { locationId, controllerId }: Of): Promise<void> {
  await tx.row(
    sql`select pg_advisory_xact_lock(hashtext('energy due'), hashtext(${`${locationId} ${controllerId}`}))`,
  )
}

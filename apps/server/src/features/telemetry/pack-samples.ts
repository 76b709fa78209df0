import type { PackedSample } from '@ohmstead/domain/telemetry/sample-pack'
import { thinSamples } from '@ohmstead/domain/telemetry/thin-samples'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { isRetryable } from '../../platform/db/db-error.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Of } from './energy-due-queries.ts'
import { inputKeyOf } from './find-neighbours.ts'
import { packBytes, unpackBytes } from './pack-bytes.ts'
import { findPacks, findUnpacked, floorToPack, packMs, savePack } from './sample-pack-queries.ts'
import { findRowsFrom, type SampleRow, takeRows } from './sample-queries.ts'
import { findStates, stateKey } from './telemetry-state.ts'

const locationsAtOnce = 500

/** What was packed: quarters of days of controllers, and how many samples went in and were left. */
export interface PackWork {
  packs: number
  samples: number
  kept: number
}

/**
 * Thins and packs all samples before `before`, a quarter of a day of a controller in each transaction; what arrived late
 * for a packed time is merged into its pack. Several processes may do so at once: they take different controllers.
 */
export async function packSamples(
  db: Db,
  before: number,
  isCancelled: () => boolean = () => false,
): Promise<PackWork> {
  const jobs = db.at('job')
  const done: PackWork = { packs: 0, samples: 0, kept: 0 }
  for (let after = 0; !isCancelled(); ) {
    const { locationIds, unpacked } = await findUnpacked(jobs, { before, after, limit: locationsAtOnce })
    if (locationIds.length === 0) break
    for (const { oldest, ...of } of unpacked) {
      for (let start: number | null = floorToPack(oldest); start !== null && !isCancelled(); ) {
        const work = await packQuarter(db, of, start)
        if (work === 'busy') break
        done.packs += work.packs
        done.samples += work.samples
        done.kept += work.kept
        start = await findNextStart(jobs, of, start + packMs, before)
      }
    }
    after = locationIds.at(-1)!
  }
  return done
}

async function findNextStart(db: Queryable, of: Of, from: number, to: number): Promise<number | null> {
  const [next] = await findRowsFrom(db, of, { from, to, keys: [], limit: 1 })
  return next ? floorToPack(next.ts) : null
}

/**
 * Packs what is stored of a controller within one quarter. Exactly the rows that are taken out go into the pack, so a
 * reading that is stored meanwhile stays a row. 'busy' if another process packs this controller or writes these rows.
 */
export async function packQuarter(db: Db, of: Of, startAt: number): Promise<PackWork | 'busy'> {
  try {
    return await db.transaction(
      async (tx) => {
        if (db.kind === 'postgres' && !(await takeController(tx, of))) return 'busy'
        const range = { from: startAt, to: startAt + packMs }
        const rows = await takeRows(tx, of, range)
        if (rows.length === 0) return { packs: 0, samples: 0, kept: 0 }
        const [pack] = await findPacks(tx, of, { ...range, limit: 1, direction: 1 })
        const all = addRows(pack ? unpackBytes(pack.bytes) : [], rows)
        const samples = thinSamples(all, ...(await findKept(tx, of)))
        await savePack(tx, of, { startAt, samples: samples.length, bytes: packBytes(samples) })
        return { packs: 1, samples: rows.length, kept: samples.length }
      },
      { priority: 'job' },
    )
  } catch (error) {
    if (isRetryable(error)) return 'busy'
    throw error
  }
}

/** Rows win: they are later. */
function addRows(packed: readonly PackedSample[], rows: readonly SampleRow[]): PackedSample[] {
  const byTs = new Map(packed.map((sample) => [sample.ts, sample]))
  for (const { ts, step_seconds, values } of rows) {
    const known = byTs.get(ts)
    byTs.set(ts, {
      ts,
      stepSeconds: step_seconds ?? known?.stepSeconds ?? null,
      values: { ...known?.values, ...values },
    })
  }
  return [...byTs.values()].sort((a, b) => a.ts - b.ts)
}

/** Powers that energy is computed from: every reading of theirs counts. And where registers became other ones. */
async function findKept(db: Queryable, of: Of) {
  const state = (await findStates(db, [of])).get(stateKey(of))!
  const powers = [...state.energy].filter(([, { source }]) => source.kind === 'power')
  const breaks = [...state.energy].flatMap(([key, series]) =>
    series.breaks ? [[key, series.breaks] as const] : [],
  )
  return [new Set(powers.map(([key, series]) => inputKeyOf(key, series))), new Map(breaks)] as const
}

async function takeController(tx: Queryable, { locationId, controllerId }: Of): Promise<boolean> {
  const row = await tx.row<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('sample pack'), hashtext(${`${locationId} ${controllerId}`})) as taken`,
  )
  return row!.taken
}

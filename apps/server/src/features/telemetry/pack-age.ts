import type { Db, Queryable } from '../../platform/db/db.ts'
import { type PackWork, packSamples } from './pack-samples.ts'
import { emptyPartition, findSamplePartitions, hasCitus, hasRows } from './partition-queries.ts'
import { findMonthsBefore, sampleMonthOf } from './partitions.ts'
import { announceAge, type Retention } from './retention.ts'
import { floorToPack } from './sample-pack-queries.ts'

const dayMs = 86_400_000
/** RAW_PACK_AFTER_DAYS = 0 means never, which is later than anything. */
export const neverDays = 100_000

/** Announces after how many days this process wants to pack samples, and returns what is in force. */
export async function announcePackAge(db: Db, wantedDays: number, now: number): Promise<Retention> {
  const jobs = db.at('job')
  const days = wantedDays === 0 ? neverDays : wantedDays
  return announceAge(jobs, 'pack', { days, now }, (age) => hasRowsBefore(jobs, now - age * dayMs))
}

/** Where samples end that are to be packed. */
export const packBefore = (days: number, now: number) => floorToPack(now - days * dayMs)

export interface PackRun {
  work: PackWork
  emptied: string[]
}

/** Packs the samples before an instant and gives back the space of months that are left without any. */
export async function packOldSamples(db: Db, before: number, isCancelled: () => boolean): Promise<PackRun> {
  const work = await packSamples(db, before, isCancelled)
  const emptied: string[] = []
  // Its workers vacuum by themselves; the coordinator has nothing to give back.
  if (isCancelled() || (await hasCitus(db.at('job')))) return { work, emptied }
  for (const [table, name] of await findMonthsBefore(db.at('job'), before))
    if (table === 'sample' && (await emptyPartition(db, name))) emptied.push(name)
  return { work, emptied }
}

async function hasRowsBefore(db: Queryable, before: number): Promise<boolean> {
  const boundary = sampleMonthOf(before)
  for (const name of await findSamplePartitions(db)) {
    if (name > boundary) continue
    if (await hasRows(db, name, name === boundary ? before : null)) return true
  }
  return false
}

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Queryable } from '../../../platform/db/db.ts'
import {
  findDays,
  insertAnswer,
  insertDayVersions,
  lockDevice,
  updateReadingsState,
} from '../readings/quarter-hour-queries.ts'
import type { DayReadings } from './day-readings.ts'
import { isSameDay, mergeDay } from './merge-day.ts'

const compress = promisify(gzip)

export interface Proof {
  source: 'readings' | 'csv'
  raw: string | Uint8Array
  now: number
  /** Set if the answer is already stored, because an earlier part of it changed something. */
  answerId?: number | undefined
}

/**
 * Writes new or different days of an answer, each as a version, with the answer itself as their proof.
 * An answer that changes nothing is not stored.
 */
export async function storeDays(
  tx: Queryable,
  deviceId: number,
  days: readonly DayReadings[],
  proof: Proof,
): Promise<{ changed: number; answerId: number | undefined }> {
  const unchanged = { changed: 0, answerId: proof.answerId }
  if (days.length === 0 || !(await lockDevice(tx, deviceId))) return unchanged
  const stored = await findDays(tx, deviceId, days[0]!.day, days.at(-1)!.day)
  const known = new Map(stored.map((day) => [day.day, day]))
  const changed = days
    .map((day) => mergeDay(known.get(day.day), day, proof.source === 'csv' ? 'fills' : 'replaces'))
    .filter((day) => {
      const before = known.get(day.day)
      return before === undefined || !isSameDay(before, day)
    })
  if (changed.length === 0) return unchanged
  const { source, now } = proof
  const answerId =
    proof.answerId ?? (await insertAnswer(tx, { deviceId, source, now, content: await compress(proof.raw) }))
  await insertDayVersions(tx, deviceId, changed, { answerId, now })
  await updateReadingsState(tx, deviceId)
  return { changed: changed.length, answerId }
}

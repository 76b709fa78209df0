import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { ReadingValue } from './controller-readings.ts'
import { unpackColumns } from './pack-bytes.ts'
import { findPacks, packMs } from './sample-pack-queries.ts'

/** A week of a controller: others wait for its unpacking no longer than that takes. */
const packsAtOnce = 28

/**
 * Hands over every reading of a metric of a controller in [from, to), where samples are packed. Rows beside the packs
 * come as well, and win.
 */
export async function readPackedMetric(
  db: Queryable,
  of: { locationId: number; controllerId: number },
  key: string,
  { from, to }: { from: number; to: number },
  onReading: (ts: number, value: ReadingValue) => void,
): Promise<void> {
  // Rows first: what is packed in between is then met twice, and taken once.
  const rows = await db.rows<{ ts: number; value: ReadingValue }>(
    sql`select ts, values -> ${key}::text as value from sample
        where location_id = ${of.locationId} and controller_id = ${of.controllerId}
          and ts >= ${new Date(from)} and ts < ${new Date(to)} and values ? ${key}::text`,
  )
  const late = new Map(rows.map(({ ts, value }) => [ts, value]))
  for (const [ts, value] of late) onReading(ts, value)
  for (let since = from; ; ) {
    const packs = await findPacks(db, of, { from: since, to, limit: packsAtOnce, direction: 1 })
    for (const { bytes } of packs) {
      const { instants, values } = unpackColumns(bytes, [key])
      const column = values.get(key)
      if (!column) continue
      for (let index = 0; index < instants.length; index++) {
        const ts = instants[index]!
        const value = column[index]
        if (value !== undefined && ts >= from && ts < to && !late.has(ts)) onReading(ts, value)
      }
    }
    if (packs.length < packsAtOnce) return
    since = packs.at(-1)!.start_at + packMs
    await nextTurn()
  }
}

import type { MbusMeter } from '@ohmstead/contract/controllers'
import type { P1Telegram } from '@ohmstead/domain/telemetry/p1-telegram'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/**
 * Their readings are not stored yet; their existence is, so that their owner does not look for them in vain. Written
 * only when the telegrams list different ones.
 */
export async function noteMbusMeters(
  db: Queryable,
  place: { controller_id: number; mbus_meters: readonly MbusMeter[] },
  telegrams: readonly P1Telegram[],
): Promise<void> {
  const newest = telegrams.findLast(({ mbus }) => mbus.length > 0)
  if (!newest) return
  const meters = newest.mbus.map(({ kind, id }) => ({ kind, id }))
  if (isSame(meters, place.mbus_meters)) return
  await db.run(
    sql`update controller set mbus_meters = ${JSON.stringify(meters)}::jsonb where id = ${place.controller_id}`,
  )
}

const isSame = (meters: readonly MbusMeter[], known: readonly MbusMeter[]) =>
  meters.length === known.length &&
  meters.every(({ kind, id }, index) => kind === known[index]!.kind && id === known[index]!.id)

import type { UpdateHold } from '@ohmstead/domain/software/update-state'
import type { Queryable } from '../../platform/db/db.ts'
import { findLatest } from '../telemetry/latest-queries.ts'
import { findReserves, isOffGrid } from './update-queries.ts'

/** What a battery keeps if nobody has set a reserve, in percent. */
const defaultReserve = 10
/** Older readings say nothing about now. */
const freshMs = 15 * 60_000

/** Why a controller must not restart now: its home would be without power, or soon could be. */
export async function findHold(
  db: Queryable,
  { controllerId, locationId, now }: { controllerId: number; locationId: number | null; now: number },
): Promise<UpdateHold | null> {
  if (locationId === null) return null
  if (await isOffGrid(db, controllerId, locationId)) return 'off_grid'
  const reserves = await findReserves(db, locationId)
  if (reserves.length === 0) return null
  const latest = (await findLatest(db, [locationId])).get(locationId)
  const isLow = reserves.some(({ key, reserve }) => {
    const [at, charge] = latest?.values[`${key}/soc`] ?? [0, null]
    return typeof charge === 'number' && at > now - freshMs && charge < (reserve ?? defaultReserve)
  })
  return isLow ? 'battery_low' : null
}

import type { Db, Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import {
  addToBundles,
  deleteEmptyBundles,
  findMisplaced,
  findRoom,
  insertBundle,
  lockBundles,
  removeFromBundles,
} from './energy-bundle-queries.ts'
import { mostPlaces } from './energy-sum-format.ts'
import { dropSums } from './energy-sum-queries.ts'

/**
 * Puts every location into a bundle of its group and zone, and takes deleted ones out. Sums of the bundles concerned are
 * forgotten: those of a location that leaves and comes back may have changed meanwhile.
 */
export async function assignBundles(db: Db): Promise<void> {
  // Nearly always nothing has changed, and then nobody waits for the lock.
  if ((await findMisplaced(db)).length === 0) return
  await db.transaction(
    async (tx) => {
      await tx.row(sql`select pg_advisory_xact_lock(hashtext('energy bundles'))`)
      await assign(tx)
    },
    { priority: 'job' },
  )
}

async function assign(tx: Queryable): Promise<void> {
  const misplaced = await findMisplaced(tx)
  const left = [...new Set(misplaced.flatMap(({ bundle_id }) => bundle_id ?? []))]
  // Otherwise whoever sums one up would vouch for homes that have left it.
  await lockBundles(tx, left)
  await removeFromBundles(
    tx,
    misplaced.map(({ id }) => id),
  )
  const coming = misplaced.filter(({ is_kept }) => is_kept)
  const rooms = await findRoom(tx, [...new Set(coming.map(({ location_group_id }) => location_group_id))])
  const openOf = new Map<string, { id: number; places: number }[]>()
  const keyOf = (of: { location_group_id: number; time_zone: string }) =>
    `${of.location_group_id} ${of.time_zone}`
  for (const room of rooms) {
    const known = openOf.get(keyOf(room))
    if (known) known.push(room)
    else openOf.set(keyOf(room), [room])
  }
  const places: { locationId: number; bundleId: number }[] = []
  for (const location of coming) {
    const open = openOf.get(keyOf(location)) ?? []
    openOf.set(keyOf(location), open)
    let room = open.find((bundle) => bundle.places < mostPlaces)
    if (!room) {
      room = { id: await insertBundle(tx, location.location_group_id, location.time_zone), places: 0 }
      // The fullest come last: thousands of places are given without asking each bundle.
      open.unshift(room)
    }
    room.places++
    places.push({ locationId: location.id, bundleId: room.id })
  }
  await addToBundles(tx, places)
  await dropSums(tx, [...left, ...new Set(places.map(({ bundleId }) => bundleId))], 0)
  await deleteEmptyBundles(tx, left)
}

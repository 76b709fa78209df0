import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface Bundle {
  id: number
  timeZone: string
  locationIds: number[]
}

interface BundleRow {
  id: number
  time_zone: string
  location_ids: number[]
}
const toBundle = ({ id, time_zone, location_ids }: BundleRow): Bundle => ({
  id,
  timeZone: time_zone,
  locationIds: location_ids,
})

/** Bundles one page after the other. */
export async function findBundles(db: Queryable, limit: number, after: number): Promise<Bundle[]> {
  const rows = await db.rows<BundleRow>(
    sql`select id, time_zone, array_agg(location_id order by location_id) as location_ids
        from (select id, time_zone from energy_bundle where id > ${after} order by id limit ${limit}) as bundle
          join energy_bundle_place on bundle_id = id
        group by id, time_zone order by id`,
  )
  return rows.map(toBundle)
}

/** A bundle with the places it has now; null if it has none any more. */
export async function findBundle(db: Queryable, id: number): Promise<Bundle | null> {
  const row = await db.row<BundleRow>(
    sql`select id, time_zone, array_agg(location_id order by location_id) as location_ids
        from energy_bundle join energy_bundle_place on bundle_id = id
        where id = ${id}
        group by id, time_zone`,
  )
  return row ? toBundle(row) : null
}

/** Waits until no process sums up these bundles; then their places may change until the end of the transaction. */
export async function lockBundles(tx: Queryable, ids: readonly number[]): Promise<void> {
  await tx.row(
    sql`select count(pg_advisory_xact_lock(hashtext('energy bundle'), id)) from unnest(${ids}::int[]) as id`,
  )
}

/** The bundles of locations, with those of their places that are among them. */
export async function findBundlesOf(db: Queryable, locationIds: readonly number[]): Promise<Bundle[]> {
  const rows = await db.rows<BundleRow>(
    sql`select id, time_zone, array_agg(location_id order by location_id) as location_ids
        from energy_bundle_place join energy_bundle on id = bundle_id
        where location_id = any(${locationIds}::int[])
        group by id, time_zone`,
  )
  return rows.map(toBundle)
}

/** Locations whose bundle is not the one of their group and zone, with that bundle; deleted ones have none. */
export async function findMisplaced(
  db: Queryable,
): Promise<
  { id: number; location_group_id: number; time_zone: string; bundle_id: number | null; is_kept: boolean }[]
> {
  return db.rows(
    sql`select location.id, location.location_group_id, location.time_zone, place.bundle_id,
          location.deletion_due_at is null as is_kept
        from location
          left join energy_bundle_place as place on place.location_id = location.id
          left join energy_bundle as bundle on bundle.id = place.bundle_id
        where case when location.deletion_due_at is null
          then bundle.id is null or (bundle.location_group_id, bundle.time_zone) <> (location.location_group_id, location.time_zone)
          else bundle.id is not null end
        order by location.id`,
  )
}

export async function removeFromBundles(db: Queryable, locationIds: readonly number[]): Promise<void> {
  await db.run(sql`delete from energy_bundle_place where location_id = any(${locationIds}::int[])`)
}

/** How many places the bundles of groups have. */
export async function findRoom(
  db: Queryable,
  groupIds: readonly number[],
): Promise<{ id: number; location_group_id: number; time_zone: string; places: number }[]> {
  return db.rows(
    sql`select id, location_group_id, time_zone, count(location_id)::int as places
        from energy_bundle left join energy_bundle_place on bundle_id = id
        where location_group_id = any(${groupIds}::int[])
        group by id order by id`,
  )
}

export async function insertBundle(db: Queryable, groupId: number, timeZone: string): Promise<number> {
  const row = await db.row<{ id: number }>(
    sql`insert into energy_bundle (location_group_id, time_zone) values (${groupId}, ${timeZone}) returning id`,
  )
  return row!.id
}

export async function addToBundles(
  db: Queryable,
  places: readonly { locationId: number; bundleId: number }[],
): Promise<void> {
  await db.run(
    sql`insert into energy_bundle_place (location_id, bundle_id)
        select * from unnest(${places.map((p) => p.locationId)}::int[], ${places.map((p) => p.bundleId)}::int[])`,
  )
}

export async function deleteEmptyBundles(db: Queryable, bundleIds: readonly number[]): Promise<void> {
  await db.run(
    sql`delete from energy_bundle where id = any(${bundleIds}::int[])
          and not exists (select from energy_bundle_place where bundle_id = id)`,
  )
}

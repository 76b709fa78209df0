import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'

/** What the names of a search may mean. */
export interface Named {
  userIds: readonly number[]
  locationIds: readonly number[]
}

export const countNamed = ({ userIds, locationIds }: Named) => userIds.length + locationIds.length

/** Entries of these people or locations, each found through an index. */
export const concerns = ({ userIds, locationIds }: Named) => sql`(
  a.actor_id = any(${userIds}::int[]) or a.impersonator_id = any(${userIds}::int[])
    or a.user_id = any(${userIds}::int[]) or a.location_id = any(${locationIds}::int[]))`

/** The people and locations whose name contains a word, for each of these: all names are read once. */
export async function findNamed(db: Queryable, words: readonly string[]): Promise<Named[]> {
  const idsOf = (name: Sql) =>
    words
      .map((word) => sql`coalesce(json_agg(id) filter (where strpos(${name}, ${word}) > 0), '[]')`)
      .reduce((all, ids) => sql`${all}, ${ids}`)
  const row = await db.row<{ userIds: number[][]; locationIds: number[][] }>(sql`
    select
      (select json_build_array(${idsOf(rawSql(`name_key || ' ' || email`))}) from app_user) as "userIds",
      (select json_build_array(${idsOf(rawSql('lower(name)'))}) from location) as "locationIds"`)
  return words.map((_, index) => ({ userIds: row!.userIds[index]!, locationIds: row!.locationIds[index]! }))
}

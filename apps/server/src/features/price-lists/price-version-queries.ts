import { type Sql, sql } from '../../platform/db/sql.ts'

// What the versions of price lists and of utility rate plans have in common.

/** More than a page shows; without an end, writing the same again and again would make an answer that blocks others. */
export const mostVersions = 100

/** Who, when and why, of a version `v` whose writer is `u`. */
export const versionFacts: Sql = sql`v.changed_at as "changedAt", v.reason,
  coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) as "changedBy"`

/** Who wrote a version is for those alone who may write another. */
export function withWriters<T extends { changedBy: string | null }>(
  versions: readonly T[],
  isEditor: boolean,
): T[] {
  return versions.map((version) => ({ ...version, changedBy: isEditor ? version.changedBy : null }))
}

/** How a version is kept: who wrote it, when, and why. */
export interface VersionFacts {
  changedBy: number | null
  reason: string | null
  now: number
}

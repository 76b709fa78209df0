import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { findDatabaseSize } from './figure-queries.ts'

const keptDays = 400

/** Notes the size of today, over and over, so that the last of each day stays; a chore of upkeep. */
export async function noteDatabaseSize({ db, clock }: Pick<PlatformDeps, 'db' | 'clock'>): Promise<void> {
  const today = new Date(clock.now()).toISOString().slice(0, 10)
  const bytes = await findDatabaseSize(db)
  await db.run(sql`
    insert into database_size (day, bytes) values (${today}::date, ${bytes})
    on conflict (day) do update set bytes = excluded.bytes`)
  await db.run(sql`delete from database_size where day < ${today}::date - ${keptDays}::int`)
}

/** The last days whose size is known, in order. */
export async function findDaySizes(db: Queryable, limit: number): Promise<{ day: string; bytes: number }[]> {
  const rows = await db.rows<{ day: string; bytes: number }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, bytes from database_size order by database_size.day desc limit ${limit}`)
  return rows.reverse()
}

/** The largest tables with their indexes, all partitions of one together. With Citus those of the coordinator alone. */
export async function findLargestTables(
  db: Queryable,
  limit: number,
): Promise<{ name: string; bytes: number }[]> {
  return db.rows(sql`
    select coalesce(parent.relname, c.relname)::text as name, sum(pg_total_relation_size(c.oid))::bigint as bytes
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    group by 1 order by 2 desc, 1 limit ${limit}`)
}

import type { AuditEntryView } from '@ohmstead/contract/audit'
import type { AuditAction } from '@ohmstead/domain/audit/audit-actions'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'

export interface AuditFilter {
  action?: AuditAction | undefined
  userId?: number | undefined
  from?: number | undefined
  to?: number | undefined
  /** Entries before this id. */
  before?: number | undefined
  companyId?: number | undefined
  locationId?: number | undefined
  /** Text in the name of a person or the location. */
  search?: string
}

const person = (id: string, alias: string) =>
  rawSql(`case when ${id} is not null then json_build_object('id', ${id},
    'name', nullif(trim(${alias}.first_name || ' ' || ${alias}.last_name), ''), 'email', ${alias}.email) end`)
const thing = (id: string, name: string) =>
  rawSql(`case when ${id} is not null then json_build_object('id', ${id}, 'name', ${name}) end`)

/** An invitation is stored by its id; its recipient is deleted with the account of that address. */
const facts = (column: string) =>
  rawSql(`case when ${column} ? 'invitationId'
    then (${column} - 'invitationId') || jsonb_build_object('email', v.email) else ${column} end`)

interface Named {
  userIds: readonly number[]
  locationIds: readonly number[]
}

/** Up to so many people and locations their entries are gathered by index; those of more are met on the way back in time. */
const fewNamed = 200
/** So far back goes one page of a search for more of them: about a tenth of a second. */
const entriesAtOnce = 150_000

const countNamed = ({ userIds, locationIds }: Named) => userIds.length + locationIds.length

/** Entries of these people or locations, each found through an index. */
const concerns = ({ userIds, locationIds }: Named) => sql`(
  a.actor_id = any(${userIds}::int[]) or a.impersonator_id = any(${userIds}::int[])
    or a.user_id = any(${userIds}::int[]) or a.location_id = any(${locationIds}::int[]))`

/** Both parts of an entry's facts: the permanent ones, and possibly personal ones. */
const whole = (column: string) =>
  `nullif(coalesce(a.${column}, '{}') || coalesce(fact.${column}, '{}'), '{}')`

/** The people and locations whose name contains a word. */
function findNamed(db: Queryable, word: string): Promise<Named> {
  return db
    .row<Named>(sql`
      select
        (select coalesce(json_agg(id), '[]') from app_user
          where strpos(lower(concat_ws(' ', first_name, last_name, email)), ${word}) > 0) as "userIds",
        (select coalesce(json_agg(id), '[]') from location where strpos(lower(name), ${word}) > 0) as "locationIds"`)
    .then((row) => row!)
}

/** Deletes entries older than `since`, this many at once; returns how many. The database never deletes the last 90 days. */
export async function dropOldAuditEntries(db: Queryable, since: number, most: number): Promise<number> {
  const row = await db.row<{ dropped: number }>(
    sql`select drop_old_audit_entries(${new Date(since)}::timestamptz, ${most}::int) as dropped`,
  )
  return row!.dropped
}

export interface AuditPage {
  entries: AuditEntryView[]
  /** What to go on with; null at the end. */
  nextBefore: number | null
}

/**
 * Matching entries, newest first, with today's names. `scope` limits what the reader may see at all. A search for what
 * many have in their names goes back a piece at a time, so that a page of it may be short or empty before the end.
 */
export async function findAuditPage(
  db: Queryable,
  scope: Sql,
  filter: AuditFilter,
  size: number,
): Promise<AuditPage> {
  const conditions: Sql[] = [scope]
  if (filter.action) conditions.push(sql`a.action = ${filter.action}`)
  if (filter.from !== undefined) conditions.push(sql`a.at >= ${new Date(filter.from)}`)
  if (filter.to !== undefined) conditions.push(sql`a.at < ${new Date(filter.to)}`)
  if (filter.before !== undefined) conditions.push(sql`a.id < ${filter.before}`)
  if (filter.companyId !== undefined) conditions.push(sql`a.company_id = ${filter.companyId}`)
  if (filter.locationId !== undefined) conditions.push(sql`a.location_id = ${filter.locationId}`)
  const wanted: Named[] = filter.userId === undefined ? [] : [{ userIds: [filter.userId], locationIds: [] }]
  for (const word of (filter.search ?? '').split(/\s+/).filter(Boolean)) {
    const named = await findNamed(db, word.toLowerCase())
    // A word without any match never touches the log.
    if (countNamed(named) === 0) return { entries: [], nextBefore: null }
    wanted.push(named)
  }
  conditions.push(...wanted.map(concerns))
  const isFew = wanted.some((named) => countNamed(named) <= fewNamed)
  const isPiece = wanted.length > 0 && !isFew
  const from = isPiece ? await findPieceStart(db, filter.before) : null
  if (from !== null) conditions.push(sql`a.id >= ${from}`)
  const found = await findEntries(db, conditions, { limit: size + 1, isFew })
  const entries = found.slice(0, size)
  if (found.length > size) return { entries, nextBefore: entries.at(-1)!.id }
  return { entries, nextBefore: from === null ? null : await findOlderThan(db, from) }
}

/** Where the piece of the log ends that a page looks through, counted back from its newest entry. */
async function findPieceStart(db: Queryable, before: number | undefined): Promise<number> {
  if (before !== undefined) return before - entriesAtOnce
  const newest = await db.row<{ id: number }>(sql`select id from audit_log order by id desc limit 1`)
  return (newest?.id ?? 0) + 1 - entriesAtOnce
}

/** Just above the newest entry before this one; null if there is none. */
async function findOlderThan(db: Queryable, id: number): Promise<number | null> {
  const older = await db.row<{ id: number }>(
    sql`select id from audit_log where id < ${id} order by id desc limit 1`,
  )
  return older ? older.id + 1 : null
}

function findEntries(
  db: Queryable,
  conditions: readonly Sql[],
  { limit, isFew }: { limit: number; isFew: boolean },
): Promise<AuditEntryView[]> {
  const where = conditions.reduce((all, condition) => sql`${all} and ${condition}`)
  // Of few, all are gathered by index first: with the limit in sight the planner would look through the whole log.
  const page = isFew
    ? sql`with hit as materialized (select a.id from audit_log a where ${where}) select id from hit`
    : sql`select a.id from audit_log a where ${where}`
  return db.rows<AuditEntryView>(sql`
    select a.id, a.at, a.action, ${facts(whole('before'))} as before, ${facts(whole('after'))} as after, origin.address,
      ${person('a.actor_id', 'p')} as actor, ${person('a.impersonator_id', 'i')} as impersonator,
      ${person('a.user_id', 'u')} as "user", ${thing('a.company_id', 'c.name')} as company,
      ${thing('a.location_id', 'l.name')} as location, ${thing('a.controller_id', 'k.unit_id')} as controller
    from (${page} order by id desc limit ${limit}) page join audit_log a on a.id = page.id
      left join audit_fact fact on fact.entry_id = a.id
      left join audit_address origin on origin.entry_id = a.id
      left join app_user p on p.id = a.actor_id
      left join app_user i on i.id = a.impersonator_id
      left join app_user u on u.id = a.user_id
      left join company c on c.id = a.company_id
      left join location l on l.id = a.location_id
      left join controller k on k.id = a.controller_id
      left join invitation v on v.id = coalesce(a.before ->> 'invitationId', a.after ->> 'invitationId')::int
    order by a.id desc`)
}

import type { AuditEntryView } from '@ohmstead/contract/audit'
import type { AuditAction } from '@ohmstead/domain/audit/audit-actions'
import type { Queryable } from '../../platform/db/db.ts'
import { searchWords } from '../../platform/db/search-words.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import { concerns, countNamed, findNamed, type Named } from './audit-search.ts'

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

/** Up to so many people and locations their entries are gathered by index; those of more are met on the way back in time. */
const fewNamed = 200
/** So far back goes one page of a search for more of them: less than a tenth of a second. */
const entriesAtOnce = 75_000
/** So many entries after a time are passed by quickly. */
const passedQuickly = 20_000

/** What a reader may see at all: what is about these companies, or what somebody did. */
export interface EntryScope {
  companyIds: readonly number[]
  actorId: number
}

/** Both parts of an entry's facts: the permanent ones, and possibly personal ones. */
const whole = (column: string) =>
  `nullif(coalesce(a.${column}, '{}') || coalesce(fact.${column}, '{}'), '{}')`

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
 * Matching entries, newest first, with today's names. A search for what many have in their names goes back a piece at a
 * time, so that a page of it may be short or empty before the end.
 */
export async function findAuditPage(
  db: Queryable,
  scope: EntryScope | null,
  filter: AuditFilter,
  size: number,
): Promise<AuditPage> {
  const nothing = { entries: [], nextBefore: null }
  const wanted: Named[] = filter.userId === undefined ? [] : [{ userIds: [filter.userId], locationIds: [] }]
  const words = searchWords(filter.search ?? '')
  if (words.length > 0) wanted.push(...(await findNamed(db, words)))
  // A word without any match never touches the log.
  if (wanted.some((named) => countNamed(named) === 0)) return nothing
  const ids = await findIdsOfTime(db, filter)
  if (ids?.first === null) return nothing
  const { first = 0, last = null } = ids ?? {}
  const before = Math.min(filter.before ?? Infinity, last === null ? Infinity : last + 1)

  const isFew = wanted.some((named) => countNamed(named) <= fewNamed)
  const isPiece = wanted.length > 0 && !isFew
  const from = isPiece ? Math.max(first, await findPieceStart(db, before)) : first
  const conditions: Sql[] = [sql`a.id >= ${from}`, ...wanted.map(concerns)]
  if (before < Infinity) conditions.push(sql`a.id < ${before}`)
  if (filter.action) conditions.push(sql`a.action = ${filter.action}`)
  if (filter.from !== undefined) conditions.push(sql`a.at >= ${new Date(filter.from)}`)
  if (filter.to !== undefined) conditions.push(sql`a.at < ${new Date(filter.to)}`)
  if (filter.companyId !== undefined) conditions.push(sql`a.company_id = ${filter.companyId}`)
  if (filter.locationId !== undefined) conditions.push(sql`a.location_id = ${filter.locationId}`)
  const where = conditions.reduce((all, condition) => sql`${all} and ${condition}`)
  const found = await findEntries(db, scope, where, { limit: size + 1, isFew })
  const entries = found.slice(0, size)
  if (found.length > size) return { entries, nextBefore: entries.at(-1)!.id }
  return { entries, nextBefore: isPiece && from > first ? await findOlderThan(db, from) : null }
}

/**
 * Between which ids the entries of a time are, where many are newer: a walk back from the newest would pass all of these by.
 * Both are null if there are none. A later entry may say an earlier time, so that all of the time are looked through.
 */
async function findIdsOfTime(
  db: Queryable,
  { from, to }: AuditFilter,
): Promise<{ first: number; last: number } | { first: null; last: null } | undefined> {
  if (from === undefined || to === undefined) return undefined
  const [since, until] = [new Date(from), new Date(to)]
  const newer = await db.row(
    sql`select id from audit_log where at >= ${until} order by at offset ${passedQuickly} limit 1`,
  )
  if (!newer) return undefined
  // The sum keeps the planner from looking for the least and the greatest id by walking over all.
  return db.row(
    sql`select min(id + 0) as first, max(id + 0) as last from audit_log where at >= ${since} and at < ${until}`,
  )
}

/** Where the piece of the log ends that a page looks through, counted back from its newest entry. */
async function findPieceStart(db: Queryable, before: number): Promise<number> {
  if (before < Infinity) return before - entriesAtOnce
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

/** The ids of at least the newest of what a reader may see. */
function pageOf(
  scope: EntryScope | null,
  where: Sql,
  { limit, isFew }: { limit: number; isFew: boolean },
): Sql {
  // Of few, all are gathered by index first: with the limit in sight the planner would look through the whole log.
  if (isFew) {
    const seen = scope
      ? sql`(a.company_id = any(${scope.companyIds}::int[]) or a.actor_id = ${scope.actorId})`
      : rawSql('true')
    return sql`with hit as materialized (select a.id from audit_log a where ${where} and ${seen}) select id from hit`
  }
  if (!scope) return sql`select a.id from audit_log a where ${where}`
  // Each by an index that has its entries in this order: one condition with "or" would read all of them.
  return sql`
    select found.id from unnest(${scope.companyIds}::int[]) as own (company_id),
      lateral (select a.id from audit_log a where a.company_id = own.company_id and ${where}
        order by a.id desc limit ${limit}) found
    union
    select found.id from (select a.id from audit_log a where a.actor_id = ${scope.actorId} and ${where}
      order by a.id desc limit ${limit}) found`
}

function findEntries(
  db: Queryable,
  scope: EntryScope | null,
  where: Sql,
  options: { limit: number; isFew: boolean },
): Promise<AuditEntryView[]> {
  return db.rows<AuditEntryView>(sql`
    select a.id, a.at, a.action, ${facts(whole('before'))} as before, ${facts(whole('after'))} as after, origin.address,
      ${person('a.actor_id', 'p')} as actor, ${person('a.impersonator_id', 'i')} as impersonator,
      ${person('a.user_id', 'u')} as "user", ${thing('a.company_id', 'c.name')} as company,
      ${thing('a.location_id', 'l.name')} as location, ${thing('a.controller_id', `split_part(k.unit_id, '~', 1)`)} as controller
    from (${pageOf(scope, where, options)} order by id desc limit ${options.limit}) page join audit_log a on a.id = page.id
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

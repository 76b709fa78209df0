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

/** Entries of these people or locations, each found through an index. */
const concerns = (userIds: readonly number[], locationIds: readonly number[]) => sql`(
  a.actor_id = any(${userIds}::int[]) or a.impersonator_id = any(${userIds}::int[])
    or a.user_id = any(${userIds}::int[]) or a.location_id = any(${locationIds}::int[]))`

/** Both parts of an entry's facts: the permanent ones, and possibly personal ones. */
const whole = (column: string) =>
  `nullif(coalesce(a.${column}, '{}') || coalesce(fact.${column}, '{}'), '{}')`

/** The people and locations whose name contains a word. */
function findNamed(db: Queryable, word: string): Promise<{ userIds: number[]; locationIds: number[] }> {
  return db
    .row<{ userIds: number[]; locationIds: number[] }>(sql`
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

/** Matching entries, newest first, with today's names. `scope` limits what the reader may see at all. */
export async function findAuditEntries(
  db: Queryable,
  scope: Sql,
  filter: AuditFilter,
  limit: number,
): Promise<AuditEntryView[]> {
  const conditions: Sql[] = [scope]
  if (filter.action) conditions.push(sql`a.action = ${filter.action}`)
  if (filter.userId !== undefined) conditions.push(concerns([filter.userId], []))
  if (filter.from !== undefined) conditions.push(sql`a.at >= ${new Date(filter.from)}`)
  if (filter.to !== undefined) conditions.push(sql`a.at < ${new Date(filter.to)}`)
  if (filter.before !== undefined) conditions.push(sql`a.id < ${filter.before}`)
  if (filter.companyId !== undefined) conditions.push(sql`a.company_id = ${filter.companyId}`)
  if (filter.locationId !== undefined) conditions.push(sql`a.location_id = ${filter.locationId}`)
  for (const word of (filter.search ?? '').split(/\s+/).filter(Boolean)) {
    const { userIds, locationIds } = await findNamed(db, word.toLowerCase())
    // A word without any match never touches the log.
    if (userIds.length === 0 && locationIds.length === 0) return []
    conditions.push(concerns(userIds, locationIds))
  }
  const where = conditions.reduce((all, condition) => sql`${all} and ${condition}`)
  return db.rows<AuditEntryView>(sql`
    select a.id, a.at, a.action, ${facts(whole('before'))} as before, ${facts(whole('after'))} as after, origin.address,
      ${person('a.actor_id', 'p')} as actor, ${person('a.impersonator_id', 'i')} as impersonator,
      ${person('a.user_id', 'u')} as "user", ${thing('a.company_id', 'c.name')} as company,
      ${thing('a.location_id', 'l.name')} as location, ${thing('a.controller_id', 'k.unit_id')} as controller
    from audit_log a
      left join audit_fact fact on fact.entry_id = a.id
      left join audit_address origin on origin.entry_id = a.id
      left join app_user p on p.id = a.actor_id
      left join app_user i on i.id = a.impersonator_id
      left join app_user u on u.id = a.user_id
      left join company c on c.id = a.company_id
      left join location l on l.id = a.location_id
      left join controller k on k.id = a.controller_id
      left join invitation v on v.id = coalesce(a.before ->> 'invitationId', a.after ->> 'invitationId')::int
    where ${where} order by a.id desc limit ${limit}`)
}

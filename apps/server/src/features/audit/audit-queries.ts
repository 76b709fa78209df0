import type { AuditEntryView } from '@ohmstead/contract/audit-log'
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
  /** Text that a person or the location is called by. */
  search?: string
}

const person = (id: string, alias: string) =>
  rawSql(`case when ${id} is not null then json_build_object('id', ${id},
    'name', nullif(trim(${alias}.first_name || ' ' || ${alias}.last_name), ''), 'email', ${alias}.email) end`)
const thing = (id: string, name: string) =>
  rawSql(`case when ${id} is not null then json_build_object('id', ${id}, 'name', ${name}) end`)

/** An invitation is kept by its id; whom it was for goes with the account of that address. */
const facts = (column: string) =>
  rawSql(`case when ${column} ? 'invitationId'
    then (${column} - 'invitationId') || jsonb_build_object('email', v.email) else ${column} end`)

const names = rawSql(`concat_ws(' ', p.first_name, p.last_name, p.email, i.first_name, i.last_name, i.email,
  u.first_name, u.last_name, u.email, l.name)`)

/** Entries that fit, newest first, with the names of today. `scope` says what the reader may see at all. */
export function findAuditEntries(
  db: Queryable,
  scope: Sql,
  filter: AuditFilter,
  limit: number,
): Promise<AuditEntryView[]> {
  const conditions: Sql[] = [scope]
  if (filter.action) conditions.push(sql`a.action = ${filter.action}`)
  if (filter.userId !== undefined)
    conditions.push(sql`${filter.userId}::int in (a.actor_id, a.impersonator_id, a.user_id)`)
  if (filter.from !== undefined) conditions.push(sql`a.at >= ${new Date(filter.from)}`)
  if (filter.to !== undefined) conditions.push(sql`a.at < ${new Date(filter.to)}`)
  if (filter.before !== undefined) conditions.push(sql`a.id < ${filter.before}`)
  if (filter.companyId !== undefined) conditions.push(sql`a.company_id = ${filter.companyId}`)
  if (filter.locationId !== undefined) conditions.push(sql`a.location_id = ${filter.locationId}`)
  for (const word of (filter.search ?? '').split(/\s+/).filter(Boolean))
    conditions.push(sql`strpos(lower(${names}), ${word.toLowerCase()}) > 0`)
  const where = conditions.reduce((all, condition) => sql`${all} and ${condition}`)
  return db.rows<AuditEntryView>(sql`
    select a.id, a.at, a.action, ${facts('a.before')} as before, ${facts('a.after')} as after, a.address,
      ${person('a.actor_id', 'p')} as actor, ${person('a.impersonator_id', 'i')} as impersonator,
      ${person('a.user_id', 'u')} as "user", ${thing('a.company_id', 'c.name')} as company,
      ${thing('a.location_id', 'l.name')} as location, ${thing('a.controller_id', 'k.unit_id')} as controller
    from audit_log a
      left join app_user p on p.id = a.actor_id
      left join app_user i on i.id = a.impersonator_id
      left join app_user u on u.id = a.user_id
      left join company c on c.id = a.company_id
      left join location l on l.id = a.location_id
      left join controller k on k.id = a.controller_id
      left join invitation v on v.id = coalesce(a.before ->> 'invitationId', a.after ->> 'invitationId')::int
    where ${where} order by a.id desc limit ${limit}`)
}

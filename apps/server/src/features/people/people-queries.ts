import type { ManagedUser } from '@ohmstead/domain/access/manage-user'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import type { Role } from '@ohmstead/domain/access/role'
import type { Queryable } from '../../platform/db/db.ts'
import { searchWords } from '../../platform/db/search-words.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'

interface Named {
  id: number
  name: string
}

export interface PersonRow {
  id: number
  email: string
  first_name: string
  last_name: string
  locale: string | null
  role: Role
  email_verified_at: number | null
  disabled_at: number | null
  deletion_due_at: number | null
  created_at: number
  last_seen_at: number | null
  company: Named | null
  runs: Named[]
  location_count: number
  /** These two are read whether the reader sees the companies or not: the rule for managing people needs them. */
  home_company_id: number | null
  runs_company_ids: number[]
}

/** The companies somebody manages people of; null is all. */
export type PeopleScope = readonly number[] | null

export const peopleScopeOf = (actor: Actor): PeopleScope =>
  activeRole(actor) === 'ROLE_SUPER_ADMIN' ? null : actor.companyIds

/** Whether a company id, written as SQL, is in the scope. */
const inScope = (column: string, scope: PeopleScope): Sql =>
  scope === null ? rawSql('true') : sql`${rawSql(column)} = any(${scope}::int[])`

/** The locations somebody owns or shares, by index: an `or` here would scan every location for each person. */
const theirs = rawSql(`l.id in (select id from location where owner_id = u.id
  union all select location_id from location_permission where user_id = u.id)`)

/**
 * Everybody who belongs to a company of the scope, runs one, or owns or shares a location in one. Each part may be asked by
 * index for one person, or be collected once for all: the planner chooses, which one `exists` around an `or` would prevent.
 */
export const seenIn = (scope: PeopleScope): Sql =>
  scope === null
    ? rawSql('true')
    : sql`(${inScope('u.company_id', scope)}
        or exists (select from user_company r where r.user_id = u.id and ${inScope('r.company_id', scope)})
        or exists (select from location l where l.owner_id = u.id and ${inScope('l.company_id', scope)})
        or exists (select from location_permission p join location l on l.id = p.location_id
          where p.user_id = u.id and ${inScope('l.company_id', scope)}))`

const role = rawSql(
  `coalesce((select role from user_role where user_id = u.id order by position limit 1), 'ROLE_USER')`,
)

/** Whether `role` is this, found by the role instead of read for each person. */
const hasRole = (wanted: Role): Sql => {
  const isFirst = sql`exists (select from user_role r where r.user_id = u.id and r.role = ${wanted}
    and not exists (select from user_role e where e.user_id = r.user_id and e.position < r.position))`
  if (wanted !== 'ROLE_USER') return isFirst
  return sql`(${isFirst} or not exists (select from user_role r where r.user_id = u.id))`
}

const columns = (scope: PeopleScope): Sql => sql`
  u.id, u.email, u.first_name, u.last_name, u.locale, ${role} as role, u.email_verified_at, u.disabled_at,
  u.deletion_due_at, u.created_at, (select max(last_seen_at) from session where user_id = u.id) as last_seen_at,
  (select json_build_object('id', c.id, 'name', c.name) from company c
    where c.id = u.company_id and ${inScope('c.id', scope)}) as company,
  (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id), '[]')
    from user_company r join company c on c.id = r.company_id
    where r.user_id = u.id and ${inScope('c.id', scope)}) as runs,
  (select count(*) from location l 
    where ${inScope('l.company_id', scope)} and l.deletion_due_at is null and ${theirs}) as location_count,
  u.company_id as home_company_id,
  (select coalesce(json_agg(company_id), '[]') from user_company where user_id = u.id) as runs_company_ids`

export interface PeopleFilter {
  search: string
  role?: Role | undefined
  page: number
}

export const pageSize = 50

function matching(scope: PeopleScope, { search, role: wanted }: PeopleFilter): Sql {
  let where = seenIn(scope)
  if (wanted) where = sql`${where} and ${hasRole(wanted)}`
  for (const word of searchWords(search))
    where = sql`${where} and strpos(u.name_key || ' ' || u.email, ${word}) > 0`
  return where
}

/** As the index has it. */
const byName = rawSql('u.name_key, u.email, u.id')

/** What a page shows of each person is read for those of the page alone. */
export function findPeople(db: Queryable, scope: PeopleScope, filter: PeopleFilter): Promise<PersonRow[]> {
  return db.rows<PersonRow>(sql`
    select ${columns(scope)} from (
      select u.id from app_user u where ${matching(scope, filter)}
      order by ${byName} limit ${pageSize} offset ${(filter.page - 1) * pageSize}) page join app_user u on u.id = page.id
    order by ${byName}`)
}

export async function countPeople(db: Queryable, scope: PeopleScope, filter: PeopleFilter): Promise<number> {
  const row = await db.row<{ total: number }>(
    sql`select count(*) as total from app_user u where ${matching(scope, filter)}`,
  )
  return row!.total
}

export function findPerson(
  db: Queryable,
  scope: PeopleScope,
  userId: number,
): Promise<PersonRow | undefined> {
  return db.row<PersonRow>(
    sql`select ${columns(scope)} from app_user u where u.id = ${userId} and ${seenIn(scope)}`,
  )
}

/** Locks this person until the transaction ends. */
export function lockPerson(tx: Queryable, userId: number): Promise<unknown> {
  return tx.row(sql`select id from app_user where id = ${userId} for update`)
}

export const toManagedUser = (row: PersonRow): ManagedUser => ({
  id: row.id,
  role: row.role,
  homeCompanyId: row.home_company_id,
  runsCompanyIds: row.role === 'ROLE_AGGREGATOR' ? row.runs_company_ids : [],
  isConfirmed: row.email_verified_at !== null,
})

export interface PersonLocationRow extends Named {
  company_id: number
  is_owner: boolean
  edit: boolean
  control: boolean
  manageUsers: boolean
}

export function findPersonLocations(
  db: Queryable,
  scope: PeopleScope,
  userId: number,
): Promise<PersonLocationRow[]> {
  return db.rows<PersonLocationRow>(sql`
    select l.id, l.name, l.company_id, l.owner_id is not distinct from ${userId}::int as is_owner,
      l.owner_id is not distinct from ${userId}::int or p.can_edit as edit,
      l.owner_id is not distinct from ${userId}::int or p.can_control as control,
      l.owner_id is not distinct from ${userId}::int or p.can_manage_users as "manageUsers"
    from location l left join location_permission p on p.location_id = l.id and p.user_id = ${userId}
    where (l.owner_id = ${userId} or p.user_id is not null) and ${inScope('l.company_id', scope)}
      and l.deletion_due_at is null
    order by l.name, l.id`)
}

export function findPersonControllers(db: Queryable, scope: PeopleScope, userId: number) {
  return db.rows<{ id: number; unit_id: string; location_id: number }>(sql`
    select c.id, c.unit_id, c.location_id from controller c join location l on l.id = c.location_id
    where coalesce(c.owner_id, l.owner_id) = ${userId} and ${inScope('l.company_id', scope)}
      and l.deletion_due_at is null order by c.id`)
}

import type { CompanyControllerView } from '@ohmstead/contract/controllers'
import type { Queryable } from '../../platform/db/db.ts'
import { searchWords } from '../../platform/db/search-words.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { clockColumn } from './controller-queries.ts'

export const pageSize = 50

export interface CompanyControllerFilter {
  search: string
  isConnected: boolean | null
  page: number
}

const source = sql`controller c join location l on l.id = c.location_id
  left join app_user u on u.id = coalesce(c.owner_id, l.owner_id)`

const isListed = sql`c.revoked_at is null and l.deletion_due_at is null`

const columns = sql`c.id, c.unit_id, c.kind, c.alias, c.online, c.online_changed_at, c.last_seen_at, c.linked_at,
  c.created_at, c.info, ${clockColumn},
  json_build_object('id', l.id, 'name', l.name, 'location_group_id', l.location_group_id) as location,
  case when u.id is not null then json_build_object('id', u.id, 'email', u.email, 'first_name', u.first_name,
    'last_name', u.last_name, 'is_assigned', c.owner_id is not null) end as owner`

function matching(companyId: number, { search, isConnected }: CompanyControllerFilter): Sql {
  let where = sql`l.company_id = ${companyId} and ${isListed}`
  if (isConnected !== null) where = sql`${where} and c.online = ${isConnected}`
  for (const word of searchWords(search))
    where = sql`${where} and strpos(lower(c.unit_id || ' ' || coalesce(c.alias, '') || ' ' || l.name || ' '
      || coalesce(u.first_name || ' ' || u.last_name || ' ' || u.email, '')), ${word}) > 0`
  return where
}

export function findCompanyControllers(
  db: Queryable,
  companyId: number,
  filter: CompanyControllerFilter,
): Promise<CompanyControllerView[]> {
  return db.rows<CompanyControllerView>(sql`
    select ${columns} from ${source} where ${matching(companyId, filter)}
    order by lower(l.name), l.id, c.id limit ${pageSize} offset ${(filter.page - 1) * pageSize}`)
}

export async function countCompanyControllers(
  db: Queryable,
  companyId: number,
  filter: CompanyControllerFilter,
): Promise<number> {
  const row = await db.row<{ total: number }>(
    sql`select count(*) as total from ${source} where ${matching(companyId, filter)}`,
  )
  return row!.total
}

export function findControllerOfCompany(
  db: Queryable,
  companyId: number,
  controllerId: number,
): Promise<CompanyControllerView | undefined> {
  return db.row<CompanyControllerView>(sql`
    select ${columns} from ${source}
    where c.id = ${controllerId} and l.company_id = ${companyId} and ${isListed}`)
}

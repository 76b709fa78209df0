import type { CompanyDeviceView } from '@ohmstead/contract/devices'
import type { Queryable } from '../../platform/db/db.ts'
import { searchWords } from '../../platform/db/search-words.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

export const devicesPerPage = 50

function matching(companyId: number, search: string): Sql {
  let where = sql`l.company_id = ${companyId} and l.deletion_due_at is null and d.deleted_at is null and c.revoked_at is null`
  for (const word of searchWords(search))
    where = sql`${where} and strpos(lower(d.name || ' ' || coalesce(d.model, '') || ' ' || coalesce(d.serial, '') || ' '
      || c.unit_id || ' ' || coalesce(c.alias, '') || ' ' || l.name), ${word}) > 0`
  return where
}

const source = sql`device d join location l on l.id = d.location_id join controller c on c.id = d.controller_id`

export function findCompanyDevices(
  db: Queryable,
  companyId: number,
  { search, page }: { search: string; page: number },
): Promise<CompanyDeviceView[]> {
  return db.rows<CompanyDeviceView>(
    sql`select d.id, d.name, d.category, d.model, d.controller_id, c.unit_id as controller_unit_id,
          c.alias as controller_alias, c.online as controller_online, d.newest_at,
          json_build_object('id', l.id, 'name', l.name, 'location_group_id', l.location_group_id) as location
        from ${source} where ${matching(companyId, search)}
        order by lower(l.name), l.id, d.id limit ${devicesPerPage} offset ${(page - 1) * devicesPerPage}`,
  )
}

export async function countCompanyDevices(db: Queryable, companyId: number, search: string): Promise<number> {
  const row = await db.row<{ total: number }>(
    sql`select count(*) as total from ${source} where ${matching(companyId, search)}`,
  )
  return row!.total
}

import type { FoundController, FoundDevice, FoundLocation, FoundUser } from '@ohmstead/contract/admin-search'
import type { SearchKind } from '@ohmstead/domain/admin-search/search-filters'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import { seenIn } from '../people/people-queries.ts'
import type { SearchScope } from './find-matches.ts'

export interface FoundRows {
  users: FoundUser
  locations: FoundLocation
  controllers: FoundController
  devices: FoundDevice
}

/** Asked once more of what is shown: a row that was searched may be older than the place of its thing. */
const within = (column: string, scope: SearchScope): Sql =>
  scope === null ? rawSql('true') : sql`${rawSql(column)} = any(${scope}::int[])`

const place = rawSql(
  `json_build_object('id', l.id, 'name', l.name, 'location_group_id', l.location_group_id)`,
)
const company = rawSql(`json_build_object('id', c.id, 'name', c.name)`)

const statements: Record<SearchKind, (ids: readonly number[], scope: SearchScope) => Sql> = {
  users: (ids, scope) => sql`
    select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName",
      coalesce((select role from user_role where user_id = u.id order by position limit 1), 'ROLE_USER') as role,
      (select ${company} from company c where c.id = u.company_id and ${within('c.id', scope)}) as company,
      u.email_verified_at, u.disabled_at
    from app_user u where u.id = any(${ids}::int[]) and ${seenIn(scope)}`,
  locations: (ids, scope) => sql`
    select l.id, l.name as "locationName", ${company} as company,
      json_build_object('id', g.id, 'name', g.name) as location_group,
      case when o.id is not null then json_build_object('id', o.id, 'email', o.email, 'firstName', o.first_name,
        'lastName', o.last_name) end as owner,
      (select count(*) from controller where location_id = l.id) as controllers,
      (select count(*) from controller where location_id = l.id and online) as connected
    from location l join company c on c.id = l.company_id join location_group g on g.id = l.location_group_id
      left join app_user o on o.id = l.owner_id
    where l.id = any(${ids}::int[]) and l.deletion_due_at is null and ${within('l.company_id', scope)}`,
  controllers: (ids, scope) => sql`
    select u.id, u.unit_id as "unitId", u.alias, u.kind, u.online, u.last_seen_at,
      u.info ->> 'hwVersion' as "hwVersion", u.info ->> 'osVersion' as "osVersion",
      u.info ->> 'softwareVersion' as "softwareVersion", u.info ->> 'ethernetIp' as "ethernetIp",
      u.info ->> 'wirelessIp' as "wirelessIp", u.info ->> 'mobileIp' as "mobileIp", u.info ->> 'openVpnIp' as "openVpnIp",
      l.name as "locationName", c.name as "companyName", case when l.id is not null then ${place} end as location,
      case when c.id is not null then ${company} end as company
    from controller u left join location l on l.id = u.location_id
      left join company c on c.id = coalesce(l.company_id, u.stock_company_id)
    where u.id = any(${ids}::int[]) and u.revoked_at is null and l.deletion_due_at is null and ${within('c.id', scope)}`,
  devices: (ids, scope) => sql`
    select d.id, d.name as "deviceName", d.model as "deviceType", d.category as "categoryName",
      u.alias as "controllerAlias", u.unit_id as "controllerUnitId", d.controller_id, d.device_group_id,
      ${place} as location, ${company} as company
    from device d join controller u on u.id = d.controller_id join location l on l.id = d.location_id
      join company c on c.id = l.company_id
    where d.id = any(${ids}::int[]) and d.deleted_at is null and l.deletion_due_at is null
      and ${within('l.company_id', scope)}`,
}

/** What is shown of the rows of a page, in its order. */
export async function readFound<Kind extends SearchKind>(
  db: Queryable,
  kind: Kind,
  scope: SearchScope,
  ids: readonly number[],
): Promise<FoundRows[Kind][]> {
  if (ids.length === 0) return []
  const rows = await db.rows<FoundRows[Kind]>(statements[kind](ids, scope))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

import type { MonthCostsView } from '@ohmstead/contract/location-pricing-money'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import { selectFingerprints } from './price-fingerprints.ts'

export const pageSize = 50

interface Asked {
  companyId: number
  locationGroupId?: number | undefined
  search: string
  sort: 'name' | 'importCost' | 'exportRevenue'
  direction: 'asc' | 'desc'
  page: number
  now: number
}

/** Known money before unknown, each currency by itself. */
const byMoney = (key: 'importCost' | 'exportRevenue', direction: Asked['direction']) =>
  `cost ->> '${key}' is null, cost ->> 'currency', (cost ->> '${key}')::numeric ${direction}`

/** As `findPricingPoint` has it: what the portal says of a joined point precedes what somebody entered. */
const isNetted = rawSql(`coalesce(case when d.id is null then (s.manual_point ->> 'netMetering')::boolean
  else coalesce((d.portal_info ->> 'netMetering')::boolean, (d.manual_info ->> 'netMetering')::boolean) end, false)`)

/**
 * What the locations of a company, or of one of its groups and below, have cost in this month so far: a page of them, and
 * the sums of all whose cost is known and follows from the prices of now, each currency by itself.
 */
export async function findMonthCosts(db: Queryable, asked: Asked): Promise<MonthCostsView> {
  const { companyId, locationGroupId = null, search, sort, direction, page } = asked
  const now = sql`${new Date(asked.now)}::timestamptz`
  const order = rawSql(sort === 'name' ? `lower(name) ${direction}` : byMoney(sort, direction))
  const row = await db.row<Omit<MonthCostsView, 'page_size'>>(sql`
    with recursive below as (
      select id from location_group where id = ${locationGroupId}::int and company_id = ${companyId}
      union all
      select child.id from location_group child join below on child.parent_id = below.id
    ), listed as (
      select l.id, l.name, l.location_group_id, l.time_zone from location l
      where l.company_id = ${companyId} and l.deletion_due_at is null and ${matching(search)}
        and (${locationGroupId}::int is null or l.location_group_id in (select id from below))
    ), worked as (
      select c.* from location_cost c join listed l on l.id = c.location_id
      where c.month = to_char(${now} at time zone l.time_zone, 'YYYY-MM')
    ), is_now as (${selectFingerprints(sql`select location_id, until from worked`)}), seen as (
      select l.id, l.name, l.location_group_id, s.rate_plan_id is not null as has_plan, ${isNetted} as is_netted,
        c.import_cost, c.export_revenue, c.currency, c.until, c.is_provisional,
        f.fingerprint is distinct from c.fingerprint as is_outdated,
        case when c.location_id is not null and s.rate_plan_id is not null then json_build_object(
          'month', c.month, 'until', round(extract(epoch from c.until) * 1000), 'currency', c.currency,
          'importCost', c.import_cost, 'exportRevenue', c.export_revenue, 'isProvisional', c.is_provisional,
          'isOutdated', f.fingerprint is distinct from c.fingerprint, 'missing', c.missing) end as cost
      from listed l left join location_pricing s on s.location_id = l.id
        left join abstract_device d on d.id = s.abstract_device_id
        left join worked c on c.location_id = l.id left join is_now f on f.location_id = l.id
    ), known as (
      select * from seen where cost is not null and not is_outdated and import_cost is not null
    )
    select (select count(*)::int from seen) as total,
      (select coalesce(json_agg(json_build_object('locationId', p.id, 'name', p.name, 'locationGroupId',
          p.location_group_id, 'hasPlan', p.has_plan, 'isNetted', p.is_netted, 'cost', p.cost) order by p.place), '[]')
        from (select *, row_number() over (order by ${order}, lower(name), id) as place from seen
          order by place limit ${pageSize} offset ${(page - 1) * pageSize}) p) as rows,
      (select coalesce(json_agg(s order by s.locations desc, s.currency), '[]') from (
        select currency, sum(import_cost::numeric)::text as "importCost",
          sum(coalesce(export_revenue, '0')::numeric)::text as "exportRevenue", count(*)::int as locations,
          (count(*) filter (where is_provisional))::int as provisional,
          round(extract(epoch from min(until)) * 1000) as "fromUntil",
          round(extract(epoch from max(until)) * 1000) as "toUntil"
        from known group by currency) s) as sums,
      (select json_build_object('noPlan', count(*) filter (where not has_plan),
          'notWorkedOut', count(*) filter (where has_plan and cost is null),
          'outdated', count(*) filter (where cost is not null and is_outdated),
          'unknown', count(*) filter (where cost is not null and not is_outdated and import_cost is null))
        from seen) as uncounted`)
  return { ...row!, page_size: pageSize }
}

/** Names with every word of a search. */
function matching(search: string): Sql {
  const conditions = [rawSql('true')]
  for (const word of search.toLowerCase().split(/\s+/).filter(Boolean))
    conditions.push(sql`strpos(lower(l.name), ${word}) > 0`)
  return conditions.reduce((all, one) => sql`${all} and ${one}`)
}

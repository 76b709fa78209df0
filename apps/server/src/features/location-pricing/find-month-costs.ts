import type { MonthCostsView } from '@ohmstead/contract/location-pricing-money'
import { currencyDecimals } from '@ohmstead/domain/pricing/currencies'
import type { Queryable } from '../../platform/db/db.ts'
import { searchWords } from '../../platform/db/search-words.ts'
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
const byMoney = (column: 'import_cost' | 'export_revenue', direction: Asked['direction']) =>
  `${column} is null, case when ${column} is not null then currency end, ${column} ${direction}`

const columnOf = { importCost: 'import_cost', exportRevenue: 'export_revenue' } as const

/** Epoch milliseconds of an instant. */
const ms = (instant: Sql) => sql`round(extract(epoch from ${instant}) * 1000)`

/** An amount as its row shows it, so that a sum is the sum of its rows. */
const inMinorUnits = (amount: Sql) =>
  sql`round(${amount}, (${JSON.stringify(currencyDecimals)}::jsonb ->> currency)::int)`

/** As `findPricingPoint` has it: what the portal says of a joined point precedes what somebody entered. */
const isNetted = rawSql(`coalesce(case when d.id is null then (s.manual_point ->> 'netMetering')::boolean
  else coalesce((d.portal_info ->> 'netMetering')::boolean, (d.manual_info ->> 'netMetering')::boolean) end, false)`)

/**
 * What the locations of a company, or of one of its groups and below, have cost in this month so far: a page of them, and
 * the sums of all whose cost is known and follows from the prices of now, each currency by itself.
 */
export async function findMonthCosts(db: Queryable, asked: Asked): Promise<MonthCostsView> {
  const { companyId, locationGroupId = null, search, sort, direction, page } = asked
  const isThisMonth = sql`c.month = to_char(${new Date(asked.now)}::timestamptz at time zone l.time_zone, 'YYYY-MM')`
  const order = rawSql(sort === 'name' ? `lower(name) ${direction}` : byMoney(columnOf[sort], direction))
  const row = await db.row<Omit<MonthCostsView, 'page_size'>>(sql`
    with recursive below as (
      select id from location_group where id = ${locationGroupId}::int and company_id = ${companyId}
      union all
      select child.id from location_group child join below on child.parent_id = below.id
    ), listed as (
      select l.id, l.name, l.location_group_id, l.time_zone from location l
      where l.company_id = ${companyId} and l.deletion_due_at is null and ${matching(search)}
        and (${locationGroupId}::int is null or l.location_group_id in (select id from below))
    ), is_now as (${selectFingerprints(sql`
      select c.location_id, c.until from listed l join location_cost c on c.location_id = l.id and ${isThisMonth}`)}
    ), seen as (
      select l.id, l.name, l.location_group_id, s.rate_plan_id is not null as has_plan, ${isNetted} as is_netted,
        c.location_id is not null and s.rate_plan_id is not null as is_worked_out, f.is_outdated, c.month, c.currency,
        case when s.rate_plan_id is not null then c.import_cost::numeric end as import_cost,
        case when s.rate_plan_id is not null then c.export_revenue::numeric end as export_revenue,
        c.until, c.is_provisional, c.missing
      from listed l left join location_pricing s on s.location_id = l.id
        left join abstract_device d on d.id = s.abstract_device_id
        left join location_cost c on c.location_id = l.id and ${isThisMonth}
        cross join lateral (
          select (select jsonb_object_agg(location_id, fingerprint) from is_now) ->> l.id::text
            is distinct from c.fingerprint as is_outdated) f
    ), known as (
      select * from seen where is_worked_out and not is_outdated and import_cost is not null
    )
    select (select count(*)::int from seen) as total,
      (select coalesce(json_agg(json_build_object('locationId', p.id, 'name', p.name, 'locationGroupId',
          p.location_group_id, 'hasPlan', p.has_plan, 'isNetted', p.is_netted, 'cost',
          case when p.is_worked_out then json_build_object('month', p.month, 'until', ${ms(rawSql('p.until'))},
            'currency', p.currency, 'importCost', p.import_cost::text, 'exportRevenue', p.export_revenue::text,
            'isProvisional', p.is_provisional, 'isOutdated', p.is_outdated, 'missing', p.missing) end)
          order by p.place), '[]')
        from (select *, row_number() over (order by ${order}, lower(name), id) as place from seen
          order by place limit ${pageSize} offset ${(page - 1) * pageSize}) p) as rows,
      (select coalesce(json_agg(s order by s.locations desc, s.currency), '[]') from (
        select currency, trim_scale(sum(${inMinorUnits(rawSql('import_cost'))}))::text as "importCost",
          trim_scale(sum(${inMinorUnits(rawSql('coalesce(export_revenue, 0)'))}))::text as "exportRevenue",
          count(*)::int as locations,
          (count(*) filter (where is_provisional))::int as provisional,
          ${ms(rawSql('min(until)'))} as "fromUntil",
          ${ms(rawSql('max(until)'))} as "toUntil"
        from known group by currency) s) as sums,
      (select json_build_object('noPlan', count(*) filter (where not has_plan),
          'notWorkedOut', count(*) filter (where has_plan and not is_worked_out),
          'outdated', count(*) filter (where is_worked_out and is_outdated),
          'unknown', count(*) filter (where is_worked_out and not is_outdated and import_cost is null))
        from seen) as uncounted`)
  return { ...row!, page_size: pageSize }
}

/** Names with every word of a search. */
function matching(search: string): Sql {
  const conditions = [rawSql('true')]
  for (const word of searchWords(search)) conditions.push(sql`strpos(lower(l.name), ${word}) > 0`)
  return conditions.reduce((all, one) => sql`${all} and ${one}`)
}

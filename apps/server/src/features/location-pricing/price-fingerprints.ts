import { createHash } from 'node:crypto'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** Rates come with the program: another version of it may have others. */
const ratesHash = createHash('sha256').update(JSON.stringify(publishedRates)).digest('base64url')

/**
 * A statement that finds, for rows (location_id, until) of `asked`, a text that differs as soon as anything changes that
 * the money of the month up to `until` follows from, besides the controller's readings: location, point and how far its
 * official readings reach, plan, lists and what they name, market prices and exchange rates of those days. Thousands of
 * locations share most of it, so every part is made once.
 */
export function selectFingerprints(asked: Sql): Sql {
  return sql`
    with asked as (${asked}), place as (
      select a.location_id, s.rate_plan_id, (a.until at time zone l.time_zone)::date as day,
        concat_ws('/', extract(epoch from a.until), l.time_zone, l.country_code, s.version) as own,
        case when d.id is not null then concat_ws('/', d.source, md5(concat(d.portal_info, d.manual_info)),
          d.readings_from, least(d.readings_to, (a.until at time zone l.time_zone)::date)) end as point
      from asked a join location l on l.id = a.location_id join location_pricing s on s.location_id = l.id
        left join abstract_device d on d.id = s.abstract_device_id
      where s.rate_plan_id is not null
    ), entry as (
      select e.rate_plan_id, e.price_list_id, concat_ws('/', e.price_list_id, e.valid_from, e.valid_to) as own
      from rate_plan_entry e where e.rate_plan_id in (select rate_plan_id from place)
    ), tariff as (
      select n.id, concat_ws('/', n.version, ${timePlanVersions(sql`n.periods`)}) as own from network_tariff n
    ), list as (
      select p.id, p.terms ->> 'currency' as currency,
        array[p.terms -> 'buy' ->> 'region', p.terms -> 'sell' ->> 'region'] as regions,
        concat_ws('/', p.version, ${timePlanVersions(sql`p.terms`)}, t.own) as own
      from price_list p left join tariff t on t.id::text = p.terms -> 'network' ->> 'networkTariffId'
      where p.id in (select price_list_id from entry)
    ), plan as (
      select e.rate_plan_id, md5(string_agg(concat_ws('/', e.own, l.own), ' ' order by e.own)) as own
      from entry e join list l on l.id = e.price_list_id group by 1
    ), planned_day as (select distinct rate_plan_id, day from place
    ), region_of as (
      select distinct e.rate_plan_id, unnest(l.regions) as region from entry e join list l on l.id = e.price_list_id
    ), market as (
      select r.region, d.day, string_agg(concat_ws('/', s.day, s.source, s.version), ' ' order by s.day) as own
      from (select distinct region from region_of) r cross join (select distinct day from place) d
        join spot_day s on s.region = r.region and s.is_current
          and s.day between date_trunc('month', d.day)::date and d.day
      group by 1, 2
    ), currency_of as (
      select distinct e.rate_plan_id, l.currency from entry e join list l on l.id = e.price_list_id
    ), exchange as (
      select c.currency, d.day, string_agg(concat_ws('/', x.from_currency, x.day, x.rate), ' ' order by x.from_currency, x.day) as own
      from (select distinct currency from currency_of) c cross join (select distinct day from place) d
        join exchange_rate x on x.to_currency = c.currency and x.day <= d.day
      group by 1, 2
    ), market_of as (
      select p.rate_plan_id, p.day, md5(string_agg(m.own, ' ' order by m.region)) as own
      from planned_day p join region_of r on r.rate_plan_id = p.rate_plan_id
        join market m on m.region = r.region and m.day = p.day group by 1, 2
    ), exchange_of as (
      select p.rate_plan_id, p.day, md5(string_agg(x.own, ' ' order by x.currency)) as own
      from planned_day p join currency_of c on c.rate_plan_id = p.rate_plan_id
        join exchange x on x.currency = c.currency and x.day = p.day group by 1, 2
    )
    select place.location_id, md5(concat_ws(' ', ${ratesHash}::text, place.own, coalesce(place.point, '-'),
      coalesce(plan.own, '-'), coalesce(market_of.own, '-'), coalesce(exchange_of.own, '-'))) as fingerprint
    from place left join plan on plan.rate_plan_id = place.rate_plan_id
      left join market_of on market_of.rate_plan_id = place.rate_plan_id and market_of.day = place.day
      left join exchange_of on exchange_of.rate_plan_id = place.rate_plan_id and exchange_of.day = place.day`
}

/** Ids and versions of the time-of-use plans that a document names. */
const timePlanVersions = (document: Sql) => sql`
  (select string_agg(t.id || '.' || t.version, ',' order by t.id) from time_plan t
   where t.id in (select named::text::int from jsonb_path_query(${document}, '$.**.timePlanId') as named))`

/** By location; one without a utility rate plan has none. */
export async function findFingerprints(
  db: Queryable,
  locationIds: readonly number[],
  until: number,
): Promise<Map<number, string>> {
  const rows = await db.rows<{ location_id: number; fingerprint: string }>(
    selectFingerprints(sql`
      select id as location_id, ${new Date(until)}::timestamptz as until from unnest(${locationIds}::int[]) as id`),
  )
  return new Map(rows.map(({ location_id, fingerprint }) => [location_id, fingerprint]))
}

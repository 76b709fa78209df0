import { createHash } from 'node:crypto'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** Rates come with the program: another version of it may have others. */
const ratesHash = createHash('sha256').update(JSON.stringify(publishedRates)).digest('base64url')

/**
 * A statement that finds, for each row (location_id, until) of `asked`, a text that differs as soon as anything changes that
 * the money of the month up to `until` follows from, besides the controller's readings: location, point and how far its
 * official readings reach, plan, lists and what they name, market prices and exchange rates of those days. What plans
 * share is made once, and looked up in maps: joins of what was computed would be slow where the planner knows no counts.
 */
export function selectFingerprints(asked: Sql): Sql {
  return sql`
    with asked as (${asked}), place as (
      select a.location_id, a.until, s.rate_plan_id, (a.until at time zone l.time_zone)::date as day,
        concat_ws('/', extract(epoch from a.until), l.time_zone, l.country_code, s.version) as own,
        case when d.id is not null then concat_ws('/', d.source, md5(concat(d.portal_info, d.manual_info)),
          d.readings_from, least(d.readings_to, (a.until at time zone l.time_zone)::date)) end as point
      from asked a join location l on l.id = a.location_id join location_pricing s on s.location_id = l.id
        left join abstract_device d on d.id = s.abstract_device_id
      where s.rate_plan_id is not null
    ), tariff as (
      select n.id, concat_ws('/', n.version, ${timePlanVersions(sql`n.periods`)}) as own from network_tariff n
    ), entry as (
      select e.rate_plan_id, p.terms ->> 'currency' as currency,
        array[p.terms -> 'buy' ->> 'region', p.terms -> 'sell' ->> 'region'] as regions,
        concat_ws('/', e.price_list_id, e.valid_from, e.valid_to, p.version, ${timePlanVersions(sql`p.terms`)},
          t.own) as own
      from rate_plan_entry e join price_list p on p.id = e.price_list_id
        left join tariff t on t.id::text = p.terms -> 'network' ->> 'networkTariffId'
      where e.rate_plan_id = any(array(select distinct rate_plan_id from place))
    ), plan as (
      select rate_plan_id, md5(string_agg(own, ' ' order by own)) as own from entry group by 1
    ), day as (select distinct day from place
    ), region_of as (select distinct rate_plan_id, unnest(regions) as region from entry
    ), market as (
      select r.region, d.day, string_agg(concat_ws('/', s.day, s.source, s.version), ' ' order by s.day) as own
      from (select distinct region from region_of) r cross join day d
        join spot_day s on s.region = r.region and s.is_current
          and s.day between date_trunc('month', d.day)::date and d.day
      group by 1, 2
    ), currency_of as (select distinct rate_plan_id, currency from entry
    ), exchange as (
      select c.currency, d.day,
        string_agg(concat_ws('/', x.from_currency, x.day, x.rate), ' ' order by x.from_currency, x.day) as own
      from (select distinct currency from currency_of) c cross join day d
        join exchange_rate x on x.to_currency = c.currency and x.day <= d.day
      group by 1, 2
    ), market_of as (
      select r.rate_plan_id, m.day, md5(string_agg(m.own, ' ' order by m.region)) as own
      from region_of r join market m on m.region = r.region group by 1, 2
    ), exchange_of as (
      select c.rate_plan_id, x.day, md5(string_agg(x.own, ' ' order by x.currency)) as own
      from currency_of c join exchange x on x.currency = c.currency group by 1, 2
    )
    select location_id, until, md5(concat_ws(' ', ${ratesHash}::text, place.own, coalesce(point, '-'),
      coalesce((select jsonb_object_agg(rate_plan_id, own) from plan) ->> rate_plan_id::text, '-'),
      coalesce((select jsonb_object_agg(concat_ws('/', rate_plan_id, day), own) from market_of)
        ->> concat_ws('/', rate_plan_id, day), '-'),
      coalesce((select jsonb_object_agg(concat_ws('/', rate_plan_id, day), own) from exchange_of)
        ->> concat_ws('/', rate_plan_id, day), '-'))) as fingerprint
    from place`
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

/** Of one location by month, each to its last quarter-hour; without a utility rate plan there are none. */
export async function findMonthFingerprints(
  db: Queryable,
  locationId: number,
  months: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.rows<{ month: string; fingerprint: string }>(sql`
    with own as (${selectFingerprints(sql`
      select l.id as location_id, ((m || '-01')::timestamp + interval '1 month') at time zone l.time_zone
        - interval '15 minutes' as until
      from location l cross join unnest(${months}::text[]) as m where l.id = ${locationId}`)})
    select to_char(own.until at time zone l.time_zone, 'YYYY-MM') as month, own.fingerprint
    from own join location l on l.id = own.location_id`)
  return new Map(rows.map(({ month, fingerprint }) => [month, fingerprint]))
}

/**
 * The same of metering points that a price list prices, in the order asked; a point without a list has what is known of the
 * point only. Null for one that is gone.
 */
export async function findPointFingerprints(
  db: Queryable,
  asked: readonly { deviceId: number; priceListId: number | null }[],
  days: { from: string; to: string },
): Promise<(string | null)[]> {
  const rows = await db.rows<{ place: number; fingerprint: string }>(sql`
    select a.place, md5(concat_ws(' ', ${ratesHash}::text, d.source, md5(concat(d.portal_info, d.manual_info)), p.id,
      p.version, ${timePlanVersions(sql`p.terms`)},
      (select concat_ws('/', n.version, ${timePlanVersions(sql`n.periods`)}) from network_tariff n
        where n.id::text = p.terms -> 'network' ->> 'networkTariffId'),
      (select md5(string_agg(concat_ws('/', s.region, s.day, s.source, s.version), ' ' order by s.region, s.day))
        from spot_day s where s.is_current and s.day between ${days.from}::date and ${days.to}::date
          and s.region in (p.terms -> 'buy' ->> 'region', p.terms -> 'sell' ->> 'region')),
      (select md5(string_agg(concat_ws('/', x.from_currency, x.day, x.rate), ' ' order by x.from_currency, x.day))
        from exchange_rate x where x.to_currency = p.terms ->> 'currency' and x.day <= ${days.to}::date))) as fingerprint
    from unnest(${asked.map(({ deviceId }) => deviceId)}::int[], ${asked.map(({ priceListId }) => priceListId)}::int[])
        with ordinality as a (device_id, price_list_id, place)
      join abstract_device d on d.id = a.device_id left join price_list p on p.id = a.price_list_id`)
  const byPlace = new Map(rows.map(({ place, fingerprint }) => [Number(place), fingerprint]))
  return asked.map((_, at) => byPlace.get(at + 1) ?? null)
}

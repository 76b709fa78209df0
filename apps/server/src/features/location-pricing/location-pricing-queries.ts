import type { ManualConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import type { CurrencyCode } from '@ohmstead/domain/pricing/currencies'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import type { ExchangeRate } from '@ohmstead/pricing/pricing-world'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { DeviceRow } from '../portal/points/abstract-device-queries.ts'

/** How a location is priced, and what that depends on besides its lists. */
type DevicePart = 'source' | 'portal_info' | 'manual_info' | 'readings_from' | 'readings_to'

export interface PricedLocationRow {
  location_id: number
  company_id: number
  country_code: string
  time_zone: string
  /** 0 as long as nothing was set. */
  version: number
  plan: {
    id: number
    name: string
    version: number
    company_id: number | null
    user_id: number | null
    entries: RatePlanEntry[]
  } | null
  manual_point: ManualConsumerInfo | null
  device: Pick<DeviceRow, 'id' | 'user_id' | 'eimm' | 'gsrn' | 'title' | DevicePart> | null
}

export function findPricedLocations(
  db: Queryable,
  locationIds: readonly number[],
): Promise<PricedLocationRow[]> {
  return db.rows<PricedLocationRow>(sql`
    select l.id as location_id, l.company_id, l.country_code, l.time_zone, coalesce(p.version, 0) as version,
      p.manual_point,
      case when r.id is not null then json_build_object('id', r.id, 'name', r.name, 'version', r.version,
        'company_id', r.company_id, 'user_id', r.user_id, 'entries',
        (select coalesce(json_agg(json_build_object('priceListId', price_list_id, 'validFrom', valid_from,
            'validTo', valid_to) order by valid_from), '[]')
          from rate_plan_entry where rate_plan_id = r.id)) end as plan,
      case when d.id is not null then json_build_object('id', d.id, 'user_id', d.user_id, 'eimm', d.eimm,
        'gsrn', d.gsrn, 'title', d.title, 'source', d.source, 'portal_info', d.portal_info,
        'manual_info', d.manual_info, 'readings_from', d.readings_from, 'readings_to', d.readings_to) end as device
    from location l left join location_pricing p on p.location_id = l.id
      left join rate_plan r on r.id = p.rate_plan_id left join abstract_device d on d.id = p.abstract_device_id
    where l.id = any(${locationIds}::int[]) order by l.id`)
}

/** Rates into these currencies that may hold between two days. */
export function findExchangeRates(
  db: Queryable,
  into: readonly CurrencyCode[],
  [fromDay, toDay]: readonly [string, string],
): Promise<ExchangeRate[]> {
  return db.rows<ExchangeRate>(sql`
    select from_currency as "from", to_currency as "to", day, trim_scale(rate)::text as rate, source from exchange_rate
    where to_currency = any(${into}::text[]) and day <= ${toDay}::date
      and day >= coalesce((select max(day) from exchange_rate e where e.from_currency = exchange_rate.from_currency
        and e.to_currency = exchange_rate.to_currency and e.day <= ${fromDay}::date), ${fromDay}::date)
    order by day`)
}

interface Join {
  ratePlanId: number | null
  abstractDeviceId: number | null
  manualPoint: ManualConsumerInfo | null
}

/**
 * Writes how a location is priced, if it still has the version that the writer saw (0: nothing was set). Returns
 * whether it had.
 */
export async function setLocationPricing(
  tx: Queryable,
  locationId: number,
  { ratePlanId, abstractDeviceId, manualPoint }: Join,
  { version, now }: { version: number; now: number },
): Promise<boolean> {
  const point = manualPoint && JSON.stringify(manualPoint)
  const count =
    version === 0
      ? await tx.run(sql`
          insert into location_pricing (location_id, rate_plan_id, abstract_device_id, manual_point, updated_at)
          values (${locationId}, ${ratePlanId}, ${abstractDeviceId}, ${point}::jsonb, ${new Date(now)})
          on conflict (location_id) do nothing`)
      : await tx.run(sql`
          update location_pricing set rate_plan_id = ${ratePlanId}, abstract_device_id = ${abstractDeviceId},
            manual_point = ${point}::jsonb, version = version + 1, updated_at = ${new Date(now)}
          where location_id = ${locationId} and version = ${version}`)
  return count > 0
}

/** Gives locations a plan, those that still have the version that was seen (0: nothing was set). Returns which they were. */
export async function setLocationPlans(
  tx: Queryable,
  seen: readonly Pick<PricedLocationRow, 'location_id' | 'version'>[],
  { ratePlanId, now }: { ratePlanId: number; now: number },
): Promise<number[]> {
  const rows = await tx.rows<{ location_id: number }>(sql`
    insert into location_pricing (location_id, rate_plan_id, version, updated_at)
    select location_id, ${ratePlanId}, version + 1, ${new Date(now)}
    from unnest(${seen.map(({ location_id }) => location_id)}::int[], ${seen.map(({ version }) => version)}::int[])
      as seen (location_id, version)
    on conflict (location_id) do update
      set rate_plan_id = excluded.rate_plan_id, version = excluded.version, updated_at = excluded.updated_at
      where location_pricing.version = excluded.version - 1
    returning location_id`)
  return rows.map(({ location_id }) => location_id)
}

/** A plan that may be used at the location: its company's, or the person's own. */
export function findUsablePlan(
  db: Queryable,
  ratePlanId: number,
  { companyId, userId }: { companyId: number; userId: number },
): Promise<{ id: number; name: string } | undefined> {
  return db.row<{ id: number; name: string }>(sql`
    select id, name from rate_plan
    where id = ${ratePlanId} and (company_id = ${companyId} or user_id = ${userId})`)
}

/** Another location that a metering point is joined with. */
export function findLocationOfDevice(
  db: Queryable,
  abstractDeviceId: number,
  otherThan: number,
): Promise<{ location_id: number } | undefined> {
  return db.row<{ location_id: number }>(sql`
    select location_id from location_pricing
    where abstract_device_id = ${abstractDeviceId} and location_id <> ${otherThan} limit 1`)
}

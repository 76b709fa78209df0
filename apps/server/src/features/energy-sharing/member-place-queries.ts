import type { Actor } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, sql } from '../../platform/db/sql.ts'
import type { PricedSubject } from '../location-pricing/read-priced-subject.ts'
import { editableLocation } from './group-access.ts'

/** What is known of the place of a member, on a day. */
export interface PlaceFacts {
  member_id: number
  name: string
  portal_netting: boolean | null
  manual_netting: boolean | null
  production_kw: number | null
  readings_from: string | null
  readings_to: string | null
  /** Of the price list that applies; null without one. */
  supplier: string | null
  has_controller: boolean
}

/** The places of members that have one. */
export function findPlaceFacts(
  db: Queryable,
  memberIds: readonly number[],
  today: string,
): Promise<PlaceFacts[]> {
  return db.rows<PlaceFacts>(sql`
    select m.id as member_id, coalesce(l.name, d.title, d.eimm) as name,
      case when d.id is not null then (d.portal_info ->> 'netMetering')::boolean end as portal_netting,
      (coalesce(d.manual_info, p.manual_point) ->> 'netMetering')::boolean as manual_netting,
      (d.portal_info ->> 'productionPower')::float as production_kw, d.readings_from, d.readings_to,
      coalesce((select nullif(x.utility, '') from rate_plan_entry e join price_list x on x.id = e.price_list_id
          where e.rate_plan_id = p.rate_plan_id and e.valid_from <= ${today}::date
            and (e.valid_to is null or e.valid_to >= ${today}::date)
          order by e.valid_from desc limit 1),
        (select coalesce(nullif(x.utility, ''), x.name) from price_list x where x.id = m.price_list_id),
        case when p.rate_plan_id is not null then '' end) as supplier,
      l.id is not null and exists (select from controller c where c.location_id = l.id) as has_controller
    from sharing_member m
      left join location l on l.id = m.location_id left join location_pricing p on p.location_id = l.id
      left join abstract_device d on d.id = coalesce(m.abstract_device_id, p.abstract_device_id)
    where m.id = any(${memberIds}::int[]) and (m.location_id is not null or m.abstract_device_id is not null)`)
}

/**
 * Whether a place is the actor's own to bring into a group: a location that they own, or that nobody owns and they may
 * edit, or their own metering point. Who may merely edit somebody's home has to invite its owner. Locked, so that it is
 * not given to somebody else meanwhile.
 */
export async function isOwnPlace(db: Queryable, actor: Actor, subject: PricedSubject): Promise<boolean> {
  const row = await (subject.kind === 'location'
    ? db.row(sql`select 1 from location l where l.id = ${subject.locationId} and ${broughtIn(actor)}
        for share of l`)
    : db.row(
        sql`select 1 from abstract_device d where d.id = ${subject.abstractDeviceId} and d.user_id = ${actor.userId}`,
      ))
  return row !== undefined
}

const broughtIn = (actor: Actor) =>
  sql`(${editableLocation(actor)} and (l.owner_id = ${actor.userId} or l.owner_id is null))`

/** Own places, for whoever is asked to bring one in; metering points that a location stands for are left out. */
export function findOwnPlaces(
  db: Queryable,
  actor: Actor,
): Promise<{ location_id: number | null; device_id: number | null; name: string; is_netted: boolean }[]> {
  const netted =
    rawSql(`coalesce((d.portal_info ->> 'netMetering')::boolean, (d.manual_info ->> 'netMetering')::boolean,
    false)`)
  return db.rows(sql`
    select * from (
      select l.id as location_id, null::int as device_id, l.name,
        coalesce((d.portal_info ->> 'netMetering')::boolean, (d.manual_info ->> 'netMetering')::boolean,
          (p.manual_point ->> 'netMetering')::boolean, false) as is_netted
      from location l left join location_pricing p on p.location_id = l.id
        left join abstract_device d on d.id = p.abstract_device_id
      where ${broughtIn(actor)}
      union all
      select null, d.id, coalesce(d.title, d.eimm), ${netted}
      from abstract_device d where d.user_id = ${actor.userId}
        and not exists (select from location_pricing p where p.abstract_device_id = d.id)
    ) place order by location_id nulls last, name limit 500`)
}

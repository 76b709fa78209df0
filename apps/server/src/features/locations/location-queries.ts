import type { LocationDeviceView } from '@ohmstead/contract/locations'
import type { Place } from '@ohmstead/domain/menu/location-address'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

export interface LocationRow {
  id: number
  name: string
  kind: string | null
  country_code: string
  bidding_zone: string | null
  time_zone: string
  latitude: number | null
  longitude: number | null
  company_id: number
  company_name: string
  root_group_id: number
  location_group_id: number
  owner: { id: number; email: string; firstName: string; lastName: string } | null
  groups: { id: number; name: string }[]
  device_groups: { id: number; name: string }[]
  devices: LocationDeviceView[]
  controllers: {
    id: number
    unitId: string
    kind: 'CONTROLLER' | 'P1_WIFI' | 'GATEWAY'
    alias: string | null
    online: boolean
    /** Epoch milliseconds. */
    last_seen_at: number | null
  }[]
}

/** A location with everything around and inside it, in one statement. */
export function findLocation(db: Queryable, locationId: number): Promise<LocationRow | undefined> {
  return db.row<LocationRow>(sql`
    with recursive up as (
      select g.id, g.parent_id, g.name, 0 as height
      from location_group g join location l on l.location_group_id = g.id where l.id = ${locationId}
      union all
      select parent.id, parent.parent_id, parent.name, up.height + 1
      from location_group parent join up on parent.id = up.parent_id
    )
    select l.id, l.name, l.kind, l.country_code, l.bidding_zone, l.time_zone, l.latitude, l.longitude,
      l.company_id, c.name as company_name, c.root_group_id, l.location_group_id,
      case when u.id is not null then json_build_object('id', u.id, 'email', u.email, 'firstName', u.first_name,
        'lastName', u.last_name) end as owner,
      (select json_agg(json_build_object('id', id, 'name', name) order by height desc) from up) as groups,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by position, id), '[]')
        from device_group where location_id = l.id) as device_groups,
      (select coalesce(json_agg(json_build_object('id', d.id, 'key', d.key, 'name', d.name, 'category', d.category,
          'model', d.model, 'device_group_id', d.device_group_id, 'controller_id', d.controller_id,
          'controller_unit_id', dc.unit_id, 'metrics', d.metrics) order by d.id), '[]')
        from device d join controller dc on dc.id = d.controller_id
        where d.location_id = l.id and d.deleted_at is null) as devices,
      (select coalesce(json_agg(json_build_object('id', id, 'unitId', unit_id, 'kind', kind, 'alias', alias,
          'online', online, 'last_seen_at', (extract(epoch from last_seen_at) * 1000)::bigint) order by id), '[]')
        from controller where location_id = l.id) as controllers
    from location l join company c on c.id = l.company_id left join app_user u on u.id = l.owner_id
    where l.id = ${locationId}`)
}

export async function findLocationPlace(db: Queryable, locationId: number): Promise<Place | undefined> {
  return db.row<Place>(sql`
    select id as "locationId", company_id as "companyId", location_group_id as "locationGroupId"
    from location where id = ${locationId}`)
}

export interface LocationFields {
  name: string
  kind: string | null
  countryCode: string
  biddingZone: string | null
  timeZone: string
  latitude: number | null
  longitude: number | null
}

export async function insertLocation(
  db: Queryable,
  fields: LocationFields & { companyId: number; locationGroupId: number; ownerId: number | null },
): Promise<number> {
  const row = await db.row<{ id: number }>(sql`
    insert into location (company_id, location_group_id, name, kind, country_code, bidding_zone, time_zone,
      latitude, longitude, owner_id)
    values (${fields.companyId}, ${fields.locationGroupId}, ${fields.name}, ${fields.kind}, ${fields.countryCode},
      ${fields.biddingZone}, ${fields.timeZone}, ${fields.latitude}, ${fields.longitude}, ${fields.ownerId})
    returning id`)
  return row!.id
}

export function updateLocation(db: Queryable, locationId: number, fields: LocationFields): Promise<number> {
  return db.run(sql`
    update location set name = ${fields.name}, kind = ${fields.kind}, country_code = ${fields.countryCode},
      bidding_zone = ${fields.biddingZone}, time_zone = ${fields.timeZone}, latitude = ${fields.latitude},
      longitude = ${fields.longitude}
    where id = ${locationId}`)
}

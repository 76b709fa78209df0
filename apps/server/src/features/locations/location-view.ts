import type { LocationView } from '@ohmstead/contract/locations'
import type { LocationRow } from './location-queries.ts'

/** A location in the contract's form. */
export function toLocationView(row: LocationRow): LocationView {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    country: { code: row.country_code },
    region: row.bidding_zone === null ? null : { code: row.bidding_zone, type: 'BIDDING_ZONE' },
    timezone: { name: row.time_zone },
    latitude: row.latitude,
    longitude: row.longitude,
    owner_id: row.owner?.id ?? null,
    owner: row.owner,
    company: { id: row.company_id, name: row.company_name, rootGroup: { id: row.root_group_id } },
    groups: row.groups,
    location_group_id: row.location_group_id,
    device_groups: row.device_groups,
    devices: row.devices,
    controllers: row.controllers,
  }
}

import type { OfferPoint } from '@ohmstead/domain/pricing/supply-offer'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { findDevice } from '../portal/points/abstract-device-queries.ts'
import { buildConsumerInfo } from '../portal/points/build-consumer-info.ts'

interface PlaceRow {
  countryCode: string
  hasProduction: boolean
  abstractDeviceId: number | null
}

/** What offers may demand of a location: its metering point says it, else its devices. */
export async function findOfferPoint(db: Queryable, locationId: number): Promise<OfferPoint> {
  const place = (await findPlace(db, locationId))!
  const { countryCode, abstractDeviceId } = place
  const known = place.hasProduction ? true : null
  const device = abstractDeviceId === null ? undefined : await findDevice(db, abstractDeviceId)
  if (!device)
    return { countryCode, hasProduction: known, netMetering: null, tariffsCount: null, hasQuarterHours: null }
  const info = buildConsumerInfo(device.portal_info, device.manual_info, device.source)
  return {
    countryCode,
    hasProduction: known ?? (info.productionPower === null ? null : info.productionPower > 0),
    netMetering: info.netMetering,
    tariffsCount: info.assumed.includes('tariffsCount') ? null : info.tariffsCount,
    hasQuarterHours: device.readings_from === null ? null : true,
  }
}

function findPlace(db: Queryable, locationId: number): Promise<PlaceRow | undefined> {
  return db.row<PlaceRow>(sql`
    select country_code as "countryCode",
      exists (select from device where location_id = location.id and deleted_at is null
        and category in ('SOLAR_POWER_PLANT', 'HYBRID_INVERTER')) as "hasProduction",
      (select abstract_device_id from location_pricing where location_id = location.id) as "abstractDeviceId"
    from location where id = ${locationId}`)
}

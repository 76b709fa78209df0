import type { ManualConsumerInfo } from '@ohmstead/contract/portal-consumer-info'
import type { OfferPoint } from '@ohmstead/domain/pricing/supply-offer'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { findPricingPoint } from '../location-pricing/pricing-point.ts'
import { findDevice } from '../portal/points/abstract-device-queries.ts'

interface PlaceRow {
  countryCode: string
  hasProduction: boolean
  abstractDeviceId: number | null
  manualPoint: ManualConsumerInfo | null
}

/** What offers may demand of a location: its metering point says it, or what was entered of it, else its devices. */
export async function findOfferPoint(db: Queryable, locationId: number): Promise<OfferPoint> {
  const place = (await findPlace(db, locationId))!
  const { countryCode, abstractDeviceId } = place
  const known = place.hasProduction ? true : null
  const device = (abstractDeviceId === null ? null : await findDevice(db, abstractDeviceId)) ?? null
  const { info } = findPricingPoint({ device, manual_point: place.manualPoint }) ?? {}
  if (!info)
    return { countryCode, hasProduction: known, netMetering: null, tariffsCount: null, hasQuarterHours: null }
  return {
    countryCode,
    hasProduction: known ?? (info.productionPower === null ? null : info.productionPower > 0),
    netMetering: info.netMetering,
    tariffsCount: info.assumed.includes('tariffsCount') ? null : info.tariffsCount,
    hasQuarterHours: device?.readings_from ? true : null,
  }
}

function findPlace(db: Queryable, locationId: number): Promise<PlaceRow | undefined> {
  return db.row<PlaceRow>(sql`
    select country_code as "countryCode",
      exists (select from device where location_id = location.id and deleted_at is null
        and category in ('SOLAR_POWER_PLANT', 'HYBRID_INVERTER')) as "hasProduction",
      p.abstract_device_id as "abstractDeviceId", p.manual_point as "manualPoint"
    from location left join location_pricing p on p.location_id = location.id where location.id = ${locationId}`)
}

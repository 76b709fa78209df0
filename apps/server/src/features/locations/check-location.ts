import { biddingZonesOf } from '@ohmstead/domain/places/bidding-zones'
import { isTimeZone } from '@ohmstead/domain/places/time-zones'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { hasCountry } from '../countries/country-queries.ts'
import type { LocationFields } from './location-queries.ts'

/** Refuses an unknown country, region or time zone; a region must be in the country. */
export async function checkLocation(db: Queryable, location: LocationFields): Promise<void> {
  const fields: Record<string, string> = {}
  if (!(await hasCountry(db, { code: location.countryCode }))) fields.countryCode = 'required'
  if (!isTimeZone(location.timeZone)) fields.timezone = 'required'
  const zones = biddingZonesOf(location.countryCode).map((zone) => zone.code)
  if (location.biddingZone !== null && !zones.includes(location.biddingZone)) fields.region = 'required'
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
}

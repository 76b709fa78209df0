import { countryEndpoints } from '@ohmstead/contract/countries'
import { biddingZones } from '@ohmstead/domain/places/bidding-zones'
import { timeZonesOf } from '@ohmstead/domain/places/time-zones'
import { type Route, route } from '../../route.ts'
import { findCountries } from './country-queries.ts'

export const countryRoutes: Route[] = [
  route(countryEndpoints.list, async ({ db, query }) => ({
    countries: await findCountries(db, { visibleOnly: query.visible === 'true' }),
  })),

  route(countryEndpoints.timeZones, async ({ query }) => ({
    timezones: timeZonesOf(query.countryCode).map((name) => ({ name })),
  })),

  route(countryEndpoints.regions, async ({ query }) => ({
    entries: biddingZones.flatMap(({ code, name, countries }) =>
      countries
        .filter((countryCode) => query.countryCode === undefined || query.countryCode === countryCode)
        .map((countryCode) => ({ code, type: 'BIDDING_ZONE' as const, name, countryCode })),
    ),
  })),
]

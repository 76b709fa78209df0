import { countryEndpoints } from '@ohmstead/contract/countries'
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
]

import { weatherEndpoints } from '@ohmstead/contract/weather'
import { AppError } from '../../platform/app-error.ts'
import { takeAttempt } from '../../platform/throttle.ts'
import { type Route, route } from '../../route.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import { getIrradiance } from './get-irradiance.ts'

// The archive counts our requests: nobody needs many places an hour.
const fetchLimit = { attempts: 120, windowSeconds: 3600, firstWaitSeconds: 60, longestWaitSeconds: 3600 }

export const weatherRoutes: Route[] = [
  route(weatherEndpoints.irradiance, async ({ db, deps, actor, query }) => {
    const now = deps.clock.now()
    if (query.to > localDay(now)) throw new AppError('invalid_request', { fields: { to: 'future_date' } })
    const question = { latitude: query.lat, longitude: query.lon, fromDay: query.from, toDay: query.to }
    return getIrradiance(deps, question, () => takeAttempt(db, `weather:${actor.userId}`, fetchLimit, now))
  }),
]

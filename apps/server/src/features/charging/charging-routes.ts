import { chargingEndpoints } from '@ohmstead/contract/charging'
import { chargingSessionsAtOnce } from '@ohmstead/domain/charging/charging-page'
import { AppError } from '../../platform/app-error.ts'
import { type Route, route } from '../../route.ts'
import { findTimeZone } from '../telemetry/place-queries.ts'
import { addEnergySoFar } from './add-energy-so-far.ts'
import { findChargingSessions } from './charging-queries.ts'

export const chargingRoutes: Route[] = [
  route(chargingEndpoints.list, async ({ db, params, query }) => {
    const { locationId } = params
    const { deviceId = null, before = null } = query
    const timeZone = await findTimeZone(db, locationId)
    if (timeZone === null) throw new AppError('not_found')
    return {
      time_zone: timeZone,
      sessions: await addEnergySoFar(
        db,
        locationId,
        await findChargingSessions(db, { locationId, deviceId, before, limit: chargingSessionsAtOnce }),
      ),
    }
  }),
]

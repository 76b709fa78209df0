import { liveEndpoints } from '@ohmstead/contract/live'
import { AppError } from '../../platform/app-error.ts'
import { openEventStream } from '../../platform/live/event-stream.ts'
import type { LiveConnection } from '../../platform/live/start-live-hub.ts'
import { answeringRoute, type Route } from '../../route.ts'
import { readSessionToken } from '../auth/session-cookie.ts'
import { maySeeJob } from '../jobs/may-see-job.ts'
import { findVisibleLocations } from './visible-locations.ts'

/** As long as pages wait at most. */
const longestRetrySeconds = 30

export const liveRoutes: Route[] = [
  answeringRoute(liveEndpoints.stream, async ({ db, deps, actor, query, request, reply }) => {
    const requested = query.locations === '' ? [] : query.locations.split(',').map(Number)
    const valid = requested.filter((id) => id <= 2_147_483_647)
    const locationIds = await findVisibleLocations(db, actor, valid)
    // Pages work without it, and retry at longer and longer intervals. Until `add` nothing is awaited.
    if (!deps.live.hasRoom(actor.userId))
      throw new AppError('too_many_requests', { retryAfterSeconds: longestRetrySeconds })
    const token = readSessionToken(deps, request)!

    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    const stream = openEventStream(reply.raw, {
      onReady: () => deps.live.resync(connection),
      onClose: () => deps.live.remove(connection),
    })
    const connection: LiveConnection = {
      ...{ stream, actor, token, locationIds },
      requested: valid,
      hearsAllAlarms: query.alarms === 'all',
      maySeeJob: (notice) => maySeeJob(connection.actor, notice, locationIds),
    }
    deps.live.add(connection)
  }),
]

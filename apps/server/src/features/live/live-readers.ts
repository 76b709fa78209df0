import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { LiveReaders } from '../../platform/live/start-live-hub.ts'
import { watchActors } from '../auth/session.ts'
import { findLatest } from '../telemetry/latest-queries.ts'
import { findCompaniesOf, selectVisible } from './visible-locations.ts'

export function createLiveReaders(db: Db, clock: { now(): number }): LiveReaders {
  return {
    findLatest: (locationIds) => findLatest(db, locationIds),
    countAlarms: async (locationIds) => {
      const rows = await db.rows<{ location_id: number; count: number; unseen: number }>(sql`
        select location_id, count(*) as count, count(*) filter (where status = 'ACTIVE') as unseen from alarm
        where location_id = any(${locationIds}::int[]) and status <> 'CLEARED' group by location_id`)
      return new Map(rows.map(({ location_id, ...counts }) => [location_id, counts]))
    },
    findVisible: async (connections, locationIds) => {
      const companyOf = await findCompaniesOf(db, locationIds)
      return connections.map(({ actor }) => selectVisible(actor, locationIds, companyOf))
    },
    findRights: async (connections) => {
      const now = clock.now()
      const tokens = new Set(connections.map(({ token }) => token))
      const asked = new Set(connections.flatMap(({ requested }) => requested))
      const [actors, companyOf] = await Promise.all([
        watchActors(db, [...tokens], now),
        findCompaniesOf(db, [...asked]),
      ])
      return connections.map(({ token, requested }) => {
        const actor = actors.get(token)
        if (!actor || (actor.secondFactorDue ?? Number.POSITIVE_INFINITY) <= now) return null
        return { actor, locationIds: selectVisible(actor, requested, companyOf) }
      })
    },
  }
}

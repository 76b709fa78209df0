import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { LiveReaders } from '../../platform/live/start-live-hub.ts'
import { findLatest } from '../telemetry/latest-queries.ts'

export function createLiveReaders(db: Db): LiveReaders {
  return {
    findLatest: (locationIds) => findLatest(db, locationIds),
    countAlarms: async (locationIds) => {
      const rows = await db.rows<{ location_id: number; count: number; unseen: number }>(sql`
        select location_id, count(*) as count, count(*) filter (where status = 'ACTIVE') as unseen from alarm
        where location_id = any(${locationIds}::int[]) and status <> 'CLEARED' group by location_id`)
      return new Map(rows.map(({ location_id, ...counts }) => [location_id, counts]))
    },
  }
}

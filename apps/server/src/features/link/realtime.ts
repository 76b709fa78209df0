import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { sendCommand } from './commands.ts'
import type { LinkContext } from './link-context.ts'

const periodSeconds = 2
const ttlSeconds = 300
const renewEveryMs = 200_000

/** While somebody watches a location its controllers send every two seconds; without renewal they slow down by themselves. */
export function createRealtime(context: Pick<LinkContext, 'db' | 'clock' | 'log'>) {
  const watched = new Map<number, NodeJS.Timeout>()

  async function ask(locationId: number): Promise<void> {
    try {
      for (const { id } of await findWatchable(context.db, locationId)) await askController(id)
    } catch (error) {
      context.log.warn({ err: error, locationId }, 'real-time could not be asked for')
    }
  }

  function askController(controllerId: number): Promise<unknown> {
    const args = { period: periodSeconds, ttl: ttlSeconds }
    return sendCommand(context, { controllerId, op: 'realtime', args, ttlSeconds: 30, audit: null })
  }

  return {
    setWatched(locationId: number, isWatched: boolean): void {
      const timer = watched.get(locationId)
      if (isWatched === (timer !== undefined)) return
      clearInterval(timer)
      watched.delete(locationId)
      if (!isWatched) return
      watched.set(locationId, setInterval(() => void ask(locationId), renewEveryMs).unref())
      void ask(locationId)
    },
    /** A controller came back; if somebody watches its location, it gets a request at once. */
    handleOnline(controller: { id: number; locationId: number | null }): void {
      if (controller.locationId === null || !watched.has(controller.locationId)) return
      askController(controller.id).catch((error) =>
        context.log.debug({ err: error }, 'real-time could not be asked for'),
      )
    },
    close(): void {
      for (const timer of watched.values()) clearInterval(timer)
      watched.clear()
    },
  }
}

/** Controllers that listen: those that send a status have a session, the others only post readings. */
function findWatchable(db: Queryable, locationId: number): Promise<{ id: number }[]> {
  return db.rows<{ id: number }>(
    sql`select id from controller where location_id = ${locationId} and online and reports_status and revoked_at is null`,
  )
}

import type { CommandMessage } from '@ohmstead/contract/controller-messages'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { LinkContext } from './link-context.ts'
import { notifyLink } from './link-notices.ts'
import { createRealtimeId } from './realtime-id.ts'

const periodSeconds = 2
const ttlSeconds = 300
const renewEveryMs = 200_000
/** It is of no use to who receives it later. */
const expiresAfterMs = 30_000

/**
 * While somebody watches a location its controllers send every two seconds; without renewal they slow down by themselves.
 * These requests are nobody's commands, and are not kept as such.
 */
export function createRealtime(context: Pick<LinkContext, 'db' | 'clock' | 'log'>) {
  const watched = new Map<number, NodeJS.Timeout>()
  let lastTs = 0

  async function ask(locationId: number): Promise<void> {
    try {
      const serials = (await findWatchable(context.db, locationId)).map(({ unit_id }) => unit_id)
      if (serials.length > 0) await askControllers(serials)
    } catch (error) {
      context.log.warn({ err: error, locationId }, 'real-time could not be asked for')
    }
  }

  /** The process that has the session of a controller delivers it. */
  function askControllers(serials: readonly string[]): Promise<void> {
    const ts = context.clock.now()
    // A controller ignores what it knows already.
    lastTs = Math.max(lastTs + 1, ts)
    const notices = serials.map((serial) => {
      const message: CommandMessage = {
        ...{ v: 1, id: createRealtimeId(serial, lastTs), ts, exp: ts + expiresAfterMs },
        ...{ op: 'realtime', args: { period: periodSeconds, ttl: ttlSeconds } },
      }
      return { t: 'publish' as const, serial, kind: 'cmd' as const, payload: JSON.stringify(message) }
    })
    return notifyLink(context.db, ...notices)
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
    handleOnline(controller: { serial: string; locationId: number | null }): void {
      if (controller.locationId === null || !watched.has(controller.locationId)) return
      askControllers([controller.serial]).catch((error) =>
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
function findWatchable(db: Queryable, locationId: number): Promise<{ unit_id: string }[]> {
  return db.rows<{ unit_id: string }>(
    sql`select unit_id from controller where location_id = ${locationId} and online and reports_status and revoked_at is null`,
  )
}

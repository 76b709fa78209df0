import type { LiveNotice } from '@ohmstead/contract/live-events'
import type { Logger } from 'pino'
import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** A notification is limited to 8000 bytes; an id takes 11 with its comma. */
const idsPerNotice = 700
const gatherMs = 20

export interface LatestNotices {
  /** These locations have newer values, committed already. */
  add(locationIds: Iterable<number>): void
  /** Sends what is left. */
  close(): Promise<void>
}

/**
 * Tells every process which locations have newer values, a moment's commits in one notice and never within their
 * transactions: a commit with a notice holds a lock that all writers of a PostgreSQL database share. One that is lost,
 * because this process or the database died, delays what viewers see: watched locations are read again anyway.
 */
export function startLatestNotices({ db, log }: { db: Db; log: Logger }): LatestNotices {
  const notices = db.at('notice')
  const waiting = new Set<number>()
  let sending: Promise<void> | null = null
  let isClosing = false

  async function sendSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, gatherMs))
    await sendAll()
  }

  async function sendAll(): Promise<void> {
    const ids = [...waiting]
    waiting.clear()
    const payloads: string[] = []
    for (let start = 0; start < ids.length; start += idsPerNotice) {
      const notice: LiveNotice = { t: 'latest', l: ids.slice(start, start + idsPerNotice) }
      payloads.push(JSON.stringify(notice))
    }
    if (payloads.length === 0) return
    try {
      // Nothing is written that a loss of power or of the standby could undo: the commit waits for neither.
      await notices.rows(sql`
        select set_config('synchronous_commit', 'off', true), pg_notify('live', payload)
        from unnest(${payloads}::text[]) as payload`)
    } catch (error) {
      log.debug({ reason: (error as Error).message }, 'a live notice could not be sent')
    }
  }

  function schedule(): void {
    if (sending || isClosing || waiting.size === 0) return
    sending = sendSoon().finally(() => {
      sending = null
      schedule()
    })
  }

  return {
    add: (locationIds) => {
      for (const id of locationIds) waiting.add(id)
      schedule()
    },
    close: async () => {
      isClosing = true
      await sending
      await sendAll()
    },
  }
}

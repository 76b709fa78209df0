import type { Logger } from 'pino'
import type { Db } from './db.ts'
import { sql } from './sql.ts'

export type DatabaseState = 'ok' | 'away' | 'not_writable'

export interface DatabaseWatch {
  /** The last known state; returns at once, whatever the database does. */
  state(): DatabaseState
  close(): Promise<void>
}

const lookEveryMs = 2_000
/** While all is well most checks only query, so that an idle disk stays idle. */
const writeEveryLooks = 15
/** A refused write counts this long: whatever could not be written is retried meanwhile. */
const refusalLastsMs = 30_000
/** The embedded database runs other work first; a check without an answer for this long counts as stalled. */
const longestLookMs = { embedded: 30_000, postgres: 10_000 }

const write = sql`
  insert into write_probe (id, at) values (1, now()) on conflict (id) do update set at = excluded.at`

/** Monitors the database continuously, so that a health request need not wait for it. */
export function watchDatabase({ db, log }: { db: Db; log: Logger }): DatabaseWatch {
  const watched = db.at('watch')
  let state: DatabaseState = 'ok'
  let isClosing = false
  let wake: () => void = () => {}
  let looks = 0

  async function look(): Promise<{ state: DatabaseState; reason: string | null }> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => late.reject(new Error('the database has not answered')),
      longestLookMs[db.kind],
    )
    try {
      const isWrite = state !== 'ok' || looks++ % writeEveryLooks === 0
      const asked = watched.run(isWrite ? write : sql`select 1`)
      // If it fails after all, nobody is listening any more.
      asked.catch(() => {})
      await Promise.race([asked, late.promise])
    } catch (error) {
      return { state: isWriteRefused() ? 'not_writable' : 'away', reason: (error as Error).message }
    } finally {
      clearTimeout(timer)
    }
    return isWriteRefused()
      ? { state: 'not_writable', reason: 'a statement could not be written' }
      : { state: 'ok', reason: null }
  }

  function isWriteRefused(): boolean {
    const at = db.refusedWriteAt()
    return at !== null && performance.now() - at < refusalLastsMs
  }

  async function keepLooking(): Promise<void> {
    while (!isClosing) {
      const seen = await look()
      if (isClosing) return
      if (seen.state !== state && seen.state === 'ok') log.info('the database is well again')
      else if (seen.state !== state)
        log.error({ state: seen.state, reason: seen.reason }, 'the database is not well')
      state = seen.state
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookEveryMs)
        timer.unref()
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  const looking = keepLooking()
  return {
    state: () => state,
    close: async () => {
      isClosing = true
      wake()
      await looking
    },
  }
}

import type { RefusalReason } from '@ohmstead/contract/controller-messages'
import type { Logger } from 'pino'
import type { Counter } from 'prom-client'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

interface Counted {
  serial: string
  reason: RefusalReason
  count: number
  firstAt: number
  lastAt: number
  detail: string
}

// A flood of refusals must not become a flood of writes, nor of memory.
const mostPending = 10_000

/** Counts refusals in memory and adds them to `link_refusal` when `flush` is called, one row per controller and reason. */
export function createRefusalLog(db: Db, clock: { now(): number }, log: Logger, counter: Counter) {
  let pending = new Map<string, Counted>()
  let writing: Promise<void> = Promise.resolve()

  return {
    add(serial: string, reason: RefusalReason, detail: string, count = 1): void {
      counter.inc({ reason }, count)
      const now = clock.now()
      const key = `${serial} ${reason}`
      const existing = pending.get(key)
      if (existing) {
        existing.count += count
        existing.lastAt = now
        existing.detail = detail
      } else if (pending.size < mostPending) {
        pending.set(key, { serial, reason, count, firstAt: now, lastAt: now, detail })
      }
    },
    /** Resolves once everything counted before the call is written, including by a concurrent flush. */
    flush(): Promise<void> {
      writing = writing.then(write)
      return writing
    },
  }

  async function write(): Promise<void> {
    if (pending.size === 0) return
    const batch = [...pending.values()].sort((a, b) => (a.serial < b.serial ? -1 : 1))
    pending = new Map()
    try {
      await addRefusals(db, batch)
    } catch (error) {
      log.warn({ err: error, refusals: batch.length }, 'refusals could not be counted')
    }
  }
}

function addRefusals(db: Queryable, batch: readonly Counted[]): Promise<number> {
  const rows = batch.map(({ serial, reason, count, firstAt, lastAt, detail }) => ({
    serial,
    reason,
    count,
    first_at: new Date(firstAt).toISOString(),
    last_at: new Date(lastAt).toISOString(),
    detail: detail.toWellFormed().replaceAll('\0', ' ').slice(0, 300),
  }))
  return db.run(
    sql`insert into link_refusal (controller_id, reason, count, first_at, last_at, last_detail)
        select c.id, r.reason, sum(r.count)::bigint, min(r.first_at), max(r.last_at), max(r.detail)
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r (serial text, reason text, count bigint, first_at timestamptz, last_at timestamptz, detail text)
        join controller c on c.unit_id = r.serial
        group by c.id, r.reason
        order by c.id, r.reason
        on conflict (controller_id, reason) do update set
          count = link_refusal.count + excluded.count, last_at = excluded.last_at, last_detail = excluded.last_detail`,
  )
}

import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

/** What waits for each controller at most: at a message a minute eight hours, or one long reconnection. */
export const waitingLimits = { messages: 500, bytes: 1_000_000, days: 7 }

export interface WaitingMessage {
  controllerId: number
  kind: 'data' | 'history'
  payload: Uint8Array
  arrivedAt: number
}

export function insertWaiting(db: Queryable, messages: readonly WaitingMessage[]): Promise<number> {
  return db.run(
    sql`insert into waiting_message (controller_id, kind, payload, arrived_at)
        select controller_id, kind, payload, to_timestamp(at / 1000)
        from unnest(${messages.map((m) => m.controllerId)}::int[], ${messages.map((m) => m.kind)}::text[],
          ${messages.map((m) => m.payload)}::bytea[], ${messages.map((m) => m.arrivedAt)}::float8[])
          as given (controller_id, kind, payload, at)
        where exists (select from controller where id = controller_id)`,
  )
}

/** Drops the oldest beyond the limits; returns how many of each controller. */
export function trimWaiting(
  db: Queryable,
  controllerIds: readonly number[],
): Promise<{ serial: string; count: number }[]> {
  return db.rows<{ serial: string; count: number }>(
    sql`with gone as (
          delete from waiting_message w using (
            select id, row_number() over newest as place, sum(length(payload)) over newest as bytes
            from waiting_message where controller_id = any(${controllerIds}::int[])
            window newest as (partition by controller_id order by id desc)) ranked
          where w.id = ranked.id and (ranked.place > ${waitingLimits.messages} or ranked.bytes > ${waitingLimits.bytes})
          returning w.controller_id)
        select c.unit_id as serial, count(*)::int as count
        from gone join controller c on c.id = gone.controller_id group by c.unit_id`,
  )
}

/** Those of a linked controller, a piece at a time, in the order of their arrival. */
export function findWaiting(db: Queryable, serial: string) {
  return db.rows<{ id: number; kind: 'data' | 'history'; payload: Uint8Array; arrived_at: number }>(
    sql`select w.id, w.kind, w.payload, w.arrived_at from waiting_message w join controller c on c.id = w.controller_id
        where c.unit_id = ${serial} and c.location_id is not null order by w.id limit 100`,
  )
}

export async function deleteWaiting(db: Queryable, ids: readonly number[]): Promise<void> {
  await db.run(sql`delete from waiting_message where id = any(${ids}::bigint[])`)
}

/** Controllers that are linked and still have waiting messages: whoever linked them died, or one was late. */
export async function findLeftWaiting(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ unit_id: string }>(
    sql`select unit_id from controller c where location_id is not null and revoked_at is null
          and exists (select from waiting_message where controller_id = c.id) limit 100`,
  )
  return rows.map((row) => row.unit_id)
}

/** What nobody claimed in time. */
export async function deleteOldWaiting(db: Queryable, now: number): Promise<void> {
  const oldest = new Date(now - waitingLimits.days * 86_400_000)
  await db.run(sql`delete from waiting_message where arrived_at < ${oldest}`)
}

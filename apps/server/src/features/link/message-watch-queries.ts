import type { Refusal } from '@ohmstead/contract/controller-messages'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** Of each controller. */
export const mostMessages = 20
const keptMs = 15 * 60_000

export interface NotedMessage {
  serial: string
  /** Epoch ms. */
  at: number
  topic: string
  bytes: number
  outcome: 'stored' | 'partly' | 'refused' | 'unlinked'
  refusals: Refusal[]
  /** Its beginning, without what looks like a secret. */
  payload: string
}

/** Adds messages of controllers that belong to a location, and drops all but the newest of each. */
export async function addMessages(db: Queryable, messages: readonly NotedMessage[]): Promise<void> {
  const rows = messages.map(({ at, ...message }) => ({ ...message, at: new Date(at).toISOString() }))
  await db.run(
    sql`insert into controller_message (controller_id, at, topic, bytes, outcome, refusals, payload)
        select c.id, m.at, m.topic, m.bytes, m.outcome, m.refusals, m.payload
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (serial text, at timestamptz, topic text,
          bytes int, outcome text, refusals jsonb, payload text)
        join controller c on c.unit_id = m.serial and c.location_id is not null`,
  )
  const serials = [...new Set(messages.map(({ serial }) => serial))]
  await db.run(
    sql`delete from controller_message using controller c
        where c.unit_id = any(${serials}::text[]) and controller_id = c.id and controller_message.id <= (
          select newer.id from controller_message newer where newer.controller_id = c.id
          order by newer.id desc offset ${mostMessages} limit 1)`,
  )
}

export async function deleteOldMessages(db: Queryable, now: number): Promise<void> {
  await db.run(sql`delete from controller_message where at < ${new Date(now - keptMs)}`)
}

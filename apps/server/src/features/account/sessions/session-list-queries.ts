import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export interface SessionListRow {
  id: number
  current: boolean
  user_agent: string | null
  address: string | null
  stay_signed_in: boolean
  created_at: number
  last_seen_at: number
  expires_at: number
}

/** The live sessions of a user, last used first; `current` is the one of this token. */
export function listSessions(
  db: Queryable,
  { userId, tokenHash, now }: { userId: number; tokenHash: Uint8Array; now: number },
): Promise<SessionListRow[]> {
  return db.rows<SessionListRow>(sql`
    select id, token_hash = ${tokenHash} as current, user_agent, address, stay_signed_in, created_at, last_seen_at,
      expires_at
    from session where user_id = ${userId} and expires_at > ${new Date(now)}
    order by last_seen_at desc, id desc`)
}

export async function deleteOwnSession(db: Queryable, userId: number, sessionId: number): Promise<boolean> {
  return (await db.run(sql`delete from session where id = ${sessionId} and user_id = ${userId}`)) > 0
}

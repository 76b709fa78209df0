import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { notifyLive } from '../../../platform/live/notify-live.ts'
import { hashToken } from '../../../platform/random-token.ts'

/**
 * A passkey is no second step before one is demanded, so whoever has only that may have signed in by a password alone.
 * Once a second factor is demanded of them their sessions end, and the next one begins with the passkey: of one person,
 * or with null of everybody, but for the session of this token.
 */
export async function endDoubtfulSessions(
  tx: Queryable,
  { userId, exceptToken }: { userId: number | null; exceptToken: string | null },
): Promise<void> {
  const except = exceptToken === null ? null : hashToken(exceptToken)
  const ended = await tx.rows<{ user_id: number }>(sql`
    delete from session s
    where (${userId}::int is null or s.user_id = ${userId}) and (${except}::bytea is null or s.token_hash <> ${except})
      and exists (select from setting where key = 'second_factor')
      and exists (select from user_role where user_id = s.user_id and role in ('ROLE_AGGREGATOR', 'ROLE_SUPER_ADMIN'))
      and exists (select from passkey where user_id = s.user_id)
      and not exists (select from totp where user_id = s.user_id)
    returning coalesce(s.acting_as_id, s.user_id) as user_id`)
  for (const user of new Set(ended.map((row) => row.user_id))) await notifyLive(tx, { t: 'access', user })
}

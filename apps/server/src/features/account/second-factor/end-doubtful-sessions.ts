import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { notifyLive } from '../../../platform/live/notify-live.ts'
import { hashToken } from '../../../platform/random-token.ts'

/**
 * Before a second factor is required, a passkey is optional, so its owner may have signed in with only a password.
 * Once it is required their sessions end, and the next one begins with the passkey: for one person,
 * or with null for everybody, except the session of this token.
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

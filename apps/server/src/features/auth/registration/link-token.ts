import { AppError } from '../../../platform/app-error.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'
import { createToken, hashToken } from '../../../platform/random-token.ts'

export type LinkAction = 'verify_email' | 'reset_password' | 'change_email'

export const linkHours: Record<LinkAction, number> = { verify_email: 24, reset_password: 1, change_email: 24 }
const keepUsedMs = 30 * 86_400_000

/** The content of a registration; its link carries it, so that one link never opens what another registration wrote. */
export interface Registration {
  firstName: string
  lastName: string
  locale: string | null
  /** The customer's company: the one on whose page it was. */
  companyId: number | null
}

interface LinkTokenRow {
  action: LinkAction
  user_id: number
  email: string
  registration: Registration | null
  expires_at: number
  used_at: number | null
}

interface NewLinkToken {
  action: LinkAction
  userId: number
  email: string
  now: number
  registration?: Registration | null
}

/**
 * Creates the token of a link to be mailed to a user; earlier unused ones of the same kind become invalid. Except
 * registrations: a stranger who registers with the same address must not invalidate the owner's link.
 */
export async function createLinkToken(
  tx: Queryable,
  { action, userId, email, now, registration = null }: NewLinkToken,
): Promise<{ token: string; expiresAt: number }> {
  const token = createToken()
  const expiresAt = now + linkHours[action] * 3_600_000
  await tx.run(sql`
    delete from link_token
    where (user_id = ${userId} and action = ${action} and used_at is null and action <> 'verify_email')
      or expires_at < ${new Date(now - keepUsedMs)}`)
  await tx.run(sql`
    insert into link_token (token_hash, action, user_id, email, registration, created_at, expires_at)
    values (${hashToken(token)}, ${action}, ${userId}, ${email},
      ${registration && JSON.stringify(registration)}::jsonb, ${new Date(now)}, ${new Date(expiresAt)})`)
  return { token, expiresAt }
}

export function findLinkToken(db: Queryable, token: string): Promise<LinkTokenRow | undefined> {
  return db.row<LinkTokenRow>(sql`
    select action, user_id, email, registration, expires_at, used_at from link_token where token_hash = ${hashToken(token)}`)
}

/** Consumes a token: of two concurrent uses only one succeeds. Throws what is wrong with it. */
export async function useLinkToken(
  tx: Queryable,
  token: string,
  action: LinkAction,
  now: number,
): Promise<{ userId: number; email: string; registration: Registration | null }> {
  const used = await tx.row<Pick<LinkTokenRow, 'user_id' | 'email' | 'registration'>>(sql`
    update link_token set used_at = ${new Date(now)}
    where token_hash = ${hashToken(token)} and action = ${action} and used_at is null and expires_at > ${new Date(now)}
    returning user_id, email, registration`)
  if (used) return { userId: used.user_id, email: used.email, registration: used.registration }
  throw new AppError(tokenProblem(await findLinkToken(tx, token), action, now) ?? 'token_used')
}

/** Why a token does not work, or null if it does. */
export function tokenProblem(
  row: LinkTokenRow | undefined,
  action: LinkAction,
  now: number,
): 'token_missing' | 'token_used' | 'token_expired' | null {
  if (!row || row.action !== action) return 'token_missing'
  if (row.used_at !== null) return 'token_used'
  return row.expires_at <= now ? 'token_expired' : null
}

/** Invalidates the open links of a user: all, or those of one kind. */
export function voidLinkTokens(tx: Queryable, userId: number, action?: LinkAction): Promise<number> {
  return tx.run(sql`
    delete from link_token where user_id = ${userId} and used_at is null
      and (${action ?? null}::text is null or action = ${action ?? null})`)
}

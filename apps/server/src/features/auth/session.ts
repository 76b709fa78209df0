import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import { findSecondFactorDue } from '@ohmstead/domain/access/second-factor-duty'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { notifyLive } from '../../platform/live/notify-live.ts'
import { createToken, hashToken } from '../../platform/random-token.ts'
import {
  deleteSession,
  deleteUserSessions,
  findPersonRights,
  findSession,
  findSessionById,
  findSessions,
  insertSession,
  replaceSessionToken,
  type SessionRow,
  touchSession,
} from './session-queries.ts'

// How long a session lives after its last use, and its maximum in days.
const shortSeconds = 12 * 3600
const longSeconds = 30 * 86_400
const shortDaysInAll = 7
const longDaysInAll = 180
const touchAfterMs = 60_000

export const sessionSeconds = (staySignedIn: boolean) => (staySignedIn ? longSeconds : shortSeconds)

const endOfUse = (staySignedIn: boolean, createdAt: number, now: number) =>
  Math.min(
    now + sessionSeconds(staySignedIn) * 1000,
    createdAt + (staySignedIn ? longDaysInAll : shortDaysInAll) * 86_400_000,
  )

/** Opens a session and returns its token, which is stored only in the browser's cookie. */
export async function createSession(
  db: Queryable,
  {
    userId,
    staySignedIn,
    userAgent,
    address,
    now,
  }: { userId: number; staySignedIn: boolean; userAgent: string | null; address: string; now: number },
): Promise<string> {
  const token = createToken()
  const expiresAt = endOfUse(staySignedIn, now, now)
  await insertSession(db, {
    tokenHash: hashToken(token),
    userId,
    staySignedIn,
    userAgent: userAgent?.slice(0, 300) ?? null,
    address,
    now,
    expiresAt,
  })
  return token
}

/** Ends a session, and its open streams in every process. */
export async function endSession(db: Queryable, token: string): Promise<void> {
  const userId = await deleteSession(db, hashToken(token))
  if (userId !== undefined) await notifyLive(db, { t: 'access', user: userId })
}

/** Ends the sessions of a user, all or all except the one of this token; returns how many. */
export async function endUserSessions(
  db: Queryable,
  userId: number,
  exceptToken: string | null,
): Promise<number> {
  const ended = await deleteUserSessions(db, userId, exceptToken === null ? null : hashToken(exceptToken))
  if (ended > 0) await notifyLive(db, { t: 'access', user: userId })
  return ended
}

/** The session continues under a new token; the old one is invalid. */
export async function renewSessionToken(db: Queryable, token: string): Promise<string> {
  const renewed = createToken()
  await replaceSessionToken(db, hashToken(token), hashToken(renewed))
  return renewed
}

export interface Session {
  actor: Actor
  locale: string | null
  staySignedIn: boolean
  createdAt: number
  expiresAt: number
}

/**
 * The actor of this token, or null. Read again for every request, so a revoked session, role or location takes effect
 * at once in every process. Using a session extends it, written at most once a minute.
 */
export async function findUserSession(db: Db, token: string, now: number): Promise<Session | null> {
  const row = await findSession(db, hashToken(token), now)
  if (!row) return null
  let expiresAt = row.expires_at
  if (now - row.last_seen_at > touchAfterMs) {
    expiresAt = endOfUse(row.stay_signed_in, row.created_at, now)
    await touchSession(db, row.session_id, now, expiresAt)
  }
  return {
    actor: actorOf(row),
    locale: row.locale,
    staySignedIn: row.stay_signed_in,
    createdAt: row.created_at,
    expiresAt,
  }
}

export async function findActor(db: Db, token: string, now: number): Promise<Actor | null> {
  return (await findUserSession(db, token, now))?.actor ?? null
}

/** The same for a page that is merely open: polling is no use, so the session still expires. */
export async function watchActor(db: Db, token: string, now: number): Promise<Actor | null> {
  const row = await findSession(db, hashToken(token), now)
  return row ? actorOf(row) : null
}

/** The same by the number of the session, for what belongs to one and outlives its token. */
export async function findSessionActor(db: Queryable, sessionId: number, now: number): Promise<Actor | null> {
  const row = await findSessionById(db, sessionId, now)
  return row ? actorOf(row) : null
}

/** Somebody with the rights that they have now, whether signed in or not; null if they have been disabled or are gone. */
export async function findPersonActor(
  db: Queryable,
  who: { userId: number; impersonatorId: number | null },
): Promise<Actor | null> {
  const row = await findPersonRights(db, who)
  if (!row) return null
  const { impersonatorId } = who
  return {
    userId: row.user_id,
    roles: row.roles,
    companyIds: row.company_ids,
    locations: row.locations,
    ...(impersonatorId !== null && { impersonatorId }),
  }
}

/** The actors of many tokens of open pages; a token that is no longer valid is omitted. */
export async function watchActors(
  db: Db,
  tokens: readonly string[],
  now: number,
): Promise<Map<string, Actor>> {
  const tokenOf = new Map(tokens.map((token) => [Buffer.from(hashToken(token)).toString('hex'), token]))
  const rows = await findSessions(db, [...tokenOf.keys()], now)
  return new Map(rows.map((row) => [tokenOf.get(row.token_hash)!, actorOf(row)]))
}

function actorOf(row: SessionRow): Actor {
  const { impersonator_id: impersonatorId } = row
  const actor: Actor = {
    userId: row.user_id,
    roles: row.roles,
    companyIds: row.company_ids,
    locations: row.locations,
    ...(impersonatorId !== null && { impersonatorId }),
  }
  const due = findSecondFactorDue(row.second_factor_rule, {
    role: impersonatorId === null ? activeRole(actor) : 'ROLE_SUPER_ADMIN',
    hasSecondFactor: row.has_second_factor,
    openedAt: row.opened_at,
  })
  return due === null ? actor : { ...actor, secondFactorDue: due }
}

import type { LocationEntry } from '@ohmstead/domain/access/permission'
import type { Role } from '@ohmstead/domain/access/role'
import type { SecondFactorRule } from '@ohmstead/domain/access/second-factor-duty'
import type { Db, Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'

export interface SessionRow {
  session_id: number
  /** In hexadecimal digits. */
  token_hash: string
  /** The user the session acts as; its owner unless they impersonate somebody. */
  user_id: number
  impersonator_id: number | null
  stay_signed_in: boolean
  created_at: number
  last_seen_at: number
  expires_at: number
  locale: string | null
  roles: Role[]
  company_ids: number[]
  locations: LocationEntry[]
  /** These two belong to whoever has signed in, also while they impersonate somebody. */
  opened_at: number
  has_second_factor: boolean
  second_factor_rule: SecondFactorRule | null
}

export function insertSession(
  db: Queryable,
  session: {
    tokenHash: Uint8Array
    userId: number
    staySignedIn: boolean
    userAgent: string | null
    address: string
    now: number
    expiresAt: number
  },
): Promise<number> {
  const now = new Date(session.now)
  return db.run(sql`
    insert into session (token_hash, user_id, stay_signed_in, user_agent, address, created_at, last_seen_at, expires_at)
    values (${session.tokenHash}, ${session.userId}, ${session.staySignedIn}, ${session.userAgent}, ${session.address},
      ${now}, ${now}, ${new Date(session.expiresAt)})`)
}

/** What the permission rule needs of a person `u`. */
const rights: Sql = sql`(select coalesce(json_agg(role order by position), '[]') from user_role where user_id = u.id) as roles,
      (select coalesce(json_agg(company_id), '[]') from user_company where user_id = u.id) as company_ids,
      (select coalesce(json_agg(json_build_object('id', id, 'view', can_view, 'edit', can_edit, 'control', can_control,
          'manageUsers', can_manage_users) order by id), '[]')
        from (
          select id, true as can_view, true as can_edit, true as can_control, true as can_manage_users
          from location where owner_id = u.id and deletion_due_at is null
          union all
          select p.location_id, p.can_view, p.can_edit, p.can_control, p.can_manage_users
          from location_permission p join location l on l.id = p.location_id
          where p.user_id = u.id and l.owner_id is distinct from u.id and l.deletion_due_at is null
        ) entry) as locations`

/** Whether somebody may act as a person `u`: only a super admin, and not as another one. */
const mayImpersonate = (by: Sql): Sql => sql`(
        exists (select from user_role r join app_user o on o.id = r.user_id
          where r.user_id = ${by} and r.role = 'ROLE_SUPER_ADMIN' and o.disabled_at is null)
        and not exists (select from user_role where user_id = u.id and role = 'ROLE_SUPER_ADMIN'))`

/**
 * Live sessions (as `s`) with everything the permission rule needs, in one statement. An impersonator must still be
 * a super admin, and the other user must not have become one: otherwise the session is invalid.
 */
const selectSessions = (which: Sql, now: number) => sql`
    select s.id as session_id, encode(s.token_hash, 'hex') as token_hash, u.id as user_id, case when s.acting_as_id is not null then s.user_id end as impersonator_id,
      s.stay_signed_in, s.created_at, s.last_seen_at, s.expires_at, u.locale,
      (select created_at from app_user where id = s.user_id) as opened_at,
      (exists (select from totp where user_id = s.user_id)
        or exists (select from passkey where user_id = s.user_id)) as has_second_factor,
      (select value from setting where key = 'second_factor') as second_factor_rule,
      ${rights}
    from session s join app_user u on u.id = coalesce(s.acting_as_id, s.user_id)
    where ${which} and s.expires_at > ${new Date(now)} and u.disabled_at is null
      and (s.acting_as_id is null or ${mayImpersonate(rawSql('s.user_id'))})`

export function findSession(
  db: Queryable,
  tokenHash: Uint8Array,
  now: number,
): Promise<SessionRow | undefined> {
  return db.row<SessionRow>(selectSessions(sql`s.token_hash = ${tokenHash}`, now))
}

export function findSessionById(db: Queryable, id: number, now: number): Promise<SessionRow | undefined> {
  return db.row<SessionRow>(selectSessions(sql`s.id = ${id}`, now))
}

/** Those of many tokens, given in hexadecimal digits. */
export function findSessions(
  db: Queryable,
  tokenHashes: readonly string[],
  now: number,
): Promise<SessionRow[]> {
  const which = sql`s.token_hash in (select decode(hash, 'hex') from unnest(${tokenHashes}::text[]) as hash)`
  return db.rows<SessionRow>(selectSessions(which, now))
}

/** A person with their rights, without any session: for work that goes on after they have left. */
export function findPersonRights(
  db: Queryable,
  { userId, impersonatorId }: { userId: number; impersonatorId: number | null },
): Promise<Pick<SessionRow, 'user_id' | 'roles' | 'company_ids' | 'locations'> | undefined> {
  return db.row(sql`
    select u.id as user_id, ${rights} from app_user u
    where u.id = ${userId} and u.disabled_at is null
      and (${impersonatorId}::int is null or ${mayImpersonate(sql`${impersonatorId}::int`)})`)
}

export function touchSession(
  db: Queryable,
  sessionId: number,
  now: number,
  expiresAt: number,
): Promise<number> {
  return db.run(sql`
    update session set last_seen_at = ${new Date(now)}, expires_at = ${new Date(expiresAt)} where id = ${sessionId}`)
}

/** The user the session acted as, if there was one. */
export async function deleteSession(db: Queryable, tokenHash: Uint8Array): Promise<number | undefined> {
  const row = await db.row<{ user_id: number }>(sql`
    delete from session where token_hash = ${tokenHash} returning coalesce(acting_as_id, user_id) as user_id`)
  return row?.user_id
}

export function deleteUserSessions(
  db: Queryable,
  userId: number,
  exceptTokenHash: Uint8Array | null,
): Promise<number> {
  return db.run(sql`
    delete from session where user_id = ${userId} and (${exceptTokenHash}::bytea is null or token_hash <> ${exceptTokenHash})`)
}

export function replaceSessionToken(
  db: Queryable,
  tokenHash: Uint8Array,
  newTokenHash: Uint8Array,
): Promise<number> {
  return db.run(sql`update session set token_hash = ${newTokenHash} where token_hash = ${tokenHash}`)
}

/** A browser that a person has signed in to again goes on being told of their alarms. */
export function handOverBrowser(tx: Queryable, from: Uint8Array, to: Uint8Array): Promise<number> {
  return tx.run(sql`
    update push_device d set session_id = new.id from session old, session new
    where old.token_hash = ${from} and d.session_id = old.id and new.token_hash = ${to} and new.user_id = d.user_id`)
}

/** Nobody has ended them, so that their browsers go on being told of alarms. */
export function deleteExpiredSessions(db: Db, now: number): Promise<number> {
  const instant = new Date(now)
  return db.transaction(async (tx) => {
    await tx.run(sql`
      update push_device set session_id = null from session s where s.id = session_id and s.expires_at < ${instant}`)
    return tx.run(sql`delete from session where expires_at < ${instant}`)
  })
}

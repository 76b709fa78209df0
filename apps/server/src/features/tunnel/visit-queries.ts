import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

export async function insertVisit(
  db: Queryable,
  visit: {
    tunnelId: number
    userId: number
    sessionHash: Uint8Array
    ticketHash: Uint8Array
    now: number
    until: number
  },
): Promise<boolean> {
  const { tunnelId, userId, sessionHash, ticketHash, now, until } = visit
  const inserted = await db.run(
    sql`insert into tunnel_visit (tunnel_id, user_id, session_id, token_hash, created_at, ticket_until)
        select ${tunnelId}, ${userId}, id, ${ticketHash}, ${new Date(now)}, ${new Date(until)}
        from session where token_hash = ${sessionHash}`,
  )
  return inserted > 0
}

/** Turns a ticket into a cookie; false if it was used, is too old, or belongs to another tunnel. */
export async function enterVisit(
  db: Queryable,
  {
    hostName,
    ticketHash,
    cookieHash,
    now,
  }: { hostName: string; ticketHash: Uint8Array; cookieHash: Uint8Array; now: number },
): Promise<boolean> {
  const changed = await db.run(
    sql`update tunnel_visit v set token_hash = ${cookieHash}, entered_at = ${new Date(now)}
        from tunnel t where t.id = v.tunnel_id and t.host_name = ${hostName} and v.token_hash = ${ticketHash}
          and v.entered_at is null and v.ticket_until > ${new Date(now)}`,
  )
  return changed > 0
}

export interface Visit {
  id: number
  user_id: number
  session_id: number
  tunnel_id: number
  location_id: number
  controller_id: number
  company_id: number
  is_location_deleted: boolean
  holder: string | null
  holder_url: string | null
  expires_at: number
  closed_at: number | null
  locale: string | null
}

/** Of the cookie of a browser, with its tunnel. */
export const findVisit = (
  db: Queryable,
  { hostName, cookieHash }: { hostName: string; cookieHash: Uint8Array },
): Promise<Visit | undefined> =>
  selectVisit(
    db,
    sql`v.token_hash = ${cookieHash} and v.entered_at is not null and t.host_name = ${hostName}`,
  )

export const findVisitById = (db: Queryable, id: number): Promise<Visit | undefined> =>
  selectVisit(db, sql`v.id = ${id}`)

function selectVisit(db: Queryable, which: Sql): Promise<Visit | undefined> {
  return db.row<Visit>(
    sql`select v.id, v.user_id, v.session_id, v.tunnel_id, t.location_id, t.controller_id, l.company_id,
          l.deletion_due_at is not null as is_location_deleted, t.holder, t.holder_url, t.expires_at, t.closed_at, u.locale
        from tunnel_visit v join tunnel t on t.id = v.tunnel_id join location l on l.id = t.location_id
          join app_user u on u.id = v.user_id
        where ${which}`,
  )
}

import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { createToken, hashToken } from '../../platform/random-token.ts'

export type TicketKind = 'upload' | 'download'

/** A new address below `publicUrl`, where the controller may send or fetch this backup once. */
export async function issueTicket(
  tx: Queryable,
  ticket: { backupId: number; controllerId: number; kind: TicketKind; expiresAt: number },
  { publicUrl, serial }: { publicUrl: string; serial: string },
): Promise<string> {
  const token = createToken()
  await tx.run(
    sql`insert into backup_ticket (token_hash, backup_id, controller_id, kind, expires_at)
        values (${hashToken(token)}, ${ticket.backupId}, ${ticket.controllerId}, ${ticket.kind},
          ${new Date(ticket.expiresAt)})`,
  )
  return `${publicUrl}/link/v1/${serial}/backups/${token}`
}

/** Uses an address up: of two at once only one gets it. */
export function redeemTicket(
  db: Queryable,
  { token, serial, kind }: { token: string; serial: string; kind: TicketKind },
  now: number,
): Promise<{ backup_id: number; controller_id: number } | undefined> {
  return db.row(
    sql`delete from backup_ticket t using controller c
        where t.token_hash = ${hashToken(token)} and t.kind = ${kind} and t.expires_at > ${new Date(now)}
          and c.id = t.controller_id and c.unit_id = ${serial} and c.revoked_at is null
        returning t.backup_id, t.controller_id`,
  )
}

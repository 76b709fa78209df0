import type { Actor } from '@ohmstead/domain/access/permission'
import type { AuditAction } from '@ohmstead/domain/audit/audit-actions'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'

/** Who acts, from where and when. Nobody: the server itself, or somebody not signed in. */
export interface AuditContext {
  actor: Pick<Actor, 'userId' | 'impersonatorId'> | null
  address: string | null
  at: number
}

/** The context of a request, made of what every handler gets. */
export function auditContextOf({
  actor,
  deps,
  request,
}: {
  actor: AuditContext['actor']
  deps: Pick<Deps, 'clock'>
  request: Pick<FastifyRequest, 'ip'>
}): AuditContext {
  return { actor, address: request.ip, at: deps.clock.now() }
}

export interface AuditEntry {
  action: AuditAction
  /** For whom. */
  userId?: number | null
  /** Left out it is the location's. */
  companyId?: number | null
  locationId?: number | null
  controllerId?: number | null
  /** What changed, without secrets; see `changedFields`. */
  before?: object | null
  after?: object | null
}

/** Writes a change down, in the transaction that makes it, so that there is neither without the other. */
export async function recordAudit(
  tx: Queryable,
  { actor, address, at }: AuditContext,
  entry: AuditEntry,
): Promise<void> {
  const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)
  const locationId = entry.locationId ?? null
  await tx.run(sql`
    insert into audit_log (at, action, actor_id, impersonator_id, user_id, company_id, location_id, controller_id,
      before, after, address)
    values (${new Date(at)}, ${entry.action}, ${actor?.userId ?? null}, ${actor?.impersonatorId ?? null},
      ${entry.userId ?? null},
      coalesce(${entry.companyId ?? null}::int, (select company_id from location where id = ${locationId}::int)),
      ${locationId}, ${entry.controllerId ?? null}, ${json(entry.before)}::jsonb, ${json(entry.after)}::jsonb, ${address})`)
}

/** The fields that differ, before and after; null where nothing does, so that no entry is needed. */
export function changedFields<Fields extends object>(
  before: Fields,
  after: Partial<Fields>,
): { before: Partial<Fields>; after: Partial<Fields> } | null {
  const names = (Object.keys(after) as (keyof Fields)[]).filter(
    (name) => after[name] !== undefined && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return null
  const pick = (fields: Partial<Fields>) =>
    Object.fromEntries(names.map((name) => [name, fields[name] ?? null])) as Partial<Fields>
  return { before: pick(before), after: pick(after) }
}

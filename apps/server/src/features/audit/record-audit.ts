import type { Actor } from '@ohmstead/domain/access/permission'
import type { AuditAction } from '@ohmstead/domain/audit/audit-actions'
import { type Facts, splitFacts } from '@ohmstead/domain/audit/split-facts'
import type { FastifyRequest } from 'fastify'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'

/** Who acts, from where and when. Nobody: the server itself, or an anonymous caller. */
export interface AuditContext {
  actor: Pick<Actor, 'userId' | 'impersonatorId'> | null
  address: string | null
  at: number
}

/** The context of a request, from what every handler gets. */
export function auditContextOf({
  actor,
  deps,
  request,
}: {
  actor: AuditContext['actor']
  deps: Pick<PlatformDeps, 'clock'>
  request: Pick<FastifyRequest, 'ip'>
}): AuditContext {
  return { actor, address: request.ip, at: deps.clock.now() }
}

export interface AuditEntry {
  action: AuditAction
  /** The person affected. */
  userId?: number | null
  /** By default the location's. */
  companyId?: number | null
  locationId?: number | null
  controllerId?: number | null
  /** What changed, without secrets; see `changedFields`. */
  before?: object | null
  after?: object | null
}

/** Records a change in the transaction that makes it, so that there is neither without the other. */
export async function recordAudit(
  tx: Queryable,
  { actor, address, at }: AuditContext,
  entry: AuditEntry,
): Promise<void> {
  const { userId = null, locationId = null } = entry
  const before = splitFacts(asFacts(entry.before))
  const after = splitFacts(asFacts(entry.after))
  const { id } = (await tx.row<{ id: number }>(sql`
    insert into audit_log (at, action, actor_id, impersonator_id, user_id, company_id, location_id, controller_id,
      before, after)
    values (${new Date(at)}, ${entry.action}, ${actor?.userId ?? null}, ${actor?.impersonatorId ?? null}, ${userId},
      coalesce(${entry.companyId ?? null}::int, (select company_id from location where id = ${locationId}::int)),
      ${locationId}, ${entry.controllerId ?? null}, ${toJson(before.impersonal)}::jsonb,
      ${toJson(after.impersonal)}::jsonb)
    returning id`))!
  if (before.personal || after.personal)
    await insertFacts(tx, id, { userId, locationId }, before.personal, after.personal)
  const whose = actor?.impersonatorId ?? actor?.userId ?? userId
  if (address !== null) await insertAddress(tx, id, whose, address)
}

/** They are deleted with the person and the location; for deleted ones nothing is stored. */
function insertFacts(
  tx: Queryable,
  entryId: number,
  { userId, locationId }: { userId: number | null; locationId: number | null },
  before: Facts | null,
  after: Facts | null,
): Promise<number> {
  return tx.run(sql`
    insert into audit_fact (entry_id, user_id, location_id, before, after)
    select ${entryId}, ${userId}::int, ${locationId}::int, ${toJson(before)}::jsonb, ${toJson(after)}::jsonb
    where (${userId}::int is null or exists (select from app_user where id = ${userId}::int))
      and (${locationId}::int is null or exists (select from location where id = ${locationId}::int))`)
}

function insertAddress(
  tx: Queryable,
  entryId: number,
  userId: number | null,
  address: string,
): Promise<number> {
  return tx.run(sql`
    insert into audit_address (entry_id, user_id, address)
    select ${entryId}, ${userId}::int, ${address}
    where ${userId}::int is null or exists (select from app_user where id = ${userId}::int)`)
}

const toJson = (facts: Facts | null) => facts && JSON.stringify(facts)

/** In stored form: dates as text, and undefined omitted. */
const asFacts = (given: object | null | undefined): Facts | null =>
  given ? JSON.parse(JSON.stringify(given)) : null

/** The fields that differ, before and after; null if none does, so that no entry is needed. */
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

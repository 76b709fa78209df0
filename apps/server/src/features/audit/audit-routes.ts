import { auditEndpoints } from '@ohmstead/contract/audit'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import { type Route, route } from '../../route.ts'
import { findAuditNames, type NameScope } from './audit-names.ts'
import { type AuditFilter, findAuditPage } from './audit-queries.ts'

const pageSize = 50

export const auditRoutes: Route[] = [
  route(auditEndpoints.list, async ({ db, actor, query }) =>
    readPage(db, { entries: scopeOf(actor), names: nameScopeOf(actor) }, query),
  ),

  route(auditEndpoints.location, async ({ db, actor, params: { locationId }, query }) =>
    readPage(
      db,
      { entries: rawSql('true'), names: { ...nameScopeOf(actor), locationId } },
      { ...query, locationId },
    ),
  ),
]

/** An aggregator reads about its companies and its own actions; entries without a company are for super admins. */
function scopeOf(actor: Actor): Sql {
  if (activeRole(actor) === 'ROLE_SUPER_ADMIN') return rawSql('true')
  return sql`(a.company_id = any(${actor.companyIds}::int[]) or a.actor_id = ${actor.userId})`
}

const nameScopeOf = (actor: Actor): NameScope => ({
  companyIds: activeRole(actor) === 'ROLE_SUPER_ADMIN' ? null : actor.companyIds,
})

async function readPage(db: Queryable, scope: { entries: Sql; names: NameScope }, filter: AuditFilter) {
  const { entries, nextBefore } = await findAuditPage(db, scope.entries, filter, pageSize)
  return { entries, names: await findAuditNames(db, entries, scope.names), next_before: nextBefore }
}

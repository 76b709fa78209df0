import { auditEndpoints } from '@ohmstead/contract/audit'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import { type Route, route } from '../../route.ts'
import { type AuditFilter, findAuditEntries } from './audit-queries.ts'

const pageSize = 50

export const auditRoutes: Route[] = [
  route(auditEndpoints.list, async ({ db, actor, query }) => readPage(db, scopeOf(actor), query)),

  route(auditEndpoints.location, async ({ db, params: { locationId }, query }) =>
    readPage(db, rawSql('true'), { ...query, locationId }),
  ),
]

/** An aggregator reads about its companies and what it did itself; entries of no company are for super admins. */
function scopeOf(actor: Actor): Sql {
  if (activeRole(actor) === 'ROLE_SUPER_ADMIN') return rawSql('true')
  return sql`(a.company_id = any(${actor.companyIds}::int[]) or a.actor_id = ${actor.userId})`
}

async function readPage(db: Queryable, scope: Sql, filter: AuditFilter) {
  const entries = await findAuditEntries(db, scope, filter, pageSize + 1)
  const page = entries.slice(0, pageSize)
  return { entries: page, next_before: entries.length > pageSize ? page.at(-1)!.id : null }
}

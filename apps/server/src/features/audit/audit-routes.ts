import { auditEndpoints } from '@ohmstead/contract/audit'
import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import type { Queryable } from '../../platform/db/db.ts'
import { type Route, route } from '../../route.ts'
import { findAuditNames, type NameScope } from './audit-names.ts'
import { type AuditFilter, type EntryScope, findAuditPage } from './audit-queries.ts'

const pageSize = 50

export const auditRoutes: Route[] = [
  route(auditEndpoints.list, async ({ db, actor, query }) =>
    readPage(db, { entries: scopeOf(actor), names: nameScopeOf(actor) }, query),
  ),

  route(auditEndpoints.location, async ({ db, actor, params: { locationId }, query }) =>
    readPage(db, { entries: null, names: { ...nameScopeOf(actor), locationId } }, { ...query, locationId }),
  ),
]

/** An aggregator reads about its companies and its own actions; entries without a company are for super admins. */
const scopeOf = (actor: Actor): EntryScope | null =>
  activeRole(actor) === 'ROLE_SUPER_ADMIN' ? null : { companyIds: actor.companyIds, actorId: actor.userId }

const nameScopeOf = (actor: Actor): NameScope => ({
  companyIds: activeRole(actor) === 'ROLE_SUPER_ADMIN' ? null : actor.companyIds,
})

async function readPage(
  db: Queryable,
  scope: { entries: EntryScope | null; names: NameScope },
  filter: AuditFilter,
) {
  const { entries, nextBefore } = await findAuditPage(db, scope.entries, filter, pageSize)
  return { entries, names: await findAuditNames(db, entries, scope.names), next_before: nextBefore }
}

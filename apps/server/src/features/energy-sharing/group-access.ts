import { type Actor, activeRole } from '@ohmstead/domain/access/permission'
import { rawSql, type Sql, sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'

// Who sees what of a sharing group. The organiser sees all of it, a member its own part, everybody else nothing.

/** Groups `g` that the actor organises: a company's if they run it, else their own. */
export function organises(actor: Actor): Sql {
  const role = activeRole(actor)
  if (role === 'ROLE_SUPER_ADMIN') return rawSql('true')
  const own = sql`(g.company_id is null and g.owner_id is not distinct from ${actor.userId}::int)`
  // Of a person's group `company_id` is null, and so would be the comparison.
  const run = sql`(g.company_id is not null and g.company_id = any(${actor.companyIds}::int[]))`
  return role === 'ROLE_AGGREGATOR' ? sql`(${own} or ${run})` : own
}

/** Members `m` whose place the actor may view: the location, or the metering point as its owner. */
export function ownMember(actor: Actor): Sql {
  return sql`(exists (select from location l where l.id = m.location_id and ${visibleLocation(actor)})
    or exists (select from abstract_device d where d.id = m.abstract_device_id and d.user_id = ${actor.userId}))`
}

/** Members `m` whose membership the actor may end: whoever may edit the location, or owns the metering point. */
export function mayLeave(actor: Actor): Sql {
  return sql`(exists (select from location l where l.id = m.location_id and ${editableLocation(actor)})
    or exists (select from abstract_device d where d.id = m.abstract_device_id and d.user_id = ${actor.userId}))`
}

/** Locations `l` that the actor may edit. */
export function editableLocation(actor: Actor): Sql {
  const role = activeRole(actor)
  const kept = rawSql('l.deletion_due_at is null')
  if (role === 'ROLE_SUPER_ADMIN') return kept
  const edited = actor.locations.filter(({ view, edit }) => view && edit).map(({ id }) => id)
  const entries = sql`l.id = any(${edited}::int[])`
  return role === 'ROLE_AGGREGATOR'
    ? sql`(${kept} and (l.company_id = any(${actor.companyIds}::int[]) or ${entries}))`
    : sql`(${kept} and ${entries})`
}

/** Groups `g` that the actor may see at all. */
export function visibleGroup(actor: Actor): Sql {
  return sql`(${organises(actor)} or exists (
    select from sharing_member m where m.group_id = g.id and ${ownMember(actor)}))`
}

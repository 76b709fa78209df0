import { type Actor, activeRole, decide } from '@ohmstead/domain/access/permission'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'
import { visibleLocation } from '../companies/company-queries.ts'

// Price lists and utility rate plans belong to a company or to a person, and are shared by the same rule.

/** Of an alias `p`, which has `company_id` and `user_id`. */
export interface Owned {
  company_id: number | null
  user_id: number | null
}

export interface PriceOwner {
  companyId: number | null
  userId: number | null
}

/** What the actor may change: what is theirs (a viewer keeps nothing), and what belongs to a company they run. */
export function mayEditPrices(actor: Actor, { company_id, user_id }: Owned): boolean {
  return company_id === null
    ? user_id === actor.userId && decide(actor, 'role.basic', null) === 'allowed'
    : runsCompany(actor, company_id)
}

export function runsCompany(actor: Actor, companyId: number): boolean {
  return decide(actor, 'company.edit', { kind: 'company', companyId, ownLocationIds: [] }) === 'allowed'
}

/** Rows `p` that are the actor's own or of a company they run: what lists without a company show. */
export function kept(actor: Actor): Sql {
  const role = activeRole(actor)
  const own = sql`p.user_id = ${actor.userId}`
  if (role === 'ROLE_SUPER_ADMIN') return sql`(${own} or p.company_id is not null)`
  return role === 'ROLE_AGGREGATOR' ? sql`(${own} or p.company_id = any(${actor.companyIds}::int[]))` : own
}

/** Rows `p` that the actor may use: those kept, and those of the companies whose locations they may edit. */
export function usable(actor: Actor): Sql {
  const edited = actor.locations.filter(({ view, edit }) => view && edit).map(({ id }) => id)
  return edited.length === 0
    ? kept(actor)
    : sql`(${kept(actor)} or p.company_id in (
        select company_id from location where id = any(${edited}::int[]) and deletion_due_at is null))`
}

/** Lists `p` that the actor may read: usable ones, and those in the plan of a location they see. */
export function readableList(actor: Actor): Sql {
  return sql`(${usable(actor)} or exists (
    select from rate_plan_entry e join location_pricing lp on lp.rate_plan_id = e.rate_plan_id
      join location l on l.id = lp.location_id
    where e.price_list_id = p.id and ${visibleLocation(actor)}))`
}

/** Plans `p` that the actor may read: usable ones, and that of a location they see. */
export function readablePlan(actor: Actor): Sql {
  return sql`(${usable(actor)} or exists (
    select from location_pricing lp join location l on l.id = lp.location_id
    where lp.rate_plan_id = p.id and ${visibleLocation(actor)}))`
}

/** Whose rows a list shows: a company's, if the actor may use them; or else all that is theirs to keep. */
export function ofCompany(actor: Actor, companyId: number | undefined): Sql {
  return companyId === undefined ? kept(actor) : sql`(p.company_id = ${companyId} and ${usable(actor)})`
}

/** The company, if the actor runs it; else a company does not exist. Without one the actor is the owner. */
export function ownerOfNew(actor: Actor, companyId: number | null): PriceOwner {
  if (companyId === null) return { companyId: null, userId: actor.userId }
  if (!runsCompany(actor, companyId)) throw new AppError('not_found')
  return { companyId, userId: null }
}

/** A location's company's rows, and the actor's own. */
export function ofLocation(actor: Actor, locationId: number): Sql {
  return sql`(p.user_id = ${actor.userId} or (${usable(actor)}
    and p.company_id = (select company_id from location where id = ${locationId})))`
}

/** Whether the actor runs a company or may edit one of its locations, and so may use its prices. */
export async function mayUseCompany(db: Queryable, actor: Actor, companyId: number): Promise<boolean> {
  const row = await db.row(sql`
    select p.id from (select id, id as company_id, null::int as user_id from company where id = ${companyId}) p
    where ${usable(actor)}`)
  return row !== undefined
}

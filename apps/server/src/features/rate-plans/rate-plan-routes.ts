import { type RatePlanView, ratePlanEndpoints } from '@ohmstead/contract/rate-plans'
import type { Actor } from '@ohmstead/domain/access/permission'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf } from '../audit/record-audit.ts'
import {
  mayEditPrices,
  mayUseCompany,
  ofCompany,
  ofLocation,
  ownerOfNew,
  readablePlan,
} from '../price-lists/price-owner.ts'
import { withWriters } from '../price-lists/price-version-queries.ts'
import {
  changeRatePlan,
  copyRatePlan,
  createRatePlan,
  getPlanRow,
  removeRatePlan,
} from './change-rate-plan.ts'
import { previewRatePlan } from './preview-rate-plan.ts'
import { findRatePlans, type RatePlanRow } from './rate-plan-queries.ts'
import { findListNames, findRatePlanVersions } from './rate-plan-version-queries.ts'

export const ratePlanRoutes: Route[] = [
  route(ratePlanEndpoints.list, async ({ db, actor, query }) => {
    const { companyId } = query
    if (companyId !== undefined && !(await mayUseCompany(db, actor, companyId)))
      throw new AppError('not_found')
    const rows = await findRatePlans(db, actor, ofCompany(actor, companyId))
    return { ratePlans: rows.map((row) => toRatePlanView(actor, row)) }
  }),

  route(ratePlanEndpoints.create, async (context) => {
    const { db, actor, body } = context
    const audit = auditContextOf(context)
    const { companyId, ...content } = body
    const owner = ownerOfNew(actor, companyId)
    const id = await db.transaction((tx) => createRatePlan(tx, { actor, audit }, owner, content))
    return viewOf(db, actor, id)
  }),

  route(ratePlanEndpoints.get, ({ db, actor, params }) => viewOf(db, actor, params.planId)),

  route(ratePlanEndpoints.update, async (context) => {
    const { db, deps, actor, params, body } = context
    await changeRatePlan(deps, db, { actor, audit: auditContextOf(context) }, params.planId, body)
    return viewOf(db, actor, params.planId)
  }),

  route(ratePlanEndpoints.remove, async (context) => {
    const { db, actor, params } = context
    await removeRatePlan(db, { actor, audit: auditContextOf(context) }, params.planId)
  }),

  route(ratePlanEndpoints.copy, async (context) => {
    const { db, actor, params, body } = context
    const audit = auditContextOf(context)
    const owner = ownerOfNew(actor, body.companyId)
    const id = await db.transaction(async (tx) => {
      const { entries } = await getPlanRow(tx, actor, params.planId)
      return copyRatePlan(tx, { actor, audit }, owner, { name: body.name, entries })
    })
    return viewOf(db, actor, id)
  }),

  route(ratePlanEndpoints.versions, async ({ db, actor, params }) => {
    const row = await getPlanRow(db, actor, params.planId)
    const isEditor = mayEditPrices(actor, row)
    const names = await findListNames(db, actor, row.id)
    const versions = withWriters(await findRatePlanVersions(db, row.id), isEditor)
    return {
      versions: versions.map((version) => ({
        ...version,
        entries: version.entries.map((entry) => ({
          ...entry,
          // Whoever may change the plan has seen what it was made of.
          priceListName: names.get(entry.priceListId) ?? (isEditor ? entry.priceListName : null),
        })),
      })),
    }
  }),

  route(ratePlanEndpoints.preview, async (context) => ({
    months: await previewRatePlan(context, context.body),
  })),

  route(ratePlanEndpoints.ofLocation, async ({ db, actor, params }) => {
    const { locationId } = params
    const itsOwn = sql`p.id = (select rate_plan_id from location_pricing where location_id = ${locationId})`
    const condition = sql`${readablePlan(actor)} and (${ofLocation(actor, locationId)} or ${itsOwn})`
    const rows = await findRatePlans(db, actor, condition)
    return { ratePlans: rows.map((row) => toRatePlanView(actor, row)) }
  }),
]

async function viewOf(db: Queryable, actor: Actor, planId: number) {
  return { ratePlan: toRatePlanView(actor, await getPlanRow(db, actor, planId)) }
}

function toRatePlanView(actor: Actor, row: RatePlanRow): RatePlanView {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    companyId: row.company_id,
    entries: row.entries,
    isInUse: row.location_count > 0,
    locations: row.locations,
    // Locations that are being deleted are counted, but seen by nobody.
    hiddenLocations: Math.max(0, row.location_count - row.locations.length),
    canEdit: mayEditPrices(actor, row),
    updatedAt: row.updated_at,
  }
}

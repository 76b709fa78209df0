import { priceListEndpoints } from '@ohmstead/contract/price-lists'
import { priceListPreviewEndpoints } from '@ohmstead/contract/price-lists-preview'
import type { Actor } from '@ohmstead/domain/access/permission'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf } from '../audit/record-audit.ts'
import {
  changePriceList,
  contentOf,
  createPriceList,
  getOffer,
  getPriceList,
  removePriceList,
} from './change-price-list.ts'
import { checkPriceList } from './check-price-list.ts'
import { previewPriceList } from './preview-price-list.ts'
import { findPriceLists, findPriceListVersions } from './price-list-queries.ts'
import { findUsingLocations, findUsingPlans } from './price-list-usage-queries.ts'
import { todayOf, toPriceListView } from './price-list-view.ts'
import {
  mayEditPrices,
  mayUseCompany,
  ofCompany,
  ofLocation,
  ownerOfNew,
  readableList,
} from './price-owner.ts'
import { withWriters } from './price-version-queries.ts'

export const priceListRoutes: Route[] = [
  route(priceListEndpoints.list, async ({ db, deps, actor, query }) => {
    const { companyId } = query
    if (companyId !== undefined && !(await mayUseCompany(db, actor, companyId)))
      throw new AppError('not_found')
    const rows = await findPriceLists(db, ofCompany(actor, companyId), todayOf(deps.clock.now()))
    return { priceLists: rows.map((row) => toPriceListView(actor, row)) }
  }),

  route(priceListEndpoints.create, async (context) => {
    const { db, deps, actor, body } = context
    const audit = auditContextOf(context)
    const { companyId, supplyOfferId, ...content } = body
    const owner = ownerOfNew(actor, companyId)
    const offer = supplyOfferId === null ? null : await getOffer(db, supplyOfferId)
    const id = await db.transaction((tx) => createPriceList(tx, { actor, audit }, owner, content, offer))
    return viewOf(db, actor, id, deps.clock.now())
  }),

  route(priceListEndpoints.get, ({ db, deps, actor, params }) =>
    viewOf(db, actor, params.priceListId, deps.clock.now()),
  ),

  route(priceListEndpoints.update, async (context) => {
    const { db, deps, actor, params, body } = context
    const audit = auditContextOf(context)
    await changePriceList(deps, db, { actor, audit }, params.priceListId, body)
    return viewOf(db, actor, params.priceListId, deps.clock.now())
  }),

  route(priceListEndpoints.remove, async (context) => {
    const { db, actor, params } = context
    await removePriceList(db, { actor, audit: auditContextOf(context) }, params.priceListId)
  }),

  route(priceListEndpoints.copy, async (context) => {
    const { db, deps, actor, params, body } = context
    const audit = auditContextOf(context)
    const owner = ownerOfNew(actor, body.companyId)
    const id = await db.transaction(async (tx) => {
      const original = await getPriceList(tx, actor, params.priceListId, audit.at)
      const content = { ...contentOf(original), name: body.name, reason: null }
      const { supplyOffer } = toPriceListView(actor, original)
      return createPriceList(tx, { actor, audit }, owner, content, supplyOffer)
    })
    return viewOf(db, actor, id, deps.clock.now())
  }),

  route(priceListEndpoints.versions, async ({ db, deps, actor, params }) => {
    const row = await getPriceList(db, actor, params.priceListId, deps.clock.now())
    const versions = await findPriceListVersions(db, row.id)
    const countryCode = row.country_code
    const isEditor = mayEditPrices(actor, row)
    return { versions: withWriters(versions, isEditor).map((version) => ({ ...version, countryCode })) }
  }),

  route(priceListEndpoints.usage, async ({ db, deps, actor, params }) => {
    const row = await getPriceList(db, actor, params.priceListId, deps.clock.now())
    const plans = await findUsingPlans(db, actor, row.id)
    const locations = await findUsingLocations(db, actor, row.id)
    return {
      plans,
      locations,
      hiddenPlans: row.plan_count - new Set(plans.map(({ id }) => id)).size,
      // Locations that are being deleted are counted, but seen by nobody.
      hiddenLocations: Math.max(0, row.location_count - locations.length),
    }
  }),

  route(priceListPreviewEndpoints.preview, async (context) => {
    const { db, body } = context
    const content = { ...unnamed, countryCode: body.countryCode, terms: body.terms }
    await checkPriceList(db, content, false)
    return { preview: await previewPriceList(context, body) }
  }),

  route(priceListEndpoints.ofLocation, async ({ db, deps, actor, params }) => {
    const { locationId } = params
    const inPlan = sql`p.id in (select e.price_list_id from rate_plan_entry e
      join location_pricing lp on lp.rate_plan_id = e.rate_plan_id where lp.location_id = ${locationId})`
    const condition = sql`${readableList(actor)} and (${ofLocation(actor, locationId)} or ${inPlan})`
    const rows = await findPriceLists(db, condition, todayOf(deps.clock.now()))
    return { priceLists: rows.map((row) => toPriceListView(actor, row)) }
  }),
]

/** A preview has terms only. */
const unnamed = { name: '', utility: '', validFrom: '1970-01-01', validTo: null }

async function viewOf(db: Queryable, actor: Actor, priceListId: number, now: number) {
  return { priceList: toPriceListView(actor, await getPriceList(db, actor, priceListId, now)) }
}

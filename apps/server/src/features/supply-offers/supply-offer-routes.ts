import { supplyOfferEndpoints } from '@ohmstead/contract/supply-offers'
import { judgeSuitability, type SupplyOfferTerms } from '@ohmstead/domain/pricing/supply-offer'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { findOfferPoint } from './offer-point.ts'
import {
  deleteOffer,
  findOffer,
  findOffers,
  findOfferVersions,
  insertOffer,
  insertOfferVersion,
  type OfferRow,
  updateOffer,
  type WrittenOffer,
} from './supply-offer-queries.ts'

export const supplyOfferRoutes: Route[] = [
  route(supplyOfferEndpoints.list, async ({ db, query }) => ({
    offers: (await findOffers(db, query.countryCode ?? null)).map(toView),
  })),

  route(supplyOfferEndpoints.ofLocation, async ({ db, deps, params }) => {
    const point = await findOfferPoint(db, params.locationId)
    const today = Temporal.Instant.fromEpochMilliseconds(deps.clock.now())
    const zone = await findTimeZone(db, params.locationId)
    const day = today.toZonedDateTimeISO(zone).toPlainDate().toString()
    const offers = await findOffers(db, point.countryCode)
    return {
      point,
      offers: offers.map((offer) => ({ ...offer, suitability: judgeSuitability(offer, point, day) })),
    }
  }),

  route(supplyOfferEndpoints.versions, async ({ db, params }) => {
    await getOffer(db, params.offerId)
    return { versions: await findOfferVersions(db, params.offerId) }
  }),

  route(supplyOfferEndpoints.create, async (context) => {
    const { db, deps, actor, body } = context
    return db.transaction(async (tx) => {
      await checkOffer(tx, body)
      const now = deps.clock.now()
      const offerId = (await insertOffer(tx, body, { libraryKey: null, now }))!
      await insertOfferVersion(tx, offerId, actor.userId, now)
      await recordAudit(tx, auditContextOf(context), { action: 'supply_offer_created', after: nameOf(body) })
      return { offer: toView(await getOffer(tx, offerId)) }
    })
  }),

  route(supplyOfferEndpoints.update, async (context) => {
    const { db, deps, actor, params, body } = context
    const { offerId } = params
    const { version, ...offer } = body
    return db.transaction(async (tx) => {
      const before = await getOffer(tx, offerId)
      await checkOffer(tx, offer)
      const now = deps.clock.now()
      if ((await updateOffer(tx, offerId, version, offer, now)) === 0) throw new AppError('edited_meanwhile')
      await insertOfferVersion(tx, offerId, actor.userId, now)
      const changed = changedFields<WrittenOffer>(before, offer)
      if (changed)
        await recordAudit(tx, auditContextOf(context), { action: 'supply_offer_changed', ...changed })
      return { offer: toView(await getOffer(tx, offerId)) }
    })
  }),

  route(supplyOfferEndpoints.remove, async (context) => {
    const { db, params } = context
    await db.transaction(async (tx) => {
      const before = await getOffer(tx, params.offerId)
      await deleteOffer(tx, params.offerId)
      await recordAudit(tx, auditContextOf(context), {
        action: 'supply_offer_deleted',
        before: nameOf(before),
      })
    })
  }),
]

const toView = (offer: OfferRow) => ({ ...offer, suitability: null })

const nameOf = ({ supplier, name, validFrom }: WrittenOffer) => ({ supplier, name, validFrom })

async function getOffer(db: Queryable, offerId: number): Promise<OfferRow> {
  const offer = await findOffer(db, offerId)
  if (!offer) throw new AppError('not_found')
  return offer
}

/** What the schema cannot see: the order of days, prices that are missing, and blocks of a plan that exists. */
async function checkOffer(tx: Queryable, { validFrom, validTo, terms }: WrittenOffer): Promise<void> {
  const fields: Record<string, string> = {}
  if (validTo !== null && validTo < validFrom) fields.validTo = 'min_value'
  for (const side of ['buy', 'sell'] as const) {
    const price = terms[side]
    if (price?.kind === 'fixed' && price.t0 === null && (price.t1 === null || price.t2 === null))
      fields[`terms.${side}.t0`] = 'required'
    if (price?.kind === 'time_of_use' && !(await hasBlocks(tx, price)))
      fields[`terms.${side}.timePlanId`] = 'is_not'
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
}

type TimeOfUse = Extract<SupplyOfferTerms['buy'], { kind: 'time_of_use' }>

/** Every price is for an energy block of the plan, each once, and none is left out. */
async function hasBlocks(tx: Queryable, { timePlanId, prices }: TimeOfUse): Promise<boolean> {
  const blocks = await tx.rows<{ id: number }>(sql`
    select id from time_plan_block where time_plan_id = ${timePlanId} and type = 'PRICING_ENERGY' order by id`)
  const priced = prices.map(({ blockId }) => blockId).sort((a, b) => a - b)
  return blocks.length > 0 && blocks.map(({ id }) => id).join() === priced.join()
}

async function findTimeZone(db: Queryable, locationId: number): Promise<string> {
  const row = await db.row<{ zone: string }>(
    sql`select time_zone as zone from location where id = ${locationId}`,
  )
  return row!.zone
}

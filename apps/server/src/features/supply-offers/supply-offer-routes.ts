import { supplyOfferEndpoints } from '@ohmstead/contract/supply-offers'
import { timePlanIdsOf } from '@ohmstead/domain/pricing/named-in-terms'
import { checkOffer, judgeSuitability } from '@ohmstead/domain/pricing/supply-offer'
import { dayAt } from '@ohmstead/domain/time/days'
import { AppError } from '../../platform/app-error.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import { type Route, route } from '../../route.ts'
import { auditContextOf, changedFields, recordAudit } from '../audit/record-audit.ts'
import { findBlocksOf } from '../time-of-use/find-blocks-of.ts'
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
    const day = dayAt(deps.clock.now(), await findTimeZone(db, params.locationId))
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
      await refuseWrong(tx, body)
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
      await refuseWrong(tx, offer)
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

/** What the schema cannot see: the order of days, prices that are missing or absurd, blocks of another plan. */
async function refuseWrong(tx: Queryable, { validFrom, validTo, terms }: WrittenOffer): Promise<void> {
  const blocks = await findBlocksOf(tx, timePlanIdsOf([terms.buy, terms.sell]))
  const problems = checkOffer(terms, blocks)
  const fields = Object.fromEntries(
    Object.entries(problems).map(([path, { rule }]) => [`terms.${path}`, rule]),
  )
  if (validTo !== null && validTo < validFrom) fields.validTo = 'range_reversed'
  if (Object.keys(fields).length > 0) throw new AppError('invalid_request', { fields })
}

async function findTimeZone(db: Queryable, locationId: number): Promise<string> {
  const row = await db.row<{ zone: string }>(
    sql`select time_zone as zone from location where id = ${locationId}`,
  )
  return row!.zone
}

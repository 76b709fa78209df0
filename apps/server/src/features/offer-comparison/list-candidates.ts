import type { ComparedCandidate } from '@ohmstead/contract/offer-comparison-answer'
import type { Actor } from '@ohmstead/domain/access/permission'
import { judgeSharing, type SharingFacts } from '@ohmstead/domain/pricing/offer-sharing'
import type { PriceListTerms } from '@ohmstead/domain/pricing/price-list-terms'
import { buildTermsFromOffer, judgeSuitability, type OfferPoint } from '@ohmstead/domain/pricing/supply-offer'
import type { OfferCandidate } from '@ohmstead/pricing/compare-offers/offer-comparison'
import type { Queryable } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { PricedSubject } from '../location-pricing/read-priced-subject.ts'
import { findPriceLists, type PriceListRow } from '../price-lists/price-list-queries.ts'
import { kept, ofLocation } from '../price-lists/price-owner.ts'
import type { OfferRow } from '../supply-offers/supply-offer-queries.ts'

export interface Candidate {
  priced: OfferCandidate
  view: ComparedCandidate
}

export interface CandidateChoice {
  tariffsCount: 1 | 2
  hasElectronicInvoice: boolean
  sharing: SharingFacts
  point: OfferPoint
  /** The local day on which one would take it. */
  day: string
}

/** More own lists than anybody compares. */
const mostLists = 25

/** Lists of one's own that may be used there, and the one that holds there today. */
export async function findOwnLists(
  db: Queryable,
  actor: Actor,
  subject: PricedSubject,
  { activeListId, countryCode, day }: { activeListId: number | null; countryCode: string; day: string },
): Promise<PriceListRow[]> {
  const own = subject.kind === 'location' ? ofLocation(actor, subject.locationId) : kept(actor)
  const lists = await findPriceLists(db, sql`(${own} or p.id = ${activeListId}::int)`, day)
  const there = lists.filter((list) => list.country_code === countryCode)
  const active = there.filter(({ id }) => id === activeListId)
  return [...active, ...there.filter((list) => !active.includes(list))].slice(0, mostLists)
}

/**
 * All of them as price lists. Network fee and taxes do not depend on who supplies: offers have those of what is paid today,
 * else the published ones.
 */
export function listCandidates(
  { offers, lists }: { offers: readonly OfferRow[]; lists: readonly PriceListRow[] },
  today: PriceListTerms | null,
  choice: CandidateChoice,
): Candidate[] {
  return [
    ...lists.map((list) => toListCandidate(list)),
    ...offers.map((offer) => toOfferCandidate(offer, today, choice)),
  ]
}

function toOfferCandidate(offer: OfferRow, today: PriceListTerms | null, choice: CandidateChoice): Candidate {
  const { terms } = offer
  const built = buildTermsFromOffer(terms, {
    tariffsCount: choice.tariffsCount,
    hasElectronicInvoice: choice.hasElectronicInvoice,
    withPublishedRates: offer.countryCode === 'SI',
    feeName: 'monthlyFee',
    extraFeeName: 'extraServiceFee',
  })
  const suits = judgeSuitability(offer, choice.point, choice.day)
  const shares = judgeSharing(terms, choice.sharing)
  const unsuitable = [...suits.unsuitable, ...shares.unsuitable]
  const key = `offer-${offer.id}`
  return {
    priced: {
      ...{ key, countryCode: offer.countryCode, isTakeable: unsuitable.length === 0 },
      terms: today ? { ...built, network: today.network, taxes: today.taxes } : built,
    },
    view: {
      ...{ key, kind: 'offer', id: offer.id, supplier: offer.supplier, name: offer.name },
      ...{ listType: terms.buy.kind, madeFromOfferId: null, monthlyFees: built.monthlyFees, unsuitable },
      ...{
        validFrom: offer.validFrom,
        validTo: offer.validTo,
        source: offer.source,
        checkedOn: offer.checkedOn,
      },
      ...{ boundMonths: terms.boundMonths, remarks: terms.remarks, selfSupply: terms.selfSupply },
      ...{
        needsQuarterHours: terms.needsQuarterHours,
        note: terms.note,
        open: [...suits.open, ...shares.open],
      },
    },
  }
}

function toListCandidate(list: PriceListRow): Candidate {
  const { terms } = list
  const key = `list-${list.id}`
  return {
    priced: { key, terms, countryCode: list.country_code, isTakeable: true },
    view: {
      ...{
        key,
        kind: 'list',
        id: list.id,
        supplier: list.utility,
        name: list.name,
        listType: terms.buy.kind,
      },
      ...{ madeFromOfferId: list.supply_offer_id, monthlyFees: terms.monthlyFees, unsuitable: [], open: [] },
      ...{ validFrom: list.valid_from, validTo: list.valid_to, source: null, checkedOn: null },
      ...{ boundMonths: null, remarks: [], selfSupply: null, needsQuarterHours: false, note: null },
    },
  }
}

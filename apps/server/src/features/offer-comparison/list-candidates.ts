import { isDeepStrictEqual } from 'node:util'
import type { ComparedCandidate } from '@ohmstead/contract/offer-comparison-answer'
import type { Actor } from '@ohmstead/domain/access/permission'
import { libraryTitles } from '@ohmstead/domain/pricing/library-titles'
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
  /** Stays in any case. */
  todayKey: string | null
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
  const ofOffers = offers.map((offer) => toOfferCandidate(offer, today, choice))
  const ofLists = lists.map((list) => toListCandidate(list, ofOffers, today))
  const own = ofLists.find(({ view }) => view.key === choice.todayKey)
  // The same supply under two names would be ranked twice.
  const shown = ofOffers.filter((offer) => !own || !isSameSupply(offer, own))
  const further = ofLists.filter(
    (list) => list !== own && ![...shown, ...(own ? [own] : [])].some((other) => isSameSupply(list, other)),
  )
  return [...(own ? [own] : []), ...further, ...shown]
}

function isSameSupply({ priced: one }: Candidate, { priced: other }: Candidate): boolean {
  const supplyOf = ({ terms }: OfferCandidate) => ({
    ...{ buy: terms.buy, sell: terms.hasExportPrice ? terms.sell : null, currency: terms.currency },
    ...{ highTariff: terms.highTariff, buyFee: terms.buyFeePerKwh, sellFee: terms.sellFeePerKwh },
    fees: terms.monthlyFees.map(({ amount }) => amount).sort(),
  })
  // The database keeps the fields of a price in an order of its own.
  return isDeepStrictEqual(supplyOf(one), supplyOf(other))
}

function toOfferCandidate(offer: OfferRow, today: PriceListTerms | null, choice: CandidateChoice): Candidate {
  const { terms } = offer
  const built = buildTermsFromOffer(terms, {
    tariffsCount: choice.tariffsCount,
    hasElectronicInvoice: choice.hasElectronicInvoice,
    withPublishedRates: offer.countryCode === 'SI',
    feeName: libraryTitles.monthlyFee,
    extraFeeName: libraryTitles.extraFee,
  })
  const suits = judgeSuitability(offer, choice.point, choice.day)
  const shares = judgeSharing(terms, choice.sharing)
  // Bills of months say nothing of an offer that is settled by the year.
  const isYearly = terms.selfSupply === 'netMetering' && choice.point.netMetering !== true
  const unsuitable = [
    ...new Set([
      ...suits.unsuitable,
      ...shares.unsuitable,
      ...(isYearly ? ['netMeteringOnly' as const] : []),
      // What the other product costs is not known: that it saves could not be promised.
      ...(terms.remarks.includes('bundleOnly') ? ['bundleOnly' as const] : []),
    ]),
  ]
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

const publishedFrame: Pick<PriceListTerms, 'network' | 'taxes'> = {
  network: { kind: 'published' },
  taxes: { published: true, rows: [] },
}

/** A list that was made from an offer demands what the offer does; one of a supplier alone gets the network of the others. */
function toListCandidate(
  list: PriceListRow,
  offers: readonly Candidate[],
  today: PriceListTerms | null,
): Candidate {
  const offer = offers.find(({ view }) => view.id === list.supply_offer_id)?.view
  const frame = today ?? (list.country_code === 'SI' ? publishedFrame : list.terms)
  const { network, taxes } = list.terms.network.kind === 'none' ? frame : list.terms
  const terms = { ...list.terms, network, taxes }
  const key = `list-${list.id}`
  return {
    priced: { key, terms, countryCode: list.country_code, isTakeable: !offer?.unsuitable.length },
    view: {
      ...{
        key,
        kind: 'list',
        id: list.id,
        supplier: list.utility,
        name: list.name,
        listType: terms.buy.kind,
      },
      ...{ madeFromOfferId: list.supply_offer_id, monthlyFees: terms.monthlyFees },
      ...{ validFrom: list.valid_from, validTo: list.valid_to, source: null, checkedOn: null, note: null },
      boundMonths: offer?.boundMonths ?? null,
      remarks: offer?.remarks ?? [],
      selfSupply: offer?.selfSupply ?? null,
      needsQuarterHours: offer?.needsQuarterHours ?? false,
      unsuitable: offer?.unsuitable ?? [],
      open: offer?.open ?? [],
    },
  }
}

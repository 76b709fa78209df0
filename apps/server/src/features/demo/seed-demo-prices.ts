import { libraryTitles } from '@ohmstead/domain/pricing/library-titles'
import type { RatePlanEntry } from '@ohmstead/domain/pricing/price-list-terms'
import { buildTermsFromOffer } from '@ohmstead/domain/pricing/supply-offer'
import { dayAfter } from '@ohmstead/domain/time/days'
import type { Queryable } from '../../platform/db/db.ts'
import type { PlatformDeps } from '../../platform/platform-deps.ts'
import { lockMark } from '../installation/installation-queries.ts'
import { setLocationPricing } from '../location-pricing/location-pricing-queries.ts'
import { localDay } from '../portal/client/portal-dates.ts'
import { insertPriceList, insertPriceListVersion } from '../price-lists/price-list-queries.ts'
import type { PriceOwner } from '../price-lists/price-owner.ts'
import { insertRatePlan, setRatePlanEntries } from '../rate-plans/rate-plan-queries.ts'
import { insertRatePlanVersion } from '../rate-plans/rate-plan-version-queries.ts'
import { findOffers, type OfferRow } from '../supply-offers/supply-offer-queries.ts'
import {
  claimDemoPrices,
  type DemoPricedLocation,
  findLocationOfSerial,
  findPointOf,
} from './demo-price-queries.ts'
import { type DemoPriceList, type DemoPricing, demoPrices } from './demo-prices.ts'
import type { DemoSecret } from './demo-secrets.ts'

/** Gives the locations of the demo their prices, made of the offers of the library. Once is enough. */
export async function seedDemoPrices(
  { db, clock }: Pick<PlatformDeps, 'db' | 'clock'>,
  secrets: Readonly<Record<string, DemoSecret>>,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    if ((await lockMark(tx)) !== 'demo' || !(await claimDemoPrices(tx))) return
    const offers = await findOffers(tx, 'SI')
    for (const pricing of demoPrices) {
      const serial = secrets[pricing.location]?.serial
      const location = serial === undefined ? undefined : await findLocationOfSerial(tx, serial)
      if (location) await insertPricing(tx, pricing, location, { offers, now })
    }
  })
}

async function insertPricing(
  tx: Queryable,
  { plan, lists, point }: DemoPricing,
  location: DemoPricedLocation,
  { offers, now }: { offers: readonly OfferRow[]; now: number },
): Promise<void> {
  const { company_id: companyId, owner_id: ownerId } = location
  // People keep their own prices; those of places without an owner are the company's.
  const owner = ownerId === null ? { companyId, userId: null } : { companyId: null, userId: ownerId }
  const entries: RatePlanEntry[] = []
  const total = lists.reduce((months, list) => months + list.months, 0)
  let validFrom = firstOfMonth(now, total)
  let monthsLeft = total
  for (const [place, { offer: wanted, months }] of lists.entries()) {
    const offer = findOffer(offers, wanted)
    if (!offer) continue
    monthsLeft -= months
    const validTo = place === lists.length - 1 ? null : dayAfter(firstOfMonth(now, monthsLeft), -1)
    const listId = await insertListOfOffer(tx, owner, offer, { validFrom, validTo, now })
    entries.push({ priceListId: listId, validFrom, validTo })
    if (validTo !== null) validFrom = dayAfter(validTo)
  }
  const ratePlanId = await insertRatePlan(tx, owner, plan, now)
  await setRatePlanEntries(tx, ratePlanId, entries)
  await insertRatePlanVersion(tx, ratePlanId, { changedBy: ownerId, reason: null, now })
  const joined = 'eimm' in point && ownerId !== null ? await findPointOf(tx, ownerId, point.eimm) : undefined
  const settings = {
    ratePlanId,
    abstractDeviceId: joined?.id ?? null,
    manualPoint: 'entered' in point ? point.entered : null,
  }
  await setLocationPricing(tx, location.id, settings, { version: 0, now })
}

export const findOffer = (
  offers: readonly OfferRow[],
  [supplier, name]: DemoPriceList['offer'],
): OfferRow | undefined => offers.find((offer) => offer.supplier === supplier && offer.name === name)

/** A price list as somebody makes it of an offer of the library. */
export async function insertListOfOffer(
  tx: Queryable,
  owner: PriceOwner,
  offer: OfferRow,
  { validFrom, validTo, now }: { validFrom: string; validTo: string | null; now: number },
): Promise<number> {
  const terms = buildTermsFromOffer(offer.terms, {
    tariffsCount: 2,
    hasElectronicInvoice: true,
    withPublishedRates: true,
    feeName: libraryTitles.monthlyFee,
    extraFeeName: libraryTitles.extraFee,
  })
  const content = {
    name: `${offer.supplier} ${offer.name}`,
    utility: offer.supplier,
    countryCode: 'SI',
    ...{ validFrom, validTo, terms },
  }
  const listId = await insertPriceList(tx, owner, content, { id: offer.id, version: offer.version }, now)
  await insertPriceListVersion(tx, listId, { changedBy: owner.userId, reason: null, now })
  return listId
}

/** The first of the month so many months before the current one. */
export function firstOfMonth(now: number, monthsBack: number): string {
  return Temporal.PlainDate.from(localDay(now)).with({ day: 1 }).subtract({ months: monthsBack }).toString()
}

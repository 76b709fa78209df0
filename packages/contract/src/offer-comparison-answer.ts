import { offerRemarks, selfSupplyKinds } from '@ohmstead/domain/pricing/supply-offer'
import { z } from 'zod'
import { missingPrice, priceListType } from './location-pricing-bill.ts'
import { currencyCode } from './price-terms.ts'

// Offers compared as `packages/pricing/compare-offers` has them. Amounts are decimal texts.

const amount = z.string()
const amountOrUnknown = z.string().nullable()

const quality = z.object({
  intervals: z.number(),
  measured: z.number(),
  estimated: z.number(),
  missing: z.number(),
  isProvisional: z.boolean(),
})

const parts = z.object({
  energy: amount,
  network: amount,
  fees: amount,
  levies: amount,
  vat: amount,
  feedIn: amount,
})
parts.register(z.globalRegistry, { id: 'OfferParts' })

const sureness = z.object({
  cheapestShare: z.number(),
  difference: z.object({ low: amount, middle: amount, high: amount, savingShare: z.number() }).nullable(),
  regret: z.object({ mean: amount, high: amount }),
})
sureness.register(z.globalRegistry, { id: 'OfferSureness' })

const offer = z.object({
  key: z.string(),
  isDynamic: z.boolean(),
  isTakeable: z.boolean(),
  rank: z.number().nullable(),
  payable: amountOrUnknown,
  difference: amountOrUnknown,
  parts: parts.nullable(),
  months: z.array(z.object({ month: z.string(), payable: amountOrUnknown })),
  quality,
  missing: z.array(missingPrice),
  yearly: amountOrUnknown,
  yearlyDifference: amountOrUnknown,
  sureness: sureness.nullable(),
  worstYear: z.object({ from: z.string(), to: z.string(), yearsBack: z.number(), regret: amount }).nullable(),
  marketYears: z.array(z.object({ yearsBack: z.number(), payable: amountOrUnknown })),
})
offer.register(z.globalRegistry, { id: 'ComparedOffer' })

const advice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('cheapest'), key: z.string() }),
  z.object({ kind: z.literal('stay') }),
  z.object({
    kind: z.literal('switch'),
    key: z.string(),
    isSure: z.boolean(),
    sureKey: z.string().nullable(),
  }),
])
advice.register(z.globalRegistry, { id: 'OfferAdvice' })

export const offerComparison = z.object({
  currency: currencyCode,
  from: z.string(),
  to: z.string(),
  unreadMonths: z.array(z.string()),
  monthsKnown: z.number(),
  hasEnoughMonths: z.boolean(),
  isYearExact: z.boolean(),
  draws: z.number(),
  marketYears: z.array(
    z.object({
      yearsBack: z.number(),
      from: z.string(),
      to: z.string(),
      knownShare: z.number(),
      isComplete: z.boolean(),
    }),
  ),
  offers: z.array(offer),
  /** Each without the battery being run for it; null if none is. */
  asRead: z
    .array(z.object({ key: z.string(), payable: amountOrUnknown, yearly: amountOrUnknown }))
    .nullable(),
  advice,
})
offerComparison.register(z.globalRegistry, { id: 'OfferComparison' })

/** What a compared offer or list is, and what taking it demands. */
export const comparedCandidate = z.object({
  key: z.string(),
  kind: z.enum(['offer', 'list']),
  id: z.number(),
  supplier: z.string(),
  name: z.string(),
  listType: priceListType,
  /** The offer that a list was made from. */
  madeFromOfferId: z.number().nullable(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
  /** Null of one's own lists. */
  source: z.string().nullable(),
  checkedOn: z.string().nullable(),
  boundMonths: z.number().nullable(),
  remarks: z.array(z.enum(offerRemarks)),
  selfSupply: z.enum(selfSupplyKinds).nullable(),
  needsQuarterHours: z.boolean(),
  /** Per month without VAT, with the chosen kind of invoice. */
  monthlyFees: z.array(z.object({ name: z.string(), amount })),
  note: z.string().nullable(),
  unsuitable: z.array(
    z.enum([
      'otherCountry',
      'notYetValid',
      'noLongerValid',
      'noSelfSupply',
      'selfSupplyOnly',
      'noNetMetering',
      'netMeteringOnly',
      'needsQuarterHours',
      'noCommunity',
      'noSharing',
      'bundleOnly',
    ]),
  ),
  open: z.array(
    z.enum(['hasProduction', 'netMetering', 'hasQuarterHours', 'communityAllowed', 'sharingAllowed']),
  ),
})
comparedCandidate.register(z.globalRegistry, { id: 'ComparedCandidate' })
export type ComparedCandidate = z.output<typeof comparedCandidate>

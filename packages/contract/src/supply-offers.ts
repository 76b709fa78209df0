import { offerRemarks, selfSupplyKinds } from '@ohmstead/domain/pricing/supply-offer'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { countryOfPrices, currencyCode, decimalText, energyPrice } from './price-terms.ts'
import { bodyVersion, id, line, localDay, optionalText } from './wire.ts'

// The library of supply offers: kept by super admins, read by everybody who chooses a price list.

const offerTerms = z.object({
  currency: currencyCode,
  buy: energyPrice,
  sell: energyPrice.nullable(),
  monthlyFee: decimalText,
  monthlyFeeElectronicInvoice: decimalText,
  extraServiceFee: decimalText.nullable(),
  selfSupply: z.enum(selfSupplyKinds),
  communityAllowed: z.boolean().nullable(),
  sharingSenderAllowed: z.boolean().nullable(),
  needsQuarterHours: z.boolean(),
  boundMonths: z.number().int().min(1, 'min_value').max(120, 'max_value').nullable(),
  remarks: z.array(z.enum(offerRemarks)).max(offerRemarks.length, 'max'),
  note: optionalText([{ rule: 'max', length: 500 }]),
})
offerTerms.register(z.globalRegistry, { id: 'SupplyOfferTerms' })

const offerFields = {
  countryCode: countryOfPrices,
  supplier: line(100),
  name: line(100),
  validFrom: localDay,
  validTo: localDay.nullable(),
  /** Where it was read. */
  source: line(300),
  /** When somebody last compared it with the source. */
  checkedOn: localDay,
  terms: offerTerms,
}

const suitability = z.object({
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
    ]),
  ),
  open: z.array(z.enum(['hasProduction', 'netMetering', 'hasQuarterHours'])),
})
suitability.register(z.globalRegistry, { id: 'OfferSuitability' })

/** What is known of the location; null is unknown. */
const offerPoint = z.object({
  countryCode: z.string(),
  hasProduction: z.boolean().nullable(),
  netMetering: z.boolean().nullable(),
  tariffsCount: z.union([z.literal(1), z.literal(2)]).nullable(),
  hasQuarterHours: z.boolean().nullable(),
})
offerPoint.register(z.globalRegistry, { id: 'OfferPoint' })

const offer = z.object({
  id: z.number(),
  version: z.number(),
  ...offerFields,
  /** Whether it suits the location asked about; null if none was named. */
  suitability: suitability.nullable(),
})
offer.register(z.globalRegistry, { id: 'SupplyOffer' })
export type SupplyOfferView = z.output<typeof offer>

const offerVersion = z.object({
  version: z.number(),
  ...offerFields,
  changedAt: z.number(),
  changedBy: z.string().nullable(),
})
offerVersion.register(z.globalRegistry, { id: 'SupplyOfferVersion' })
export type SupplyOfferVersionView = z.output<typeof offerVersion>

const offerBody = z.object(offerFields)
offerBody.register(z.globalRegistry, { id: 'WrittenSupplyOffer' })
const offerChange = offerBody.extend({ version: bodyVersion })
offerChange.register(z.globalRegistry, { id: 'ChangedSupplyOffer' })

const offerId = z.object({ offerId: id })
const offerAnswer = z.object({ offer })

export const supplyOfferEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/pricing/offers',
    summary: 'The library of supply offers, of one country or of all.',
    permission: 'signedIn',
    query: z.object({ countryCode: countryOfPrices.optional() }),
    answer: z.object({ offers: z.array(offer) }),
  }),
  ofLocation: endpoint({
    method: 'GET',
    path: '/locations/:locationId/pricing/offers',
    summary: 'The offers of the location’s country, and whether they suit it.',
    permission: 'location.view',
    params: z.object({ locationId: id }),
    answer: z.object({ offers: z.array(offer), point: offerPoint }),
  }),
  versions: endpoint({
    method: 'GET',
    path: '/pricing/offers/:offerId/versions',
    summary: 'What an offer was before, newest first.',
    permission: 'signedIn',
    params: offerId,
    answer: z.object({ versions: z.array(offerVersion) }),
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/pricing/offers',
    summary: 'Adds an offer to the library.',
    permission: 'role.superAdmin',
    body: offerBody,
    answer: offerAnswer,
    errors: ['not_found'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/pricing/offers/:offerId',
    summary: 'Changes an offer; price lists made from it stay as they are.',
    permission: 'role.superAdmin',
    params: offerId,
    body: offerChange,
    answer: offerAnswer,
    errors: ['not_found', 'edited_meanwhile'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/pricing/offers/:offerId',
    summary: 'Removes an offer from the library; price lists made from it stay.',
    permission: 'role.superAdmin',
    params: offerId,
    errors: ['not_found'],
  }),
}

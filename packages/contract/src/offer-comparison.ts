import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { billView } from './location-pricing-bill.ts'
import { readings } from './location-pricing-money.ts'
import { comparedCandidate, offerComparison } from './offer-comparison-answer.ts'
import { id } from './wire.ts'

const month = z.string().regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, 'regex')
const yesOrNo = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .default(false)
const candidateKey = z.string().regex(/^(offer|list)-\d{1,9}$/, 'regex')
const mostMonths = 36
const power = z.coerce.number<string | number>('double')

const monthsApart = (from: string, to: string) =>
  Number(to.slice(0, 4)) * 12 + Number(to.slice(5)) - Number(from.slice(0, 4)) * 12 - Number(from.slice(5))

const question = z.object({
  /** The last twelve whole months with readings if absent. */
  from: month.optional(),
  to: month.optional(),
  /** As many as the metering point has if absent. */
  tariffs: z.enum(['1', '2']).optional(),
  paperInvoice: yesOrNo,
  isInCommunity: yesOrNo,
  isSharing: yesOrNo,
  /** What is paid today; the active price list of the location if absent. */
  today: candidateKey.optional(),
  /** At the market prices of how many earlier years dynamic offers are priced as well. */
  marketYears: z.coerce.number<string | number>().int().min(0, 'min_value').max(5, 'max_value').default(3),
  /** Runs a battery for each offer: the location's own, taken out of its readings, or one that is assumed. */
  battery: z.enum(['own', 'assumed']).optional(),
  capacityKwh: power.min(0.1, 'min_value').max(10_000, 'max_value').default(10),
  powerKw: power.min(0.1, 'min_value').max(10_000, 'max_value').default(5),
})
type Months = { from?: string | undefined; to?: string | undefined }
const isPaired = ({ from, to }: Months) => (from === undefined) === (to === undefined)
const isOrdered = ({ from, to }: Months) => from === undefined || to === undefined || from <= to
const isShortEnough = ({ from, to }: Months) =>
  from === undefined || to === undefined || monthsApart(from, to) < mostMonths

const reversed = { path: ['to'], error: 'range_reversed' }
const tooLong = { path: ['from'], error: 'range_too_long' }
const incomplete = { path: ['to'], error: 'required' }
const asked = question.refine(isPaired, incomplete).refine(isOrdered, reversed).refine(isShortEnough, tooLong)
const askedOfOne = question
  .extend({ candidate: candidateKey })
  .refine(isPaired, incomplete)
  .refine(isOrdered, reversed)
  .refine(isShortEnough, tooLong)
export type OfferComparisonQuestion = z.output<typeof question>

const point = z.object({
  hasProduction: z.boolean().nullable(),
  /** Nothing says so, but nothing was ever fed in. */
  isProductionAssumed: z.boolean(),
  netMetering: z.boolean().nullable(),
  tariffsCount: z.union([z.literal(1), z.literal(2)]),
  isTariffsCountAssumed: z.boolean(),
})
point.register(z.globalRegistry, { id: 'ComparedPoint' })

const answer = z.object({
  comparison: offerComparison,
  candidates: z.array(comparedCandidate),
  todayKey: z.string().nullable(),
  point,
  readings,
  caveats: z.array(
    /** Settled by the year; only supplier's prices are compared; no point is described; what is shared is not counted. */
    z.enum(['netMetering', 'supplierOnly', 'noMeteringPoint', 'sharing']),
  ),
  /** Whether the location has a battery whose readings are kept. */
  hasOwnBattery: z.boolean(),
  /** The battery that was run; null without. */
  battery: z.object({ capacityKwh: z.number(), powerKw: z.number(), isOwn: z.boolean() }).nullable(),
})
answer.register(z.globalRegistry, { id: 'OfferComparisonAnswer' })
export type OfferComparisonAnswer = z.output<typeof answer>

const billAnswer = z.object({ bill: billView })
const ofLocation = {
  permission: 'location.view',
  params: z.object({ locationId: id }),
  // A list that is not the caller's; a battery of its own that the location does not have.
  errors: ['not_found', 'no_readings'],
  cost: 10,
} as const
const ofPoint = {
  permission: 'signedIn',
  params: z.object({ deviceId: id }),
  errors: ['not_found', 'no_readings'],
  cost: 10,
} as const

export const offerComparisonEndpoints = {
  ofLocation: endpoint({
    ...ofLocation,
    method: 'GET',
    path: '/locations/:locationId/offer-comparison',
    summary:
      'What every offer of the library and one’s own price lists would have cost on the readings of a location, the cheapest first, with how sure the ranking is and whether a switch is advised.',
    query: asked,
    answer,
  }),
  billOfLocation: endpoint({
    ...ofLocation,
    method: 'GET',
    path: '/locations/:locationId/offer-comparison/bill',
    summary: 'The bill that one of them rests on, month by month with its lines.',
    query: askedOfOne,
    answer: billAnswer,
  }),
  ofPoint: endpoint({
    ...ofPoint,
    method: 'GET',
    path: '/pricing/abstract-devices/:deviceId/offer-comparison',
    summary:
      'The same for a metering point of the portal. Own points; for aggregators those of the people of their companies.',
    query: asked,
    answer,
  }),
  billOfPoint: endpoint({
    ...ofPoint,
    method: 'GET',
    path: '/pricing/abstract-devices/:deviceId/offer-comparison/bill',
    summary: 'The bill that one of them rests on, month by month with its lines.',
    query: askedOfOne,
    answer: billAnswer,
  }),
}

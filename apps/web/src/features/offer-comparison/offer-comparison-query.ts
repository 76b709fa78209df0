import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../lib/call.ts'
import { locationPricingKey } from '../../shared/pricing/location-prices-query.ts'

export type OfferComparison = Answer<'GET /locations/:locationId/offer-comparison'>
export type ComparedOffer = OfferComparison['comparison']['offers'][number]
export type OfferCandidate = OfferComparison['candidates'][number]
export type OfferBill = Answer<'GET /locations/:locationId/offer-comparison/bill'>['bill']

/** Whose readings offers are compared on. `version` changes with the readings of a metering point. */
export type OfferSubject =
  | { kind: 'location'; locationId: number }
  | { kind: 'point'; deviceId: number; version: string }

/** What a person may choose; what is absent is as the server has it. */
export interface OfferChoices {
  from?: string
  to?: string
  tariffs?: '1' | '2'
  paperInvoice?: 'true'
  isInCommunity?: 'true'
  isSharing?: 'true'
  today?: string
  marketYears?: number
  battery?: 'assumed' | 'own'
  capacityKwh?: number
  powerKw?: number
}

const keyOf = (subject: OfferSubject) =>
  subject.kind === 'location'
    ? [...locationPricingKey(subject.locationId), 'offer-comparison']
    : ['abstract-devices', subject.deviceId, 'offer-comparison', subject.version]

/** All offers on somebody's readings. */
export function offerComparisonQuery(subject: OfferSubject, choices: OfferChoices) {
  return queryOptions({
    queryKey: [...keyOf(subject), choices],
    queryFn: ({ signal }) =>
      subject.kind === 'location'
        ? call('GET /locations/:locationId/offer-comparison', {
            params: { locationId: subject.locationId },
            query: choices,
            signal,
          })
        : call('GET /pricing/abstract-devices/:deviceId/offer-comparison', {
            params: { deviceId: subject.deviceId },
            query: choices,
            signal,
          }),
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  })
}

/** The bill that one of them rests on. */
export function offerBillQuery(subject: OfferSubject, choices: OfferChoices, candidate: string) {
  const query = { ...choices, candidate }
  return queryOptions({
    queryKey: [...keyOf(subject), choices, 'bill', candidate],
    queryFn: async ({ signal }) =>
      (subject.kind === 'location'
        ? await call('GET /locations/:locationId/offer-comparison/bill', {
            params: { locationId: subject.locationId },
            query,
            signal,
          })
        : await call('GET /pricing/abstract-devices/:deviceId/offer-comparison/bill', {
            params: { deviceId: subject.deviceId },
            query,
            signal,
          })
      ).bill,
    staleTime: 5 * 60_000,
  })
}

import { checkTerms } from '@ohmstead/domain/pricing/check-list-terms'
import { expect, test } from 'vitest'
import type { Translate } from '../../shared/i18n/use-t.ts'
import type { SupplyOffer } from '../../shared/pricing/offers-query.ts'
import { draftOfOffer, firstChoice } from './draft-of-offer.ts'

const t = ((key: string) => key) as Translate
const offer: SupplyOffer = {
  ...{ id: 4, version: 1, countryCode: 'SI', supplier: 'Sonce', name: 'Redni', suitability: null },
  ...{ validFrom: '2026-01-01', validTo: null, source: 'sonce.si', checkedOn: '2026-07-22' },
  terms: {
    currency: 'EUR',
    buy: { kind: 'fixed', t0: '0.11', t1: '0.12', t2: '0.1' },
    sell: null,
    monthlyFee: '1.99',
    monthlyFeeElectronicInvoice: '0.99',
    extraServiceFee: null,
    selfSupply: 'none',
    communityAllowed: null,
    sharingSenderAllowed: null,
    needsQuarterHours: false,
    boundMonths: null,
    remarks: [],
    note: null,
  },
}

test('a list made from an offer begins this month with its prices, the network fee and taxes', () => {
  const draft = draftOfOffer(offer, firstChoice(offer, null), '2026-11-23', t)
  expect(draft).toMatchObject({
    ...{ name: 'Sonce Redni', utility: 'Sonce', countryCode: 'SI', validFrom: '2026-11-01', validTo: null },
    terms: {
      ...{ isMultiTariff: true, buy: { t0: null, t1: '0.12', t2: '0.1' } },
      monthlyFees: [{ name: 'price_lists.offer.monthly_fee', amount: '0.99' }],
      ...{ network: { kind: 'published' }, taxes: { published: true } },
    },
  })
  expect(checkTerms(draft.terms)).toEqual({})
})

test('it never begins before the offer does', () => {
  const later = { ...offer, validFrom: '2026-11-15' }
  expect(draftOfOffer(later, firstChoice(later, null), '2026-11-23', t).validFrom).toBe('2026-11-15')
})

test('an offer with one tariff leaves no choice of two', () => {
  const single = {
    ...offer,
    terms: { ...offer.terms, buy: { kind: 'fixed' as const, t0: '0.1', t1: null, t2: null } },
  }
  expect(firstChoice(single, null).tariffsCount).toBe(1)
  expect(firstChoice(single, 2).tariffsCount).toBe(1)
})

test('a metering point with one tariff begins with the price of one', () => {
  const draft = draftOfOffer(offer, firstChoice(offer, 1), '2026-11-23', t)
  expect(draft.terms).toMatchObject({ isMultiTariff: false, buy: { t0: '0.11', t1: null, t2: null } })
  expect(firstChoice(offer, 2).tariffsCount).toBe(2)
})

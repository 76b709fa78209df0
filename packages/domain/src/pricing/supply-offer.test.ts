import { describe, expect, test } from 'vitest'
import {
  buildTermsFromOffer,
  checkOffer,
  judgeSuitability,
  type OfferPoint,
  type SupplyOffer,
  type SupplyOfferTerms,
  tariffsOf,
} from './supply-offer.ts'

const terms: SupplyOfferTerms = {
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
}
const offerOf = (part: Partial<SupplyOfferTerms>): SupplyOffer => ({
  countryCode: 'SI',
  supplier: 'Supplier',
  name: 'Offer',
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
  terms: { ...terms, ...part },
})
const point: OfferPoint = {
  countryCode: 'SI',
  hasProduction: false,
  netMetering: false,
  tariffsCount: 2,
  hasQuarterHours: true,
}

describe('suitability', () => {
  const cases: [string, Partial<SupplyOfferTerms>, Partial<OfferPoint>, string, string[], string[]][] = [
    ['a consumer may take an offer for consumers', {}, {}, '2026-06-01', [], []],
    ['an offer of another country', {}, { countryCode: 'HR' }, '2026-06-01', ['otherCountry'], []],
    [
      'how somebody nets who does not produce is no question',
      { selfSupply: 'new' },
      { netMetering: null },
      '2026-06-01',
      ['selfSupplyOnly'],
      [],
    ],
    ['the day before it begins', {}, {}, '2025-12-31', ['notYetValid'], []],
    ['its first day', {}, {}, '2026-01-01', [], []],
    ['its last day', {}, {}, '2026-12-31', [], []],
    ['the day after it ends', {}, {}, '2027-01-01', ['noLongerValid'], []],
    ['who produces', {}, { hasProduction: true }, '2026-06-01', ['noSelfSupply'], []],
    [
      'whether somebody produces is unknown',
      {},
      { hasProduction: null },
      '2026-06-01',
      [],
      ['hasProduction'],
    ],
    [
      'who has net metering produces',
      {},
      { hasProduction: null, netMetering: true },
      '2026-06-01',
      ['noSelfSupply'],
      [],
    ],
    [
      'a consumer and an offer for producers',
      { selfSupply: 'new' },
      {},
      '2026-06-01',
      ['selfSupplyOnly'],
      [],
    ],
    ['a producer under the new rules', { selfSupply: 'new' }, { hasProduction: true }, '2026-06-01', [], []],
    [
      'net metering and an offer of the new rules',
      { selfSupply: 'new' },
      { hasProduction: true, netMetering: true },
      '2026-06-01',
      ['noNetMetering'],
      [],
    ],
    [
      'the new rules and an offer for net metering',
      { selfSupply: 'netMetering' },
      { hasProduction: true },
      '2026-06-01',
      ['netMeteringOnly'],
      [],
    ],
    [
      'an offer for both kinds asks nothing',
      { selfSupply: 'newOrNetMetering' },
      { hasProduction: true, netMetering: null },
      '2026-06-01',
      [],
      [],
    ],
    [
      'whether there is net metering is unknown',
      { selfSupply: 'new' },
      { hasProduction: true, netMetering: null },
      '2026-06-01',
      [],
      ['netMetering'],
    ],
    [
      'a meter without quarter-hours',
      { needsQuarterHours: true },
      { hasQuarterHours: false },
      '2026-06-01',
      ['needsQuarterHours'],
      [],
    ],
    [
      'an unknown meter',
      { needsQuarterHours: true },
      { hasQuarterHours: null },
      '2026-06-01',
      [],
      ['hasQuarterHours'],
    ],
  ]
  test.each(cases)('%s', (_, offer, known, day, unsuitable, open) => {
    expect(judgeSuitability(offerOf(offer), { ...point, ...known }, day)).toEqual({ unsuitable, open })
  })
})

describe('the price list of an offer', () => {
  const choice = {
    tariffsCount: 2 as const,
    hasElectronicInvoice: true,
    withPublishedRates: true,
    feeName: 'Fee',
    extraFeeName: 'Service',
  }

  test('has the tariffs of the point', () => {
    expect(buildTermsFromOffer(terms, choice)).toMatchObject({
      isMultiTariff: true,
      buy: { t0: null, t1: '0.12', t2: '0.1' },
    })
    expect(buildTermsFromOffer(terms, { ...choice, tariffsCount: 1 })).toMatchObject({
      isMultiTariff: false,
      buy: { t0: '0.11', t1: null, t2: null },
    })
  })

  test('has those of the offer where it has no others', () => {
    const single: SupplyOfferTerms = { ...terms, buy: { kind: 'fixed', t0: '0.11', t1: null, t2: null } }
    expect(tariffsOf(single)).toEqual([1])
    expect(buildTermsFromOffer(single, choice)).toMatchObject({ isMultiTariff: false, buy: { t0: '0.11' } })
    const double: SupplyOfferTerms = { ...terms, buy: { kind: 'fixed', t0: null, t1: '0.12', t2: '0.1' } }
    expect(tariffsOf(double)).toEqual([2])
    expect(buildTermsFromOffer(double, { ...choice, tariffsCount: 1 })).toMatchObject({ isMultiTariff: true })
  })

  test('has the fee of the chosen invoice, and that of a compulsory service', () => {
    const feesOf = (offer: SupplyOfferTerms, hasElectronicInvoice: boolean) =>
      buildTermsFromOffer(offer, { ...choice, hasElectronicInvoice }).monthlyFees
    expect(feesOf(terms, true)).toEqual([{ name: 'Fee', amount: '0.99' }])
    expect(feesOf({ ...terms, extraServiceFee: '1.63' }, false)).toEqual([
      { name: 'Fee', amount: '1.99' },
      { name: 'Service', amount: '1.63' },
    ])
  })

  test('pays for surplus only where the offer does', () => {
    expect(buildTermsFromOffer(terms, choice)).toMatchObject({ hasExportPrice: false, sell: null })
    const sell = { kind: 'fixed', t0: '0', t1: null, t2: null } as const
    expect(buildTermsFromOffer({ ...terms, sell }, choice)).toMatchObject({ hasExportPrice: true, sell })
  })

  test('leaves network and taxes open in other countries', () => {
    expect(buildTermsFromOffer(terms, { ...choice, withPublishedRates: false })).toMatchObject({
      network: { kind: 'none' },
      taxes: { published: false, rows: [] },
    })
  })
})

describe('an offer is refused', () => {
  const cases: [string, Partial<SupplyOfferTerms>, string[]][] = [
    ['not if nothing is wrong', {}, []],
    ['without any price', { buy: { kind: 'fixed', t0: null, t1: null, t2: null } }, ['buy.t0']],
    ['with half of two tariffs', { buy: { kind: 'fixed', t0: null, t1: '0.1', t2: null } }, ['buy.t2']],
    ['with half of two beside one', { buy: { kind: 'fixed', t0: '0.1', t1: null, t2: '0.1' } }, ['buy.t1']],
    ['with a price of cents', { buy: { kind: 'fixed', t0: '0.11', t1: '120', t2: '0.1' } }, ['buy.t1']],
    ['with a fee that is no number', { monthlyFee: 'free' }, ['monthlyFee']],
    ['with a wrong fee of a service', { extraServiceFee: '-' }, ['extraServiceFee']],
    [
      'with a cap below its floor',
      {
        buy: {
          kind: 'spot_market',
          region: 'SI',
          factor: '1',
          markup: '0.012',
          floor: '0.1',
          hourlyCap: '0.05',
          monthlyCap: null,
          substitute: null,
        },
      },
      ['buy.hourlyCap'],
    ],
  ]
  test.each(cases)('%s', (_, part, paths) => {
    expect(Object.keys(checkOffer({ ...terms, ...part }))).toEqual(paths)
  })
})

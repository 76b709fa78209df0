import { plainTerms } from '@ohmstead/pricing/testing/made-world'
import { describe, expect, test } from 'vitest'
import type { PriceListRow } from '../price-lists/price-list-queries.ts'
import type { OfferRow } from '../supply-offers/supply-offer-queries.ts'
import { type CandidateChoice, listCandidates } from './list-candidates.ts'

const fixed = (t0: string) => ({ kind: 'fixed' as const, t0, t1: null, t2: null })
const offer = (id: number, terms: Partial<OfferRow['terms']> = {}): OfferRow => ({
  ...{ id, version: 1, countryCode: 'SI', supplier: 'Sonce', name: `Offer ${id}`, source: 'sonce.si' },
  ...{ validFrom: '2026-01-01', validTo: null, checkedOn: '2026-03-01' },
  terms: {
    ...{ currency: 'EUR', buy: fixed(`0.1${id}`), sell: null, monthlyFee: '1.99' },
    ...{ monthlyFeeElectronicInvoice: '0.99', extraServiceFee: null, selfSupply: 'none' },
    ...{ communityAllowed: true, sharingSenderAllowed: true, needsQuarterHours: false, boundMonths: null },
    ...{ remarks: [], note: null },
    ...terms,
  },
})
const list = (id: number, more: Partial<PriceListRow> = {}): PriceListRow => ({
  ...{
    id,
    version: 1,
    company_id: null,
    user_id: 1,
    name: `List ${id}`,
    utility: 'Sonce',
    country_code: 'SI',
  },
  ...{ valid_from: '2026-01-01', valid_to: null, supply_offer_id: null, supply_offer_version: null },
  ...{ has_newer_offer: false, updated_at: 0, is_active: false, plan_count: 0, location_count: 0 },
  terms: { ...plainTerms, isMultiTariff: false, buy: fixed('0.2') },
  ...more,
})
const choice: CandidateChoice = {
  ...{ tariffsCount: 1, hasElectronicInvoice: true, day: '2026-05-20', todayKey: null },
  sharing: { isInCommunity: false, isSharing: false },
  point: {
    ...{ countryCode: 'SI', hasProduction: false, netMetering: false, tariffsCount: 1 },
    hasQuarterHours: true,
  },
}
const candidates = (
  offers: OfferRow[],
  lists: PriceListRow[] = [],
  more: Partial<CandidateChoice> = {},
  today: PriceListRow['terms'] | null = null,
) => listCandidates({ offers, lists }, today, { ...choice, ...more })
const taken = (...args: Parameters<typeof candidates>) =>
  candidates(...args).map(({ priced, view }) => [priced.key, priced.isTakeable, view.unsuitable])

describe('what can be taken', () => {
  test('is what suits the point', () => {
    expect(taken([offer(1), offer(2, { selfSupply: 'new' })])).toEqual([
      ['offer-1', true, []],
      ['offer-2', false, ['selfSupplyOnly']],
    ])
  })

  test('is not what members of a community, or who shares, may not have', () => {
    const offers = [offer(1, { communityAllowed: false }), offer(2, { sharingSenderAllowed: false })]
    const of = (isInCommunity: boolean, isSharing: boolean) =>
      taken(offers, [], { sharing: { isInCommunity, isSharing } }).map(([, is]) => is)
    expect(of(false, false)).toEqual([true, true])
    expect(of(true, false)).toEqual([false, true])
    expect(of(false, true)).toEqual([true, false])
  })

  test('is not what is settled by the year, unless the point is', () => {
    const point = { ...choice.point, hasProduction: true }
    const yearly = offer(1, { selfSupply: 'netMetering' })
    for (const netMetering of [false, null])
      expect(taken([yearly], [], { point: { ...point, netMetering } })[0]).toEqual([
        ...['offer-1', false, ['netMeteringOnly']],
      ])
    expect(taken([yearly], [], { point: { ...point, netMetering: true } })[0]![1]).toBe(true)
  })

  test('by a list of one’s own is what the offer behind it demands', () => {
    const demanding = offer(1, { selfSupply: 'new', boundMonths: 24 })
    const [own] = candidates([demanding], [list(7, { supply_offer_id: 1 })])
    expect(own).toMatchObject({
      priced: { key: 'list-7', isTakeable: false },
      view: { unsuitable: ['selfSupplyOnly'], boundMonths: 24 },
    })
    expect(candidates([demanding], [list(8)])[0]!.priced.isTakeable).toBe(true)
  })
})

describe('what is compared', () => {
  test('has the network and the taxes of what is paid today', () => {
    const today = {
      ...plainTerms,
      network: { kind: 'distributor' as const, networkTariffId: 3 } as never,
      taxes: { published: false, rows: [] },
    }
    const [own, taken_] = candidates([offer(1)], [list(7)], {}, today)
    for (const one of [own, taken_])
      expect(one!.priced.terms).toMatchObject({ network: today.network, taxes: today.taxes })
    const [alone, published] = candidates([offer(1)], [list(7)])
    for (const one of [alone, published])
      expect(one!.priced.terms).toMatchObject({ network: { kind: 'published' }, taxes: { published: true } })
  })

  test('is each supply once: what is paid today before the same offer, and offers before further lists', () => {
    const [made] = candidates([offer(1)])
    const same = { ...made!.priced.terms, network: plainTerms.network, taxes: plainTerms.taxes }
    const lists = [list(7, { terms: same }), list(8)]
    const keys = (todayKey: string | null) =>
      candidates([offer(1), offer(2)], lists, { todayKey }).map(({ priced }) => priced.key)
    expect(keys('list-7')).toEqual(['list-7', 'list-8', 'offer-2'])
    expect(keys(null)).toEqual(['list-8', 'offer-1', 'offer-2'])
  })
})

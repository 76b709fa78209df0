import type { bill } from '@ohmstead/pricing/bill'
import type { OfferComparison, OfferQuestion } from '@ohmstead/pricing/compare-offers/offer-comparison'
import {
  housePoint,
  makeEnergies,
  makeList,
  makeWorld,
  plainTerms,
} from '@ohmstead/pricing/testing/made-world'
import { expect, test } from 'vitest'
import { answerOffers } from './answer-offers.ts'
import type { OfferAnswers } from './offer-task.ts'

const terms = {
  ...plainTerms,
  ...{ network: { kind: 'published' as const }, taxes: { published: true, rows: [] } },
  hasExportPrice: true,
  sell: { kind: 'fixed' as const, t0: '0.02', t1: null, t2: null },
}
const flat = {
  ...terms,
  isMultiTariff: false,
  buy: { kind: 'fixed' as const, t0: '0.11', t1: null, t2: null },
}
const candidate = { countryCode: 'SI', isTakeable: true }
const energies = makeEnergies('2026-03-01', '2026-05-01', { hasExport: true })
const question: OfferQuestion = {
  world: makeWorld([makeList(terms)], { point: housePoint() }),
  ...{ energies, from: '2026-03-01', to: '2026-04-30', todayKey: null, marketYears: [] },
  candidates: [
    { key: 'tariffs', terms, ...candidate },
    { key: 'flat', terms: flat, ...candidate },
    { key: 'foreign', terms, ...candidate, isTakeable: false },
  ],
}
const battery = { capacityKwh: 10, chargeKw: 5, dischargeKw: 5, roundTrip: 0.9, netMilliWh: null }
const ask = (
  own: typeof battery | (Omit<typeof battery, 'netMilliWh'> & { netMilliWh: Float64Array }) | null,
) => answerOffers({ kind: 'offers', question, battery: own }) as OfferComparison
const costOf = ({ offers }: OfferComparison, key: string) =>
  Number(offers.find((offer) => offer.key === key)!.payable)

test('a battery saves under each list that can be taken, and the bill that is shown is the one compared', () => {
  const [without, withBattery] = [ask(null), ask(battery)]
  for (const key of ['tariffs', 'flat']) {
    expect(costOf(withBattery, key)).toBeLessThan(costOf(without, key))
    const shown = answerOffers({ kind: 'offerBill', question, battery, key }) as ReturnType<typeof bill>
    expect(Number(shown.totals.payable)).toBe(costOf(withBattery, key))
  }
  expect(costOf(withBattery, 'foreign')).toBe(costOf(without, 'foreign'))
})

test('beside it stands what each costs on the readings as they are', () => {
  const asRead = (answerOffers({ kind: 'offers', question, battery }) as OfferAnswers['offers']).asRead
  const without = ask(null)
  expect(asRead?.map(({ key, payable }) => [key, Number(payable)]).sort()).toEqual(
    without.offers.map(({ key, payable }) => [key, Number(payable)]).sort(),
  )
  expect(
    (answerOffers({ kind: 'offers', question, battery: null }) as OfferAnswers['offers']).asRead,
  ).toBeNull()
})

test('what nobody knows of an own battery is left out for all alike', () => {
  const net = energies.importMilliWh.map((taken, i) => taken - energies.exportMilliWh![i]!)
  net.fill(Number.NaN, 0, 31 * 96 - 4)
  const compared = ask({ ...battery, netMilliWh: net })
  expect(compared.unreadMonths).toEqual(['2026-03'])
  expect(compared.offers.every(({ payable, months }) => payable !== null && months.length === 1)).toBe(true)
})

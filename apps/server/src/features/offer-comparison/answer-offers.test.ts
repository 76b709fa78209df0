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

test('a bill that is shown is in the currency of the comparison', () => {
  const krona = { key: 'krona', terms: { ...terms, currency: 'SEK' as const }, ...candidate }
  const asked = { ...question, candidates: [...question.candidates, krona] }
  const shown = answerOffers({ kind: 'offerBill', question: asked, battery: null, key: 'krona' })
  expect((shown as ReturnType<typeof bill>).currency).toBe('EUR')
})

test('a battery that loses more saves less', () => {
  for (const key of ['tariffs', 'flat'])
    expect(costOf(ask({ ...battery, roundTrip: 0.6 }), key)).toBeGreaterThan(costOf(ask(battery), key))
})

test('both directions within a quarter-hour stay, unless the battery was taken out of them', () => {
  const rest = { capacityKwh: 0.001, chargeKw: 0.001, dischargeKw: 0.001, roundTrip: 0.9 }
  const net = energies.importMilliWh.map((taken, i) => taken - energies.exportMilliWh![i]!)
  const [asRead, netted] = [ask({ ...rest, netMilliWh: null }), ask({ ...rest, netMilliWh: net })]
  expect(Math.abs(costOf(asRead, 'flat') - costOf(ask(null), 'flat'))).toBeLessThan(0.05)
  // What cancels within a quarter-hour is neither paid nor sold.
  expect(costOf(netted, 'flat')).toBeLessThan(costOf(asRead, 'flat') - 0.5)
})

test('what nobody knows of an own battery is left out for all alike', () => {
  const net = energies.importMilliWh.map((taken, i) => taken - energies.exportMilliWh![i]!)
  net.fill(Number.NaN, 0, 31 * 96 - 4)
  const compared = ask({ ...battery, netMilliWh: net })
  expect(compared.unreadMonths).toEqual(['2026-03'])
  expect(compared.offers.every(({ payable, months }) => payable !== null && months.length === 1)).toBe(true)
})

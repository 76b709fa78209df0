import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { laySpotOfYear } from '@ohmstead/pricing/compare-offers/market-years'
import type {
  OfferCandidate,
  OfferComparison,
  OfferQuestion,
} from '@ohmstead/pricing/compare-offers/offer-comparison'
import type { SpotPrices } from '@ohmstead/pricing/pricing-world'
import {
  housePoint,
  makeEnergies,
  makeList,
  makeWorld,
  plainTerms,
} from '@ohmstead/pricing/testing/made-world'
import { expect, test } from 'vitest'
import { answerOffers } from './answer-offers.ts'
import type { BatteryToRun } from './run-battery.ts'

const month = { from: '2026-04-01', to: '2026-04-30' }
const span = { fromMs: localMidnightMs('2026-04-01'), toMs: localMidnightMs('2026-05-01') }

/** Dear in one half of each day and cheap in the other. */
function spotOf(fromDay: string, toDay: string, isDearAtNoon: boolean): SpotPrices {
  const firstStartMs = localMidnightMs(fromDay)
  const count = (localMidnightMs(toDay) - firstStartMs) / 900_000
  const price = Float64Array.from({ length: count }, (_, i) => {
    const isNoon = i % 96 >= 36 && i % 96 < 72
    return isNoon === isDearAtNoon ? 30_000_000 : 1_000_000
  })
  return { currency: 'EUR', firstStartMs, price, sourceOf: new Uint8Array(count), sources: ['made'] }
}

test('a battery is run anew at the market prices of each earlier year', () => {
  const market = {
    ...{ kind: 'spot_market' as const, region: 'SI', factor: '1', markup: '0.01', floor: null },
    ...{ hourlyCap: null, monthlyCap: null, substitute: null },
  }
  const terms = { ...plainTerms, isMultiTariff: false, buy: market }
  const candidate: OfferCandidate = { key: 'offer-1', terms, countryCode: 'SI', isTakeable: true }
  const question: OfferQuestion = {
    world: makeWorld([makeList(terms)], {
      point: housePoint(),
      spot: { SI: spotOf('2026-04-01', '2026-05-01', true) },
    }),
    energies: makeEnergies('2026-04-01', '2026-05-01', { hasExport: true }),
    ...month,
    candidates: [candidate],
    todayKey: null,
    marketYears: [{ yearsBack: 1, spot: { SI: spotOf('2025-03-25', '2025-05-10', false) } }],
  }
  const ask = (asked: OfferQuestion, battery: BatteryToRun | null) =>
    (answerOffers({ kind: 'offers', question: asked, battery }) as OfferComparison).offers[0]!
  const battery = { capacityKwh: 10, chargeKw: 5, dischargeKw: 5, roundTrip: 0.9, netMilliWh: null }
  const [without, run] = [ask(question, null), ask(question, battery)]
  expect(Number(run.payable)).toBeLessThan(Number(without.payable))
  expect(Number(run.marketYears[0]!.payable)).toBeLessThan(Number(without.marketYears[0]!.payable))
  // As if the readings were of a time with those prices.
  const laid = laySpotOfYear(question.marketYears[0]!.spot.SI!, 1, { ...span, zone: 'Europe/Ljubljana' })
  const then = ask({ ...question, world: { ...question.world, spot: { SI: laid } } }, battery)
  expect(run.marketYears[0]!.payable).toBe(then.payable)
})

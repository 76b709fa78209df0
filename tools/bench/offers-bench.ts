import process from 'node:process'
import type { EnergyPrice } from '@ohmstead/domain/pricing/price-list-terms'
import { compareOffers } from '@ohmstead/pricing/compare-offers/compare-offers'
import type { OfferCandidate, OfferQuestion } from '@ohmstead/pricing/compare-offers/offer-comparison'
import {
  housePoint,
  makeEnergies,
  makeList,
  makeSpot,
  makeWorld,
  plainTerms,
} from '@ohmstead/pricing/testing/made-world'
import { type Figure, median, p95 } from './figure.ts'

// A house that feeds in: offers of a country over a year of quarter-hours, a third of them on the spot market, each with
// the network fee, levies and VAT; and what the market of three earlier years would have made of them.

const offers = 25
const runs = 12
const year = { from: '2025-10-01', to: '2026-09-30' }

export async function measureOffers(): Promise<Figure[]> {
  const spot = makeSpot(Date.parse('2025-09-01T00:00Z'), Date.parse('2026-10-02T00:00Z'))
  const candidates = Array.from({ length: offers }, (_, place) => makeOffer(place))
  const question: OfferQuestion = {
    world: makeWorld([makeList(published)], { point: housePoint(), spot: { SI: spot } }),
    energies: makeEnergies('2025-10-01', '2026-10-01', { hasExport: true }),
    ...year,
    ...{ candidates, todayKey: candidates[0]!.key, marketYears: [] },
  }
  const marketYears = [1, 2, 3].map((yearsBack) => ({
    yearsBack,
    spot: {
      SI: makeSpot(
        Date.parse(`${2025 - yearsBack}-09-01T00:00Z`),
        Date.parse(`${2026 - yearsBack}-10-03T00:00Z`),
        yearsBack,
      ),
    },
  }))
  const alone = times(() => compareOffers(question))
  const withYears = times(() => compareOffers({ ...question, marketYears }))
  return [
    {
      figure: `${offers} offers over a year of 15-minute data, ranked, of the processor, p95`,
      value: p95(alone),
      unit: 'ms',
      limit: '≤ 400',
      peer: `median ${median(alone).toFixed(0)} ms; with the market of three earlier years ${median(withYears).toFixed(0)} ms`,
      holds: p95(alone) <= 400,
    },
  ]
}

const published = { network: { kind: 'published' as const }, taxes: { published: true, rows: [] } }

function makeOffer(place: number): OfferCandidate {
  const buy: EnergyPrice =
    place % 3 === 2
      ? {
          ...{ kind: 'spot_market', region: 'SI', factor: '1.03', markup: `0.0${place + 10}` },
          ...{ floor: null, hourlyCap: null, monthlyCap: null, substitute: null },
        }
      : { kind: 'fixed', t0: `0.1${place + 10}`, t1: `0.12${place + 10}`, t2: `0.09${place + 10}` }
  const sells = place % 2 === 0
  return {
    ...{ key: `offer-${place}`, countryCode: 'SI', isTakeable: true },
    terms: {
      ...plainTerms,
      ...published,
      buy,
      monthlyFees: [{ name: 'Account', amount: '1.99' }],
      ...(sells && {
        hasExportPrice: true,
        sell: { kind: 'fixed' as const, t0: '0.04', t1: null, t2: null },
      }),
    },
  }
}

/** Of the processor: other work of the machine does not count. */
function times(run: () => unknown): number[] {
  const found: number[] = []
  for (let round = -3; round < runs; round++) {
    const begin = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(begin)
    if (round >= 0) found.push((user + system) / 1000)
  }
  return found
}

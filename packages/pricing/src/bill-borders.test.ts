import type { SpotMarketPrice } from '@ohmstead/domain/pricing/price-list-terms'
import { localMidnightMs } from '@ohmstead/network-fee/calendar/local-time'
import { describe, expect, test } from 'vitest'
import { bill } from './bill.ts'
import { listMissing } from './bill-month.ts'
import { costSeries } from './cost-series.ts'
import { peakKw, trackPeaks } from './ledger/fixed-charges.ts'
import { priceSeries } from './price-series.ts'
import { makeEnergies, makeList, makeSpot, makeWorld } from './testing/made-world.ts'
import { prepareWorld } from './world-lookup.ts'

// Where one thing ends and the next begins.

const fixed = (t0: string) => ({ kind: 'fixed' as const, t0, t1: null, t2: null })
const spot: SpotMarketPrice = {
  ...{ kind: 'spot_market', region: 'SI', factor: '1', markup: '0' },
  ...{ floor: null, hourlyCap: null, monthlyCap: null, substitute: null },
}
const [mayMs, juneMs] = [localMidnightMs('2026-05-01'), localMidnightMs('2026-06-01')]

describe('the bill of a month', () => {
  test('has a list that begins on its last day', () => {
    const lists = [
      makeList({ buy: fixed('0.1') }),
      makeList({ buy: fixed('0.5') }, { id: 2, validFrom: '2026-05-31' }),
    ]
    const energies = makeEnergies('2026-05-01', '2026-06-01')
    const { lines } = bill(makeWorld(lists), energies, { from: '2026-05-01', to: '2026-05-31' }).months[0]!
    expect(lines.map(({ unitPrice }) => unitPrice)).toEqual(['0.1', '0.5'])
  })

  test('shows what is fed in at the price that is paid, its money below zero', () => {
    const world = makeWorld([makeList({ buy: fixed('0.1'), hasExportPrice: true, sell: spot })], {
      spot: {
        SI: { ...makeSpot(mayMs, juneMs), price: new Float64Array((juneMs - mayMs) / 900_000).fill(5e6) },
      },
    })
    const energies = makeEnergies('2026-05-01', '2026-06-01', { hasExport: true })
    const { months } = bill(world, energies, { from: '2026-05-01', to: '2026-05-31' })
    const line = months[0]!.lines.find(({ part }) => part === 'feedIn')!
    expect(line).toMatchObject({ unitPrice: '0.05', isMean: true })
    expect(Number(line.amount)).toBeLessThan(0)
  })

  test('takes what is no energy for unknown', () => {
    const energies = makeEnergies('2026-05-01', '2026-06-01')
    const day = { from: '2026-05-01', to: '2026-05-31' }
    const world = makeWorld([makeList({ buy: fixed('0.1') })])
    energies.importMilliWh.set([-5, Number.POSITIVE_INFINITY, 1e300])
    expect(bill(world, energies, day).quality.missing).toBe(3)
  })

  test('of no time lacks no readings', () => {
    expect(listMissing([], { intervals: 0, measured: 0, estimated: 0, missing: 0 })).toEqual([])
  })
})

test('edges of costs are moved to the nearest quarter-hour', () => {
  const world = makeWorld([makeList({ buy: fixed('0.1') })])
  const energies = makeEnergies('2026-05-01', '2026-06-01')
  const edges = [mayMs + 3 * 60_000, mayMs + 56 * 60_000]
  const [bucket] = costSeries(world, energies, edges).buckets
  expect([bucket!.fromMs, bucket!.toMs]).toEqual([mayMs, mayMs + 3_600_000])
})

test('the whole months of costs are those of the location’s own clock', () => {
  const zone = 'Europe/Athens'
  const list = makeList({ buy: fixed('0.12345') }, { countryCode: 'GR' })
  const world = makeWorld([list], { countryCode: 'GR', timeZone: zone })
  const energies = makeEnergies('2026-05-01', '2026-06-01', { zone })
  const edges = ['2026-05-01', '2026-06-01'].map((day) => localMidnightMs(day, zone))
  const { totals } = bill(world, energies, { from: '2026-05-01', to: '2026-05-31' })
  expect(costSeries(world, energies, edges).totals.importCost).toBe(totals.payable)
})

test('the highest quarter-hours of a month are as many as are billed, and of few known ones all', () => {
  const tracker = { highest: [] as number[] }
  const energies = Float64Array.from({ length: 40 }, (_, at) => ((at * 7) % 40) * 250_000)
  trackPeaks(tracker, energies, 0, energies.length)
  // 39 to 20 kW.
  expect(peakKw(tracker, 20)).toEqual({ digits: 29_500_000n, scale: 6 })
  expect(peakKw({ highest: [500_000, 250_000] }, 5)).toEqual({ digits: 1_500_000n, scale: 6 })
})

test('prices go by the clock of Slovenia only where its network rates hold', () => {
  const list = makeList({ network: { kind: 'published' } })
  const zoneOf = (countryCode: string) =>
    prepareWorld(makeWorld([list], { countryCode, timeZone: 'Europe/London' })).zone
  expect([zoneOf('GB'), zoneOf('SI')]).toEqual(['Europe/London', 'Europe/Ljubljana'])
})

test('what is fed in is converted with its fee', () => {
  const sell = { hasExportPrice: true, sell: fixed('0.05'), sellFeePerKwh: '0.01' }
  const world = makeWorld(
    [makeList(sell), makeList({ currency: 'CZK' }, { id: 2, validFrom: '2026-05-02' })],
    { exchangeRates: [{ from: 'EUR', to: 'CZK', day: '2026-01-01', rate: '25', source: 'ECB' }] },
  )
  const { currency, exportPrice } = priceSeries(world, mayMs, mayMs + 30 * 3_600_000)
  expect([currency, exportPrice[0]]).toEqual(['CZK', 1])
})

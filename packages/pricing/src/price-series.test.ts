import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { publishedRates } from '@ohmstead/network-fee/rates/published-rates'
import { expect, test } from 'vitest'
import { priceAt } from './price-at.ts'
import { priceSeries } from './price-series.ts'
import { makeList, makeSpot, makeWorld } from './testing/made-world.ts'

test('market prices in another currency are converted at the rate of their own day', () => {
  const [fromMs, toMs] = [localMidnightMs('2026-06-01'), localMidnightMs('2026-07-01')]
  const market = {
    ...{ kind: 'spot_market' as const, region: 'SI', factor: '1', markup: '0.2' },
    ...{ floor: null, hourlyCap: null, monthlyCap: null, substitute: null },
  }
  const rate = { from: 'EUR' as const, to: 'SEK' as const, source: 'Bank' }
  const list = makeList({ currency: 'SEK', buy: market, sell: market, hasExportPrice: true })
  const world = makeWorld([list], {
    spot: { SI: makeSpot(fromMs, toMs) },
    exchangeRates: [
      { ...rate, day: '2026-05-31', rate: '11' },
      { ...rate, day: '2026-06-16', rate: '12' },
    ],
  })
  const series = priceSeries(world, fromMs, toMs)
  for (const place of [0, 100, 1439, 1440, 1441, 2879]) {
    const { total } = priceAt(world, fromMs + place * quarterHourMs).import
    expect(series.importPrice[place]).toBeCloseTo(Number(total), 10)
    expect(series.exportPrice[place]).toBeCloseTo(Number(total), 10)
  }
})

test('prices whose tax is not known are unknown, and what is fed in is not', () => {
  const [fromMs, toMs] = [localMidnightMs('2026-06-01'), localMidnightMs('2026-06-02')]
  const sell = { kind: 'fixed' as const, t0: '0.05', t1: null, t2: null }
  const list = makeList({ taxes: { published: true, rows: [] }, hasExportPrice: true, sell })
  const series = priceSeries(makeWorld([list], { rates: { ...publishedRates, vat: [] } }), fromMs, toMs)
  expect(series.importPrice.every(Number.isNaN)).toBe(true)
  expect([...new Set(series.exportPrice)]).toEqual([0.05])
})

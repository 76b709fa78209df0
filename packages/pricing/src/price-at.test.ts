import { formatExact } from '@ohmstead/domain/money/exact'
import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceAt } from './price-at.ts'
import type { DirectionPrice } from './price-component.ts'
import { priceSeries } from './price-series.ts'
import { housePoint, makeList, makeSpot, makeWorld } from './testing/made-world.ts'
import { sumTexts } from './testing/sum-texts.ts'

const at = (text: string, zone = 'Europe/Ljubljana') =>
  Temporal.ZonedDateTime.from(`${text}[${zone}]`).epochMilliseconds
const rates = ({ components }: DirectionPrice) =>
  Object.fromEntries(components.map(({ part, name, rate, unit }) => [`${part} ${name} ${unit}`, rate]))

const published = {
  network: { kind: 'published' as const },
  taxes: { published: true, rows: [] },
}

describe('the price of a kilowatt-hour', () => {
  test('in Slovenia has every part of the bill', () => {
    const world = makeWorld(
      [makeList({ ...published, monthlyFees: [{ name: 'Account', amount: '1.99' }] })],
      {
        point: housePoint(),
      },
    )
    const price = priceAt(world, at('2026-01-15T10:07'))
    expect(rates(price.import)).toEqual({
      'energy t1 /kWh': '0.1199',
      'networkEnergy block1 /kWh': '0.01998',
      'networkPower block1 /kW/month': expect.any(String),
      'excessPower block1 /kW/month': expect.any(String),
      'fees Account /month': '1.99',
      'levies marketOperator /kWh': '0.00013',
      'levies energyEfficiency /kWh': '0.0008',
      'levies excise /kWh': expect.any(String),
      'levies support /kW/month': expect.any(String),
      'vat vat /kWh': expect.any(String),
    })
    expect(price.export).toEqual({ components: [], total: '0' })
  })

  test.each<[string, string, boolean]>([
    ['2026-01-15T10:07', 'user', true],
    ['2026-01-15T10:07', 'operator', false],
    ['2025-02-14T10:07', 'user', false],
    ['2026-01-15T10:07', 'nobody', false],
  ])('at %s names excess power only where it is billed: powers set by %s', (time, setBy, isCharged) => {
    const agreedPowers = housePoint().agreedPowers!.map((entry) => ({
      ...entry,
      ...(setBy === 'nobody'
        ? { blocksKw: [0, 0, 0, 0, 0] as [number, number, number, number, number] }
        : { setBy: setBy as 'user' | 'operator' }),
    }))
    const world = makeWorld([makeList(published)], { point: housePoint({ agreedPowers }) })
    const parts = priceAt(world, at(time)).import.components.map(({ part }) => part)
    expect(parts.includes('excessPower')).toBe(isCharged)
    expect(parts).toContain('networkPower')
  })

  test.each([
    ['2026-05-04T05:59', 't2'],
    ['2026-05-04T06:00', 't1'],
    ['2026-05-04T21:59', 't1'],
    ['2026-05-04T22:00', 't2'],
    ['2026-05-01T12:00', 't2'],
    ['2026-05-02T12:00', 't2'],
    ['2026-05-03T12:00', 't2'],
  ])('at %s is that of %s', (time, name) => {
    expect(priceAt(makeWorld([makeList()]), at(time)).import.components[0]).toMatchObject({
      part: 'energy',
      name,
    })
  })

  test('from the market is factor, markup, floor and the cap of the hour', () => {
    const firstStartMs = at('2026-06-01T00:00')
    const perMwh = [100, 100, 100, 100, 250, 250, 200, 200, 225, 224, 220, 210, -300, -300, 0, Number.NaN]
    const spot = {
      ...{ currency: 'EUR' as const, firstStartMs, sourceOf: new Uint8Array(16), sources: ['made'] },
      price: Float64Array.from(perMwh, (price) => Math.round(price * 1e5)),
    }
    const buy = {
      ...{ kind: 'spot_market' as const, region: 'SI', factor: '1.1', markup: '0.01' },
      ...{ floor: '-0.1', hourlyCap: '0.22', monthlyCap: null, substitute: null },
    }
    const world = makeWorld([makeList({ buy })], { spot: { SI: spot } })
    const totals = perMwh.map((_, place) => priceAt(world, firstStartMs + place * quarterHourMs).import.total)
    expect(totals).toEqual([
      ...['0.12', '0.12', '0.12', '0.12'],
      // A mean of 225: all four cost the cap.
      ...['0.252', '0.252', '0.252', '0.252'],
      // A mean of 219.75: each keeps its own.
      ...['0.2575', '0.2564', '0.252', '0.241'],
      ...['-0.1', '-0.1', '0.01', null],
    ])
    const last = priceAt(world, firstStartMs + 15 * quarterHourMs).import.components[0]
    expect(last).toMatchObject({ rate: null, missing: { kind: 'noSpotPrice', region: 'SI' } })
  })

  test('of another currency needs a dated rate', () => {
    const spot = makeSpot(at('2026-06-01T00:00'), at('2026-06-03T00:00'))
    const buy = {
      ...{ kind: 'spot_market' as const, region: 'SE3', factor: '1', markup: '0' },
      ...{ floor: null, hourlyCap: null, monthlyCap: null, substitute: null },
    }
    const list = makeList({ buy, currency: 'SEK' })
    const rate = { from: 'EUR' as const, to: 'SEK' as const, day: '2026-06-02', rate: '11', source: 'Bank' }
    const world = makeWorld([list], { spot: { SE3: spot }, exchangeRates: [rate] })
    const without = priceAt(world, at('2026-06-01T12:00')).import
    expect(without.components[0]!.missing).toEqual({ kind: 'noExchangeRate', from: 'EUR', to: 'SEK' })
    const place = (12 + 24) * 4
    const expected = formatExact({ digits: BigInt(spot.price[place]!) * 11n, scale: 8 })
    const priced = priceAt(world, at('2026-06-02T12:00')).import
    expect(priced).toMatchObject({ total: expected, components: [{ exchange: rate }] })
  })

  test('names the days of each tax, not those of the list', () => {
    const days = { validFrom: '2026-01-01', validTo: '2026-12-31' }
    const row = { ...days, name: 'Levy', kind: 'per_kwh' as const, rate: '0.01' }
    const world = makeWorld([makeList({ taxes: { published: false, rows: [row] } })])
    const { components } = priceAt(world, at('2026-05-04T12:00')).import
    expect(components.find(({ name }) => name === 'Levy')).toMatchObject({ ...days, rate: '0.01' })
    expect(components[0]).toMatchObject({ validFrom: '2020-01-01', validTo: null })
  })

  test('that nobody entered is unknown, and says so', () => {
    const world = makeWorld([makeList({}, { validFrom: '2026-01-01', validTo: '2026-05-31' })])
    for (const day of ['2025-12-31T23:59', '2026-06-01T00:00']) {
      const price = priceAt(world, at(day))
      expect([price.import.total, price.export.total]).toEqual([null, null])
      expect(price.import.components[0]!.missing).toEqual({ kind: 'noPriceList' })
    }
    expect(priceAt(world, at('2026-05-31T23:59')).import.total).not.toBe(null)
  })

  test('of the network is unknown without a metering point', () => {
    const { components, total } = priceAt(makeWorld([makeList(published)]), at('2026-05-04T12:00')).import
    expect(total).toBe(null)
    expect(components.find(({ part }) => part === 'networkEnergy')!.missing).toEqual({
      kind: 'noMeteringPoint',
    })
    expect(components.find(({ part }) => part === 'vat')!.rate).toBe(null)
  })

  test('fed in is nothing under a list without a price for it', () => {
    const list = makeList({ hasExportPrice: false, sell: { kind: 'fixed', t0: '0.05', t1: null, t2: null } })
    const world = makeWorld([list])
    expect(priceAt(world, at('2026-05-04T12:00')).export).toEqual({ components: [], total: '0' })
    expect([...priceSeries(world, at('2026-05-04T12:00'), at('2026-05-04T12:15')).exportPrice]).toEqual([0])
  })

  test('fed in is the price less the fee, without tax', () => {
    const list = makeList({
      hasExportPrice: true,
      sell: { kind: 'fixed', t0: '0.0539', t1: null, t2: null },
      sellFeePerKwh: '0.004',
      taxes: { published: true, rows: [] },
    })
    expect(priceAt(makeWorld([list]), at('2026-05-04T12:00')).export).toMatchObject({ total: '0.0499' })
  })
})

describe('a series of prices', () => {
  const spot = makeSpot(localMidnightMs('2026-03-01'), localMidnightMs('2026-11-01'), 3, 0.01)
  const market = {
    ...{ kind: 'spot_market' as const, region: 'SI', factor: '1.03', markup: '0.01199' },
    ...{ floor: '0.01', hourlyCap: '0.22', monthlyCap: null, substitute: null },
  }
  const world = makeWorld(
    [
      makeList(published),
      makeList(
        {
          ...published,
          buy: market,
          buyFeePerKwh: '0.001',
          hasExportPrice: true,
          sell: market,
          sellFeePerKwh: '0.01',
        },
        { id: 2, validFrom: '2026-03-17' },
      ),
    ],
    { point: housePoint(), spot: { SI: spot } },
  )

  test('is the price of each quarter-hour, also on the days when clocks change', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('2026-03-16', '2026-03-28', '2026-10-24', '2026-02-27'),
        fc.integer({ min: 0, max: 300 }),
        (day, place) => {
          const fromMs = localMidnightMs(day)
          const series = priceSeries(world, fromMs, fromMs + 301 * quarterHourMs)
          const price = series.at(place)
          expect(price).toEqual(priceAt(world, fromMs + place * quarterHourMs))
          const drawn = [series.importPrice[place]!, series.exportPrice[place]!]
          for (const [at, total] of [price.import.total, price.export.total].entries()) {
            if (total === null) expect(drawn[at]).toBeNaN()
            else expect(drawn[at]).toBeCloseTo(Number(total), 12)
          }
          for (const { components, total } of [price.import, price.export]) {
            const perKwh = components.filter(({ unit }) => unit === '/kWh').map(({ rate }) => rate)
            if (total === null) expect(perKwh).toContain(null)
            else expect(sumTexts(perKwh)).toBe(total)
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

import { dayAt } from '@ohmstead/domain/time/days'
import { quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spotPriceAt } from '../pricing-world.ts'
import { buildSpotPrices } from './build-spot-prices.ts'
import { layOutSpotDays, type SpotPoint } from './lay-out-spot-days.ts'
import { listMarketDays, marketDay, marketTimeZone, marketZoneOf } from './market-day.ts'
import {
  isBetterSpotDay,
  isSameSpotDay,
  missingSpotPrice,
  packSpotPrices,
  type SpotUnit,
  toSpotPrice,
  unpackSpotPrices,
} from './spot-day.ts'

const timeZone = marketTimeZone
const answer = (points: SpotPoint[]) => ({
  ...{ points, source: 'one', currency: 'EUR' as const, licence: null },
})
const layOut = (points: SpotPoint[], fromDay: string, toDay = fromDay) =>
  layOutSpotDays(answer(points), { fromDay, toDay, timeZone })
const run = (fromMs: number, count: number, unitSeconds: SpotUnit, price = (at: number) => at): SpotPoint[] =>
  Array.from({ length: count }, (_, at) => ({
    startMs: fromMs + at * unitSeconds * 1000,
    unitSeconds,
    price: price(at),
  }))

test.each([
  ['2025-03-30', 92, '2025-03-29T23:00Z'],
  ['2025-10-26', 100, '2025-10-25T22:00Z'],
  ['2025-10-01', 96, '2025-09-30T22:00Z'],
])('the delivery day %s has %i quarter-hours from %s', (day, quarterHours, start) => {
  expect(marketDay(day, timeZone)).toEqual({ day, quarterHours, startMs: Date.parse(start) })
  expect(dayAt(Date.parse(start), timeZone)).toBe(day)
  expect(dayAt(Date.parse(start) - 1, timeZone) < day).toBe(true)
})

test('a coupled zone follows the clock of the auction, another its own', () => {
  expect(marketZoneOf({ isCoupled: true, timeZone: 'Europe/Helsinki' })).toBe('Europe/Brussels')
  expect(marketZoneOf({ isCoupled: false, timeZone: 'Europe/Kyiv' })).toBe('Europe/Kyiv')
})

test('hours until the end of September 2025 and quarter-hours from October are days of different units', () => {
  const change = Date.parse('2025-09-30T22:00Z')
  const points = [...run(change - 86_400_000, 24, 3600), ...run(change, 96, 900)]
  const days = layOut(points, '2025-09-30', '2025-10-01')
  expect(days.map(({ unitSeconds, prices, missing }) => [unitSeconds, prices.length, missing])).toEqual([
    [3600, 24, 0],
    [900, 96, 0],
  ])
  const prices = buildSpotPrices(days, change - 3_600_000, change + 1_800_000)
  expect([...prices.price]).toEqual([23, 23, 23, 23, 0, 1])
})

test('within a day the finer of two units counts, whatever their order', () => {
  const startMs = marketDay('2026-01-10', timeZone).startMs
  const points = [...run(startMs + 4 * quarterHourMs, 4, 900, () => 7), ...run(startMs, 24, 3600)]
  const [day] = layOut(points, '2026-01-10')
  expect(day).toMatchObject({ unitSeconds: 900, missing: 0 })
  expect([...day!.prices.subarray(0, 10)]).toEqual([0, 0, 0, 0, 7, 7, 7, 7, 2, 2])
})

test('an hour that begins at half past is told by the quarter-hour', () => {
  const { startMs } = marketDay('2026-01-10', timeZone)
  const [day] = layOut(run(startMs + 2 * quarterHourMs, 23, 3600), '2026-01-10')
  expect(day).toMatchObject({ unitSeconds: 900, missing: 4 })
  expect([...day!.prices.subarray(1, 8)]).toEqual([missingSpotPrice, 0, 0, 0, 0, 1, 1])
})

test('days without a price are left out, and parts of days count what is missing', () => {
  const { startMs } = marketDay('2026-01-11', timeZone)
  const days = layOut(run(startMs, 20, 3600), '2026-01-10', '2026-01-12')
  expect(days.map(({ day, missing }) => [day, missing])).toEqual([['2026-01-11', 16]])
  expect(days[0]!.prices[20]).toBe(missingSpotPrice)
  expect(layOut(run(startMs + 60_000, 24, 3600), '2026-01-11')).toEqual([])
})

test('the grid of prices is the days laid side by side, whatever is missing', () => {
  const point = fc.record({
    startMs: fc
      .integer({ min: -10, max: 400 })
      .map((at) => Date.parse('2025-10-24T22:00Z') + at * quarterHourMs),
    unitSeconds: fc.constant(900 as const),
    price: fc.oneof(fc.constant(null), fc.integer({ min: -50_000_000, max: 400_000_000 })),
  })
  fc.assert(
    fc.property(fc.array(point, { maxLength: 300 }), fc.integer({ min: -500, max: 500 }), (points, shift) => {
      const days = layOut(points, '2025-10-25', '2025-10-27')
      const range = listMarketDays('2025-10-25', '2025-10-27', timeZone)
      const last = new Map(points.flatMap(({ startMs, price }) => (price === null ? [] : [[startMs, price]])))
      const fromMs = range[0]!.startMs + shift * quarterHourMs
      const prices = buildSpotPrices(days, fromMs, fromMs + 300 * quarterHourMs)
      expect(prices.price).toHaveLength(300)
      for (let at = 0; at < 300; at++) {
        const startMs = fromMs + at * quarterHourMs
        const isInside = startMs >= range[0]!.startMs && startMs < range[2]!.startMs + 96 * quarterHourMs
        const expected = isInside ? (last.get(startMs) ?? null) : null
        const found = spotPriceAt(prices, startMs)
        expect(found === null ? null : Number(found.digits)).toBe(expected)
      }
    }),
  )
})

test('days of another currency than the newest are unknown: nothing is converted', () => {
  const [first, second] = layOut(
    run(marketDay('2026-01-10', timeZone).startMs, 48, 3600),
    '2026-01-10',
    '2026-01-11',
  )
  const prices = buildSpotPrices(
    [
      { ...first!, currency: 'PLN' },
      { ...second!, source: 'two' },
    ],
    first!.startMs,
    second!.startMs + 3_600_000,
  )
  expect(prices).toMatchObject({ currency: 'EUR', sources: ['two'] })
  expect(prices.price[95]).toBeNaN()
  expect([...prices.price.subarray(96)]).toEqual([24, 24, 24, 24])
})

test('the more complete answer is used, of equals that of the first source, of one source the newest', () => {
  const order = ['one', 'two']
  const day = (source: string, missing: number, version: number) => ({ source, missing, version })
  const isBetter = (a: ReturnType<typeof day>, b: ReturnType<typeof day>) => isBetterSpotDay(a, b, order)
  expect(isBetter(day('two', 0, 1), day('one', 4, 9))).toBe(true)
  expect(isBetter(day('two', 0, 9), day('one', 0, 1))).toBe(false)
  expect(isBetter(day('one', 0, 2), day('one', 0, 1))).toBe(true)
  expect(isBetter(day('gone', 0, 2), day('two', 0, 1))).toBe(false)
  const days = fc.record({
    source: fc.constantFrom('one', 'two', 'gone'),
    missing: fc.integer({ min: 0, max: 3 }),
    version: fc.integer({ min: 1, max: 3 }),
  })
  fc.assert(fc.property(days, days, (a, b) => !(isBetter(a, b) && isBetter(b, a))))
})

test('prices survive storing, negative and missing ones too', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })), (list) => {
      const prices = Int32Array.from(list)
      const bytes = packSpotPrices(prices)
      // The driver's bytes may begin anywhere in a larger buffer.
      const shifted = new Uint8Array(bytes.length + 1)
      shifted.set(bytes, 1)
      expect(unpackSpotPrices(shifted.subarray(1))).toEqual(prices)
    }),
  )
})

test('a price is kept to five decimals of a megawatt-hour, and one that is none stays unknown', () => {
  expect([92.85, -500, 0.000004, -0.000004].map(toSpotPrice)).toEqual([9_285_000, -50_000_000, 0, 0])
  expect([21_474.83647, -21_474.83647, 21_474.83648].map(toSpotPrice)).toEqual([
    2 ** 31 - 1,
    1 - 2 ** 31,
    null,
  ])
  expect([Number.NaN, Number.POSITIVE_INFINITY, 30_000].map(toSpotPrice)).toEqual([null, null, null])
})

test('an answer is the same as another if every price is', () => {
  const [day] = layOut(run(marketDay('2026-01-10', timeZone).startMs, 24, 3600), '2026-01-10')
  expect(isSameSpotDay(day!, { ...day!, prices: day!.prices.slice() })).toBe(true)
  expect(isSameSpotDay(day!, { ...day!, prices: day!.prices.map((price) => price + 1) })).toBe(false)
  expect(isSameSpotDay(day!, { ...day!, unitSeconds: 900 })).toBe(false)
})

import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { expect, test } from 'vitest'
import { explainAverage } from './explain-average.ts'
import { makeList, makeWorld } from './testing/made-world.ts'

const fromMs = localMidnightMs('2026-06-01')
const toMs = localMidnightMs('2026-06-08')
const count = (toMs - fromMs) / quarterHourMs
const energiesOf = (kwhOf: (hour: number) => number) => ({
  firstStartMs: fromMs,
  importMilliWh: Float64Array.from({ length: count }, (_, place) =>
    Math.round(kwhOf(Math.floor((place % 96) / 4)) * 1e6),
  ),
  exportMilliWh: null,
  isEstimated: new Uint8Array(count),
})
/** Cheap from 9 to 15, dear from 18 to 21, else in between, every day. */
const priceAt = (hour: number) => (hour >= 9 && hour < 15 ? 50 : hour >= 18 && hour < 21 ? 250 : 120)
const world = makeWorld(
  [
    makeList({
      buy: {
        ...{ kind: 'spot_market', region: 'SI', factor: '1', markup: '0' },
        ...{ floor: null, hourlyCap: null, monthlyCap: null, substitute: null },
      },
    }),
  ],
  {
    spot: {
      SI: {
        ...{ currency: 'EUR', firstStartMs: fromMs, sourceOf: new Uint8Array(count), sources: ['made'] },
        price: Float64Array.from(
          { length: count },
          (_, place) => priceAt(Math.floor((place % 96) / 4)) * 1e5,
        ),
      },
    },
  },
)
const timeMean = (6 * 0.05 + 3 * 0.25 + 15 * 0.12) / 24

test('a load that never changes pays the mean, and needs no reason', () => {
  const found = explainAverage(
    world,
    energiesOf(() => 0.25),
    fromMs,
    toMs,
  )!
  expect(found.ownMean).toBeCloseTo(timeMean, 12)
  expect(found.timeMean).toBeCloseTo(timeMean, 12)
  expect(found).toMatchObject({ reason: null, known: count, intervals: count })
})

test.each([
  [1.03, 'usedCheapHours'],
  [1.005, undefined],
])('a difference that is shown has a reason, a smaller one none: noon × %d', (times, kind) => {
  const kwhOf = (hour: number) => (hour >= 9 && hour < 15 ? 0.25 * times : 0.25)
  expect(explainAverage(world, energiesOf(kwhOf), fromMs, toMs)!.reason?.kind).toBe(kind)
})

test.each([
  ['used at noon', (hour: number) => (hour >= 10 && hour < 15 ? 2 : 0.1), 'usedCheapHours', 9, 15],
  ['none in the evening', (hour: number) => (hour >= 18 && hour < 21 ? 0 : 0.2), 'avoidedDearHours', 18, 21],
  ['used in the evening', (hour: number) => (hour >= 18 && hour < 21 ? 2 : 0.1), 'usedDearHours', 18, 21],
  ['none at noon', (hour: number) => (hour >= 9 && hour < 15 ? 0 : 0.2), 'avoidedCheapHours', 9, 15],
])('the strongest reason is told: %s', (_, kwhOf, kind, fromHour, toHour) => {
  const { reason, ownMean, differencePercent } = explainAverage(world, energiesOf(kwhOf), fromMs, toMs)!
  expect(reason).toMatchObject({ kind, fromHour: kind === 'usedCheapHours' ? 10 : fromHour, toHour })
  expect(differencePercent! < 0).toBe(ownMean < timeMean)
  expect(ownMean < timeMean).toBe(kind === 'usedCheapHours' || kind === 'avoidedDearHours')
})

test('quarter-hours without a reading or a price count in neither mean', () => {
  const energies = energiesOf(() => 0.25)
  energies.importMilliWh.fill(Number.NaN, 0, 96)
  const found = explainAverage(world, energies, fromMs - 96 * quarterHourMs, toMs)!
  expect(found.known).toBe(count - 96)
  expect(found.intervals).toBe(count + 96)
  expect(found.ownMean).toBeCloseTo(timeMean, 12)
})

test('nothing used has no mean', () => {
  expect(
    explainAverage(
      world,
      energiesOf(() => 0),
      fromMs,
      toMs,
    ),
  ).toBe(null)
})

test('the means are in the currency of the last list in force, also where the first was another', () => {
  const change = '2026-06-04'
  const changed = makeWorld([makeList(), makeList({ currency: 'CZK' }, { id: 2, validFrom: change })], {
    exchangeRates: [{ from: 'EUR', to: 'CZK', day: '2026-01-01', rate: '25', source: 'ECB' }],
  })
  const found = explainAverage(
    changed,
    energiesOf(() => 0.25),
    fromMs,
    toMs,
  )!
  expect(found.currency).toBe('CZK')
  expect(found.known).toBe(count)
})

test('time that nobody read counts neither for the own mean nor for that of the prices', () => {
  const energies = energiesOf(() => 0.25)
  const gap = { ...energies, importMilliWh: energies.importMilliWh.slice().fill(Number.NaN, 0, 2 * 96) }
  const found = explainAverage(world, gap, fromMs, toMs)!
  expect([found.known, found.intervals]).toEqual([count - 192, count])
  expect(found.timeMean).toBeCloseTo(timeMean, 12)
  expect(found.reason).toBeNull()
})

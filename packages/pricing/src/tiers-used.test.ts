import type { TimePlanBlock, TimePlanSlot } from '@ohmstead/domain/pricing/time-plan'
import { localMidnightMs, quarterHourMs } from '@ohmstead/network-fee/calendar/local-time'
import { expect, test } from 'vitest'
import { bill } from './bill.ts'
import { costSeries } from './cost-series.ts'
import { priceAt } from './price-at.ts'
import { priceSeries } from './price-series.ts'
import { makeEnergies, makeList, makeWorld } from './testing/made-world.ts'

const block = (
  id: number,
  type: TimePlanBlock['type'],
  value: string,
  aboveKwh: number[],
): TimePlanBlock => ({
  ...{ id, type, title: `Block ${id}`, color: '#336699', value },
  tiers: aboveKwh.map((above, place) => ({ aboveKwh: above, value: `0.${place + 5}` })),
})
const slot = (blockId: number, fromMinute: number, toMinute: number): TimePlanSlot[] =>
  ([1, 2, 3, 4, 5, 6, 7] as const).map((weekday) => ({
    ...{ id: blockId * 10 + weekday, seasonId: 1, blockId, weekday, fromMinute, toMinute },
  }))
const timePlan = {
  ...{ id: 1, title: 'Plan', color: '#336699', countryCode: null, holidayWeekday: null },
  blocks: [
    block(1, 'PRICING_ENERGY', '0.1', [300, 500]),
    block(2, 'PRICING_ENERGY', '0.2', []),
    block(3, 'PRICING_NETWORK', '0.03', [700]),
  ],
  seasons: [{ id: 1, title: 'Year', validFrom: '2020-01-01', repeatsYearly: true }],
  slots: [...slot(1, 0, 720), ...slot(2, 720, 1440), ...slot(3, 0, 1440)],
}
const byPlan = { kind: 'time_of_use' as const, timePlanId: 1, prices: [], substitute: null }
const own = { ...byPlan, prices: [{ blockId: 1, price: '0.06', tiers: [{ aboveKwh: 900, value: '0.01' }] }] }
const list = makeList({
  ...{ buy: byPlan, sell: own, hasExportPrice: true },
  network: { kind: 'entered', energy: byPlan, power: null, monthlyFee: null },
})
const world = makeWorld([list, makeList(list.terms, { id: 2, validFrom: '2026-05-20' })], {
  timePlans: { 1: timePlan },
})
// Kilowatt-hours are whole, so that every tier begins with a quarter-hour.
const made = makeEnergies('2026-04-01', '2026-07-01', { hasExport: true })
const energies = {
  ...made,
  importMilliWh: made.importMilliWh.map((_, place) => (place % 3 === 0 ? 0 : 1_000_000)),
  exportMilliWh: made.importMilliWh.map((_, place) => (place % 2) * 1_000_000),
}
const [mayMs, juneMs] = ['2026-05-01', '2026-06-01'].map((day) => localMidnightMs(day)) as [number, number]

test('the price of the next kilowatt-hour is that of the tier reached in the month, of list and network', () => {
  const at = (day: string) =>
    priceAt(world, localMidnightMs(day), energies).import.components.map(({ rate }) => rate)
  expect(at('2026-05-01')).toEqual(['0.1', '0.03'])
  expect(at('2026-05-12')).toEqual(['0.5', '0.5'])
  expect(at('2026-05-19')).toEqual(['0.6', '0.5'])
  // The tiers of another list begin anew.
  expect(at('2026-05-20')[0]).toBe('0.1')
  expect(priceAt(world, localMidnightMs('2026-05-19')).import.total).toBe('0.13')
})

test('energy at the drawn prices costs what the bill says, where tiers are reached on the way', () => {
  const { importPrice, exportPrice } = priceSeries(world, mayMs, juneMs, energies)
  const { exact } = bill(world, energies, { from: '2026-05-01', to: '2026-05-31' })
  const shift = (mayMs - energies.firstStartMs) / quarterHourMs
  const sum = (prices: Float64Array, milliWh: Float64Array) =>
    prices.reduce((total, price, place) => total + (price * milliWh[place + shift]!) / 1e6, 0)
  expect(sum(importPrice, energies.importMilliWh)).toBeCloseTo(Number(exact.net), 6)
  expect(sum(exportPrice, energies.exportMilliWh)).toBeCloseTo(Number(exact.feedIn), 6)
})

test('a series that begins within a month knows what was used before, and agrees with the single prices', () => {
  const fromMs = localMidnightMs('2026-05-18')
  const series = priceSeries(world, fromMs, juneMs, energies)
  for (let place = 0; place < series.importPrice.length; place += 41) {
    const price = priceAt(world, fromMs + place * quarterHourMs, energies)
    expect(series.importPrice[place]).toBeCloseTo(Number(price.import.total), 12)
    expect(series.exportPrice[place]).toBeCloseTo(Number(price.export.total), 12)
    expect(series.at(place)).toEqual(price)
  }
})

test('what is not read yet counts as nothing used: the tier that was reached stays', () => {
  const until = localMidnightMs('2026-05-12')
  const soFar = {
    ...energies,
    importMilliWh: energies.importMilliWh.subarray(0, (until - energies.firstStartMs) / quarterHourMs),
  }
  const priceOn = (day: string) => priceAt(world, localMidnightMs(day), soFar).import.total
  expect([priceOn('2026-05-12'), priceOn('2026-05-19')]).toEqual(['1', '1'])
  const { importCost } = costSeries(world, soFar, [until - quarterHourMs, until]).buckets[0]!
  expect(importCost).not.toBeNull()
})

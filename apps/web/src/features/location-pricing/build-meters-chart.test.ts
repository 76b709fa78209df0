import type { MeterComparisonView } from '@ohmstead/contract/location-pricing-meters'
import { expect, test } from 'vitest'
import { buildMetersChart, findShownDays } from './build-meters-chart.ts'

const sums = (kwh: number) => ({ importMilliWh: kwh * 1e6, exportMilliWh: null })
const day = (name: string, official: number, controller: number, comparable = 96) => ({
  ...{ day: name, comparable, official: sums(official), controller: sums(controller), agrees: null },
})
const comparison: MeterComparisonView = {
  // The clocks change on the third day.
  days: [
    day('2026-03-27', 10, 10.1),
    day('2026-03-28', 0, 0, 0),
    day('2026-03-29', 10, 8),
    day('2026-03-30', 10, 13),
  ],
  ...{ official: sums(30), controller: sums(31.1), comparable: 288 },
  disagreement: {
    ...{ since: '2026-03-29', until: '2026-03-30', official: sums(20), controller: sums(21) },
    ...{ importShare: 0.05, exportShare: null, suspicions: [] },
  },
}
const build = (change: Partial<MeterComparisonView> = {}) =>
  buildMetersChart(
    { ...comparison, ...change },
    { timeZone: 'Europe/Ljubljana', nowMs: Date.UTC(2026, 3, 1) },
  )

test('a bar is the difference of a local day, and a day without a comparison is a gap', () => {
  const { model, differences } = build()
  expect([...differences].map((wh) => (Number.isNaN(wh) ? null : Math.round(wh)))).toEqual([
    100,
    null,
    -2000,
    3000,
  ])
  expect(model.ends[2]! - model.ts[2]!).toBe(23 * 3_600_000)
  expect(model.gaps).toEqual([{ from: 1, to: 2 }])
})

test('days since the disagreement have a colour of their own', () => {
  const known = (model: ReturnType<typeof build>['model'], key: string, side: 1 | -1) => {
    const layer = model.strips[0]!.layers.find((one) => one.key === key && one.side === side)!
    return differencesOf(layer.edge.values)
  }
  const differencesOf = (edge: ArrayLike<number>) => Array.from(edge, (wh) => Math.round(wh) || 0)
  const { model } = build()
  expect(known(model, 'excess', 1)[3]).toBe(3000)
  expect(known(model, 'excess', -1)[2]).toBe(-2000)
  expect(known(model, 'home', 1)[0]).toBe(100)
  const agreeing = build({ disagreement: null }).model
  expect(known(agreeing, 'home', 1)[3]).toBe(3000)
})

test('begins with the first day that both meters know, and never with a single bar', () => {
  const names = Array.from({ length: 40 }, (_, at) => `2026-${at < 28 ? '02' : '03'}-${(at % 28) + 1}`)
  const knownFrom = (first: number) =>
    findShownDays({ days: names.map((name, at) => day(name, 1, 1, at < first ? 0 : 96)) }).length
  expect([knownFrom(0), knownFrom(20), knownFrom(39), knownFrom(40)]).toEqual([40, 20, 14, 40])
})

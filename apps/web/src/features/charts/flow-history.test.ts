import type { PowerFlow } from '@ohmstead/domain/energy-flow/power-flow'
import { expect, test } from 'vitest'
import { appendMoment, buildFlowSeries } from './flow-history.ts'

const flow = (part: Partial<PowerFlow>): PowerFlow => ({
  gridW: null,
  productionW: null,
  batteryW: null,
  evW: null,
  heatW: null,
  homeW: null,
  stateOfCharge: null,
  has: { grid: true, production: true, battery: true, ev: true, heat: false },
  sources: null,
  ...part,
})

test('splits signs into sources and uses, and keeps gaps', () => {
  const series = buildFlowSeries([
    { ts: 0, flow: flow({ gridW: -200, productionW: 3000, batteryW: -800, homeW: 2000, evW: 500 }) },
    { ts: 2000, flow: flow({ productionW: 10 }) },
  ])
  expect(Object.fromEntries(series.map(({ key, values }) => [key, [...values]]))).toEqual({
    production: [3000, 10],
    battery_discharge: [0, NaN],
    grid_import: [0, NaN],
    home: [1500, NaN],
    ev: [500, NaN],
    battery_charge: [800, NaN],
    grid_export: [200, NaN],
  })
})

test('keeps a rolling span in order', () => {
  const at = (ts: number) => ({ ts, flow: flow({}) })
  let moments = [1000, 2000, 3000, 3000, 1500, 6000].reduce(
    (all, ts) => appendMoment(all, at(ts), 4000),
    [] as ReturnType<typeof at>[],
  )
  expect(moments.map(({ ts }) => ts)).toEqual([2000, 3000, 6000])
  moments = appendMoment(moments, at(60_000), 4000)
  expect(moments).toHaveLength(1)
})

test('what car and heating take is no part of the rest of the home', () => {
  const has = { grid: true, production: false, battery: false, ev: true, heat: true }
  const series = buildFlowSeries([
    { ts: 0, flow: flow({ gridW: 2000, homeW: 2000, evW: 500, heatW: 900, has }) },
  ])
  expect(series.find(({ key }) => key === 'home')!.values[0]).toBe(600)
})

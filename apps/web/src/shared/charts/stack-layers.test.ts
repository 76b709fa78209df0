import { describe, expect, test } from 'vitest'
import { buildStack, findBucketIndex, findGapRuns, joinIndices } from './stack-layers.ts'
import { buildEnergySeries, type EnergyBalance, sumKnown } from './stacked-series.ts'

const has = { grid: true, production: true, battery: false, ev: true, hvac: false }
const balance: EnergyBalance = {
  from: 0,
  to: 3_600_000,
  interval: 900,
  time_zone: 'UTC',
  ts: [0, 900_000, 1_800_000, 2_700_000],
  grid_import: [100, 0, null, 50],
  grid_export: [0, 30, null, 0],
  production: [20, 200, null, null],
  battery_charge: [0, 0, 0, 0],
  battery_discharge: [0, 0, 0, 0],
  consumption: [120, 170, null, null],
  ev: [40, null, null, null],
  hvac: [null, null, null, null],
  estimated: [],
  incomplete: [],
  has,
}

describe('energy series', () => {
  test('lists only what the place has, home without the car', () => {
    const series = buildEnergySeries(balance, 'energy')
    expect(series.map(({ key }) => key)).toEqual(['production', 'grid_import', 'home', 'ev', 'grid_export'])
    expect([...series.find(({ key }) => key === 'home')!.values]).toEqual([80, 170, NaN, NaN])
  })
  test('power is the mean of the bucket', () => {
    expect(buildEnergySeries(balance, 'power')[1]!.values[0]).toBe(400)
  })
  test('power of the current bucket counts only elapsed time', () => {
    const half = buildEnergySeries(balance, 'power', 450_000)[1]!.values
    expect([half[0], half[1]]).toEqual([800, NaN])
  })
  test('a series of gaps has no sum, rather than zero', () => {
    expect(sumKnown(Float64Array.from([NaN, NaN]))).toBeNull()
    expect(sumKnown(Float64Array.from([NaN, 2, 3]))).toBe(5)
  })
})

describe('stack', () => {
  const series = buildEnergySeries(balance, 'energy')
  test('sources grow upwards, uses downwards, gaps of both stay gaps', () => {
    const stack = buildStack(series, new Set())
    const edge = (key: string) => [...stack.find((layer) => layer.key === key)!.edge.values]
    expect(edge('grid_import')).toEqual([120, 200, NaN, 50])
    expect(edge('grid_export')).toEqual([-120, -200, NaN, 0])
  })
  test('a hidden series leaves no hole', () => {
    const stack = buildStack(series, new Set(['production']))
    expect([...stack[0]!.edge.values]).toEqual([100, 0, NaN, 50])
  })
  test('gap runs are where nothing at all is known', () => {
    expect(findGapRuns(series, 4)).toEqual([{ from: 2, to: 3 }])
  })
  test('joins neighbours and finds buckets', () => {
    expect(joinIndices([1, 2, 3, 7])).toEqual([
      { from: 1, to: 4 },
      { from: 7, to: 8 },
    ])
    expect([-5, 0, 899_999, 900_000, 9e9].map((ms) => findBucketIndex(balance.ts, ms))).toEqual([
      0, 0, 0, 1, 3,
    ])
  })
})

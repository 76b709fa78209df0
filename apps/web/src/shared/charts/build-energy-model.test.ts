import { expect, test } from 'vitest'
import { buildEnergyModel } from './build-energy-model.ts'
import type { EnergyBalance } from './stacked-series.ts'

const none = [null, null]
const balance = (part: Partial<EnergyBalance>): EnergyBalance => ({
  from: 0,
  to: 2000,
  interval: 1,
  time_zone: 'UTC',
  ts: [0, 1000],
  grid_import: none,
  grid_export: none,
  production: none,
  battery_charge: none,
  battery_discharge: none,
  consumption: none,
  ev: none,
  hvac: none,
  estimated: [],
  incomplete: [],
  has: { grid: true, production: true, battery: false, ev: false, hvac: false },
  ...part,
})
const energy = balance({ production: [5, 1], grid_import: [0, 4], consumption: [5, 5], grid_export: [0, 0] })
const other = balance({ production: [2, 9], grid_import: [3, 0], consumption: [5, 9], grid_export: [0, 0] })
const build = (hidden: string[]) =>
  buildEnergyModel({
    energy,
    view: 'energy',
    hidden: new Set(hidden),
    nowMs: 1500,
    comparison: { energy: other, aligned: Int32Array.of(1, 0) },
  }).model.strips[0]!

test('the other period has the same layers, each under its own name and aligned with its counterpart', () => {
  const { layers, ghosts } = build([])
  expect(ghosts!.map(({ key, side, edge }) => [key, side, ...edge.values])).toEqual([
    ['production', 1, 9, 2],
    ['grid_import', 1, 9, 5],
    ['home', -1, -9, -5],
    ['grid_export', -1, -9, -5],
  ])
  expect(layers.map(({ key }) => key)).toEqual(ghosts!.map(({ key }) => key))
})

test('a series hidden in this period is hidden in the other one', () => {
  expect(build(['production', 'home']).ghosts!.map(({ key }) => key)).toEqual(['grid_import', 'grid_export'])
})

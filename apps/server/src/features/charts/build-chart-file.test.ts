import type { EnergyView, SeriesView } from '@ohmstead/contract/charts'
import { expect, test } from 'vitest'
import { buildEnergyFile, buildSeriesFile } from './build-chart-file.ts'

const hour = 3_600_000
const none = [null, null]
const energy = {
  from: 0,
  to: 2 * hour,
  interval: 3600,
  time_zone: 'UTC',
  ts: [0, hour],
  grid_import: [500, 100],
  grid_export: none,
  production: none,
  battery_charge: none,
  battery_discharge: none,
  consumption: [500, 100],
  ev: [200, null],
  hvac: none,
  soc: none,
  estimated: [0],
  incomplete: [1],
  has: { grid: true, production: false, battery: false, ev: true, hvac: false },
} as unknown as EnergyView
const columnsOf = (view: 'energy' | 'power', nowMs = 2 * hour) =>
  buildEnergyFile(energy, view, nowMs).columns.map(({ name, unit, values }) => [name, unit, ...values])

test('a location has columns for what exists, and the house is the rest without the car', () => {
  expect(columnsOf('energy')).toEqual([
    ['charts.series.grid_import', 'Wh', 500, 100],
    ['charts.series.home', 'Wh', 300, 100],
    ['charts.series.ev', 'Wh', 200, null],
  ])
})

test('power is the mean of the elapsed part of a bucket, and unknown in one that has just begun', () => {
  expect(columnsOf('power', 1.5 * hour)[0]).toEqual(['charts.series.grid_import', 'W', 500, 200])
  expect(columnsOf('power', hour + 30_000)[0]).toEqual(['charts.series.grid_import', 'W', 500, null])
})

const series = (part: Partial<SeriesView>): SeriesView => ({
  device: 'bat',
  metric: 'bat/power',
  kind: 'power',
  unit: 'W',
  values: [1, 2],
  estimated: [],
  incomplete: [],
  ...part,
})
const file = (some: SeriesView[]) =>
  buildSeriesFile(
    { ts: [0, hour], to: 2 * hour, time_zone: 'UTC', series: some },
    new Map([['bat', 'Battery']]),
  )

test('states keep their names, and devices are named if there are several', () => {
  const mode = series({ metric: 'bat/own_mode', kind: 'state', unit: '', states: ['auto', true] })
  expect(
    file([series({}), mode]).columns.map(({ device, name, values }) => [device, name, ...values]),
  ).toEqual([
    [undefined, 'metric.power', 1, 2],
    [undefined, 'own_mode', 'auto', 'true'],
  ])
  const pv = series({ device: 'pv', metric: 'pv/power' })
  expect(file([series({}), pv]).columns.map(({ device }) => device)).toEqual(['Battery', 'pv'])
})

test('the quality of a row is that of any of its metrics', () => {
  expect(
    file([series({ estimated: [0] }), series({ metric: 'bat/soc', estimated: [0, 1] })]).estimated,
  ).toEqual([0, 1])
})

test('energies are summed, means are not', () => {
  const energyColumn = series({ metric: 'bat/energy_charge', kind: 'energy', unit: 'Wh' })
  expect(file([energyColumn, series({})]).columns.map(({ isSummed }) => isSummed)).toEqual([true, false])
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { advancePlant, createPlant } from '../../apps/controller/src/plant/advance-plant.ts'
import type { MeasuredSeries } from '../../apps/controller/src/plant/measured-series.ts'
import { parseMeasuredSeries } from '../../apps/controller/src/plant/parse-measured-series.ts'
import type { PlantConfig } from '../../apps/controller/src/plant/plant-config.ts'
import { automatic } from '../../apps/controller/src/plant/plant-control.ts'
import { createPlantConfig } from '../../apps/controller/src/plant/plant-presets.ts'
import { createPlantState, type PlantState } from '../../apps/controller/src/plant/plant-state.ts'
import { listSamples, readSample } from './sample-files.ts'

const dayMs = 86_400_000
const tolerance = 1e-9

/**
 * Runs the model of a plant over every series below `directory`/households, with and without sun and battery, and
 * lists the faults, one line per finding: sums that differ from the file's, energy that appears or vanishes.
 */
export function checkHouseholdSamples(directory: string): { files: number; problems: string[] } {
  const folder = join(directory, 'households')
  if (!existsSync(folder)) return { files: 0, problems: [`${folder} is not there`] }
  const names = listSamples(folder, /\.csv$/i)
  const problems = names.flatMap((name) => {
    try {
      const series = parseMeasuredSeries(readSample(join(folder, name)).toString('utf8'))
      return [...checkSeries(series), ...checkCost(series, folder, names.length)].map(
        (text) => `${name}: ${text}`,
      )
    } catch (error) {
      return [`${name}: ${(error as Error).message}`]
    }
  })
  return { files: names.length, problems }
}

function checkSeries(series: MeasuredSeries): string[] {
  const loadWh = sumWh(series, series.loadKw)
  const problems: string[] = []
  const expectEqual = (what: string, actual: number, expected: number) => {
    if (Math.abs(actual - expected) > tolerance * Math.max(1, Math.abs(expected)))
      problems.push(`${what} is ${actual} Wh, not ${expected} Wh`)
  }
  const plain = runSeries(series, {})
  expectEqual('the load of the model', plain.loadWh, loadWh)
  expectEqual('the energy from the grid', plain.importT1Wh + plain.importT2Wh, loadWh)
  const { pv, battery } = createPlantConfig('home-pv-battery', place)
  const full = runSeries(series, { pv, battery })
  expectEqual('the load beside sun and battery', full.loadWh, loadWh)
  if (series.yieldShare && pv) {
    const producedWh = sumWh(
      series,
      series.yieldShare.map((share) => Math.min(pv.inverterW, Math.max(0, share) * pv.peakW) / 1000),
    )
    expectEqual('the production of the model', full.productionWh, producedWh)
  }
  const gridWh = full.importT1Wh + full.importT2Wh - full.exportT1Wh - full.exportT2Wh
  expectEqual('the balance', gridWh + full.productionWh + full.dischargeWh - full.chargeWh, full.loadWh)
  const storedWh =
    full.chargeWh * battery!.chargeEfficiency -
    full.dischargeWh / battery!.dischargeEfficiency -
    full.selfDischargeWh
  // Relative to the throughput: a difference of two large sums cannot be more exact.
  if (Math.abs(full.batteryWh - battery!.capacityWh / 2 - storedWh) > tolerance * Math.max(1, full.chargeWh))
    problems.push('the battery holds another energy than went in less what went out and was lost')
  return problems
}

const place = { seed: 1, weatherSeed: 1, latitude: 50, longitude: 10, timeZone: 'UTC' }

/** The plant through all days of the series, on their own dates. */
function runSeries(series: MeasuredSeries, more: Pick<PlantConfig, 'pv' | 'battery'>): PlantState {
  const config: PlantConfig = {
    ...place,
    ...more,
    loadKind: 'home',
    loadScale: 1,
    series,
    hasUtilityMeter: true,
    firstImportWh: 0,
    firstExportWh: 0,
  }
  const startMs = series.firstDayNumber * dayMs
  const state = createPlantState(config, startMs)
  advancePlant(
    createPlant(config),
    state,
    startMs + series.loadKw.length * series.stepSeconds * 1000,
    automatic,
  )
  return state
}

const sumWh = (series: MeasuredSeries, kw: Float64Array) =>
  kw.reduce((sum, value) => sum + value, 0) * 1000 * (series.stepSeconds / 3600)

/** If the folder has a published yearly cost without sun, the import times the price must equal it. */
function checkCost(series: MeasuredSeries, folder: string, files: number): string[] {
  const file = join(folder, 'expected.json')
  if (files !== 1 || !existsSync(file)) return []
  const expected = JSON.parse(readFileSync(file, 'utf8')) as {
    tariff?: { import_eur_kwh?: number }
    published_total_annual_cost_eur?: Record<string, number>
  }
  const price = expected.tariff?.import_eur_kwh
  const published = expected.published_total_annual_cost_eur?.['1_no_pv']
  if (price === undefined || published === undefined) return []
  const cost = (sumWh(series, series.loadKw) / 1000) * price
  return Math.abs(cost - published) < 0.05
    ? []
    : [`a year costs ${cost.toFixed(2)}, published is ${published}`]
}

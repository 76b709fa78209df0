import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BatteryProblem } from '@ohmstead/optimizer/battery-problem'
import { totalCost } from '@ohmstead/optimizer/battery-run'
import { controlWithForecast } from '@ohmstead/optimizer/control-with-forecast'
import { scheduleBattery, scheduleCyclic } from '@ohmstead/optimizer/schedule-battery'
import { followSelfConsumption } from '@ohmstead/optimizer/self-consumption-rule'
import type { MeasuredSeries } from '../../apps/controller/src/plant/measured-series.ts'
import { parseMeasuredSeries } from '../../apps/controller/src/plant/parse-measured-series.ts'
import { listSamples, readSample } from './sample-files.ts'

/** What the published calculation pays for a kilowatt of panels a year (oemof-solph, home PV tutorial), EUR. */
const panelEurPerKw = 75

interface Expected {
  tariff: { import_eur_kwh: number; export_eur_kwh: number }
  battery: {
    capacity_kwh: number
    inflow_eff: number
    outflow_eff: number
    loss_per_hour: number
    annuity_eur?: number
  }
  published_total_annual_cost_eur?: Record<string, number>
  published_sizes?: Record<string, { pv_kw?: number }>
}

/** Used if a folder has no `expected.json`. */
const assumed: Expected = {
  tariff: { import_eur_kwh: 0.3, export_eur_kwh: 0.06 },
  battery: { capacity_kwh: 10, inflow_eff: 0.9, outflow_eff: 1, loss_per_hour: 0.01 },
}
/** The share of the optimum that the forecast reaches in the house with published costs. */
const leastForecastShare = 0.9

interface Findings {
  problems: string[]
  notes: string[]
}

/**
 * Schedules a battery for every measured household below `directory`/households and lists the faults, one line per
 * finding: yearly costs other than the published ones, a control that beats the bound, a bound that is not reached.
 */
export function checkOptimizerSamples(directory: string): Findings & { files: number } {
  const folder = join(directory, 'households')
  const file = join(folder, 'expected.json')
  const names = listSamples(folder, /\.csv$/i)
  const expected = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Expected) : assumed
  const found = names.map((name) => {
    const series = parseMeasuredSeries(readSample(join(folder, name)).toString('utf8'))
    // The costs are published for one house; among several files it is the one whose import costs match.
    const isPublished = names.length === 1 || isHouseOf(series, expected)
    const published = isPublished ? checkPublished(series, expected) : { problems: [], notes: [] }
    const controls = checkControls(series, expected, isPublished && expected !== assumed)
    const addName = (line: string) => `${name}: ${line}`
    return {
      problems: [...published.problems, ...controls.problems].map(addName),
      notes: [...published.notes, ...controls.notes].map(addName),
    }
  })
  return {
    files: names.length,
    problems: found.flatMap(({ problems }) => problems),
    notes: found.flatMap(({ notes }) => notes),
  }
}

function isHouseOf(series: MeasuredSeries, expected: Expected): boolean {
  const told = expected.published_total_annual_cost_eur?.['1_no_pv']
  const cost = scheduleBattery(problemOf(series, expected, 0, 0)).costEur
  return told !== undefined && Math.abs(cost - told) < 1
}

/** The steps of the published calculation by the number at the start of their names. */
function checkPublished(series: MeasuredSeries, expected: Expected): Findings {
  const panels = (kw: number) => kw * panelEurPerKw
  const without = (kw: number) => scheduleBattery(problemOf(series, expected, kw, 0)).costEur + panels(kw)
  const { capacity_kwh: capacityKwh, annuity_eur: annuityEur = 0 } = expected.battery
  // Its battery begins and ends the year with the same content.
  const withBattery = (kw: number) =>
    scheduleCyclic(problemOf(series, expected, kw, capacityKwh)).costEur + panels(kw) + annuityEur
  const steps: Record<string, () => { cost: number; kw?: number }> = {
    '1': () => ({ cost: without(0) }),
    '2': () => ({ cost: without(5) }),
    '3': () => best(without),
    '4': () => best(withBattery),
  }
  const problems: string[] = []
  const notes: string[] = []
  for (const [name, wanted] of Object.entries(expected.published_total_annual_cost_eur ?? {})) {
    const step = /^(\d+)/.exec(name)?.[1] ?? ''
    const found = steps[step]?.()
    if (!found) {
      notes.push(`${name}: not covered yet`)
      continue
    }
    if (Math.abs(found.cost - wanted) > 0.011)
      problems.push(`${name} costs ${found.cost.toFixed(2)}, published is ${wanted}`)
    const size = expected.published_sizes?.[step]?.pv_kw
    if (size !== undefined && found.kw !== undefined && Math.abs(found.kw - size) > 0.011)
      problems.push(`${name}: the best size is ${found.kw.toFixed(3)} kW, published is ${size}`)
  }
  return { problems, notes }
}

function best(costAt: (kw: number) => number): { cost: number; kw: number } {
  const kw = findLeast(costAt, 0, 20)
  return { cost: costAt(kw), kw }
}

/** The battery of the file, with panels: nothing beats foresight, and the forecast reaches most of what is possible. */
function checkControls(series: MeasuredSeries, expected: Expected, isPublished: boolean): Findings {
  const problems: string[] = []
  const notes: string[] = []
  const problem = problemOf(series, expected, 5, expected.battery.capacity_kwh)
  const schedule = scheduleBattery(problem)
  const none = scheduleBattery(problemOf(series, expected, 5, 0)).costEur
  const possible = none - schedule.costEur
  const controls = { forecast: controlWithForecast(problem), rule: followSelfConsumption(problem) }
  for (const [name, run] of Object.entries(controls)) {
    const saved = none - totalCost(run, problem)
    if (saved > possible + 1e-6) problems.push(`the ${name} beats the bound`)
    const told = `the ${name} reaches ${((100 * saved) / possible).toFixed(1)} % of what is possible`
    if (isPublished && name === 'forecast' && saved < leastForecastShare * possible) problems.push(told)
    else if (possible > 0) notes.push(told)
  }
  for (const one of [schedule, scheduleCyclic(problem)]) {
    if (Math.abs(one.costEur - one.lowerBoundEur) > 1e-6)
      problems.push('a schedule does not reach its own bound')
  }
  return { problems, notes }
}

function problemOf(
  series: MeasuredSeries,
  { tariff, battery }: Expected,
  panelsKw: number,
  capacityKwh: number,
): BatteryProblem {
  const stepHours = series.stepSeconds / 3600
  const netLoadKwh = Float64Array.from(
    series.loadKw,
    (kw, step) => (kw - panelsKw * (series.yieldShare?.[step] ?? 0)) * stepHours,
  )
  return {
    stepHours,
    netLoadKwh,
    importEurPerKwh: new Float64Array(netLoadKwh.length).fill(tariff.import_eur_kwh),
    exportEurPerKwh: new Float64Array(netLoadKwh.length).fill(tariff.export_eur_kwh),
    battery: {
      capacityKwh,
      chargeKw: 100,
      dischargeKw: 100,
      chargeEfficiency: battery.inflow_eff,
      dischargeEfficiency: battery.outflow_eff,
      lossPerHour: battery.loss_per_hour,
      wearEurPerKwh: 0,
    },
    initialKwh: 0,
    finalValueEurPerKwh: 0,
    minimumFinalKwh: 0,
  }
}

/** The minimum of a convex function, to a five-hundredth: by golden-section search, one new cost per step. */
function findLeast(cost: (at: number) => number, from: number, to: number): number {
  const part = (Math.sqrt(5) - 1) / 2
  let [low, high] = [from, to]
  let [left, right] = [high - part * (high - low), low + part * (high - low)]
  let [costLeft, costRight] = [cost(left), cost(right)]
  while (high - low > 2e-3) {
    if (costLeft <= costRight) {
      ;[high, right, costRight] = [right, left, costLeft]
      left = high - part * (high - low)
      costLeft = cost(left)
    } else {
      ;[low, left, costLeft] = [left, right, costRight]
      right = low + part * (high - low)
      costRight = cost(right)
    }
  }
  return (low + high) / 2
}

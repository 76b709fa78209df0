import { join } from 'node:path'
import type { Battery, BatteryProblem } from '@ohmstead/optimizer/battery-problem'
import { totalCost } from '@ohmstead/optimizer/battery-run'
import { controlWithForecast } from '@ohmstead/optimizer/control-with-forecast'
import { scheduleBattery } from '@ohmstead/optimizer/schedule-battery'
import { followSelfConsumption } from '@ohmstead/optimizer/self-consumption-rule'
import { listSamples, readSample } from './sample-files.ts'

/** Grid and levies on every kilowatt-hour of import, and a house's constant load. */
const feesEurPerKwh = 0.1
const loadKw = 0.5
const tolerance = 1e-9

const battery: Battery = {
  capacityKwh: 10,
  chargeKw: 5,
  dischargeKw: 5,
  chargeEfficiency: 0.95,
  dischargeEfficiency: 0.95,
  lossPerHour: 0,
  wearEurPerKwh: 0.01,
}

/** An answer of Energy-Charts. */
interface SpotAnswer {
  unix_seconds: number[]
  price: (number | null)[]
  unit: string
}

interface Findings {
  problems: string[]
  notes: string[]
}

/**
 * Schedules a battery by every list of spot prices in `directory`/spot (Energy-Charts, .json): no control beats foresight
 * or its bound, and without prices below zero the bound is reached.
 */
export function checkSpotSamples(directory: string): Findings & { files: number } {
  const folder = join(directory, 'spot')
  const names = listSamples(folder, /\.json$/i)
  const found: Findings = { problems: [], notes: [] }
  for (const name of names) {
    try {
      const answer = JSON.parse(readSample(join(folder, name)).toString('utf8')) as Partial<SpotAnswer>
      if (!isSpotAnswer(answer)) found.notes.push(`${name}: no answer of Energy-Charts, not covered yet`)
      else {
        const { problems, notes } = checkAnswer(answer)
        found.problems.push(...problems.map((line) => `${name}: ${line}`))
        found.notes.push(...notes.map((line) => `${name}: ${line}`))
      }
    } catch (error) {
      found.problems.push(`${name}: ${(error as Error).message}`)
    }
  }
  return { files: names.length, ...found }
}

function isSpotAnswer(answer: Partial<SpotAnswer>): answer is SpotAnswer {
  return Array.isArray(answer.unix_seconds) && Array.isArray(answer.price)
}

function checkAnswer({ unix_seconds: seconds, price, unit }: SpotAnswer): Findings {
  if (seconds.length !== price.length || seconds.length < 2)
    return { problems: [`${seconds.length} times and ${price.length} prices`], notes: [] }
  if (!/^EUR\s*\/\s*MWh$/i.test(unit)) return { problems: [], notes: [`in ${unit}, not covered yet`] }
  const stepSeconds = seconds[1]! - seconds[0]!
  if (seconds.some((at, step) => at !== seconds[0]! + step * stepSeconds))
    return { problems: [], notes: ['its steps are uneven, not covered yet'] }
  if (price.includes(null)) return { problems: [], notes: ['prices are missing, not covered yet'] }
  const spot = Float64Array.from(price as number[], (eurPerMwh) => eurPerMwh / 1000)
  return checkSchedule({
    stepHours: stepSeconds / 3600,
    netLoadKwh: new Float64Array(spot.length).fill((loadKw * stepSeconds) / 3600),
    importEurPerKwh: spot.map((one) => one + feesEurPerKwh),
    exportEurPerKwh: spot,
    battery,
    initialKwh: 0,
    finalValueEurPerKwh: 0,
    minimumFinalKwh: 0,
  })
}

function checkSchedule(problem: BatteryProblem): Findings {
  const problems: string[] = []
  const schedule = scheduleBattery(problem)
  const { costEur, lowerBoundEur, method } = schedule
  const none = scheduleBattery({ ...problem, battery: { ...battery, capacityKwh: 0 } }).costEur
  const costs = {
    'doing nothing': none,
    'the forecast': totalCost(controlWithForecast(problem), problem),
    'the rule': totalCost(followSelfConsumption(problem), problem),
    foresight: costEur,
  }
  const slack = tolerance * Math.max(1, Math.abs(none))
  for (const [name, cost] of Object.entries(costs)) {
    if (cost < lowerBoundEur - slack) problems.push(`${name} costs less than the bound`)
    if (method === 'exact' && cost < costEur - slack) problems.push(`${name} costs less than foresight`)
  }
  if (method === 'exact' && costEur - lowerBoundEur > slack)
    problems.push('foresight does not reach its own bound')
  const days = (problem.netLoadKwh.length * problem.stepHours) / 24
  const notes = Object.entries(costs).map(([name, cost]) => `${name} ${cost.toFixed(2)} EUR`)
  return { problems, notes: [`${days.toFixed(1)} days: ${notes.join(', ')}`] }
}

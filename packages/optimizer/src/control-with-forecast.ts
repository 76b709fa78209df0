import { type BatteryProblem, checkBattery, stepCost, storeLimits } from './battery-problem.ts'
import { type BatteryRun, runBattery } from './battery-run.ts'
import { findBestChange, type WorthPieces } from './best-change.ts'
import type { ForecastControlOptions } from './forecast-control-options.ts'
import { createForecastPlanner } from './forecast-planner.ts'
import { createOffers, describeSteps } from './step-offers.ts'

export const defaultForecastControl: ForecastControlOptions = {
  horizonHours: 24,
  replanHours: 12,
  planStepHours: 1,
  knownPriceHours: 24,
  days: 10,
  slices: 8,
}

/**
 * The result of a controller that knows prices a day ahead and no load. Each plan takes the same hours of the last days
 * as equally likely loads and computes the average value of stored energy at each hour and content (stochastic dynamic
 * programming). Each step is then decided by that value and by the actual load. A plan from a single forecast
 * would be overconfident: it feeds in now because of tomorrow's expected sun, and lacks the energy if it rains.
 */
export function controlWithForecast(
  problem: BatteryProblem,
  options: Partial<ForecastControlOptions> = {},
): BatteryRun {
  checkBattery(problem.battery)
  const { capacityKwh } = problem.battery
  const complete = { ...defaultForecastControl, ...options }
  const planner = createForecastPlanner(problem, complete)
  const describe = describeSteps(problem)
  const offers = createOffers()
  const pieces: WorthPieces = {
    worth: new Float64Array(0),
    sizeKwh: new Float64Array(complete.slices).fill(capacityKwh / complete.slices),
    start: 0,
    count: complete.slices,
  }
  return runBattery(problem, (step, contentKwh) => {
    pieces.worth = planner.worthAfter(step)
    describe(step, offers)
    return offers.isConvex
      ? findBestChange(contentKwh, pieces, offers, capacityKwh)
      : tryChanges(problem, step, contentKwh, pieces)
  })
}

/** With prices below zero the cost of a step is not convex: the change is the best of the corners of cost and worth. */
function tryChanges(
  problem: BatteryProblem,
  step: number,
  contentKwh: number,
  { worth, sizeKwh }: WorthPieces,
): number {
  const { capacityKwh, chargeEfficiency, dischargeEfficiency } = problem.battery
  const limits = storeLimits(problem)
  const lowest = Math.max(contentKwh - limits.dischargeKwh, 0)
  const highest = Math.min(contentKwh + limits.chargeKwh, capacityKwh)
  const net = problem.netLoadKwh[step]!
  const neutral = contentKwh - (net > 0 ? net / dischargeEfficiency : net * chargeEfficiency)
  const targets = [contentKwh, lowest, highest, neutral]
  for (let slice = 1; slice < worth.length; slice++) targets.push(slice * sizeKwh[0]!)
  let best = contentKwh
  let least = Number.POSITIVE_INFINITY
  for (const target of targets) {
    if (target < lowest || target > highest) continue
    const cost = stepCost(problem, step, target - contentKwh) - worthUpTo(target, worth, sizeKwh)
    if (cost < least - 1e-12) {
      least = cost
      best = target
    }
  }
  return best - contentKwh
}

function worthUpTo(contentKwh: number, worth: Float64Array, sizeKwh: Float64Array): number {
  let left = contentKwh
  let sum = 0
  for (let slice = 0; slice < worth.length && left > 0; slice++) {
    sum += Math.min(left, sizeKwh[slice]!) * worth[slice]!
    left -= sizeKwh[slice]!
  }
  return sum
}

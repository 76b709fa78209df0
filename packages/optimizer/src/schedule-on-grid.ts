import { type BatteryProblem, stepCost, storeLimits } from './battery-problem.ts'
import { type BatteryRun, runBattery } from './battery-run.ts'
import { missingEurPerKwh } from './stored-value.ts'

/** The contents searched, evenly spaced from empty to full. */
const levels = 200

/**
 * The best schedule among contents on a grid, for prices at which the cost of a step is not convex. Values between two
 * levels are interpolated, and each decision is made on the true cost of the step, so the result is always a schedule
 * that can be run; its distance to the optimum is at most its distance to the lower bound.
 */
export function scheduleOnGrid(problem: BatteryProblem): BatteryRun {
  const steps = problem.netLoadKwh.length
  const { capacityKwh } = problem.battery
  const limits = storeLimits(problem)
  const width = capacityKwh / levels
  const costs = new Float64Array((steps + 1) * (levels + 1))
  for (let level = 0; level <= levels; level++) {
    const content = level * width
    const missing = Math.max(problem.minimumFinalKwh - content, 0)
    const spare = Math.max(content - problem.minimumFinalKwh, 0)
    costs[steps * (levels + 1) + level] = missing * missingEurPerKwh - spare * problem.finalValueEurPerKwh
  }
  const after = (step: number, content: number) => {
    const place = width === 0 ? 0 : Math.min(content / width, levels)
    const low = Math.min(Math.floor(place), levels - 1)
    const at = (step + 1) * (levels + 1) + low
    return costs[at]! + (place - low) * (costs[at + 1]! - costs[at]!)
  }
  // The same for every content before the step, so computed once for all of them.
  const afterLevel = new Float64Array(levels + 1)
  const lookAfter = (step: number) => {
    for (let level = 0; level <= levels; level++) afterLevel[level] = after(step, level * width)
  }
  const best = (step: number, content: number) => {
    const lowest = Math.max(content - limits.dischargeKwh, 0)
    const highest = Math.min(content + limits.chargeKwh, capacityKwh)
    let change = 0
    let cost = stepCost(problem, step, 0) + after(step, content)
    // Where the exchange with the grid changes sign, the price does too.
    const net = problem.netLoadKwh[step]!
    const { chargeEfficiency, dischargeEfficiency } = problem.battery
    const balanced = content - (net > 0 ? net / dischargeEfficiency : net * chargeEfficiency)
    for (const target of [lowest, highest, balanced]) {
      if (target < lowest || target > highest) continue
      const one = stepCost(problem, step, target - content) + after(step, target)
      if (one < cost - 1e-12) [cost, change] = [one, target - content]
    }
    const last = width > 0 ? Math.min(Math.floor(highest / width), levels) : -1
    for (let level = Math.ceil(lowest / width); level <= last; level++) {
      const target = level * width
      if (target < lowest || target > highest) continue
      const one = stepCost(problem, step, target - content) + afterLevel[level]!
      if (one < cost - 1e-12) [cost, change] = [one, target - content]
    }
    return { cost, change }
  }
  for (let step = steps - 1; step >= 0; step--) {
    lookAfter(step)
    for (let level = 0; level <= levels; level++) {
      costs[step * (levels + 1) + level] = best(step, level * width * limits.keptShare).cost
    }
  }
  return runBattery(problem, (step, content) => {
    lookAfter(step)
    return best(step, content).change
  })
}

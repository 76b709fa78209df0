import { type BatteryProblem, storeLimits } from './battery-problem.ts'
import type { ForecastControlOptions } from './forecast-control-options.ts'
import { addStepBack } from './level-worth.ts'
import { createOffers, describeSteps, makeConvex } from './step-offers.ts'

/** Plans on demand and returns the value of stored energy after a step, per slice of content from empty to full. */
export interface ForecastPlanner {
  worthAfter: (step: number) => Float64Array
}

/** A problem in longer steps: loads added up, prices averaged. */
interface Cells {
  count: number
  perDay: number
  /** Steps of the problem in one cell. */
  steps: number
  netLoadKwh: Float64Array
  importEurPerKwh: Float64Array
  exportEurPerKwh: Float64Array
}

/** Steps are taken in order; asking for one makes a new plan if the last one is too old. */
export function createForecastPlanner(
  problem: BatteryProblem,
  options: ForecastControlOptions,
): ForecastPlanner {
  const { battery } = problem
  const cells = addUp(problem, options.planStepHours)
  const cellHours = cells.steps * problem.stepHours
  const horizon = Math.max(Math.round(options.horizonHours / cellHours), 1)
  const replan = Math.max(Math.round(options.replanHours / cellHours), 1)
  const knownCells = Math.max(Math.round(options.knownPriceHours / cellHours), 1)
  const sliceKwh = battery.capacityKwh / options.slices
  const guess: BatteryProblem = {
    ...problem,
    stepHours: cellHours,
    netLoadKwh: new Float64Array(1),
    importEurPerKwh: new Float64Array(1),
    exportEurPerKwh: new Float64Array(1),
  }
  const limits = storeLimits(guess)
  const describe = describeSteps(guess)
  const offers = createOffers()
  let plan: Float64Array[] = []
  let plannedFrom = Number.NEGATIVE_INFINITY

  const makePlan = (from: number) => {
    const length = Math.min(horizon, cells.count - from)
    const next: Float64Array[] = []
    next[length] = worthAtEnd(from, length)
    for (let ahead = length - 1; ahead >= 0; ahead--) {
      const priced = from + daysBack(ahead, knownCells, cells.perDay)
      guess.importEurPerKwh[0] = cells.importEurPerKwh[priced]!
      guess.exportEurPerKwh[0] = cells.exportEurPerKwh[priced]!
      const into = new Float64Array(options.slices)
      const first = from + daysBack(ahead, 0, cells.perDay)
      const known = Math.min(options.days, Math.floor(first / cells.perDay) + 1)
      for (let day = 0; day < Math.max(known, 1); day++) {
        const source = first - day * cells.perDay
        // On the first day nothing is known but the current load.
        guess.netLoadKwh[0] = source >= 0 ? cells.netLoadKwh[source]! : loadOfMoment(from)
        describe(0, offers)
        if (!offers.isConvex) makeConvex(offers)
        addStepBack(into, next[ahead + 1]!, sliceKwh, offers, limits.chargeKwh, 1 / Math.max(known, 1))
      }
      next[ahead] = limits.keptShare < 1 ? into.map((worth) => worth * limits.keptShare) : into
    }
    plan = next
    plannedFrom = from
  }

  const loadOfMoment = (cell: number) => problem.netLoadKwh[cell * cells.steps]! * cells.steps

  /** At the end of the horizon stored energy is worth what the last plan found for that hour of the day. */
  const worthAtEnd = (from: number, length: number) => {
    const end = from + length
    if (end >= cells.count) return worthAtVeryEnd()
    if (plan.length > 0) {
      const offset = (end - plannedFrom) % cells.perDay
      if (offset < plan.length) return plan[offset]!
    }
    return new Float64Array(options.slices).fill(problem.finalValueEurPerKwh)
  }

  const worthAtVeryEnd = () =>
    Float64Array.from({ length: options.slices }, (_, slice) =>
      (slice + 0.5) * sliceKwh < problem.minimumFinalKwh ? 10 : problem.finalValueEurPerKwh,
    )

  return {
    worthAfter: (step) => {
      const cell = Math.min(Math.floor(step / cells.steps), cells.count - 1)
      if (cell - plannedFrom >= replan) makePlan(cell)
      return plan[cell - plannedFrom + 1]!
    },
  }
}

/** `ahead` moved back by whole days until it is below `limit`: the same hour of the last known day (negative: past). */
function daysBack(ahead: number, limit: number, perDay: number): number {
  return ahead < limit ? ahead : ahead - perDay * Math.ceil((ahead - limit + 1) / perDay)
}

function addUp(problem: BatteryProblem, cellHours: number): Cells {
  const { netLoadKwh, importEurPerKwh, exportEurPerKwh, stepHours } = problem
  const steps = Math.max(Math.round(cellHours / stepHours), 1)
  const count = Math.ceil(netLoadKwh.length / steps)
  const cells = {
    count,
    steps,
    perDay: Math.max(Math.round(24 / (steps * stepHours)), 1),
    netLoadKwh: new Float64Array(count),
    importEurPerKwh: new Float64Array(count),
    exportEurPerKwh: new Float64Array(count),
  }
  for (let cell = 0; cell < count; cell++) {
    const end = Math.min((cell + 1) * steps, netLoadKwh.length)
    for (let step = cell * steps; step < end; step++) {
      const share = 1 / (end - cell * steps)
      cells.netLoadKwh[cell]! += netLoadKwh[step]!
      cells.importEurPerKwh[cell]! += importEurPerKwh[step]! * share
      cells.exportEurPerKwh[cell]! += exportEurPerKwh[step]! * share
    }
  }
  return cells
}

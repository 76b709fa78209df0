import { type BatteryProblem, checkBattery } from './battery-problem.ts'
import { type BatteryRun, runBattery, totalCost } from './battery-run.ts'
import { findBestChange, type WorthPieces, worthAt } from './best-change.ts'
import { scheduleOnGrid } from './schedule-on-grid.ts'
import { createOffers, describeSteps } from './step-offers.ts'
import { missingEurPerKwh } from './stored-value.ts'
import { buildValueHistory, costFrom, type ValueHistory } from './value-history.ts'

/** The cheapest use of a battery for known loads and prices: no controller can beat it. */
export interface BatterySchedule extends BatteryRun {
  /** Energy and wear less the value of what is left, EUR. */
  costEur: number
  /** No use of this battery costs less. */
  lowerBoundEur: number
  /** The value of one more kWh in the store after each step, EUR: the reason for every decision. */
  worthEurPerKwh: Float64Array
  /** `exact`: the bound is reached; `grid`: prices made the problem non-convex and a fine grid was searched. */
  method: 'exact' | 'grid'
}

/**
 * Finds the cheapest schedule by dynamic programming over convex piecewise-linear values, exact and in time
 * proportional to the steps. If feed-in pays more than import costs, or a price is below zero, the cost of a step is not
 * convex; then the lower bound still holds and the schedule is the best on a grid of contents.
 */
export function scheduleBattery(problem: BatteryProblem): BatterySchedule {
  const { run, history } = runWithForesight(problem)
  const initialKwh = Math.min(problem.initialKwh, problem.battery.capacityKwh)
  return {
    ...run,
    costEur: totalCost(run, problem),
    lowerBoundEur: costFrom(history.first, initialKwh) - run.missingKwh * missingEurPerKwh,
    worthEurPerKwh: worthOfSteps(run, history),
    method: history.isConvex ? 'exact' : 'grid',
  }
}

/** Only the run, for many of them; the lists of an earlier history may be reused. */
export function runWithForesight(
  problem: BatteryProblem,
  reused: ValueHistory | null = null,
): { run: BatteryRun; history: ValueHistory } {
  checkBattery(problem.battery)
  const history = buildValueHistory(problem, reused)
  return { run: history.isConvex ? followValues(problem, history) : scheduleOnGrid(problem), history }
}

/** Decides each step by the value of stored energy after it. */
function followValues(problem: BatteryProblem, history: ValueHistory): BatteryRun {
  const describe = describeSteps(problem)
  const offers = createOffers()
  const pieces: WorthPieces = { worth: history.worth, sizeKwh: history.sizeKwh, start: 0, count: 0 }
  return runBattery(problem, (step, contentKwh) => {
    describe(step, offers)
    pieces.start = history.start[step]!
    pieces.count = history.count[step]!
    return findBestChange(contentKwh, pieces, offers, problem.battery.capacityKwh)
  })
}

function worthOfSteps(run: BatteryRun, { worth, sizeKwh, start, count }: ValueHistory): Float64Array {
  const found = new Float64Array(run.storedKwh.length)
  const pieces: WorthPieces = { worth, sizeKwh, start: 0, count: 0 }
  for (let step = 0; step < found.length; step++) {
    pieces.start = start[step]!
    pieces.count = count[step]!
    found[step] = worthAt(run.storedKwh[step]!, pieces)
  }
  return found
}

/**
 * The cheapest schedule that ends with as much in the store as it began with; the content at the start is chosen too.
 * The cost is convex in that content, so repeatedly halving the range by comparing two points finds the minimum.
 */
export function scheduleCyclic(
  problem: Omit<BatteryProblem, 'initialKwh' | 'minimumFinalKwh'>,
): BatterySchedule {
  const at = (contentKwh: number) =>
    scheduleBattery({
      ...problem,
      initialKwh: contentKwh,
      minimumFinalKwh: contentKwh,
      finalValueEurPerKwh: 0,
    })
  const costOf = (contentKwh: number) => {
    const { costEur, missingKwh } = at(contentKwh)
    return costEur + missingKwh * missingEurPerKwh
  }
  let low = 0
  let high = problem.battery.capacityKwh
  const golden = (Math.sqrt(5) - 1) / 2
  let left = high - golden * (high - low)
  let right = low + golden * (high - low)
  let leftCost = costOf(left)
  let rightCost = costOf(right)
  while (high - low > problem.battery.capacityKwh * 1e-7) {
    if (leftCost <= rightCost) {
      high = right
      right = left
      rightCost = leftCost
      left = high - golden * (high - low)
      leftCost = costOf(left)
    } else {
      low = left
      left = right
      leftCost = rightCost
      right = low + golden * (high - low)
      rightCost = costOf(right)
    }
  }
  const best = [low, high, (low + high) / 2, 0].map(at)
  return best.reduce((one, other) => (other.costEur < one.costEur && other.missingKwh <= 1e-9 ? other : one))
}

import { type BatteryProblem, storeLimits } from './battery-problem.ts'
import { createOffers, describeSteps, makeConvex, type StepOffers } from './step-offers.ts'
import { createStoredValue, type StoredValue, startFromEnd, stepBack } from './stored-value.ts'

/** The value of stored energy after every step: pieces `start[t]` up to `start[t] + count[t]` belong to the end of step t. */
export interface ValueHistory {
  worth: Float64Array
  sizeKwh: Float64Array
  start: Int32Array
  count: Int32Array
  /** Before the first step. */
  first: StoredValue
  /** Every step's cost was convex, so that the bound is reached. */
  isConvex: boolean
}

/**
 * Runs backwards through the steps once. With a whole year of quarter-hours this takes tens of milliseconds. The lists
 * of an earlier history may be reused: a year takes some twenty megabytes.
 */
export function buildValueHistory(problem: BatteryProblem, reused: ValueHistory | null = null): ValueHistory {
  const steps = problem.netLoadKwh.length
  const { capacityKwh } = problem.battery
  const limits = storeLimits(problem)
  const value = createStoredValue()
  const describe = describeSteps(problem)
  const offers: StepOffers = createOffers()
  const history: ValueHistory = {
    worth: reused?.worth ?? new Float64Array(Math.max(steps * 32, 64)),
    sizeKwh: reused?.sizeKwh ?? new Float64Array(Math.max(steps * 32, 64)),
    start: new Int32Array(steps),
    count: new Int32Array(steps),
    first: value,
    isConvex: true,
  }
  let used = 0
  startFromEnd(value, capacityKwh, problem.minimumFinalKwh, problem.finalValueEurPerKwh)
  for (let step = steps - 1; step >= 0; step--) {
    const count = value.to - value.from
    if (used + count > history.worth.length) widen(history)
    // Copied in a loop: for twenty numbers a call of `set` costs more.
    for (let i = 0; i < count; i++) {
      history.worth[used + i] = value.worth[value.from + i]!
      history.sizeKwh[used + i] = value.sizeKwh[value.from + i]!
    }
    history.start[step] = used
    history.count[step] = count
    used += count
    describe(step, offers)
    if (!offers.isConvex) {
      history.isConvex = false
      makeConvex(offers)
    }
    stepBack(value, offers, limits, capacityKwh)
  }
  return history
}

function widen(history: ValueHistory): void {
  for (const key of ['worth', 'sizeKwh'] as const) {
    const wider = new Float64Array(history[key].length * 2)
    wider.set(history[key])
    history[key] = wider
  }
}

/** The least cost from a content on, EUR. */
export function costFrom({ worth, sizeKwh, from, to, emptyEur }: StoredValue, contentKwh: number): number {
  let cost = emptyEur
  let left = contentKwh
  for (let i = from; i < to && left > 0; i++) {
    const size = Math.min(sizeKwh[i]!, left)
    cost -= size * worth[i]!
    left -= size
  }
  return cost
}

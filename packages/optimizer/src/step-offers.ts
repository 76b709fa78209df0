import { type BatteryProblem, storeLimits } from './battery-problem.ts'

/**
 * What a step offers the store, as pieces of content: `worth` is the price per kWh of content at which the piece changes
 * hands, the most expensive first. From a full charge to a full discharge: charging from the grid costs most, then
 * charging from surplus; discharging to the load earns more than discharging to the grid.
 *
 * Three numbers per piece are kept in one reused list, since a year has 35,040 steps.
 */
export interface StepOffers {
  count: number
  worth: Float64Array
  sizeKwh: Float64Array
  /** Pieces before this index are charging. */
  firstDischarge: number
  /** Cost of the step at full charge, EUR. */
  fullChargeEur: number
  /** False if the pieces are not in falling order: then charging and discharging at once would pay. */
  isConvex: boolean
}

export function createOffers(): StepOffers {
  return {
    count: 0,
    worth: new Float64Array(4),
    sizeKwh: new Float64Array(4),
    firstDischarge: 0,
    fullChargeEur: 0,
    isConvex: true,
  }
}

const tolerance = 1e-12

/** A function that fills `offers` for a step of a problem. */
export function describeSteps(problem: BatteryProblem): (step: number, offers: StepOffers) => void {
  const { netLoadKwh, importEurPerKwh, exportEurPerKwh, battery } = problem
  const { chargeEfficiency: into, dischargeEfficiency: outOf, wearEurPerKwh: wear } = battery
  const { chargeKwh, dischargeKwh } = storeLimits(problem)
  return (step, offers) => {
    const net = netLoadKwh[step]!
    const buy = importEurPerKwh[step]!
    const sell = exportEurPerKwh[step]!
    const fromSurplus = net < 0 ? Math.min(chargeKwh, -net * into) : 0
    const toLoad = net > 0 ? Math.min(dischargeKwh, net / outOf) : 0
    offers.count = 0
    add(offers, buy / into + wear, chargeKwh - fromSurplus)
    add(offers, sell / into + wear, fromSurplus)
    offers.firstDischarge = offers.count
    add(offers, buy * outOf - wear, toLoad)
    add(offers, sell * outOf - wear, dischargeKwh - toLoad)
    const exchange = net + chargeKwh / into
    offers.fullChargeEur = (exchange >= 0 ? buy : sell) * exchange + wear * chargeKwh
    offers.isConvex = true
    for (let i = 1; i < offers.count; i++) {
      if (offers.worth[i]! > offers.worth[i - 1]! + tolerance) offers.isConvex = false
    }
  }
}

function add(offers: StepOffers, worth: number, sizeKwh: number): void {
  if (sizeKwh <= 0) return
  offers.worth[offers.count] = worth
  offers.sizeKwh[offers.count] = sizeKwh
  offers.count += 1
}

/**
 * Replaces pieces that are out of order by their mean: the lower convex envelope of the step's cost, which no feasible
 * decision can beat. For bounds where prices are negative.
 */
export function makeConvex(offers: StepOffers): void {
  const { worth, sizeKwh } = offers
  let last = 0
  for (let i = 1; i < offers.count; i++) {
    last += 1
    worth[last] = worth[i]!
    sizeKwh[last] = sizeKwh[i]!
    while (last > 0 && worth[last]! > worth[last - 1]!) {
      const size = sizeKwh[last]! + sizeKwh[last - 1]!
      worth[last - 1] = (worth[last]! * sizeKwh[last]! + worth[last - 1]! * sizeKwh[last - 1]!) / size
      sizeKwh[last - 1] = size
      last -= 1
    }
  }
  offers.count = offers.count === 0 ? 0 : last + 1
}

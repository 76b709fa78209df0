import { type BatteryProblem, gridExchange, storeLimits } from './battery-problem.ts'

/** What a battery did in each step, and its cost. All energies in kWh, at the house's side unless stated otherwise. */
export interface BatteryRun {
  /** Drawn by the battery, and delivered by it. */
  chargeKwh: Float64Array
  dischargeKwh: Float64Array
  /** Content at the end of each step. */
  storedKwh: Float64Array
  importKwh: Float64Array
  exportKwh: Float64Array
  /** Import less feed-in, EUR. */
  energyEur: number
  /** Wear, by the battery's price per kWh. */
  wearEur: number
  finalKwh: number
  /** Content required at the end that could not be reached. */
  missingKwh: number
}

/** How a controller decides: the change of content (kWh in the store, charging positive) for a step and a content. */
export type DecideChange = (step: number, contentKwh: number) => number

/**
 * Runs a battery through all steps and keeps it within its limits whatever the decisions. The content a decision
 * sees is the one after the standing losses of the previous step.
 */
export function runBattery(problem: BatteryProblem, decide: DecideChange): BatteryRun {
  const { battery, netLoadKwh } = problem
  const steps = netLoadKwh.length
  const limits = storeLimits(problem)
  const run: BatteryRun = {
    chargeKwh: new Float64Array(steps),
    dischargeKwh: new Float64Array(steps),
    storedKwh: new Float64Array(steps),
    importKwh: new Float64Array(steps),
    exportKwh: new Float64Array(steps),
    energyEur: 0,
    wearEur: 0,
    finalKwh: 0,
    missingKwh: 0,
  }
  let content = Math.min(problem.initialKwh, battery.capacityKwh)
  for (let step = 0; step < steps; step++) {
    content *= limits.keptShare
    const room = Math.min(limits.chargeKwh, battery.capacityKwh - content)
    const stock = Math.min(limits.dischargeKwh, content)
    const change = Math.max(-stock, Math.min(room, decide(step, content)))
    content = Math.min(Math.max(content + change, 0), battery.capacityKwh)
    const exchange = gridExchange(netLoadKwh[step]!, change, battery)
    if (change > 0) run.chargeKwh[step] = change / battery.chargeEfficiency
    else if (change < 0) run.dischargeKwh[step] = -change * battery.dischargeEfficiency
    run.storedKwh[step] = content
    run.importKwh[step] = Math.max(exchange, 0)
    run.exportKwh[step] = Math.max(-exchange, 0)
    const price = exchange >= 0 ? problem.importEurPerKwh[step]! : problem.exportEurPerKwh[step]!
    run.energyEur += price * exchange
    run.wearEur += battery.wearEurPerKwh * Math.abs(change)
  }
  run.finalKwh = content
  run.missingKwh = Math.max(problem.minimumFinalKwh - content, 0)
  return run
}

/** The measure by which runs are compared: energy and wear, less the value of the content left. EUR. */
export function totalCost(run: BatteryRun, problem: BatteryProblem): number {
  const spareKwh = run.finalKwh - Math.min(problem.minimumFinalKwh, run.finalKwh)
  return run.energyEur + run.wearEur - spareKwh * problem.finalValueEurPerKwh
}

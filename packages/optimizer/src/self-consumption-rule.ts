import type { BatteryProblem } from './battery-problem.ts'
import { type BatteryRun, runBattery } from './battery-run.ts'

/** The rule most batteries are sold with: store every surplus, cover every load, never look at a price. */
export function followSelfConsumption(problem: BatteryProblem): BatteryRun {
  const { netLoadKwh, battery } = problem
  return runBattery(problem, (step) => {
    const net = netLoadKwh[step]!
    return net < 0 ? -net * battery.chargeEfficiency : -net / battery.dischargeEfficiency
  })
}

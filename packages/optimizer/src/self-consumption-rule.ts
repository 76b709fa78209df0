import type { BatteryProblem } from './battery-problem.ts'
import { type BatteryRun, runBattery } from './battery-run.ts'

/** The rule of most batteries on the market: store every surplus, cover every load, ignore prices. */
export function followSelfConsumption(problem: BatteryProblem): BatteryRun {
  const { netLoadKwh, battery } = problem
  return runBattery(problem, (step) => {
    const net = netLoadKwh[step]!
    return net < 0 ? -net * battery.chargeEfficiency : -net / battery.dischargeEfficiency
  })
}
